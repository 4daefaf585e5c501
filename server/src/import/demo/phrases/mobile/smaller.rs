//! The eleven smaller subcategories of complaints about the mobile app.

use crate::import::demo::phrases::{Reason, SIT, Sit, When, Who};

pub const NOTIFICATIONS: Reason = Reason {
    name: "Notifications missing",
    weight: 4,
    product: "mobile-banking",
    subjects: &["No [alerts|notifications] any more", "Notifications", "Alert did not come"],
    replies: &[
        "Could you check that alerts are on under Settings, Messages? [An update sometimes|The last update] switched them off.",
        "I can add an alert by text message [as well|too], free of charge.",
    ],
    sits: &[
        Sit {
            told: "{I} no longer get a message when a card payment goes through.",
            more: "The switch in the settings is on. // {I} only saw the {price} at {shop} two days later.",
            want: "Please turn the alerts back on.",
            note: "card alerts stopped, switch is on, noticed payment at {shop} two days late",
            chat: "no more card alerts // the switch is on",
            ..SIT
        },
        Sit {
            told: "The alert for a low balance did not come on {date}, and {i} went into overdraft.",
            more: "{I} had set it to {small}. // The overdraft interest was {fee}.",
            want: "{I} would like the {fee} back.",
            note: "low balance alert not sent {date}, overdrawn, wants {fee} back",
            chat: "low balance alert didnt come // now i pay {fee} overdraft",
            ..SIT
        },
        Sit {
            told: "Salary arrived, rent left, and the phone stayed silent both times.",
            more: "With the previous version it buzzed within a second. // On the {device} everything else may send messages.",
            note: "no push for salary or rent since new version",
            chat: "no push msgs at all since last week",
            ..SIT
        },
    ],
};

pub const FACE: Reason = Reason {
    name: "Face recognition",
    weight: 3,
    product: "mobile-banking",
    subjects: &["Face [recognition|sign-in] fails", "Does not know my face", "Face ID"],
    replies: &[
        "Please delete the face under Settings, Security and scan it again in daylight.",
        "You can [always|still] use the six-digit code instead of the face.",
    ],
    sits: &[
        Sit {
            told: "The app does not recognise {my} face any more, the phone itself does.",
            more: "With glasses, without glasses, by the window. // {I} {am} tired of nodding at a telephone.",
            note: "face sign-in fails in app only, phone unlock fine",
            chat: "face recognition fails in your app // phone itself knows me fine",
            ..SIT
        },
        Sit {
            who: Who::Private,
            told: "Since I [grew a beard|had my hair cut|got new glasses] your app thinks I am somebody else.",
            more: "It then asks for a code that I set years ago. // Scanning anew is greyed out.",
            note: "face not recognised after change of looks, new scan greyed out",
            chat: "new glasses, now the app doesnt know me // cant rescan",
            ..SIT
        },
        Sit {
            when: When::Update,
            told: "Face sign-in was switched off by the update and cannot be switched on again: \"{error}\".",
            more: "{I} do not want to type a password {scene}.",
            note: "update disabled face sign-in, re-enabling gives \"{error}\"",
            chat: "face sign in off since update, cant turn it on: {error}",
            ..SIT
        },
    ],
};

pub const STATEMENT: Reason = Reason {
    name: "Statement download",
    weight: 4,
    product: "mobile-banking",
    subjects: &["Statement [download|PDF] [empty|fails]", "Cannot save my statement", "PDF"],
    replies: &[
        "The PDF is created [freshly|anew] each time; large months take up to a minute.",
        "I can send the statement to your secure mailbox [right away|now].",
    ],
    sits: &[
        Sit {
            told: "The PDF of the {month} statement is an empty page.",
            more: "{I} downloaded it {count} times. // {month2} is fine, strangely.",
            want: "Please send it to {me}.",
            note: "{month} statement PDF downloads empty",
            chat: "pdf for {month} is empty // other months ok",
            ..SIT
        },
        Sit {
            told: "Downloading a statement ends at 99 percent with \"{error}\".",
            more: "{My} {kin} needs it for the tax return by {soon}.",
            note: "statement download stops at 99 percent",
            chat: "download stops at 99% // {error}",
            ..SIT
        },
        Sit {
            told: "{I} can look at the statement on the phone but the share button does nothing.",
            more: "No mail, no printer, no saving. // Taking screenshots page by page is not a solution.",
            note: "share button on statement does nothing",
            chat: "share button does nothing on statements // cant save or mail it",
            ..SIT
        },
    ],
};

pub const TRANSFERS: Reason = Reason {
    name: "Transfers fail in the app",
    weight: 5,
    product: "mobile-banking",
    subjects: &["Transfer not possible in the app", "[Transfer|Payment] refused on the phone", "Transfer button grey"],
    replies: &[
        "Your daily limit in the app is {amount2}. Larger sums need online banking.",
        "The transfer was not sent, so nothing was charged. [You can safely|Please] send it again.",
    ],
    sits: &[
        Sit {
            told: "The app refuses every transfer above [500|1,000] with \"{error}\", although {my} limit is far higher.",
            more: "It was {amount} to {payee}. // On the computer it went through at once.",
            note: "app refuses larger transfers with \"{error}\", computer works",
            chat: "transfers fail with {error} // {amount} to {payee} // works on pc",
            ..SIT
        },
        Sit {
            told: "The button to confirm a transfer stays grey.",
            more: "{I} filled in everything, twice. // {payee}, {amount}, nothing unusual.",
            note: "confirm button grey for transfer to {payee}",
            chat: "confirm button is grey, cant send {amount}",
            ..SIT
        },
        Sit {
            told: "The standing order to {payee} that {i} changed in the app was paid in the old amount.",
            more: "The app showed a green tick. // Now {amount} too much is gone.",
            want: "Please fetch the difference back.",
            note: "standing order changed in app but paid in old amount to {payee}",
            chat: "changed my standing order in the app, green tick, old amount went out anyway",
            ..SIT
        },
    ],
};

pub const FREEZE: Reason = Reason {
    name: "Card freeze",
    weight: 3,
    product: "mobile-banking",
    subjects: &["Cannot [freeze|unfreeze] my card", "Card still frozen", "Card freeze"],
    replies: &[
        "I see the freeze from {time}. I have [lifted|taken] it [off|] on my side[, please try|].",
        "If the card is lost please say so and I will block it for good.",
    ],
    sits: &[
        Sit {
            told: "{I} froze the card ending {card} in the app and cannot unfreeze it.",
            more: "The switch jumps back by itself. // The card was in the other jacket all the time.",
            want: "Please unfreeze it.",
            note: "card {card} frozen in app, switch jumps back, wants unfreeze",
            chat: "froze my card, found it, cant unfreeze // the switch jumps back",
            ..SIT
        },
        Sit {
            told: "The card shows as frozen, yet {shop} took {price} from it on {date}.",
            more: "What is a freeze for, then? // {I} have a screenshot with the time.",
            note: "payment at {shop} of {price} went through although card frozen",
            chat: "card was frozen and still {shop} took {price}",
            ..SIT
        },
    ],
};

pub const BATTERY: Reason = Reason {
    name: "Battery drain",
    weight: 2,
    product: "mobile-banking",
    subjects: &["App empties my battery", "Battery", "Phone gets hot"],
    replies: &[
        "Please switch off location for the app, that is the usual cause.",
        "2026-01-15> The developers are looking at background activity in the new version.",
    ],
    sits: &[
        Sit {
            told: "Your app eats [a third|40 percent|half] of {my} battery, more than the map in the car.",
            more: "{I} open it twice a day. // The {device} gets warm in the pocket.",
            note: "app uses large share of battery on {device}",
            chat: "app eats half my battery // {device} gets hot",
            ..SIT
        },
        Sit {
            when: When::Update,
            told: "Since the update the phone is empty by {time}, and the list says your app is to blame.",
            more: "It seems to look for something in the background all day.",
            note: "battery empty by {time} since update, app top of list",
            chat: "battery dead by {time} since the update",
            ..SIT
        },
    ],
};

pub const LANGUAGE: Reason = Reason {
    name: "Language setting",
    weight: 2,
    product: "mobile-banking",
    subjects: &["Wrong language in the app", "App suddenly in [Dutch|German|French]", "Language"],
    replies: &[
        "The language follows the phone's region at the moment. A separate setting comes with the next version.",
        "Please set the phone to English (UK) and start the app again, then it keeps it.",
    ],
    sits: &[
        Sit {
            told: "The app speaks [Dutch|Portuguese|Danish] to {me} now. {I} do not.",
            more: "The language menu is in that language too. // {I} found it by counting lines.",
            note: "app language changed by itself, menu not readable for {him}",
            chat: "app is suddenly in dutch // how do i get english back",
            ..SIT
        },
        Sit {
            told: "Half of the screens are in English and half in German since the last version.",
            more: "The legal text, of all things, is in the wrong half. // {I} want to understand what {i} confirm.",
            note: "screens half English half German",
            chat: "half english half german screens",
            ..SIT
        },
    ],
};

pub const ACCESS: Reason = Reason {
    name: "Accessibility",
    weight: 3,
    product: "mobile-banking",
    subjects: &["Type far too small", "Screen reader", "[Not usable for|What about] people with poor eyesight"],
    replies: &[
        "2026-01-15> Thank you for telling us. Large type comes back with 6.2.2, the reader labels too.",
        "I can set up telephone banking for you [today|now] so that you are not stuck.",
    ],
    sits: &[
        Sit {
            told: "The screen reader reads \"button, button, button\" instead of names. {I} {am} blind and managed well before.",
            more: "{I} cannot tell \"send\" from \"cancel\". // That is not a small thing when money is involved.",
            note: "blind customer, buttons unlabelled for screen reader since new version",
            chat: "screen reader only says button button button // i cant use it anymore",
            ..SIT
        },
        Sit {
            told: "Grey letters on a white ground, and so small that {i} need the magnifying glass.",
            more: "The setting for large type on {my} {device} is ignored. // {I} {am} 71, not a hawk.",
            note: "type too small and grey, large-type setting ignored",
            chat: "letters tiny and grey, ignores my large type setting",
            ..SIT
        },
        Sit {
            told: "The time to type the code is thirty seconds. With {my} hands that is not enough.",
            more: "{I} have arthritis. // There used to be a minute.",
            note: "arthritis, thirty seconds not enough to type code",
            chat: "30 seconds for the code is too short for me // arthritis",
            ..SIT
        },
    ],
};

pub const SETUP: Reason = Reason {
    name: "Biometric set-up",
    weight: 2,
    product: "mobile-banking",
    subjects: &["Fingerprint cannot be set up", "Biometric set-up", "Set-up [stuck|loop]"],
    replies: &[
        "Set-up needs a screen lock on the phone. Is there one?",
        "I have removed the old fingerprint entry, please start set-up again.",
    ],
    sits: &[
        Sit {
            told: "Setting up the fingerprint stops at step three of four, each time.",
            more: "It says \"{error}\" and begins again. // The phone takes the same finger without trouble.",
            note: "fingerprint set-up stops at step three, \"{error}\"",
            chat: "fingerprint setup stops at step 3 // {error}",
            ..SIT
        },
        Sit {
            told: "The set-up for biometrics wants a letter with a code. It was promised for {date} and has not come.",
            more: "{I} ordered it {count} times. // The post brings everything else.",
            note: "biometric code letter promised for {date} not arrived",
            chat: "where is the letter with the biometric code // ordered it {count} times",
            ..SIT
        },
    ],
};

pub const INSTALL: Reason = Reason {
    name: "Update will not install",
    weight: 3,
    product: "mobile-banking",
    subjects: &["Update [will not|does not] install", "Phone too old?", "Stuck at updating"],
    replies: &[
        "2026-01-15> Version 6.2 needs Android 11 or iOS 16. Online banking works in any browser.",
        "Please free about 400 MB and try once more [on wifi|over wifi].",
    ],
    sits: &[
        Sit {
            told: "The store says the update is \"not compatible\" with {my} {device}, and the old version says {i} must update.",
            more: "So neither works. // {I} will not buy a telephone because of a bank.",
            note: "{device} not compatible with update, old version forces update",
            chat: "update not compatible, old version says update // great",
            ..SIT
        },
        Sit {
            told: "The update has been at \"installing\" since {time}.",
            more: "{minutes} percent, no further. // There are 20 gigabytes free.",
            note: "update stuck at {minutes} percent since {time}",
            chat: "update stuck at {minutes}% since {time}",
            ..SIT
        },
        Sit {
            told: "After the update there are two of your apps on the phone, and neither opens.",
            more: "One has the old icon. // Deleting one removes both.",
            note: "two icons after update, neither opens",
            chat: "now i have two of your apps and neither opens",
            ..SIT
        },
    ],
};

pub const CURRENCY: Reason = Reason {
    name: "Currency display",
    weight: 3,
    product: "mobile-banking",
    subjects: &["Wrong currency shown", "Balance in the wrong currency", "Amounts"],
    replies: &[
        "The balance itself is right, only the sign is wrong. A correction is under way.",
        "Please pull the screen down to refresh, the rate should then be today's.",
    ],
    sits: &[
        Sit {
            told: "The app shows {my} {currency} account in dollars[, with a dollar sign and the same number|].",
            more: "{I} had a proper fright. // In online banking it is right.",
            note: "account shown in dollars in app, right in online banking",
            chat: "why is my account in dollars in the app??",
            ..SIT
        },
        Sit {
            told: "Commas and points are mixed up: {amount} appears as if it were a thousand times less.",
            more: "For a moment {i} thought the account had been emptied. // {My} phone is set to the right country.",
            note: "decimal point and comma swapped in balance, got a fright",
            chat: "comma and point swapped in the balance // looks like my money is gone",
            ..SIT
        },
        Sit {
            told: "The total of all accounts adds up pounds and euros as if they were the same.",
            more: "That cannot be right in any country. // {I} noticed it on {date}.",
            note: "total adds different currencies without converting",
            chat: "total adds pounds and euros together like its the same thing",
            ..SIT
        },
    ],
};
