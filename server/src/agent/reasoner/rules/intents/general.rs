//! The general rows.

use super::row::Arg::*;
use super::row::{CallTemplate, Goal, Group, Intent};

pub const VOLUMES: CallTemplate = CallTemplate { tool: "get_daily_volumes", fixed: &[("dataType", Data)] };
const BREAKDOWN: CallTemplate =
    CallTemplate { tool: "get_category_breakdown", fixed: &[("dataType", Data), ("groupBy", GroupBy)] };
const TOPICS: CallTemplate = CallTemplate { tool: "analyze_topics", fixed: &[] };
const COMPLAINT_TOPICS: CallTemplate = CallTemplate { tool: "analyze_topics", fixed: &[("kind", Text("complaint"))] };

/// The general rows.
pub const GENERAL: &[Intent] = &[
    Intent {
        goal: Goal::OpenCase,
        name: "ACTION",
        says: "A case to be opened",
        cues: "open a case | open a new case | create a case | create a new case | raise a case | start a case | log a case",
        plan: &[
            Group {
                thought: "Who the customer is, and what they wrote about it.",
                calls: &[
                    CallTemplate { tool: "get_customer_info", fixed: &[("customerId", Customer)] },
                    CallTemplate { tool: "search_knowledge_base", fixed: &[("query", About), ("topK", Number(6))] },
                ],
            },
            Group {
                thought: "The customer is known, and so are the messages that the case rests on. It needs your agreement.",
                calls: &[CallTemplate {
                    tool: "create_case",
                    fixed: &[
                        ("customerId", Customer),
                        ("title", About),
                        ("description", Question),
                        ("communicationIds", Found),
                    ],
                }],
            },
        ],
        range: "all",
    },
    Intent {
        goal: Goal::AssignCase,
        name: "ACTION",
        says: "A case to be assigned",
        cues: "assign case | assign the case | reassign case | reassign the case",
        plan: &[Group {
            thought: "The case and the name are given. It needs your agreement.",
            calls: &[CallTemplate { tool: "assign_case", fixed: &[("caseId", CaseId), ("assignee", Assignee)] }],
        }],
        range: "all",
    },
    Intent {
        goal: Goal::AddNote,
        name: "ACTION",
        says: "A note to be added to a case",
        cues: "add a note | add note | add the note | put a note | write a note",
        plan: &[Group {
            thought: "The case and the note are given. It needs your agreement.",
            calls: &[CallTemplate { tool: "add_case_note", fixed: &[("caseId", CaseId), ("note", Note)] }],
        }],
        range: "all",
    },
    Intent {
        goal: Goal::Abilities,
        name: "GENERAL",
        says: "A question about the desk itself",
        cues: "what can you | who are you | what are you | how do you work | help | what do you know | \
            what can i ask",
        plan: &[],
        range: "all",
    },
    Intent {
        goal: Goal::Sla,
        name: "AGGREGATION",
        says: "Cases against their deadlines",
        cues: "sla | slas | breach* | breach rate* | sla breach rate* | sla rate* | compliance rate* | overdue | deadline* | timely | on time | in time | untimely",
        plan: &[
            Group {
                thought: "How many cases were due, and how many were late.",
                calls: &[CallTemplate { tool: "analyze_sla_compliance", fixed: &[] }],
            },
            Group {
                thought: "Which days the cases came in, to see whether late ones follow a rush.",
                calls: &[CallTemplate { tool: "get_daily_volumes", fixed: &[("dataType", Text("cases"))] }],
            },
        ],
        range: "all",
    },
    Intent {
        goal: Goal::When,
        name: "EXPLANATION",
        says: "When something began or peaked",
        cues: "when did | since when | when was | when were | which day | what day | what happened | what changed | \
            spike* | jump* | peak*",
        plan: &[
            Group { thought: "Day by day: that shows when it rises.", calls: &[VOLUMES] },
            Group {
                thought: "What was said around that time, and what the firm itself announced.",
                calls: &[CallTemplate {
                    tool: "search_knowledge_base",
                    fixed: &[("query", Subject("update change")), ("topK", Number(6))],
                }],
            },
        ],
        range: "last 30 days",
    },
    Intent {
        goal: Goal::Drivers,
        name: "EXPLANATION",
        says: "What drives complaints",
        cues: "why | complaining | complain about | drivers | driver | driving | drives | drive | cause* | problems with | \
            problem with | issues with | trouble with | wrong with | unhappy with | pain points | explain",
        plan: &[
            Group {
                thought: "First what customers themselves say about it, then how much each complaint weighs.",
                calls: &[CallTemplate {
                    tool: "search_knowledge_base",
                    fixed: &[("query", Subject("complaints issues")), ("topK", Number(8))],
                }],
            },
            Group {
                thought: "Count topics and days over the same time; neither needs the other.",
                calls: &[
                    COMPLAINT_TOPICS,
                    CallTemplate {
                        tool: "get_daily_volumes",
                        fixed: &[("dataType", Text("communications")), ("kind", Text("complaint"))],
                    },
                ],
            },
        ],
        range: "last 30 days",
    },
    Intent {
        goal: Goal::Customer,
        name: "DEAL_ANALYSIS",
        says: "One customer's profile",
        cues: "tell me about | who is | profile | history of | summary of | summarise | summarize | \
            what do we know | overview of | how is | look up | information on | details of | brief me",
        plan: &[
            Group {
                thought: "The customer's record and latest messages.",
                calls: &[
                    CallTemplate { tool: "get_customer_info", fixed: &[("customerId", Customer)] },
                    CallTemplate {
                        tool: "list_cases",
                        fixed: &[("customerId", Customer), ("only", Text("unfinished")), ("sort", Text("deadline"))],
                    },
                ],
            },
            Group {
                thought: "What this customer writes about, and in which mood.",
                calls: &[CallTemplate { tool: "analyze_sentiment", fixed: &[] }, TOPICS],
            },
        ],
        range: "all",
    },
    Intent {
        goal: Goal::Sentiment,
        name: "AGGREGATION",
        says: "How customers feel",
        cues: "sentiment | feel | feeling* | mood | happy | unhappy | happier | satisf* | angry | dissatisf* | \
            positive | negative | tone",
        plan: &[
            Group {
                thought: "How the messages read.",
                calls: &[CallTemplate { tool: "analyze_sentiment", fixed: &[] }],
            },
            Group { thought: "What they are about, for the reasons behind it.", calls: &[TOPICS] },
        ],
        range: "last 30 days",
    },
    Intent {
        goal: Goal::PerDay,
        name: "AGGREGATION",
        says: "Volume by day",
        cues: "per day | daily | a day | each day | by day | every day | volume | volumes | over time",
        plan: &[
            Group { thought: "Count by day.", calls: &[VOLUMES] },
            Group { thought: "What they were about, so that the figure has a face.", calls: &[BREAKDOWN] },
        ],
        range: "last 30 days",
    },
    Intent {
        goal: Goal::Breakdown,
        name: "LISTING",
        says: "The largest groups",
        cues: "top | most common | most frequent | most often | breakdown | break down | main reasons | reasons | \
            by product | by channel | by category | by state | by tier | by sentiment | by month | by tag | \
            by status | by response | by sub product | which product* | which channel* | which categor* | \
            which state* | which month* | which customer* | which compan* | complain* most | who complains | split | distribution | share of | compare | most complaints",
        plan: &[
            Group { thought: "Count by group.", calls: &[BREAKDOWN] },
            Group {
                thought: "The days behind these counts, to see whether they are a burst or a habit.",
                calls: &[VOLUMES],
            },
        ],
        range: "all",
    },
    Intent {
        goal: Goal::Topics,
        name: "AGGREGATION",
        says: "What customers talk about",
        cues: "topic* | theme* | talk about | talking about | about what | subjects",
        plan: &[
            Group { thought: "Sort the messages by topic.", calls: &[TOPICS] },
            Group {
                thought: "Read what is said on the largest topic.",
                calls: &[CallTemplate {
                    tool: "search_knowledge_base",
                    fixed: &[("query", TopTopic), ("topK", Number(5))],
                }],
            },
        ],
        range: "last 30 days",
    },
    Intent {
        goal: Goal::Count,
        name: "AGGREGATION",
        says: "A count",
        cues: "how many | how much | number of | count | total | amount of",
        plan: &[
            Group { thought: "Count them by day; the sum is the figure.", calls: &[VOLUMES] },
            Group { thought: "What they were about, so that the figure has a face.", calls: &[BREAKDOWN] },
        ],
        range: "all",
    },
    Intent {
        goal: Goal::Find,
        name: "SEARCH",
        says: "Examples in customers' own words",
        cues: "show | find | example* | quote* | search | what do customers say | say about | saying about | list | \
            similar | mention* | read me | where",
        plan: &[
            Group {
                thought: "Look for it in messages and in our own documents.",
                calls: &[CallTemplate {
                    tool: "search_knowledge_base",
                    fixed: &[("query", Words), ("topK", Number(8))],
                }],
            },
            Group {
                thought: "How the messages on this read.",
                calls: &[CallTemplate { tool: "analyze_sentiment", fixed: &[("query", Words)] }],
            },
        ],
        range: "all",
    },
];
