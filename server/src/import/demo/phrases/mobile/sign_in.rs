//! Complaints about signing in to the mobile app.

use crate::import::demo::phrases::{Reason, SIT, Sit, When, Who};

pub const LOGIN: Reason = Reason {
    name: "Login failures",
    weight: 16,
    product: "mobile-banking",
    subjects: &[
        "Cannot sign in [to the app|on my phone|today]",
        "2026-01-15> Cannot sign in since the update",
        "Locked out [again|of mobile banking|since {weekday}]",
        "Login [fails|not possible|loop]",
        "[Sign-in code|Code] [not accepted|asked for twice|never arrives]",
        "No access to mobile banking",
        "[URGENT: |]app login",
        "2026-01-15> Device [check|not recognised]",
        "Sign in",
    ],
    replies: &[
        "2026-01-15> I [can see|see] [the failed attempts|your attempts] from {time}. The device check did not finish[ on our side|].",
        "Could you remove the {device} under Settings, Devices in online banking and add it again?",
        "2026-01-15> [There is a known fault with|We know about] sign-in after the update, [the team is on it|people are working on it right now].",
        "I [have reset|reset] the device binding just now. Please [wait ten minutes|give it a few minutes] and try with a new code.",
        "Is the phone's clock set automatically? The code fails if it is [more than a minute|a bit] off.",
    ],
    sits: &[
        Sit {
            when: When::Update,
            told: "[{I} cannot get past the sign-in screen since the update of 15 January. The code arrives, then the app asks for it again.|Your sign-in goes in circles since 15 January: it asks for a code, {i} enter it, and it asks for the next.|Code, code, code. Ever since the update {i} enter one and the app wants another.]",
            more: "{I} have typed [six|seven|eight] codes by now, all fresh. // The {device} is [two years old|not even old] and fully updated. // On the computer the same password works at once.",
            want: "Please unlock {my} sign-in today.",
            note: "[in a code loop since update of 15 Jan, code arrives, app asks for it again|endless code requests at sign-in since the update, {count} today|sign-in loop after update, codes arrive in time]",
            chat: "[since the update i cant sign in // code comes, i type it, it asks for a code again // its a {device}|login loop since 15 jan // code after code // {device}|stuck in your code loop again // every code is accepted and then it wants one more]",
            ..SIT
        },
        Sit {
            when: When::Update,
            told: "[The new device check says \"{error}\" [every time|each and every time] {i} sign in on {my} {device}.|{My} {device} is unknown to you now. \"{error}\", it says, and that is that.|Since the update {my} own phone counts as a stranger: \"{error}\".]",
            more: "It is the same phone {i} have used [since {since}|for two years]. // After the {count}th attempt it locked {me} for an hour. // Nothing in your letter said that {i} would have to register it again.",
            want: "Please register the phone by hand or tell {me} how.",
            note: "[device check rejects {his} {device}, msg \"{error}\", locked after several tries|{device} not recognised since update (\"{error}\")|device binding failed, \"{error}\", several attempts, {device}]",
            chat: "[app says {error} // same phone as always!! // how do i register it again|device check fails, {error} // had this {device} for ages|your device check hates my {device} // {error}]",
            ..SIT
        },
        Sit {
            who: Who::Company,
            when: When::Update,
            told: "[Since the update of 15 January none of {my} {count} authorised users can sign in. The whole finance team is locked out.|{count} people in accounts, {count} phones, and nobody gets into the app since the new version came.|We are shut out. Every one of {my} approvers, since 15 January.]",
            more: "The first one noticed on {weekday} at {time}, the last one this morning. // Two use the {device}, the others all have different phones, so it is not the phone. // Online banking on the desktop works for viewing, but approval is tied to the app.",
            want: "{I} need at least two approvers unlocked before {time}.",
            note: "[all {count} users of the firm locked out since 15 Jan update, cannot approve payments|firm's approvers all unable to sign in since update|{count} users blocked by device check, payments waiting for approval]",
            chat: "[none of our users can sign in since the update // {count} people, different phones // we have payments to approve|{count} approvers, none can get in since 15 jan|whole office locked out of the app // payments waiting]",
            ..SIT
        },
        Sit {
            when: When::Update,
            told: "[[The sign-in code never arrives|No code arrives any more]. {I} wait, {i} press \"send again\", {i} wait, and after {minutes} minutes the app throws {me} out.|{I} sit and wait for a text message with a code that does not come, or comes when the app has long given up.|The code for signing in is either late or lost. Today it was both: the first came after the third.]",
            more: "Other text messages come through [within seconds|normally]. // {I} checked the number you have: it is right. // Twice the code came at [two|three] in the morning, which helps nobody.",
            want: "",
            note: "[sign-in code by SMS not arriving or hours late, number on file is right|codes delayed by {minutes} minutes, app times out|no SMS code since update, other texts fine]",
            chat: "[no code comes // waiting since {minutes} minutes // other sms arrive fine|where is the code? // {minutes} minutes now|code arrives too late every time // then app says expired]",
            ..SIT
        },
        Sit {
            who: Who::Private,
            when: When::Update,
            told: "[Your new app wants me to confirm the sign-in on \"my other device\". I have [no|only one and no] other device. I have one telephone, this one.|\"Confirm on your other device\", says the new app. Which other device, please? I am one person with one telephone.|I am asked to approve my phone with my phone, which I cannot open without approving it.]",
            more: "The help page tells me to open the app to get help, [which is the thing I cannot do|and there we are again]. // My {kin} had a look at it and gave up too. // The lady at {branch} could not do anything either.",
            want: "Please send me whatever is needed by post if it must be.",
            note: "[asked to confirm on \"other device\" but only owns one phone, went to {branch}, no help there|only one phone, app insists on confirmation from second device|sent in a circle by new sign-in: needs second device, has none]",
            chat: "[it asks to confirm on my other device // i dont have another device // what now|confirm on other device... i have one phone // help|need a 2nd device to sign in?? // i only have a {device}]",
            ..SIT
        },
        Sit {
            when: When::Update,
            told: "[{I} changed the phone on {date}, now a {device}, and the app will not accept it. It sends {me} to the old one, which is [sold|broken|in a drawer with no battery].|New {device} since {date}, and with it no bank any more. The confirmation goes to the old phone, which is at the recycling yard.|To use the app on the new phone {i} need the old one. The old one fell into the {branch} fountain, so to speak: it is gone.]",
            more: "{I} did the transfer exactly as your guide says. // The guide still shows the old screens, by the way. // On the hotline {i} waited {minutes} minutes and was then told to use the app.",
            want: "Please move {my} access to the new phone.",
            note: "[new phone, device check sends {him} to old handset which {he} no longer has|changed to {device} on {date}, old phone no longer at hand, no access|binding still on old handset (sold), wants transfer]",
            chat: "[new phone, app wants the old one to confirm // old one is gone // pls move my access|new {device}, app still bound to old phone // old phone is dead|changed phones on {date} and lost access]",
            ..SIT
        },
        Sit {
            when: When::Update,
            told: "[{I} got in [once|exactly once] after the update, on {weekday}. Since then: \"{error}\".|It let {me} in a single time after the update. {I} should have stayed signed in, it seems, for now there is only \"{error}\".|First day after the update: fine. Every day since: \"{error}\".]",
            more: "{I} reinstalled it [twice|three times]. // It accepts the password, shows {my} name, and then goes back to the start. // A colleague at another firm has the same, so do not tell {me} it is only {me}.",
            want: "",
            note: "[could sign in once after update, since then \"{error}\", reinstalled, no change|one successful sign-in after update, refused since|access lost again after first sign-in, \"{error}\"]",
            chat: "[worked once after the update, now only {error} // reinstalled 3 times|got in on {weekday}, never again // {error}|one login worked, now {error} each time]",
            ..SIT
        },
        Sit {
            when: When::Update,
            told: "[It locked {me} out [for \"too many attempts\"|for security], and {i} made [exactly two|a single attempt].|Locked for an hour, then for a day, and all {i} did was type the code that you sent.|{I} {am} locked out for safety reasons. Whose safety?]",
            more: "Unlocking [is only possible|works only] in the app, says the app. // The phone line says that {i} must wait 24 hours. // This is the second lock since {weekday}.",
            want: "Please lift the lock now, {i} {am} sitting in front of it.",
            note: "[locked for too many attempts after two tries, wants lock lifted|access locked after two attempts, second time this week|24h lock after correct code, wants it lifted now]",
            chat: "[locked out for too many attempts, i tried twice // unlock please|locked again!! two tries|app locked me for a day // i typed YOUR code]",
            ..SIT
        },
        Sit {
            when: When::Update,
            told: "[At {time} {i} wanted to [check whether {amount} had arrived|pay {payee}] and the app simply did not let {me} in: white screen, then \"{error}\".|Nothing but a white screen when {i} sign in, and after a while \"{error}\". {I} needed to pay {payee}.|{I} only meant to look whether {amount} had come. The app showed white, then \"{error}\", then the start again.]",
            more: "{I} tried on wifi and on mobile data. // It [then|suddenly] offered to \"set up a new account\", which scared {me}. // {I} switched the phone off and on, as one does.",
            want: "",
            note: "[white screen at sign-in then \"{error}\", tried wifi and mobile data|sign-in ends in white screen, then \"{error}\", on wifi too|cannot see account, white screen since {time}]",
            chat: "[cant get in, white screen then {error} // trying to pay {payee}|white screen on login // then {error}|just want to see if {amount} came // app wont open the account]",
            ..SIT
        },
        Sit {
            who: Who::Private,
            when: When::Update,
            told: "[I am abroad, in {country}, and since the update the app thinks I am a thief. Every sign-in ends with \"{error}\".|In {country} for work, and your new sign-in has decided that I am not me.|The update came while I was in {country}. Since then: no app, no money, \"{error}\".]",
            more: "I told you about the trip beforehand. // The code goes to a number that does not work here. // I have about {small} in cash left.",
            want: "I need my money this week, not after the holiday.",
            note: "[travelling in {country}, sign-in blocked since update, little cash left|abroad ({country}), code goes to number not reachable there|in {country}, device check refuses, needs cash]",
            chat: "[im in {country} and the app wont let me in since the update // says {error} // i need money here|stuck in {country} without app access // {error}|travelling in {country}, locked out by the update]",
            ..SIT
        },
        Sit {
            when: When::Update,
            told: "[It is now day {count} without a sign-in. Monday it was the code, [yesterday|then] it was the device check, and today it is just \"{error}\".|{count} days, {count} explanations, no sign-in.|Yesterday the code, today \"{error}\", and tomorrow, {i} suppose, a new surprise: {i} have not been in the app for {count} days.]",
            more: "Each person on the phone tells {me} something else. // One said to wait for version 6.2.1, another had never heard of it. // {I} have started to keep a list.",
            want: "{I} want one person who looks after this until it works.",
            note: "[{count} days without access, different error each day, different advice each call|no access for {count} days, contradictory advice from us|{count}th day locked out, keeps a list of what we told {him}]",
            chat: "[day {count} without login // every day a new error // is anybody working on this?|{count} days and counting // no login|still no login // every colleague of yours says something else]",
            ..SIT
        },
        Sit {
            when: When::Update,
            told: "[After the update it asks for a customer number of eleven digits. {My} [card|contract] shows nine.|The new sign-in wants eleven digits as a customer number. There are nine on everything you ever sent {me}.|Which customer number? The app counts eleven places, {my} papers have nine.]",
            more: "{I} tried adding zeros in front and behind. // The field turns red and says nothing at all. // Your search finds no article on this.",
            want: "What is {my} number, and why did it change?",
            note: "[app asks for 11-digit customer no., customer has 9 digits|customer no. field expects 11 digits, papers show 9|new sign-in does not accept 9-digit customer number]",
            chat: "[it wants an 11 digit customer number // mine has 9 // ???|customer number too short, says the app // its the one on my card|11 digits?? i have 9]",
            ..SIT
        },
        Sit {
            when: When::BeforeUpdate,
            told: "The app signed {me} out [over night|on {weekday}] and does not take {my} PIN any more.",
            more: "{I} {am} certain of the PIN; it is the one {i} use every day. // The reset asks a security question {i} never set. // It happened [last {month}|in {month}] as well.",
            want: "",
            note: "signed out overnight, PIN refused, reset asks for unknown security question",
            chat: "pin not accepted since today // its the right pin // reset asks me questions i never set",
            ..SIT
        },
        Sit {
            when: When::BeforeUpdate,
            told: "\"{error}\" when {i} try to log in, since {date}, mostly in the [morning|evening].",
            more: "If {i} try {count} times in a row it sometimes works. // It is the {device}, system up to date.",
            want: "",
            note: "intermittent login error \"{error}\" since {date}",
            chat: "login says {error} // works every {count}th time or so",
            ..SIT
        },
        Sit {
            when: When::BeforeUpdate,
            told: "{I} waited for the sign-in code until {time}. It came {minutes} minutes late and was \"expired\", of course.",
            more: "The same on {weekday}. // {I} get texts from everybody else without delay.",
            want: "Please check {my} number, or send codes another way.",
            note: "SMS code arrives {minutes} mins late, expired by then",
            chat: "code comes {minutes} min late and is expired then // second time this week",
            ..SIT
        },
    ],
};
