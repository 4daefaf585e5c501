//! Complaints about how calls and people are handled.

use app::model::record::Kind;

use super::Who::{Any, Company, Private};
use super::{Area, Reason, SIT, Sit, When};

pub const AREA: Area = Area {
    category: "Call Handling / Customer Interaction",
    kind: Kind::Complaint,
    weight: 76,
    impacts: &[
        (Any, "{I} still [do not have|have no] answer to what {i} rang about."),
        (Any, "{My} morning was gone."),
        (Any, "In the end {i} drove to {branch}, which was closed."),
        (Company, "We pay for a premium service line."),
        (Company, "{My} {kin} refuses to ring you any more."),
        (Private, "It upset me more than I like to admit."),
        (Private, "My prepaid credit ran out while I was waiting."),
        (Any, "The matter itself would have taken two minutes."),
        (Any, "That is not how {i} treat {my} own customers, or anyone."),
    ],
    wants: &[
        "{I} would like an apology, and an answer to the question.",
        "Have somebody [competent|who knows] ring {me} at {time}.",
        "Please listen to the recording.",
        "{I} would like a direct number.",
        "Kindly tell the person's manager.",
        "",
    ],
    actions: &[
        "Apologised. Recording of {date} requested.",
        "Passed to team lead.",
        "Gave {him} my extension.",
        "Solved the original question while on the line: {paper} resent.",
        "Call back booked {due} at {time}.",
        "{He} calmed down by the end, thanked me.",
    ],
    outcomes: &[
        "Recording heard, the customer is right. Apology by phone and flowers sent.",
        "Spoken with the colleague; conversation training arranged.",
        "Original question answered on {done}. Customer satisfied.",
        "Call back had been booked for the wrong day. Customer rung the same afternoon.",
        "No recording found for that time. Apologised in general terms.",
    ],
    reasons: &[WAITING, CALLBACK, RUDE, PASSED, WRONG, DROPPED, BRANCH],
};

const WAITING: Reason = Reason {
    name: "Long waiting times",
    weight: 20,
    product: "current-account",
    subjects: &["{minutes} minutes on hold", "[Waiting|Hold] time", "Your hotline", "Nobody answers"],
    replies: &[
        "I am sorry for the {minutes} minutes. Mondays before ten are the worst.",
        "You reached a person now, what was the matter about?",
    ],
    sits: &[
        Sit {
            told: "{minutes} minutes in the queue on {weekday}, and then the line was cut.",
            more: "\"Your call is important to us\", {i} can sing it. // {I} rang again: place {count} in the queue, for half an hour.",
            note: "waited {minutes} mins on {weekday}, then cut off",
            chat: "{minutes} minutes on hold then cut off",
            ..SIT
        },
        Sit {
            told: "The recording promises an answer within three minutes. {I} stopped at {minutes}.",
            more: "The music is the same four bars. // {I} only wanted to know whether {amount} had arrived.",
            note: "gave up after {minutes} mins in queue",
            chat: "3 minutes says the voice // gave up after {minutes}",
            ..SIT
        },
        Sit {
            who: Company,
            told: "The business line, for which we pay, was not answered [once|a single time] on {date} between {time} and noon.",
            more: "{My} {kin} tried it {count} times. // The private line was quicker, we tried that too.",
            note: "business line unanswered on {date}, {count} attempts",
            chat: "business line not answered all morning // we pay for that",
            ..SIT
        },
        Sit {
            who: Private,
            told: "I rang about a lost card, a lost card!, and waited {minutes} minutes while somebody could have been shopping with it.",
            more: "It should be the first thing one can press.",
            note: "waited {minutes} mins to block lost card",
            chat: "waited {minutes} minutes to block a stolen card. unbelievable",
            ..SIT
        },
        Sit {
            told: "Since the menu was changed {i} have to press seven keys before {i} may start to wait.",
            more: "None of the seven is what {i} need. // Pressing zero ends the call.",
            note: "new phone menu, seven keys before queue",
            chat: "7 keys before i may even wait",
            ..SIT
        },
    ],
};

const CALLBACK: Reason = Reason {
    name: "Promised call back never came",
    weight: 17,
    product: "current-account",
    subjects: &["[Promised|No] call back", "Nobody [rang|called]", "You were going to call"],
    replies: &[
        "The call back was noted for the wrong number, ending {tail}.",
        "I will ring you myself at {time}, I have put it into my own calendar.",
    ],
    sits: &[
        Sit {
            told: "{staff} promised on {date} to ring {me} back the same day. That is {stretch} ago.",
            more: "{I} kept the line free. // A second person promised it on {weekday}, with the same success.",
            note: "call back by {staff} promised {date}, never came",
            chat: "{staff} was going to call back on {date} // nothing",
            ..SIT
        },
        Sit {
            told: "Three call backs agreed, three not made.",
            more: "Times: {weekday} {time}, then {time2}, then \"in the course of the day\". // {I} took the day off for it.",
            note: "three agreed call backs missed",
            chat: "3 callbacks promised 0 made",
            ..SIT
        },
        Sit {
            who: Company,
            told: "{manager} has not returned our calls since {earlier}.",
            more: "We have left {count} messages with the assistant. // If {manager} has left the bank we would like to know.",
            note: "RM {manager} not returning calls since {earlier}",
            chat: "our relationship manager doesnt call back since {earlier}",
            ..SIT
        },
        Sit {
            told: "Your colleague did ring, at {time}, let it ring twice and sent a letter: \"we could not reach you\".",
            more: "{I} {was} standing next to the telephone.",
            note: "call back attempt rang twice, then letter",
            chat: "you let it ring twice and then write you couldnt reach me",
            ..SIT
        },
    ],
};

const RUDE: Reason = Reason {
    name: "Rude or dismissive staff",
    weight: 13,
    product: "current-account",
    subjects: &["Tone of your [staff|colleague]", "How I was spoken to", "Rude [call|treatment]"],
    replies: &[
        "That is not how we want to speak with you, I am sorry.",
        "Could you give me the day and time, so that I find the recording?",
    ],
    sits: &[
        Sit {
            told: "Your {staff} told {me} on {weekday} to \"just read the terms\". {I} had asked a polite question.",
            more: "When {i} asked for the name, {i} heard a sigh. // It was about {fee}.",
            note: "{staff} dismissive on {weekday}, told to read the terms",
            chat: "{staff} told me to just read the terms. rude",
            ..SIT
        },
        Sit {
            who: Private,
            told: "The man on the phone asked if there was somebody younger he could talk to.",
            more: "I ran a post office for thirty years. // My question was a good one, too: he did not know the answer.",
            note: "felt patronised about {his} age",
            chat: "your man asked if theres someone younger to talk to",
            ..SIT
        },
        Sit {
            told: "At {branch} {i} {was} left standing while two people behind the glass talked about their holidays.",
            more: "It was {time}, nobody else in the hall. // One looked up and looked down again.",
            note: "ignored at counter in {branch}",
            chat: "stood at the counter in {branch} while they chatted about holidays",
            ..SIT
        },
        Sit {
            told: "{I} {was} laughed at for {my} accent.",
            more: "On {date}, about {time}. The others in the background laughed too. // {I} speak four languages.",
            want: "{I} expect a written apology.",
            note: "says staff laughed at accent on {date} about {time}",
            chat: "your agent laughed at my accent",
            ..SIT
        },
    ],
};

const PASSED: Reason = Reason {
    name: "Passed from one desk to another",
    weight: 14,
    product: "current-account",
    subjects: &["Passed around", "Who is responsible?", "{count} people, no answer"],
    replies: &[
        "You are with the right desk now, I will keep it until it is solved.",
        "I have read the notes, you need not tell it again.",
    ],
    sits: &[
        Sit {
            told: "{I} {was} put through {count} times and told the story {count} times.",
            more: "Cards sent {me} to payments, payments to {branch}, {branch} to the number {i} had started with. // It was about a {paper}.",
            note: "transferred {count} times about a {paper}",
            chat: "transferred {count} times // told my story {count} times",
            ..SIT
        },
        Sit {
            told: "The branch says it is the hotline's matter, the hotline says it is the branch's.",
            more: "Both are right, if {i} look at the result. // {staff} was the only one who wrote something down.",
            note: "branch and hotline each refer to the other",
            chat: "branch says hotline, hotline says branch",
            ..SIT
        },
        Sit {
            who: Company,
            told: "For one guarantee we have spoken with {count} departments, and each had a different form.",
            more: "None of them knew of the others. // {manager} was copied each time.",
            note: "{count} departments involved in one guarantee",
            chat: "{count} departments for one guarantee",
            ..SIT
        },
    ],
};

const WRONG: Reason = Reason {
    name: "Wrong information given",
    weight: 13,
    product: "savings-account",
    subjects: &["Wrong [advice|information]", "What {staff} told me", "Contradictory answers"],
    replies: &[
        "What you were told was wrong, and the {fee} should not be yours to carry.",
        "The rule changed in {month}, the colleague still had the old page.",
    ],
    sits: &[
        Sit {
            told: "{staff} assured {me} that the transfer was free. It cost {fee}.",
            more: "{I} asked twice, because {i} did not believe it. // The recording must have it.",
            note: "told transfer free, charged {fee}",
            chat: "{staff} said free // cost {fee}",
            ..SIT
        },
        Sit {
            told: "Three calls, three answers: the limit is {amount}, the limit is {amount2}, there is no limit.",
            more: "{I} would take any of them if it were true.",
            note: "contradictory answers on limit",
            chat: "3 calls 3 different answers about my limit",
            ..SIT
        },
        Sit {
            who: Private,
            told: "I was told that I need not come in person. I stood at {branch} and needed to have come in person, with my {kin}.",
            more: "{minutes} minutes by train each way.",
            note: "wrong info on attendance at {branch}",
            chat: "told i dont need to come, then i do",
            ..SIT
        },
    ],
};

const DROPPED: Reason = Reason {
    name: "Chatbot does not understand",
    weight: 11,
    product: "online-banking",
    subjects: &["Your chatbot", "The assistant", "Talking to a machine"],
    replies: &[
        "You are talking with a human now. What did you want to ask?",
        "I have read the chat, it went in circles, I am sorry.",
    ],
    sits: &[
        Sit {
            told: "Your assistant understood \"lost card\" as \"lost and found\" and sent {me} the address of the railway.",
            more: "{I} asked for a human {count} times. // It thanked {me} for the conversation.",
            note: "chatbot misread lost card",
            chat: "your bot sent me to the railway lost and found // i lost my CARD",
            ..SIT
        },
        Sit {
            told: "The chat closes after {count} minutes, while {i} {am} still reading the answer.",
            more: "Then it asks how satisfied {i} {was}.",
            note: "chat times out while reading",
            chat: "chat closes while im still reading",
            ..SIT
        },
        Sit {
            told: "{I} asked the chatbot about {fee} on {my} statement. It explained to {me} what a statement is.",
            more: "\"Agent\" it answers with a list of travel agents. // Is there a word that works?",
            note: "chatbot useless on charge {fee}",
            chat: "asked about a charge, got told what a statement is",
            ..SIT
        },
    ],
};

const BRANCH: Reason = Reason {
    name: "Branch hours and counters",
    weight: 9,
    product: "current-account",
    subjects: &["{branch} closed", "Opening hours", "Counter closed"],
    replies: &[
        "2025-06-02> Since 2 June four branches close at one on three days, I can send you the list.",
        "The machine in the entrance takes deposits until ten at night.",
    ],
    sits: &[
        Sit {
            when: When::BranchHours,
            told: "{branch} now closes at one o'clock on three days. {I} learned it in front of the door.",
            more: "The page still showed the old hours. // {I} {was} not alone: {count} people stood there.",
            note: "surprised by new hours at {branch} since 2 June",
            chat: "{branch} closed at one?? page says open till five",
            ..SIT
        },
        Sit {
            who: Company,
            when: When::BranchHours,
            told: "With the new hours at {branch} {i} cannot pay in the takings of the day.",
            more: "We close at six, you at one. // Keeping {amount} in the shop over night is not insured.",
            note: "cannot deposit takings with new hours at {branch}",
            chat: "new hours = cant pay in our takings",
            ..SIT
        },
        Sit {
            who: Private,
            when: When::BranchHours,
            told: "I go to {branch} because I do not bank on a computer. Now the counter is shut [three|four] afternoons.",
            more: "The young lady showed me a tablet. // There is no bus before eleven.",
            note: "not online, upset by new hours at {branch}",
            chat: "why is the counter shut in the afternoon now",
            ..SIT
        },
        Sit {
            told: "The machine at {branch} has been out of order since {date}, and the counter sends {me} to the machine.",
            more: "A piece of paper says \"sorry\".",
            note: "machine at {branch} out of order since {date}",
            chat: "machine at {branch} broken since {date}",
            ..SIT
        },
        Sit {
            told: "{I} had an appointment at {branch} on {date} at {time}, and nobody knew of it.",
            more: "{I} showed the confirmation. They were kind, and busy.",
            note: "appointment {date} {time} at {branch} unknown",
            chat: "had an appointment at {branch}, nobody knew",
            ..SIT
        },
    ],
};
