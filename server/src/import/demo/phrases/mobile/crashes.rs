//! Complaints about the mobile app closing by itself.

use crate::import::demo::phrases::{Reason, SIT, Sit, When, Who};

pub const CRASHES: Reason = Reason {
    name: "Crashes",
    weight: 14,
    product: "mobile-banking",
    subjects: &[
        "App [crashes|keeps crashing|closes by itself]",
        "2026-01-15> [Crash|Closes] when opening [a statement|statements]",
        "2026-01-15> Statement view [crashes|broken|unusable]",
        "It closes [again|every time]",
        "App gone [before I can read anything|in a second]",
        "2026-01-15> [Another crash|Crashes since 15 January]",
        "2026-01-15> Statements",
    ],
    replies: &[
        "Which version do you see under Settings, About[, and which phone is it|]?",
        "Please [remove|clear] the cache under Settings, Storage, that [helps|is enough] in most cases.",
        "2026-01-15> Which version do you see under Settings, About? It should say 6.2.[0|1].",
        "2026-01-15> The new statement view [has trouble|struggles] with long lists. Choosing a single month [first helps|avoids it] for most people.",
        "[Thank you, I have sent|I've sent] the crash report number {ref} to the developers.",
        "Please open the statement in online banking for now, [the PDF is there|you will find the PDF there].",
    ],
    sits: &[
        Sit {
            when: When::Update,
            told: "[It closes when {i} open a statement. [Three|Four|Five] times this morning.|Open a statement, and the app is gone. {I} have tried with {month}, with {month2}, with the first of the year.|{My} {device} throws your app out the moment a statement appears.]",
            more: "No message, it is simply gone. // The balance is shown for a second before. // Since the new statement view, that is, since 15 January.",
            want: "",
            note: "[app closes whenever a statement is opened, since new statement view|app quits on opening any statement, tried several months|statement view closes app, {device}, version 6.2]",
            chat: "[app closes when i open a statement // {count} times today // {device}|tap statement -> app gone // since 15 jan|statements = crash // tried every month]",
            ..SIT
        },
        Sit {
            who: Who::Company,
            when: When::Update,
            told: "[{My} account has around {minutes}0 bookings a [day|week], and the new statement view dies as soon as {i} scroll past the first page.|Too many bookings, apparently: the statement view of the main account closes after the first page, that of the small one does not.|With thousands of bookings the new view is unusable. It loads, it stutters, it is gone.]",
            more: "On the smaller account with few bookings it holds. // {My} {kin} sees the same on another phone. // The old view had no trouble with this at all.",
            want: "Please restore the old list view for accounts with many bookings.",
            note: "[statement view crashes on account with many bookings, small account fine|crash after first page of statement, heavy account|new statement view fails on accounts with many bookings]",
            chat: "[statement view crashes when we scroll // many bookings on that account // the other account is ok|main account crashes the statement view // too many bookings?|statement page 2 = crash, every time]",
            ..SIT
        },
        Sit {
            when: When::Update,
            told: "[The app crashed in the middle of a transfer of {amount} to {payee}. [Now {i} do not know whether it went out.|Did it go or not?]|{amount} to {payee}: {i} pressed send, the app closed, and now nobody knows.|In the very second in which {i} confirmed {amount} for {payee} the screen went black.]",
            more: "The balance looks unchanged, but there is a line \"in progress\". // {I} do not dare to send it again. // It happened at {time} exactly.",
            want: "Please check whether the {amount} left {my} account.",
            note: "[crash during transfer of {amount} to {payee}, unsure whether sent, wants confirmation|app closed at confirmation of {amount}, status unclear|transfer to {payee} interrupted by crash, wants to know if executed]",
            chat: "[app crashed while sending {amount} to {payee} // was it sent or not?? // balance looks the same|crash right after i pressed send // {amount} to {payee} // gone or not?|app died mid transfer]",
            ..SIT
        },
        Sit {
            when: When::Update,
            told: "[Since the update {i} can open the app for [four|five|six] seconds, then {my} {device} shows the home screen again.|The app lives for five seconds. Then it is the home screen again.|Start, logo, balance, gone: that is all {i} get since the update.]",
            more: "{I} deleted it, restarted, installed it again. // [Two other phones in the family|The phones of two colleagues] do the same. // The store is full of people who write the same thing.",
            want: "",
            note: "[app closes seconds after start since update, reinstall no help, {device}|app will not stay open since update, several phones|closes right after start, reinstalled twice]",
            chat: "[opens 5 sec then closes // reinstalled already // {device}|starts and closes // 3 phones in this house, all the same|app dies after the logo since the update]",
            ..SIT
        },
        Sit {
            when: When::Update,
            told: "[As soon as {i} tap on \"Documents\" the app shuts down. {I} need the {month} statement for [the tax adviser|the auditor|the landlord|the child benefit office].|\"Documents\" is the one button that {i} may not press: the app closes.|{I} need a PDF of {month}, and each time {i} go to Documents the app leaves {me}.]",
            more: "On {weekday} the phone offered to send a report, {i} sent it, nobody answered. // The computer version shows the statement but not the fee annex.",
            want: "Please e-mail {me} the {month} statement.",
            note: "[app shuts down on Documents, needs {month} statement by e-mail|Documents section crashes, urgently needs {month} PDF|cannot reach documents, wants {month} by mail]",
            chat: "[crashes at documents // i need my {month} statement today // can you mail it?|documents button kills the app // need {month}|cant get my {month} statement, app closes]",
            ..SIT
        },
        Sit {
            when: When::Update,
            told: "[Turning the phone sideways in the new statement view kills the app. Every single time.|Hold the phone upright and the amounts are cut off. Hold it sideways and the app is gone.|The statement view says it can be turned. {I} turned it. It closed.]",
            more: "Sideways is the only way to read the amounts, the column is cut off otherwise. // {I} use a {device} with large type.",
            want: "",
            note: "[crash when rotating phone in statement view, amounts cut off in portrait|crash in landscape, portrait cuts off amounts|rotating in statement view closes app every time]",
            chat: "[turn phone sideways in statements = crash // every time|rotate = crash // upright the amounts are cut|landscape mode closes the app]",
            ..SIT
        },
        Sit {
            when: When::Update,
            told: "[{I} searched for a payment to {payee} in the statement view, and the app froze and closed. When {i} came back {i} had to sign in from the start, [code and all|with the code and everything].|The search in the new statement view finds nothing but the exit.|Type three letters of {payee} into the search, and the app closes. Then sign in again, with all that goes with it.]",
            more: "So it is {minutes} seconds of waiting for a second of seeing. // The third time it locked {me} out on top of it.",
            want: "",
            note: "[search inside statements freezes and closes app, then full sign-in again|search in statement view closes app, sign-in again each time|crash on searching for {payee}]",
            chat: "[search in statements freezes and it closes // then i have to sign in from zero|searched for {payee}, app closed|search field = crash, then login from start]",
            ..SIT
        },
        Sit {
            when: When::Update,
            who: Who::Private,
            told: "[I opened your new app {scene} to show that I had paid, and it crashed in front of everybody.|I wanted to show {scene} that I had paid. Your app chose that moment to die.|There I stood {scene}, telephone in hand, and the app closed three times running.]",
            more: "The man behind me sighed. // It took {count} attempts until I could show anything. // With the old one I never had this.",
            want: "",
            note: "[app crashed {scene} while proving payment, embarrassed and cross|could not show payment {scene}, app crashed repeatedly|crash {scene}, customer embarrassed]",
            chat: "[your app crashed on me {scene} // really embarrassing // fix it|app died {scene} // had to prove i paid|crashed in front of everyone]",
            ..SIT
        },
        Sit {
            when: When::Update,
            told: "[The card overview is fine, the transfers are fine, but the moment {i} touch [the pie chart|the little arrow|\"show all\"] in the statement view everything closes.|One tap on the small arrow in the statements, and the app is closed. {I} can do it as often as you like.|Everything works but the statement view, and there it is always the same button that closes the app.]",
            more: "{I} can repeat it as often as you like. // {My} {device} runs the newest system. // {I} can send a screen recording.",
            want: "Tell {me} where to send the recording.",
            note: "[reproducible crash in statement view when tapping \"show all\", offers screen recording|statement view: one button crashes reliably|precise report: tapping arrow closes app, offers video]",
            chat: "[tapping show all in statements closes the app, every time // can send a video|the arrow in statements closes the app // 10 out of 10|can reproduce your crash: statements, show all]",
            ..SIT
        },
        Sit {
            when: When::BeforeUpdate,
            told: "The app closed by itself while {i} {was} typing a payment to {payee}, and everything {i} had entered was gone.",
            more: "{I} typed it again, and the same happened at the last field. // {device}, app up to date.",
            want: "",
            note: "app closed twice while entering payment to {payee}, data lost",
            chat: "app closes while i type a payment // had to enter everything twice",
            ..SIT
        },
        Sit {
            when: When::BeforeUpdate,
            told: "Each time {i} photograph an invoice the app closes.",
            more: "The camera opens, there is a flash, and {i} {am} back on the home screen. // Other apps use the camera without trouble.",
            want: "",
            note: "crash when photographing invoice",
            chat: "scan invoice = app closes // camera works elsewhere",
            ..SIT
        },
        Sit {
            when: When::BeforeUpdate,
            told: "On {my} {device} the app crashes when {i} switch between {my} two accounts.",
            more: "Since about {date}. // Going out and in again helps, for one look.",
            want: "",
            note: "crash on switching accounts since {date}",
            chat: "crashes when i switch accounts // since {date}",
            ..SIT
        },
    ],
};
