//! Rows for questions that one analysis answers. They stand before the general rows and after those that act.

use super::general::VOLUMES;
use super::row::Arg::*;
use super::row::{CallTemplate, Goal, Group, Intent};

pub const SPECIFIC: &[Intent] = &[
    Intent {
        goal: Goal::Similar,
        name: "SEARCH",
        says: "Messages like a given one",
        cues: "similar | like | alike | same problem as | same issue as | resembl*",
        plan: &[Group {
            thought: "Compare it with all other messages.",
            calls: &[CallTemplate {
                tool: "find_similar",
                fixed: &[("communicationId", RecordId), ("topK", Number(5))],
            }],
        }],
        range: "all",
    },
    Intent {
        goal: Goal::Record,
        name: "SEARCH",
        says: "One record",
        cues: "status of | what happened | look up | open",
        plan: &[Group {
            thought: "Read the record itself.",
            calls: &[CallTemplate { tool: "get_record", fixed: &[("id", RecordId)] }],
        }],
        range: "all",
    },
    Intent {
        goal: Goal::Nps,
        name: "AGGREGATION",
        says: "Estimated NPS",
        cues: "nps | net promoter | net promoter score | promoter* | detractor*",
        plan: &[Group {
            thought: "Nobody was asked for a score; it is estimated from how the messages read.",
            calls: &[CallTemplate { tool: "analyze_sentiment", fixed: &[("estimatedNps", Yes)] }],
        }],
        range: "all",
    },
    Intent {
        goal: Goal::Updates,
        name: "EXPLANATION",
        says: "What a release changed",
        cues: "what changed … update* | what changed … release* | what is new … update* | what is new … release*",
        plan: &[Group {
            thought: "Our own documents say what was changed; messages say what came of it.",
            calls: &[CallTemplate { tool: "ask_question", fixed: &[("question", Question)] }],
        }],
        range: "all",
    },
    Intent {
        goal: Goal::Escalation,
        name: "AGGREGATION",
        says: "Conversations that moved to another channel",
        cues: "escalat* … to | escalat* … from | escalation* | escalate | escalates | handed over to | hand over to | \
            passed on to a | chatbot … human | bot … human",
        plan: &[Group {
            thought: "Count the conversations that moved to another channel, by where they began and where they went.",
            calls: &[CallTemplate {
                tool: "analyze_channel_escalation",
                fixed: &[("fromChannel", FromChannel), ("toChannel", ToChannel)],
            }],
        }],
        range: "all",
    },
    Intent {
        goal: Goal::Resolution,
        name: "AGGREGATION",
        says: "How long cases take",
        cues: "resolution time* | resolution | time to resol* | time … resolve* | how long … resol* | how long … case* | \
            how long does it take | how fast … case* | how quickly … case* | take* to resolve | handling time* | \
            turnaround | turnaround time*",
        plan: &[Group {
            thought: "From opening to resolution, over the cases that were resolved.",
            calls: &[CallTemplate { tool: "analyze_resolution_times", fixed: &[] }],
        }],
        range: "all",
    },
    Intent {
        goal: Goal::Health,
        name: "DEAL_ANALYSIS",
        says: "The health of one relationship",
        cues: "health | healthy | health score | how healthy",
        plan: &[Group {
            thought: "The mood of this customer's messages, now and before, and what is open.",
            calls: &[CallTemplate { tool: "analyze_customer_health", fixed: &[("customerId", Customer)] }],
        }],
        range: "all",
    },
    Intent {
        goal: Goal::Relationship,
        name: "DEAL_ANALYSIS",
        says: "One relationship as a whole",
        cues: "relationship | first contact | last contact | contact history | how long have we | when did we last",
        plan: &[Group {
            thought: "All contact with this customer, from the first to the last.",
            calls: &[CallTemplate { tool: "get_relationship_summary", fixed: &[("customerId", Customer)] }],
        }],
        range: "all",
    },
    Intent {
        goal: Goal::Risk,
        name: "AGGREGATION",
        says: "Who is at risk",
        cues: "at risk | risk | risks | risky | churn* | likely to leave | about to leave | might leave | losing",
        plan: &[Group {
            thought: "The share of negative messages, and what adds to it.",
            calls: &[CallTemplate { tool: "assess_risk", fixed: &[] }],
        }],
        range: "last 90 days",
    },
    Intent {
        goal: Goal::Anomalies,
        name: "AGGREGATION",
        says: "What is out of the ordinary",
        cues: "anomal* | unusual* | outlier* | out of the ordinary | abnormal* | strange | odd days | irregular*",
        plan: &[Group {
            thought: "Compare each day and each category with the rest.",
            calls: &[CallTemplate { tool: "detect_anomalies", fixed: &[] }],
        }],
        range: "all",
    },
    Intent {
        goal: Goal::Issues,
        name: "AGGREGATION",
        says: "What goes wrong",
        cues: "main issue* | biggest issue* | top issue* | which issue* | what issue* | new issue* | emerging issue* | \
            detect issue* | any issue* | current issue* | main problem* | biggest problem* | top problem* | \
            what problem* | which problem* | new problem* | going wrong | goes wrong | needs attention | need attention",
        plan: &[Group {
            thought: "Gather what complains, reads as negative or was escalated, by topic.",
            calls: &[CallTemplate { tool: "detect_issues", fixed: &[] }],
        }],
        range: "last 30 days",
    },
    Intent {
        goal: Goal::Trends,
        name: "AGGREGATION",
        says: "What rises and what falls",
        cues: "trend | trends | trending | emerging | on the rise | picking up | developing | development",
        plan: &[
            Group {
                thought: "The latest days against those before, in all and by topic.",
                calls: &[CallTemplate { tool: "analyze_trends", fixed: &[("dataType", Data)] }],
            },
            Group { thought: "The days one by one, for the course.", calls: &[VOLUMES] },
        ],
        range: "last 30 days",
    },
];

/// Before the general rows that speak of reasons and examples, after those that speak of days and deadlines.
pub const CDD: Intent = Intent {
    goal: Goal::Cdd,
    name: "AGGREGATION",
    says: "Cases of customer due diligence",
    cues: "cdd | kyc | due diligence",
    plan: &[Group {
        thought: "The cases of due diligence, by reason, status and channel.",
        calls: &[CallTemplate { tool: "analyze_cdd_cases", fixed: &[("includeChannelBreakdown", Yes)] }],
    }],
    range: "all",
};

/// What the firm itself has laid down, before the rows that count what it speaks of.
pub const POLICY: Intent = Intent {
    goal: Goal::Ask,
    name: "SEARCH",
    says: "A question to the texts",
    cues: "what is the policy | what is our policy | what's the policy | what does the policy | what do our policies | \
        policy on | policy for | policy when | policy if | policy about | what do our documents | what does our document* | \
        according to our | what are the rules | what is the rule | what is the procedure | what's the procedure",
    plan: ASK.plan,
    range: "all",
};

/// Before the general row that looks for examples.
pub const ASK: Intent = Intent {
    goal: Goal::Ask,
    name: "SEARCH",
    says: "A question to the texts",
    cues: "what is | what are | what does | how does | how do i | how do we | how do customers | how can | where do | \
        where can | policy | policies | article | is it possible | can a customer | can customers",
    plan: &[Group {
        thought: "Look for sentences that answer it, in our own documents and in messages.",
        calls: &[CallTemplate { tool: "ask_question", fixed: &[("question", Question)] }],
    }],
    range: "all",
};
