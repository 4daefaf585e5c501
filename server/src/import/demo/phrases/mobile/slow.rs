//! Complaints about a slow mobile app.

use crate::import::demo::phrases::{Reason, SIT, Sit, When, Who};

pub const SLOW: Reason = Reason {
    name: "Slow performance",
    weight: 30,
    product: "mobile-banking",
    subjects: &[
        "App [very slow|slower every week|takes forever]",
        "{seconds} seconds [to open|for one screen|to see a balance]",
        "Loading, loading, loading",
        "Slow [app|mobile banking|loading]",
        "Speed of the app",
        "Waiting for the app",
    ],
    replies: &[
        "[Is it slow|Do you see it] on wifi and on mobile data alike?",
        "Mornings between seven and nine are [our busiest time|very busy], we are adding capacity.",
        "Turning off the spending overview [makes|often makes] the first screen much faster.",
        "Your account loads [five|six|seven] years of bookings at once. I can [shorten|limit] that to one year[ for you|].",
    ],
    sits: &[
        Sit {
            told: "[The app needs {seconds} seconds until {i} see a balance. {I} timed it.|{seconds} seconds. So long does it take from the logo to the balance.|{I} put a watch beside it: {seconds} seconds to the first number.]",
            more: "On wifi, on mobile data, it makes no difference. // Every other app on this {device} opens at once. // It used to be three or four.",
            note: "[app takes {seconds} seconds to show balance, timed it, wifi and mobile data|{seconds} seconds from start to balance on {device}|start-up slow, {seconds} sec, other apps fine]",
            chat: "[{seconds} seconds to see my balance // timed it // every day|takes {seconds} secs to load // {device} is not the problem|logo for {seconds} seconds, then maybe the balance]",
            ..SIT
        },
        Sit {
            told: "[In the [mornings|evenings], around {time}, your app hardly moves at all: a grey wheel, and then the next grey wheel.|Around {time} your app is asleep, like the rest of the town.|Whoever wants to see a balance at {time} needs patience: wheel, pause, wheel.]",
            more: "At noon it is bearable. // {I} have fibre at home, so it is not {my} line. // {My} {kin} has another bank and laughs at {me}.",
            note: "[app very slow around {time}, acceptable at other times|slow at a fixed time of day ({time})|peak-hour slowness, fibre at home]",
            chat: "[app sooo slow around {time} // just a grey wheel|at {time} your app doesnt move|always slow at the same hour, {time}]",
            ..SIT
        },
        Sit {
            who: Who::Company,
            told: "[Approving a batch of {minutes} payments in the app took {my} {kin} almost an hour, because every approval loads the list again.|{minutes} approvals, {minutes} times the whole list is loaded. That was {my} afternoon.|The app makes a day's work of approving: tap, wait, list, tap, wait, list.]",
            more: "On the desktop that takes five minutes, but the desktop cannot approve. // {I} do this every [{weekday}|week]. // The list is loaded in full, from the first entry.",
            want: "{I} need batch approval, or a list that does not reload.",
            note: "[batch approval of {minutes} payments takes nearly an hour, list reloads each time|approvals slow since list reloads, {minutes} payments|batch approval in app takes an hour]",
            chat: "[approving {minutes} payments takes an hour // list reloads after every single one|list reloads after each approval // {minutes} payments|approvals take forever]",
            ..SIT
        },
        Sit {
            told: "[The statement list loads line by line, like a fax machine.|Bookings appear one after the other, as if somebody were typing them.|{I} scroll to {month} and can make tea meanwhile.]",
            more: "By the time {month} appears {i} have forgotten what {i} {was} looking for. // Scrolling stutters too. // {device}, plenty of free memory.",
            note: "[statement list loads line by line, scrolling stutters|bookings load one at a time|slow scrolling in statements, {device}]",
            chat: "[statements load line by line // like a fax machine lol|bookings appear one by one|scrolling to {month} takes minutes]",
            ..SIT
        },
        Sit {
            who: Who::Private,
            told: "[I stood {scene} with {shop} waiting for its money while the app was thinking for {seconds} seconds.|{seconds} seconds of a turning wheel {scene}, and {shop} wanted its money.|I tried to pay {shop} and grew a little older. Then: \"{error}\".]",
            more: "Then it timed out and I had to begin again. // In the end I paid with another bank's card. // People behind me were not amused.",
            note: "[waited {seconds} seconds {scene}, timed out, paid with another bank's card|slow {scene}, payment to {shop} timed out|waited {seconds} sec to pay {shop}, gave up]",
            chat: "[stood {scene} for {seconds} secs waiting for your app // then timeout|{seconds} sec {scene}, then timeout|tried to pay {shop}, app just spun]",
            ..SIT
        },
        Sit {
            told: "[A transfer to {payee} hung on \"please wait\" for {minutes} minutes. {I} did not know if {i} could close it.|\"Please wait\", said the app about {my} transfer to {payee}, and meant it: {minutes} minutes.|{I} sent {amount} to {payee} and watched a wheel for {minutes} minutes, not daring to touch anything.]",
            more: "{I} did close it in the end, and it had gone through. // On {weekday} the same, and that time it had not.",
            want: "At least show whether it has been sent.",
            note: "[transfer hung on please wait for {minutes} minutes, unclear if sent|transfer screen hung {minutes} min|{amount} to {payee}, app hung on please wait]",
            chat: "[transfer stuck on please wait for {minutes} min // did it go?|please wait... for {minutes} minutes|transfer to {payee}: wheel, wheel, wheel]",
            ..SIT
        },
        Sit {
            told: "[Every week the app gets a little slower. In {month} it took ten seconds, now it is {seconds}.|It was quick in {month}. It is slow now. In between it got worse each week.|{seconds} seconds today, and {i} {am} sure it will be more next week.]",
            more: "{I} cleared whatever can be cleared. // The advertising banner, strangely, loads immediately. // It is not the phone: {i} bought the {device} this year.",
            note: "[gradual slowdown since {month}, now {seconds} seconds to load|slower each week, now {seconds} sec|performance worse since {month}]",
            chat: "[getting slower every week // {seconds} seconds now // but the ad banner is instant|was ok in {month}, now {seconds} sec|slower and slower // {seconds} seconds today]",
            ..SIT
        },
        Sit {
            told: "[Switching from one account to the other takes so long that the app signs {me} out for being idle.|Between {my} first account and {my} second lies a wait so long that the session ends.|{I} change to the other account and am signed out before it appears.]",
            more: "That is a fine joke the first time. // {I} have {count} accounts and look at all of them each morning.",
            note: "[switching accounts so slow that the session times out|account switch times out|session ends while second account loads]",
            chat: "[switching accounts takes so long it logs me out for being idle|cant switch accounts without timeout|signed out while waiting for my other account]",
            ..SIT
        },
        Sit {
            told: "Searching for one booking, {payee}, {amount}, took longer than finding the paper in {my} folder. [{I} checked.|That is not a figure of speech.]",
            more: "The search starts again after each letter {i} type. // With four letters typed it gave up: \"{error}\".",
            note: "search for a booking extremely slow, restarts on each letter",
            chat: "search restarts after every letter // takes ages // gave up",
            ..SIT
        },
        Sit {
            when: When::Update,
            told: "[With the new version everything has become sluggish: a second for each tap, {seconds} seconds for the first screen.|6.2 moves like an old man on ice: tap, pause, tap, pause.|Since the update each screen takes its time, and the first one {seconds} seconds.]",
            more: "The new pictures are pretty, but {i} did not ask for them. // On {my} {kin}'s older phone it is worse still. // {I} switched off animations, no change.",
            note: "[version 6.2 sluggish, each tap a second, first screen {seconds}|sluggish since 6.2, older phone worse|6.2 slow on {device}, {seconds} sec to first screen]",
            chat: "[new version is so sluggish // every tap takes a second // {device}|6.2 is slow as hell|each tap needs a second since the update]",
            ..SIT
        },
    ],
};
