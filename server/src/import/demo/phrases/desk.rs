//! What the bank's side of a conversation sounds like: the assistant, the people in the chat, and those who write
//! call notes; with the short answers that customers give them.

/// The assistant's first try, when it does not simply answer, with what people answer to it who let it be.
pub const BOT_GUESS: &[(&str, &[&str])] = &[
    (
        "[I found|Here are|There are] {count} articles about \"{topic}\". [Shall I open|Do you want|May I show you] the [first one|first|newest|best match]?",
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
    "",
    "[What I know|From our help pages|From what I can read|According to our pages]:",
    "[Here is what I found|This is what I have|I looked it up|Let me see]:",
    "[I have|There is] something on this:",
    "[A frequent question|I know that one]:",
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
    "[Was|Is] that [useful|what you needed|what you were looking for]?",
    "You can [find|read] it again under Help, \"{topic}\".",
    "[Have a good day|Bye for now], {first}!",
    "",
    "[Did|Does] this [answer your question|help]?",
];
/// The same, where it was of no use.
pub const BOT_END_CROSS: &[&str] = &[
    "I have noted the [question|topic] for the team.",
    "[This chat is closed|I close this chat|The window closes] in [five|ten] minutes.",
    "[I have saved|Saved] this chat under {ref}.",
    "",
    "",
    "[A colleague reads this|Somebody will read this] on the next working day.",
    "You can [find|read] it again under Help, \"{topic}\".",
    "[Write|Type] \"person\" if you want [one|a human].",
    "I am sorry, {first}.",
    "That was all I have on \"{topic}\".",
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
    "[thats |]not what i asked",
    "[didnt|did not] ask that",
    "are you a [bot|machine]?",
    "[real person please|somebody real please]",
    "omg",
    "i said {topic}",
    "that link is dead",
    "[and how does that help me|how is that an answer]",
];
/// To the assistant, by someone who gives up.
pub const TO_BOT_SIGH: &[&str] = &[
    "never mind",
    "forget it",
    "[ill|i will] call",
    "thats not it",
    "[thats |]not what i [asked|meant]",
    "hm, no",
    "[doesnt|that doesnt] help",
    "i [know|read] that already",
    "[useless|not useful]",
    "then i write a letter",
    "ok then not",
    "i give up",
    "[sigh|pfff]",
    "as i thought",
    "[im|i am] none the wiser",
    "well. no",
    "thats [just|only] the help page",
    "i try [the branch|tomorrow] then",
];
/// To the assistant, by someone it helped, or who lets it be.
pub const TO_BOT_CALM: &[&str] = &[
    "ok thanks",
    "[ah ok|ah, i see]",
    "found it, thx",
    "great",
    "[perfect|super] thank you",
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
    "{agent} from Larkfield. I [read|have read|am reading|see] [your message|what you wrote|your lines].",
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
    "You [get|will get] a [message|mail] by {due}[ at the latest|].",
    "[I put|I have put|There is now] a note on [the|your] file, so you need not [explain|tell it] again.",
    "[Anything|Is there anything] else I can do, {first}?",
    "[Someone|A colleague] from the [team|department] calls you [tomorrow|by {due}].",
    "I've sent it off, ref {ref2}.",
    "[Sorry once more|My apologies again|I am sorry], {first}.",
    "It is with [the team|the specialists|second line|{staff} and the team] now[, they start at eight|, I will remind them|].",
];
/// The same, among people in good spirits.
pub const AGENT_END_CALM: &[&str] = &[
    "Take care[, {first}|]!",
    "Then I [close|will close] the chat, [have a good one|all the best].",
    "[Happy|Glad] to help.",
    "You're welcome[, {first}|]!",
    "[Anything|Is there anything] else I can do, {first}?",
    "You get it in writing too, by {due}.",
    "",
    "[Have a nice|Enjoy the] [day|evening|week]!",
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
    "[will somebody|does anybody|and who will|so somebody will] [call|ring] me then?",
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
/// How a caller without a grievance came across.
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
    "{title} {last} rang [at {clock}|] about [this|the following]: {note}. {mood} {action}",
    "Tel. {who}. Re {topic}. {note}. {action}",
    "\"{quote}\" - {title} {last}[, word for word|]. {mood} {action}",
    "{mood} {note}. [Cust says|Says]: \"{quote}\" {action}",
    "Spoke to {who}. {note}. {more} {mood} {action}",
    "{topic}: {note}. {more} {action}",
];
/// For a call that only says thanks.
pub const NOTE_SETTLED: &[&str] = &[
    "{who} rang to say [thanks|thank you]: \"{note}.\" [Case can be closed|Nothing open|No action].",
    "{who} re {topic}: all [well|good] now. \"{note}.\"",
    "Short call, {title} {last}: \"{note}.\" [Nice|Good] to hear.",
    "{topic} is solved, says {title} {last}. \"{note}.\" Closed on our side[ too|].",
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
