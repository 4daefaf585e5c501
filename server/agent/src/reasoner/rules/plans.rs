//! What is done for an act: one table. A row says which tools run, in which order, with which fixed arguments; what the
//! question names is added to them. Acts without a row are answered by queries, or need no data.

use reader::Act;

use self::Arg::*;

/// A row of the table.
#[derive(Debug)]
pub struct Plan {
    pub act: Act,
    /// One of the seven intents of D-037, for the trace.
    pub name: &'static str,
    /// How the trace says what was understood.
    pub says: &'static str,
    /// Groups of calls, in order; the calls of a group run at once.
    pub groups: &'static [Group],
    /// The time range when the question names none: what is recent for "why", everything for "how many".
    pub range: &'static str,
}

/// Calls that need nothing of each other.
#[derive(Debug)]
pub struct Group {
    /// Said before they run.
    pub thought: &'static str,
    pub calls: &'static [CallTemplate],
}

/// A call with the arguments that the plan fixes.
#[derive(Debug)]
pub struct CallTemplate {
    pub tool: &'static str,
    pub fixed: &'static [(&'static str, Arg)],
}

/// Where an argument comes from.
#[derive(Clone, Copy, Debug)]
pub enum Arg {
    Text(&'static str),
    Number(i64),
    Yes,
    /// What the question counts: "communications" or "cases".
    Data,
    /// Words to search for: what it is about as the person named it, and these.
    Subject(&'static str),
    /// What it is about in the question's own words.
    Words,
    /// The customer that the question names, by id. Without one the call is given up.
    Customer,
    /// The label of the largest topic that was found.
    TopTopic,
    /// What it is about, as a title.
    About,
    /// What is to be noted, as it was said.
    Note,
    /// The question as it was asked.
    Question,
    /// Another one, where there is a value for it.
    Maybe(&'static Arg),
    /// A part of the draft that was filled in, by JSON pointer.
    Filled(&'static str),
    /// Up to three communications that were found, by id.
    Found,
    /// The record that the question names, by id.
    RecordId,
    /// Where a conversation began, and where it went on.
    FromChannel,
    ToChannel,
    /// Who it goes to.
    To,
}

const fn call(tool: &'static str, fixed: &'static [(&'static str, Arg)]) -> CallTemplate {
    CallTemplate { tool, fixed }
}

const fn plan(act: Act, name: &'static str, says: &'static str, range: &'static str, groups: &'static [Group]) -> Plan {
    Plan { act, name, says, groups, range }
}

const fn step(thought: &'static str, calls: &'static [CallTemplate]) -> Group {
    Group { thought, calls }
}

const CUSTOMER: CallTemplate = call("get_customer_info", &[("customerId", Customer)]);
const OPEN_CASES: CallTemplate =
    call("list_cases", &[("customerId", Customer), ("only", Text("unfinished")), ("sort", Text("deadline"))]);
const TOPICS: CallTemplate = call("analyze_topics", &[]);
const ASK: &[Group] = &[step(
    "Look for sentences that answer it, in our own documents and in messages.",
    &[call("ask_question", &[("question", Question)])],
)];

/// The table.
pub const PLANS: &[Plan] = &[
    plan(
        Act::OpenCase,
        "ACTION",
        "A case to be opened",
        "all",
        &[
            step(
                "Who the customer is, and what they wrote about it.",
                &[CUSTOMER, call("search_knowledge_base", &[("query", About), ("topK", Number(6))])],
            ),
            step(
                "The customer is known, and so are the messages that the case rests on. It needs your agreement.",
                &[call(
                    "create_case",
                    &[
                        ("customerId", Customer),
                        ("title", About),
                        ("description", Question),
                        ("communicationIds", Found),
                    ],
                )],
            ),
        ],
    ),
    plan(
        Act::AssignCase,
        "ACTION",
        "A case to be assigned",
        "all",
        &[step(
            "The case and the name are given. It needs your agreement.",
            &[call("assign_case", &[("caseId", RecordId), ("assignee", To)])],
        )],
    ),
    plan(
        Act::NoteCase,
        "ACTION",
        "A note to be added to a case",
        "all",
        &[step(
            "The case and the note are given. It needs your agreement.",
            &[call("add_case_note", &[("caseId", RecordId), ("note", Note)])],
        )],
    ),
    plan(
        Act::Similar,
        "SEARCH",
        "Messages like a given one",
        "all",
        &[step(
            "Compare it with all other messages.",
            &[call("find_similar", &[("communicationId", RecordId), ("topK", Number(5))])],
        )],
    ),
    plan(
        Act::Record,
        "SEARCH",
        "One record",
        "all",
        &[step("Read the record itself.", &[call("get_record", &[("id", RecordId)])])],
    ),
    plan(
        Act::Nps,
        "AGGREGATION",
        "Estimated NPS",
        "all",
        &[step(
            "Nobody was asked for a score; it is estimated from how the messages read.",
            &[call("analyze_sentiment", &[("estimatedNps", Yes)])],
        )],
    ),
    plan(
        Act::Escalation,
        "AGGREGATION",
        "Conversations that moved to another channel",
        "all",
        &[step(
            "Count the conversations that moved to another channel, by where they began and where they went.",
            &[call("analyze_channel_escalation", &[("fromChannel", FromChannel), ("toChannel", ToChannel)])],
        )],
    ),
    plan(
        Act::Resolution,
        "AGGREGATION",
        "How long cases take",
        "all",
        &[step(
            "From opening to resolution, over the cases that were resolved.",
            &[call("analyze_resolution_times", &[])],
        )],
    ),
    plan(
        Act::Sla,
        "AGGREGATION",
        "Cases against their deadlines",
        "all",
        &[
            step("How many cases were due, and how many were late.", &[call("analyze_sla_compliance", &[])]),
            step(
                "Which days the cases came in, to see whether late ones follow a rush.",
                &[call("get_daily_volumes", &[("dataType", Text("cases"))])],
            ),
        ],
    ),
    plan(
        Act::Cdd,
        "AGGREGATION",
        "Cases of customer due diligence",
        "all",
        &[step(
            "The cases of due diligence, by reason, status and channel.",
            &[call("analyze_cdd_cases", &[("includeChannelBreakdown", Yes)])],
        )],
    ),
    plan(
        Act::Health,
        "DEAL_ANALYSIS",
        "The health of one relationship",
        "all",
        &[step(
            "The mood of this customer's messages, now and before, and what is open.",
            &[call("analyze_customer_health", &[("customerId", Customer)])],
        )],
    ),
    plan(
        Act::Risk,
        "AGGREGATION",
        "Who is at risk",
        "last 90 days",
        &[step("The share of negative messages, and what adds to it.", &[call("assess_risk", &[])])],
    ),
    plan(
        Act::Anomaly,
        "AGGREGATION",
        "What is out of the ordinary",
        "all",
        &[step("Compare each day and each category with the rest.", &[call("detect_anomalies", &[])])],
    ),
    plan(
        Act::Urgent,
        "LISTING",
        "What needs attention first",
        "last 30 days",
        &[step(
            "Open cases that are urgent, and what goes wrong most; neither needs the other.",
            &[
                call("list_cases", &[("only", Text("urgent")), ("sort", Text("oldest")), ("timeRange", Text("all"))]),
                call("detect_issues", &[]),
            ],
        )],
    ),
    plan(
        Act::Trend,
        "AGGREGATION",
        "What rises and what falls",
        "last 30 days",
        &[
            step(
                "The latest days against those before, in all and by topic.",
                &[call("analyze_trends", &[("dataType", Data)])],
            ),
            step("The days one by one, for the course.", &[call("get_daily_volumes", &[("dataType", Data)])]),
        ],
    ),
    plan(
        Act::When,
        "EXPLANATION",
        "When something began or peaked",
        "last 30 days",
        &[
            step("Day by day: that shows when it rises.", &[call("get_daily_volumes", &[("dataType", Data)])]),
            step(
                "What was said around that time, and what the firm itself announced.",
                &[call("search_knowledge_base", &[("query", Subject("update change")), ("topK", Number(6))])],
            ),
        ],
    ),
    plan(
        Act::Why,
        "EXPLANATION",
        "What drives complaints",
        "last 30 days",
        &[
            step(
                "First what customers themselves say about it, then how much each complaint weighs.",
                &[call("search_knowledge_base", &[("query", Subject("complaints issues")), ("topK", Number(8))])],
            ),
            step(
                "Count topics and days over the same time; neither needs the other.",
                &[
                    call("analyze_topics", &[("kind", Text("complaint"))]),
                    call("get_daily_volumes", &[("dataType", Text("communications")), ("kind", Text("complaint"))]),
                ],
            ),
        ],
    ),
    plan(
        Act::CallSheet,
        "DEAL_ANALYSIS",
        "What to know before a call",
        "all",
        &[step(
            "What is open, what was last said and promised, how the mood turned: on one sheet.",
            &[call("call_sheet", &[("customerId", Customer)])],
        )],
    ),
    plan(
        Act::LastContact,
        "DEAL_ANALYSIS",
        "The last contact with a customer",
        "all",
        &[step("The customer's record and latest messages.", &[CUSTOMER])],
    ),
    plan(
        Act::Who,
        "DEAL_ANALYSIS",
        "Who looks after a customer",
        "all",
        &[step("The customer's record, and who works on what is open.", &[CUSTOMER, OPEN_CASES])],
    ),
    plan(
        Act::Promises,
        "SEARCH",
        "What was promised",
        "all",
        &[step(
            "What was written about calling back, refunds and answers that are due, and what is still open.",
            &[
                call(
                    "search_knowledge_base",
                    &[("query", Subject("we will call you back promise refund confirm by")), ("topK", Number(6))],
                ),
                call("list_cases", &[("only", Text("unfinished")), ("sort", Text("deadline")), ("top", Number(8))]),
            ],
        )],
    ),
    plan(
        Act::Sentiment,
        "AGGREGATION",
        "How customers feel",
        "last 30 days",
        &[
            step("How the messages read.", &[call("analyze_sentiment", &[])]),
            step("What they are about, for the reasons behind it.", &[TOPICS]),
        ],
    ),
    plan(
        Act::Topics,
        "AGGREGATION",
        "What customers talk about",
        "last 30 days",
        &[
            step("Sort the messages by topic.", &[TOPICS]),
            step(
                "Read what is said on the largest topic.",
                &[call("search_knowledge_base", &[("query", TopTopic), ("topK", Number(5))])],
            ),
        ],
    ),
    plan(
        Act::Said,
        "SEARCH",
        "Examples in customers' own words",
        "all",
        &[
            step(
                "Look for it in messages and in our own documents.",
                &[call("search_knowledge_base", &[("query", Words), ("topK", Number(8))])],
            ),
            step("How the messages on this read.", &[call("analyze_sentiment", &[("query", Words)])]),
        ],
    ),
    plan(Act::Document, "SEARCH", "A question to the texts", "all", ASK),
    plan(
        Act::Draft,
        "ACTION",
        "A letter to be written",
        "all",
        &[
            step(
                "A template of the firm's, filled with what is open and what they last wrote.",
                &[call("fill_template", &[("customerId", Customer), ("template", Question), ("about", Maybe(&About))])],
            ),
            step(
                "The draft is filled in. You may edit it before it is kept; nothing is sent.",
                &[call(
                    "generate_document",
                    &[("title", Filled("/title")), ("body", Filled("/body")), ("kind", Text("letter"))],
                )],
            ),
        ],
    ),
];

/// The row of an act.
pub fn of(act: Act) -> Option<&'static Plan> {
    PLANS.iter().find(|plan| plan.act == act)
}

/// True for acts that end in a proposal.
pub const fn acts(act: Act) -> bool {
    matches!(act, Act::OpenCase | Act::AssignCase | Act::NoteCase | Act::Draft)
}
