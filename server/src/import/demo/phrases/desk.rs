//! What the bank's side of a conversation sounds like: the assistant, the people in the chat, and those who write
//! call notes; with the short answers that customers give them.

/// The assistant's first try, when it does not simply answer, with what people answer to it who let it be.
pub const BOT_GUESS: &[(&str, &[&str])] = &[
    (
        "[I found|Here are|There are] {count} articles about \"{topic}\". [Shall I open|Do you want] the first one?",
        &["yes", "yes please", "ok", "the first one, yes", "the second", "fine"],
    ),
    (
        "[Did you mean|Is this about|Do you mean] \"{topic}\"?",
        &["yes", "yes that", "exactly", "more or less", "yep", "right"],
    ),
    (
        "[I can help with that|That I know about|I can look into that]. Is it about the account ending {tail}[ or another one|]?",
        &["{tail}, yes", "yes that account", "yes", "the one you say", "correct"],
    ),
    (
        "[Sorry, I|I] did not [quite understand|get] that. [Could you say|Please say] it in [one sentence|other words][?|, please.]",
        &["{topic}", "its about: {topic}", "in short: {topic}", "{topic}, thats all"],
    ),
    (
        "[For|About] \"{topic}\" I need [one more thing|a detail]: since when?",
        &["{date}", "since {date}", "about {date} i think", "a few days"],
    ),
    ("Please choose: 1 {topic}, 2 something else, 3 [a person|speak to someone].", &["1", "1 please", "one"]),
    (
        "[Thanks|Thank you], {first}. I am looking up \"{topic}\"[, one moment|].",
        &["ok", "take your time", "", "thanks", ""],
    ),
];
/// Before it answers.
pub const BOT_LEAD: &[&str] = &[
    "",
    "",
    "[What I know|From our help pages]:",
    "[Thank you|Thanks for waiting].",
    "[Here is what I found|This may help]:",
    "[Good news, I|I] [can answer|know] that[ one|].",
    "[I have|There is] something on this:",
    "[Easy|A frequent question]:",
    "[Let me see|I looked it up|From what I can read|According to our pages]:",
];
/// When it gives up.
pub const BOT_HANDOVER: &[&str] = &[
    "I am passing you on to a colleague, [about {minutes} minutes|please stay here].",
    "[A person|Someone from the team] will [take over|be with you] in [a few|about five] minutes.",
    "This [goes beyond what I know|is too difficult for me|is one for a person]. [Connecting you|Handing over] to {staff}.",
    "I [understand|see]. You are number {count} in line for a [human|person].",
    "[OK|All right], I [fetch|call] somebody for you[, please do not close the window|].",
];
pub const BOT_END: &[&str] = &[
    "Is there anything else[ about \"{topic}\"|]?",
    "[Happy|Glad] to help[, {first}|].",
    "[I have saved|Saved] this chat under {ref}.",
    "Was that [useful|what you needed]?",
    "You can [find|read] it again under Help, \"{topic}\".",
    "[Have a good day|Bye for now], {first}!",
    "",
];
/// To the assistant, by someone who got nowhere.
pub const TO_BOT_CROSS: &[&str] = &[
    "no",
    "thats not it",
    "agent",
    "human please",
    "[no no no|NO]",
    "can i talk to a person",
    "you didnt [understand|read] what i wrote",
    "[useless|this is useless]",
    "[i read|i know] that page already, it doesnt help",
    "3",
    "not what i asked",
    "are you a [bot|machine]?",
    "[real person please|somebody real please]",
    "omg",
    "i said {topic}",
    "that link is dead",
    "[and how does that help me|how is that an answer]",
];
/// To the assistant, by someone it helped, or who lets it be.
pub const TO_BOT_CALM: &[&str] = &[
    "ok thanks",
    "[ah ok|ah, i see]",
    "found it, thx",
    "yes that one",
    "great",
    "[perfect|super] thank you",
    "1",
    "good to know",
    "hm ok",
    "thats all",
    "thank you",
    "got it",
    "fine, will try",
    "merci",
    "ok i will do that [tonight|later]",
];
pub const AGENT_HELLO: &[&str] = &[
    "Hi {first}, {agent} here. [Let me have a look|One moment, I'm reading|Just a moment|Let me see].",
    "Hello {title} {last}, my name is {agent}.",
    "Hi, [this is {agent}|{agent} speaking]. [Give me a second|I'm opening your file|What can I do|Your file is opening].",
    "Good [day|morning], {agent} from Larkfield. I [read|have read] your message.",
    "Hi {first}! [What a pity|Sorry] about that, I'm [checking|looking].",
    "hello, {agent} here, bear with me",
    "Hi[ there|]. [May I have|Could you give me|What are] the last four [digits|numbers] of [the|your] account?",
    "{agent} here[, thanks for waiting|, hello {first}]. [I am reading|Reading|I have opened|Just opening] your [file|account|message].",
    "Hello {first}, sorry you [waited|had to wait]. I see the account ending {tail}.",
];
/// The same, when the assistant has handed the customer over.
pub const AGENT_TAKES_OVER: &[&str] = &[
    "Hi {first}, {agent} here, [a human|a real one]. I [have read|can see] what you wrote to the assistant.",
    "Hello, {agent}. Sorry about the [bot|assistant], [it is still learning|it means well].",
    "I'm {agent}, I took over. [You need not repeat it|No need to write it again].",
    "Hi {title} {last}. So, \"{topic}\", [right|is that it]?",
    "{agent} here. [I have the history in front of me|I see the chat above].",
];
pub const AGENT_ACK: &[&str] = &[
    "I [understand|see].",
    "[Oh dear|Ouch]. OK.",
    "[Thanks|Thank you] for the details.",
    "[That is|That's] not how it should be.",
    "OK, [got it|noted].",
    "[Sorry|I'm sorry] about [this|the trouble].",
    "Right. [Two minutes|One minute], please.",
    "Hm, let me [check|ask].",
    "",
    "",
];
pub const AGENT_END: &[&str] = &[
    "I [have noted|noted] it under {ref}.",
    "You [get|will get] a [message|mail] by {soon}[ at the latest|].",
    "[I put|I have put|There is now] a note on [the|your] file, so you need not [explain|tell it] again.",
    "[Anything|Is there anything] else I can do, {first}?",
    "[Someone|A colleague] from the [team|department] calls you [tomorrow|by {soon}].",
    "[Sorry once more|My apologies again], {first}.",
    "Take care!",
    "I've sent it off, ref {ref2}.",
    "Then I [close|will close] the chat, [have a good one|all the best].",
];
pub const TO_AGENT_CROSS: &[&str] = &[
    "[and when|when] will that be?",
    "ok but [that doesnt help me today|i need it now]",
    "thats what [the last one|your colleague|everybody|{staff}] said[ too|]",
    "hm. [not happy|im not happy] with that",
    "[fine|ok], but please [really|this time] do it",
    "so i [wait|just wait], great",
    "can you at least [tell me|say] why?",
    "i have been [waiting|hearing that] since {date}",
    "ok. [disappointing|thats disappointing] though",
    "[seriously|really]??",
    "who pays me the {fee2}?",
    "[no offence|nothing against you], but this is bad",
    "still there?",
    "[will somebody|does anybody] call me then?",
    "ok[ thanks|], [lets see|well see|i hope so]",
    "[not good enough|thats not enough|that wont do], sorry",
];
pub const TO_AGENT_CALM: &[&str] = &[
    "[great|perfect], thank you {agent}",
    "[ok thanks|thanks a lot]",
    "that was quick!",
    "good, then i know",
    "yes [exactly|that one]",
    "thanks, have a nice day",
    "ok will do",
    "[super|lovely], bye",
    "one more thing: [by when|until when]?",
    "thank you for your help",
    "alright",
];
/// How a caller came across who has a grievance.
pub const MOOD_CROSS: &[&str] = &[
    "[Upset|Quite upset].",
    "[Very angry|Angry], raised {his} voice[ twice|].",
    "Calm but firm.",
    "[Sounded|Seemed] tired of it all.",
    "[Threatens|Threatened] to close the account.",
    "Disappointed, long-standing customer.",
    "Polite[ in spite of it all|, but clearly annoyed].",
    "[Close to|Near] tears.",
    "Swore once, apologised.",
    "Sarcastic.",
    "{He} [wants|asks for] it in writing[, by post|].",
    "[Not interested in|Refused] an apology.",
    "Frustrated, {count}th contact [about this|on the matter].",
    "",
    "",
    "Asked for {manager} by name.",
    "[Spoke|Talked] [fast|quickly], hard to follow.",
    "Had {his} papers ready.",
    "[Silent|Quiet] for a while, then angry.",
    "[Third|Second] time {he} rings.",
];
/// How others came across.
pub const MOOD_CALM: &[&str] = &[
    "",
    "",
    "",
    "Friendly.",
    "[In a hurry|Short on time].",
    "[Very nice|Pleasant] caller.",
    "Chatted about [the weather|{his} garden|the holidays].",
    "Clear question.",
    "{He} had the number at hand.",
    "Line was bad.",
];
/// How a call note begins: `{subject}` and `{who}` are the caller's matter and name.
pub const NOTE_FRAMES: &[&str] = &[
    "Cust called re: {topic}. {note}. {mood} {action}",
    "{who} on the phone. {note}. {mood} {action}",
    "Caller [{last}|{first} {last}]: {note}. {action} {mood}",
    "Reason: {topic}\nSays: {note}\n{mood} {action}",
    "[Inbound|Inc. call], {minutes2} min. {note}. {mood}\n{action}",
    "{note}. {mood} {action}",
    "{title} {last} rang [at {time2}|] about [this|the following]: {note}. {mood} {action}",
    "Tel. {who}. Re {topic}. {note}. {action}",
    "\"{quote}\" - {title} {last}[, word for word|]. {mood} {action}",
    "{mood} {note}. [Cust says|Says]: \"{quote}\" {action}",
    "Spoke to {who}. {note}. {more} {mood} {action}",
    "{topic}: {note}. {more} {action}",
];
/// The same for a call that follows something else.
pub const NOTE_CHASE: &[&str] = &[
    "{who} [again|once more] re {case}: {note}, {chase}. {mood} {action}",
    "Follow-up call. {note}, [still open|nothing has happened since {today}]. {mood} {action}",
    "2nd call on {topic}. {mood} {note}. {action}",
    "[Chasing|Cust chasing] {case}. {note}, {chase}. {action}",
    "Rang before on {today}. {note}. {mood} {action}",
    "{title} {last}, follow-up on {topic}. Says {he} [was promised an answer|heard nothing]. {mood} {action}",
];
/// A call that began as a chat or an e-mail.
pub const NOTE_ESCALATED: &[&str] = &[
    "[From {before}|Taken over from {before}|After a {before} that led nowhere]. {note}. {mood} {action}",
    "[Cust|{who}] did not get on in the {before}, [rang|phoned] instead. {note}. {mood} {action}",
    "[Called|Rang] [after|because of] the {before}: {topic}. {note}. {more} {mood} {action}",
    "Escalated to phone. {who}: {note}. {action} {mood}",
    "[Written|Typed] it all before, had to hear it again: {note}. {mood} {action}",
];
