//! How different people begin, feel, insist and end, whatever it is about.

/// The habits of one tone of voice. An empty line stands for leaving it out.
#[derive(Debug)]
pub struct Manner {
    pub greet: &'static [&'static str],
    /// First sentence of someone with a grievance.
    pub cross: &'static [&'static str],
    /// First sentence of someone with a question or a wish.
    pub calm: &'static [&'static str],
    /// What a grievance does to them.
    pub feel: &'static [&'static str],
    /// Last sentence of someone with a grievance.
    pub insist: &'static [&'static str],
    /// Last sentence of someone with a question or a wish.
    pub thank: &'static [&'static str],
    pub sign: &'static [&'static str],
    /// How many of the further particulars they tell, in percent each.
    pub talkative: u32,
}

/// In the order of `people::Tone`.
pub const MANNERS: [&Manner; 10] =
    [&PLAIN, &POLITE, &CURT, &RAMBLING, &FURIOUS, &ELDERLY, &FOREIGN, &FORMAL, &CASUAL, &DRY];

const PLAIN: Manner = Manner {
    greet: &["Hello,", "Good morning,", "Dear Larkfield team,", "Hi,", "Good afternoon,"],
    cross: &[
        "",
        "",
        "",
        "[There is something wrong with|I have a problem with] [your service|the account|what you did].",
        "I'm writing about [something that went wrong|a problem].",
    ],
    calm: &["", "", "A [short|quick] question.", "I have a [question|request]."],
    feel: &[
        "",
        "[That is|This is] [annoying|frustrating|not good enough|disappointing].",
        "I [expected|had expected] better[ of you|].",
        "I am [not happy|unhappy|really unhappy] [with this|about it].",
        "It is [a nuisance|very inconvenient|a real problem for {me}].",
        "This should not [happen|be possible][ at a bank|].",
    ],
    insist: &[
        "",
        "",
        "I look forward to [hearing from you|your answer].",
        "Please [answer|reply] this week.",
        "[You can reach me|I can be reached] [after {time}|any morning].",
    ],
    thank: &["Thanks.", "Thank you.", "", "Many thanks in advance.", "Thanks for your help."],
    sign: &["Regards,", "Best regards,", "Kind regards,", "Best,"],
    talkative: 60,
};

const POLITE: Manner = Manner {
    greet: &["Dear Sir or Madam,", "Dear team,", "Good morning,", "Dear Larkfield Bank,", "Dear {staff},"],
    cross: &[
        "I hope [you are well|this finds you well].",
        "I am sorry to [trouble|bother] you[ with this|].",
        "May I [bring something to your attention|ask for your help]?",
        "",
        "I know you are busy, [still|but]:",
    ],
    calm: &[
        "I hope you are well.",
        "May I ask [something|you for a favour]?",
        "I would be grateful for [your help|a short answer].",
        "",
    ],
    feel: &[
        "I [must say|have to say] that I [find this|am] [rather disappointing|quite upsetting|a little disappointed].",
        "",
        "I am sure it is [an oversight|a mistake], but it has been [unpleasant|a great inconvenience].",
        "It has, I confess, [worried {me} a good deal|caused {me} some worry].",
        "I do not like to make a fuss, yet this [is wrong|was a poor experience].",
    ],
    insist: &[
        "I would be [very|most] grateful for [your reply|a word from you] by {soon}.",
        "Thank you [in advance|for looking into it].",
        "Might I hear from you [soon|in the next days]?",
        "With many thanks for your [trouble|time].",
    ],
    thank: &[
        "Thank you very much for your [help|trouble|time].",
        "With many thanks in advance.",
        "I am much obliged.",
        "Have a [lovely|good] [weekend|week].",
    ],
    sign: &["Kind regards,", "With kind regards,", "Yours sincerely,", "Warm regards,"],
    talkative: 70,
};

const CURT: Manner = Manner {
    greet: &["", "", "Hello.", "{staff},", "To whom it concerns:"],
    cross: &["", "", "", "[Again|Problem]:", "For the record:"],
    calm: &["", "", "Question:", "One thing."],
    feel: &[
        "",
        "",
        "[Bad|Poor] service.",
        "Not [acceptable|good].",
        "[Useless|Ridiculous|Terrible].",
        "I have no time for [this|such nonsense].",
        "Disappointing.",
    ],
    insist: &["", "", "Today.", "By {soon}.", "Answer by [mail|phone].", "Waiting."],
    thank: &["", "Thanks.", "Thx.", "That is all."],
    sign: &["", "", "{last}", "{first}"],
    talkative: 25,
};

const RAMBLING: Manner = Manner {
    greet: &["Hello there,", "Hi all,", "Dear bank,", "Hello Larkfield,", "Hi, me again,"],
    cross: &[
        "I meant to write [last week|days ago] already but [the week ran away|life got in the way], so here goes.",
        "Let me begin at the beginning, which is {weekday}.",
        "I was {scene} when this started, so forgive me if [a detail is off|I jump about].",
        "My {kin} says I should not bother, but I think you ought to know.",
        "It's a long story, I'll try to [keep it short|be brief], [which is not my strength|no promises].",
    ],
    calm: &[
        "I was talking to my {kin} about this and neither of us knew.",
        "It's not urgent, I only thought of it {scene}.",
        "I keep forgetting to ask.",
        "",
    ],
    feel: &[
        "I [don't want to|won't] go on about it, but honestly it was [horrible|awful|a miserable day|exhausting].",
        "I lay awake over it, I really did, which is [silly|stupid] but there you are.",
        "And the [worst|sad] thing is that I used to [recommend you to people|tell everybody how good you were].",
        "Anyway. I was upset and I am still upset.",
        "I [felt|feel] [let down|foolish and let down], if I am honest.",
    ],
    insist: &[
        "Sorry for the long mail, but do [write back|answer].",
        "You can ring me, I'm home most days, just not around {time}.",
        "So that's the whole story. Over to you.",
        "If you got this far, thank you for reading.",
    ],
    thank: &["Thanks ever so much, and sorry for the ramble.", "That's all, really. Thank you!", "No rush at all."],
    sign: &["All the best,", "Cheers and thanks,", "Yours,", "Bye for now,"],
    talkative: 95,
};

const FURIOUS: Manner = Manner {
    greet: &["", "Hello??", "To the management:", "Larkfield,", "Dear \"customer service\","],
    cross: &[
        "[This is|What you do is] [a disgrace|outrageous|beyond belief].",
        "I am [furious|livid|fed up].",
        "ENOUGH.",
        "[Do you|Does anybody there] [read these mails|care] [at all|]?",
        "I cannot believe what I am dealing with here.",
        "",
    ],
    calm: &["Before I lose my patience again:", "A simple question, hopefully with a simple answer.", ""],
    feel: &[
        "[UNACCEPTABLE|RIDICULOUS|A JOKE|SHAMEFUL]!!",
        "Never in [twenty|thirty|fifteen] years have I seen such [incompetence|chaos|arrogance].",
        "I am [sick and tired|so tired] of [your excuses|being ignored|this circus].",
        "What do I pay you for?!",
        "You should be ashamed.",
        "It is the WORST service I know, and I know [the railway|my telephone company].",
        "I hate it.",
    ],
    insist: &[
        "I give you until {soon}, then it goes to the ombudsman.",
        "If this is not solved TODAY I [close|am closing] [every|each] account.",
        "My lawyer is [copied|informed].",
        "I will [tell|write this to] anyone who wants to hear it.",
        "Do not send me a standard text!",
    ],
    thank: &["I hope this time it works.", "Thank you, if it gets done.", ""],
    sign: &["", "{first} {last}, still your customer", "{last}", "An angry customer,"],
    talkative: 55,
};

const ELDERLY: Manner = Manner {
    greet: &["Dear Sirs,", "Dear Madam or Sir,", "Dear Larkfield Bank,", "Good day to you,"],
    cross: &[
        "I have been a customer since {since} and have never had to write a letter like this.",
        "My [grandson|niece|neighbour] is typing this for me.",
        "I am not as quick as I was, so please [be patient with me|bear with me].",
        "In all the years at {branch} [nothing like this has happened|I was always treated well].",
        "Forgive an old [woman|man|customer] for writing at length.",
    ],
    calm: &[
        "I have a small question, if I may.",
        "My [grandson|niece] tells me I should ask you.",
        "Perhaps you can help an old customer.",
    ],
    feel: &[
        "It has [upset|shaken|worried] me [very much|more than I can say].",
        "I feel [helpless|quite lost], to be honest.",
        "In the old days one knew the people behind the counter. It is a sad business.",
        "I did not sleep for worry.",
        "I find it most unkind.",
    ],
    insist: &[
        "Please write to me by post, I do not [hear well on the telephone|trust the e-mail].",
        "I should be glad of an answer while I am still here to read it.",
        "Please do not send me to the computer.",
    ],
    thank: &[
        "God bless you for your patience.",
        "I thank you kindly.",
        "With thanks for your trouble.",
        "You have always been good to me.",
    ],
    sign: &["Yours faithfully,", "With respectful regards,", "Yours truly,"],
    talkative: 85,
};

const FOREIGN: Manner = Manner {
    greet: &["Dear Sir/Madam,", "Hello dear team,", "Good day,", "Dear Larkfield,", "Hello,"],
    cross: &[
        "I write you because [of big problem|I have a problem].",
        "I hope you can help me, my English is not so good.",
        "Since some days I have [a trouble|trouble] with [your bank|you].",
        "",
        "Please to read this with attention.",
    ],
    calm: &["I have one question please.", "I want to ask you something.", "Please can you inform me?", ""],
    feel: &[
        "This is [very bad|not correct|not normal] for [a bank|me].",
        "I am very [angry|sad|disappointed] about this.",
        "In my country [this is not possible|a bank would be ashamed].",
        "I lose [my trust|much time and nerves].",
        "It makes me [nervous|really unhappy].",
    ],
    insist: &[
        "I wait for your [fast|soon] answer.",
        "Please make it in order until {soon}.",
        "I thank you for [understanding|the fast help] and wait.",
        "",
    ],
    thank: &["Thank you and have a nice day.", "I thank you in advance.", "Many thanks and greetings."],
    sign: &["Best greetings,", "With friendly greetings,", "Kind greetings from {first},", "Thanks and regards,"],
    talkative: 60,
};

const FORMAL: Manner = Manner {
    greet: &["Dear Sir or Madam,", "Dear Sirs,", "Dear {manager},", "For the attention of Client Services,"],
    cross: &[
        "We refer to our account ending {tail}.",
        "Further to our call of {weekday}, [we note the following|we put the matter in writing].",
        "Our reference: {invoice}.",
        "We regret to inform you of the following.",
        "The matter below is still unresolved.",
    ],
    calm: &[
        "We refer to our account ending {tail}.",
        "Kindly see the following.",
        "Our reference: {invoice}.",
        "We would be obliged for your assistance in the following matter.",
    ],
    feel: &[
        "We consider this [unsatisfactory|a failure of service|a breach of our agreement|inadequate].",
        "[Such a|This] lapse is [damaging to our business|detrimental to our planning|unacceptable to us].",
        "We reserve all rights[, including damages|].",
        "Our confidence in the relationship [has suffered|is badly damaged].",
        "",
    ],
    insist: &[
        "We expect a written reply by {soon}.",
        "Kindly [acknowledge receipt|confirm receipt of this message].",
        "Should we not hear from you, {manager} will be [asked to a meeting|contacted by our board].",
        "We await your [comments|statement of position].",
    ],
    thank: &[
        "We thank you for your assistance.",
        "Kindly confirm in writing.",
        "Thank you for your [prompt attention|support].",
    ],
    sign: &["Yours faithfully,", "Yours sincerely,", "Best regards,", "For and on behalf of {name},"],
    talkative: 65,
};

const CASUAL: Manner = Manner {
    greet: &["hi", "hey,", "Hey guys,", "hello", "Hi Larkfield people,", ""],
    cross: &["so.", "[not cool|ok so this is annoying]:", "", "", "quick one, [and not a nice one|but it's bad]."],
    calm: &["quick one:", "just wondering.", "", "got a question for you"],
    feel: &[
        "it [sucks|really sucks], sorry.",
        "super annoying[ tbh|].",
        "not impressed.",
        "honestly this is [bad|so bad|a mess].",
        "kinda [scary|stressful|ridiculous] tbh.",
        "",
    ],
    insist: &[
        "pls [sort it|fix it|get back to me].",
        "let me know ok?",
        "would be great to hear something this year :)",
        "",
        "text me, don't call",
    ],
    thank: &["thx!", "cheers", "ta", "thanks a lot :)"],
    sign: &["{first}", "cheers, {first}", "thx, {first}", ""],
    talkative: 45,
};

const DRY: Manner = Manner {
    greet: &["Good morning,", "Dear Larkfield,", "Hello,", "Dear algorithm, dear humans,"],
    cross: &[
        "I collect unusual bank stories, and you have given me another.",
        "Congratulations are in order.",
        "I had not planned to write to my bank today.",
        "",
        "A small riddle for your department:",
    ],
    calm: &["An easy one, for a change.", "Curiosity, nothing more.", ""],
    feel: &[
        "I would laugh if it were [not my money|somebody else's bank].",
        "It takes some talent to fail so thoroughly.",
        "As bad service goes, it was very complete.",
        "My disappointment is quiet but real.",
        "One loses trust slowly and then on a {weekday}.",
        "",
    ],
    insist: &[
        "I remain, for now, your customer.",
        "Surprise me.",
        "An answer written by a person would be a treat.",
        "I shall frame your reply.",
    ],
    thank: &["Much obliged.", "Thank you, and no survey afterwards, please.", ""],
    sign: &["Regards,", "Yours, patiently,", "With unbroken curiosity,", "Sincerely,"],
    talkative: 70,
};

/// A second or third message about something that is not settled.
pub const CHASE: &[&str] = &[
    "[{passed} ago|It is {passed} since] {i} wrote to you about this[, and nothing has happened|. Silence].",
    "Any news[ on the matter below|]? {I} {was} told somebody would [look at it|come back to {me}].",
    "{I} still have not heard [anything|a word], and it [goes on|is as bad as before].",
    "{staff} said it would be done by {promised}. [Is it?|It was not done.]",
    "Second [reminder|attempt]. [The first is below.|See my earlier message.]",
    "You [closed it as|call it|marked it] solved. It [is not|isn't] solved, [I have just tried|nothing has changed].",
    "[Thank you for the reply|I got your reply], but it [answers a question that I did not ask|does not answer mine|is a standard text].",
    "To {case}: [what is the state of things|where do we stand]?",
    "{I} quote {case}, as asked. [Nobody can find it, it seems.|Please do not ask me for it again.]",
    "[One more week gone|Another few days gone], no answer, [and now it costs {me} {fee2}|and my patience too].",
    "{I} rang about {case} on {weekday} and was told to [wait|write]. So {i} {am} writing.",
    "Is anybody looking at this[ at all|]? {I} [wrote|called] {passed} ago.",
    "Your colleague promised a call [by {weekday}|before {time}], [it never came|I am still waiting].",
    "For the sake of order: {case} is [unanswered|open] for {passed} now.",
];

/// The end of a chase, when it is about a grievance.
pub const CHASE_END: &[&str] = &[
    "[Who|Which person] can decide this?",
    "Please [escalate it|pass it up to somebody who can decide].",
    "{I} would rather not [write a third time|go to the ombudsman].",
    "[That is poor|Very poor|Disappointing], frankly.",
    "",
    "The next step is a letter to {manager}.",
    "{I} {am} losing trust[, slowly|].",
    "Please [finish it|close it properly] this week.",
    "[It worries {me}|This is getting unpleasant].",
];

/// A word after something was put right.
pub const SETTLED: &[&str] = &[
    "[Thank you|Thanks], it [works|is solved] now[, since {weekday}|].",
    "The {fee} arrived [today|on {weekday}]. [That was fair, thank you|Good, thank you].",
    "[Good news|Just to let you know]: {case} is settled, all is well[ again|].",
    "{staff} [rang|called] and sorted it out in a [friendly|very kind] way. [Excellent|Perfect].",
    "It took [a while|its time], but the result is good. Thank you[, {staff}|].",
];

/// What makes a text one of the formal complaints about the mobile app that a search for the four words finds.
pub const FORMAL_COMPLAINTS: &[&str] = &[
    "Please take this as a formal complaint about the mobile app; the issue [is not new|did not come from my phone].",
    "This is [a|my second] complaint about your mobile app, and I want the issue [recorded as such|on file].",
    "I ask you to register it as a complaint: mobile app, [issue unsolved|issue known to you since {weekday}].",
    "It is the {count}th issue with the mobile app this month, hence this [formal|written] complaint.",
    "My complaint is simple: the mobile app [does not work|fails], the issue is yours, and nobody [owns it|answers].",
    "Where do I send a complaint about the mobile app, if the issue is [with the app itself|that nothing opens]?",
    "I have [made|filed] a complaint at {branch} about the mobile app too, as the issue [keeps coming back|stays].",
    "Treat the mobile app issue as an official complaint, with a [number|reference] that I can quote.",
    "So: one mobile app, {count} issues, and hereby one complaint.",
    "If a complaint is what it takes to have an issue with the mobile app looked at, [here it is|this is one].",
    "Your own page says that a complaint about the mobile app is answered in five days. [Please start counting; the issue is above|The issue is described above].",
    "The issue is the mobile app, not my connection, and this is a complaint[, not a survey|].",
];
