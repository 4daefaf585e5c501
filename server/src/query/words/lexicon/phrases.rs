//! The table itself: a row for each act, its phrases parted by `|`. Those that say nothing stand in `fillers`.

use super::act::Act;

pub(super) const PHRASES: &[(&str, Act)] = &[
    (
        "anything|nr|how many times|nbr of|nbr|how often|how frequently|total count|count up|number of times|the figure for|figure for|\
         n of|num of|sum of|overall number of|overall count of|a count of|the count of|the total|\
         the total number of|the number of|the volume of|the amount of|how numerous|what number of|how many|\
         hom many|hoe many|ho many|how amny|how mnay|hw many|hwo many|how mny|how may|how meny|how manny|howmany|\
         totals|number of|nr of|no of|the number|count|count of|counts|counts of|total|total number of|total of|\
         amount of|volume|volumes|volume of|how much|tally|quantity of|in total|headcount|numbers of",
        Act::Count,
    ),
    ("a day|a week|a month|a quarter|a year", Act::EachTime),
    ("worst day|worst week|worst month|worst quarter|worst year", Act::WorstTime),
    ("different|distinct|unique|separate|seperate|individual|various|n distinct|n unique", Act::Distinct),
    (
        "%|share|share of|per cent|per cent of|how big a slice|how big a share|how large a share|how big a part|how large a part|how big a proportion|how large a proportion|how big a share of|how large a share of|how great a share of|how big a part of|how much of a share|what share of the|how much of|how much of the|percentage|percentage of|percent|percent of|pct|pct of|\
         proportion|proportion of|fraction|fraction of|what part of|% of|ratio of|portion of|perc of|\
         how large a part of|how big a slice of|how large a slice of|how big a chunk of|how big a proportion of|how large a proportion of|\
         how big a percentage of|out of every hundred|of every hundred|in every hundred|slice of|slice|chunk of|chunk|which part of|portion",
        Act::Share,
    ),
    (
        "represent|represents|represented|constitute|constitutes|constituted|comprise|comprises|as a share of|as share of|as a percentage of|as percentage of|as a percent of|as percent of|as % of|\
         as a % of|as a proportion of|out of all|out of|account for|accounts for|accounted for|make up|makes up|\
         made up",
        Act::ShareBefore,
    ),
    (
        "average|avg|mean|on average|averaged|typical|typically|in average|on an average|in the mean|in mean|\
         average number of|mean number of|avg number of",
        Act::Average,
    ),
    ("median", Act::Median),
    ("separately|individually|one by one", Act::Apart),
    ("longest|slowest|maximum|max|at worst|longest ever", Act::Longest),
    ("shortest|fastest|quickest|minimum|min|at best", Act::Shortest),
    (
        "how long time|how much time|what time does it take|how long does it take on average to|\
         how long does it take us to|how many hours until|how many days until|how many hours|time needed to|\
         time it takes to|time taken to|time to close|time to solve|time to resolve|hours to resolve|hours to close|\
         closing time|time to resolution|hours to resolution|days to resolution|time until resolution|\
         hours until resolved|hours until resolution|hours till resolved|days until resolved|until resolved|\
         until they are resolved|until it is resolved|number of days it took|number of days it takes|\
         number of hours it took|number of hours it takes|days it took|days it takes|hours it took|hours it takes|\
         lead time|resolution speed|how slow|how long it takes to|how long it took to|how long does it take to|\
         how long do|how long did|how long does|how long is|how long are|how long was|how long were|how long until|\
         how long before|how long to|how quickly|how fast|how long",
        Act::HowLong,
    ),
    (
        "rank|rank the|ranking of|ranking of the|rank all|rank all the|most numerous|worst hit|hardest hit|most affected|worst affected|\
         highest number of|largest number of|the highest number of|the largest number of|most of all|\
         the biggest number of|max number of|highest volume of|\
         most|the most|highest|largest|biggest|greatest|top|leading|main|busiest|peak|the number one|mostly|mainly|chiefly|\
         most often|most frequent|most frequently|most common|most commonly|number one|no 1|heaviest|strongest|\
         maximum number|noisiest|loudest|chattiest|most vocal|most active|commonest|chief|more often",
        Act::Most,
    ),
    (
        "the less|lowest number of|the lowest number of|smallest number of|\
         fewest number of|lowest volume of|least|fewest|lowest|smallest|bottom|\
         quietest|rarest|least often|least common|least frequent|slowest month|minimum number",
        Act::Least,
    ),
    ("closed|close|closes", Act::Closed),
    ("resolved|solved|settled|resolve|solve|settle", Act::Resolved),
    ("worst|worst for", Act::Worst),
    ("more|bigger|larger|greater|higher", Act::More),
    ("among|amongst|out of the|within all|in all of", Act::Among),
    (
        "take longest|takes longest|took longest|takes the longest|take the longest|took the longest|\
         slowest to resolve|longest to resolve|slowest to close|longest to close|take longest to resolve|\
         takes longest to resolve|takes the longest to resolve",
        Act::TakesLongest,
    ),
    (
        "takes shortest|take the shortest|takes the shortest|fastest to resolve|quickest to resolve|\
         fastest to close|quickest to close|takes least time|resolved fastest|resolved quickest",
        Act::TakesShortest,
    ),
    ("fewer|less", Act::Fewer),
    ("who", Act::Who),
    (
        "who has the biggest caseload|\
         who is working on|who closes|who resolves|who takes care of|who deals with|who dealt with|\
         which employee|which colleague|which case handler|which staff member|who is responsible for|\
         which case worker|who handles|who handled|who works on|who worked on|who is handling|\
         who has been assigned|who is assigned|who resolved|who closed|who solved",
        Act::WhoHandles,
    ),
    (
        "second more|second worst|the second most|second place|2nd most|second more frequent|\
         second most frequent|second most common|second|2nd|second most|second largest|second highest|\
         second biggest|runner up",
        Act::Second,
    ),
    (
        "third worst|the third most|3rd most|third most frequent|third most common|third|3rd|\
         third most|third largest|third highest|third biggest",
        Act::Third,
    ),
    (
        "break that down by|break it down by|break them down by|break this down by|break those down by|\
         break that up by|split that by|split it by|by|per|for each|for every|each|every|broken down by|\
         break down by|breakdown by|split by|grouped by|group by|split across|sorted by|by each|a breakdown by|\
         distribution by|distribution across|distributed across|distribution over|across|broken out by|in each|\
         from each|at each|to each|of each|breakdown|split|distribution|break down|breakdown of|split of|\
         distribution of",
        Act::By,
    ),
    ("what do|what did|what does|what have|what has", Act::Filler),
    (
        "which|what|which of the|what are the|what is the|what was the|what were the|whats the|what's the|\
         name the|which are the|which were the",
        Act::Which,
    ),
    (
        "anybody but|anyone but|everybody but|everyone but|none of|none of the|not one of|some other way than|any other way than|in another way than|other way than|otherwise than|differently from|\
         ex|exc|excl|barring|rather than|all except|all except for|any except|any channel except|other than from|\
         everything except|everything other than|not counting the|not including the|but for|all other than|\
         excluded|nothing to do with|had nothing to do with|has nothing to do with|have nothing to do with|not|\
         n't|isn't|wasn't|weren't|aren't|doesn't|don't|didn't|never|not about|not from|not in|nor|non|no longer|\
         cannot|can't|other than|except|except for|excepting|excluding|exclude|apart from|aside from|besides|\
         but not|but leave out|but leaving out|but without|but excluding|but no|but none|neither|leaving out|leaving aside|setting aside|putting aside|leave aside|\
         leave out|without counting|not counting|not including|ignoring|ignore|minus|outside|outside of|\
         anything but|all but|everything but|anyone but|bar|skip|skipping|were not|was not|are not|is not|\
         did not|do not|does not|have not|has not|had not|elsewhere than|save for|disregarding|omit|omitting",
        Act::Not,
    ),
    ("only ever|only ever been", Act::OnlyEver),
    ("both|and again|in both", Act::Both),
    ("not just|not only|not merely|rather than just", Act::NotOnly),
    (
        "that lack|which lack|with none|that lacks|has none|have none|without|without a|without an|without any|\
         with no|lacking|lacking a|missing|missing a|has no|have no|had no|that have no|no known|no recorded|\
         unknown",
        Act::Without,
    ),
    (
        "with|with a|with an|having|having a|that have a|that has a|has a|have a|with any|with known|\
         with recorded",
        Act::With,
    ),
    ("and|as well as|plus|along with|together with|&|+|also|und", Act::And),
    ("or|either|or else", Act::Or),
    (
        "ahead of|contrast|set against|in comparison to|in comparison with|measured against|as compared with|\
         as compared to|between them|the gap between|gap between|against that|compare|compared|compared to|\
         compared with|comparing|compare the|vs|versus|v|against|than|than in|than for|than from|relative to|\
         comparison|comparison of|side by side|difference between|the difference between|or more about|\
         as opposed to",
        Act::Compare,
    ),
    (
        "month on month|week on week|quarter on quarter|\
         the one prior|compared with before|previous period|the previous period|\
         prior period|the prior period|the period before|period before|the time before|month over month|mom|\
         week over week|wow|quarter over quarter|qoq|previous month|the previous month|the month before|\
         prior month|the prior month|the week before|previous week|prior week|the quarter before|\
         previous quarter|prior quarter|the day before|than before|before that|one before|the one before|\
         the previous one|previous year|the previous year|the year before|prior year|the prior year",
        Act::PreviousPeriod,
    ),
    (
        "the year after that|the month after that|the week after that|the quarter after that|the day after that|\
         the year after|the month after|the week after|the quarter after|the day after|the following year|\
         the following month|the following week|the following quarter|the following day|following year|\
         following month|following week|following quarter|following day|a year later|a month later|a week later|\
         a quarter later|a day later|one year later|one month later|one week later",
        Act::NextPeriod,
    ),
    (
        "joined|joined us|join us|join|joining|joining us|signed up|signed on|came on board|come on board|onboarded|\
         came to us|became customers|became clients|became a customer|become customers|been with us|are with us|\
         have been with us|started with us",
        Act::Joined,
    ),
    (
        "year on year|y/y|than a year earlier|than the year before|than a year ago|versus a year ago|\
         against the year before|year over year|yoy|y o y|a year earlier|a year ago|year ago|one year earlier|\
         the same period last year|same period last year|the same month last year|same month last year|\
         same time last year|the same time last year|a year before|same month a year earlier|\
         same month the year before|same period a year earlier|same period the year before",
        Act::PreviousYear,
    ),
    (
        "up by how many|up by how much|up how many|up how much|grew|grown|growth|rose|risen|go up|goes up|going up|went up|gone up|up the|uptick|upswing",
        Act::Grew,
    ),
    (
        "down by how many|down by how much|down how many|down how much|fell|fallen|reduction|go down|goes down|going down|went down|gone down|come down|came down|shrank|shrunk|down the|sank|\
         sunk|downturn",
        Act::Fell,
    ),
    ("difference|gap|the gap|development", Act::Change),
    (
        "more than|over|above|greater than|exceeding|exceed|exceeds|exceeded|longer than|higher than|upwards of|\
         in excess of|>|better than|bigger than|larger than|beyond",
        Act::MoreThan,
    ),
    (
        "at least|no fewer than|no less than|not less than|or more|or above|or over|or higher|or longer|and more|\
         and above|and over|and up|and upwards|a minimum of|minimum of",
        Act::AtLeast,
    ),
    (
        "less than|fewer than|under|below|lower than|shorter than|smaller than|worse than|quicker than|\
         faster than",
        Act::LessThan,
    ),
    (
        "inside|inside of|at most|no more than|not more than|up to|or less|or fewer|or below|or under|or lower|or shorter|or quicker|\
         or faster|and less|and below|and under|a maximum of|maximum of|within",
        Act::AtMost,
    ),
    (
        "broke the sla|broke sla|broke their sla|break the sla|breaks the sla|past their sla deadline|past the sla deadline|past sla deadline|past their deadline|past their sla|outside the agreed service level|outside agreed service level|outside the service level|\
         outside service level|outside of sla|out of the sla|missed the service level|missed their service level|\
         outside the agreed time|beyond the deadline|beyond sla|past sla|past the sla|failed sla|failed the sla|\
         failing sla|over sla|over the sla|did not meet sla|did not meet the sla|did not meet their sla|\
         not within sla|not in sla|missed the target|sla miss|sla misses|sla failure|sla failures|\
         breaching their sla|in breach|in breach of sla|in breach of the sla|in breach of their sla|\
         behind schedule|late ones|late response|late responses|late reply|late replies|late answer|late answers|untimely responses|sla breaching|sla missing|sla breaking|deadline missing|ran late|was late|were late|came late|overran|deadline missed|\
         deadlines missed|breached sla|breached the sla|breached their sla|breached slas|breached its sla|\
         breach sla|breach the sla|breaching sla|breaching the sla|sla breach|sla breaches|sla breached|breached|\
         breach|breaches|breaching|missed sla|missed the sla|missed their sla|missed deadline|missed deadlines|\
         missed the deadline|missed their deadline|miss the deadline|miss sla|miss the sla|miss their sla|\
         missing sla|missing the sla|missing their sla|late|untimely|out of sla|outside sla|outside the sla|violated sla|violated the sla|blew the sla|\
         blew sla|blown sla|not timely|too late|not on time|not in time|sla violation|sla violations|tardy|\
         after the deadline",
        Act::Late,
    ),
    ("overdue|past due|past the deadline|past deadline", Act::Overdue),
    (
        "within the agreed service level|within service level|within the service level|within the agreed time|\
         inside the sla|inside their sla|not late|not breached|did not breach|did not breach sla|\
         did not breach the sla|without breach|without a breach|without breaching the sla|on time|in time|timely|\
         within sla|within the sla|within their sla|met sla|met the sla|met their sla|meet sla|meet the sla|\
         kept sla|kept the sla|kept their sla|keep the sla|sla compliant|sla compliance|compliant with the sla|\
         made the deadline|met the deadline|met their deadline|kept the deadline|inside sla|before the deadline|\
         hit the sla|hit sla|hit the deadline|in sla",
        Act::InTime,
    ),
    (
        "late answer rate|late response rate|late reply rate|breach rate|breach rates|breach rate of|breach rate for|sla breach rate|sla breach rates|\
         rate of breaches|rate of sla breaches|breach ratio|late rate|sla failure rate|sla miss rate|\
         share of breaches|share of sla breaches|percentage of breaches|percentage of sla breaches",
        Act::LateRate,
    ),
    (
        "sla compliance rate|compliance rate|sla rate|on time rate|on-time rate|sla compliance percentage",
        Act::InTimeRate,
    ),
    (
        "worst sentiment|worst average sentiment|lowest sentiment|poorest sentiment|worst mood|lowest mood|\
         most negative sentiment|worst sentiment score|most negative mood|least positive sentiment|unhappiest|\
         saddest|angriest",
        Act::WorstMood,
    ),
    (
        "best sentiment|best average sentiment|highest sentiment|best mood|most positive sentiment|\
         best sentiment score|most positive mood|least negative sentiment|happiest",
        Act::BestMood,
    ),
    (
        "escalated from|escalations from|escalation from|escalate from|escalated out of|escalated after|\
         escalated over from|came over from|moved over from|handed over from|passed on from|transferred from|\
         escalating from",
        Act::Escalated,
    ),
    (
        "mention|mentions|mentioning|mentioned|containing|contain|contains|that say|with the word|with the words|\
         using the word|include the word|includes the word|including the word|that contain|whose text contains|\
         word|phrase|talk about the word",
        Act::Contains,
    ),
    (
        "disputed it|disputed it afterwards|disputed afterwards|disputed the outcome|disputed the answer|\
         challenged|challenged the response|contested it|disputed|dispute|contested|were disputed|was disputed|\
         disputed by the consumer|consumers disputed|consumer disputed|disputing|disputed the response|\
         customers disputed|disputes",
        Act::Disputed,
    ),
    (
        "not yet settled|unsettled|pending resolution|still waiting|not solved|still unsolved|not finished|\
         still running|still to be resolved|still to be closed|backlog|in the backlog|unresolved|not resolved|\
         still open|still unresolved|unsolved|unfinished|outstanding|not yet resolved|not closed|not yet closed|\
         open or in progress|still not resolved|still pending or open",
        Act::Unresolved,
    ),
    (
        "unassigned|without an assignee|assigned to nobody|assigned to no one|with no assignee|\
         nobody is assigned|no assignee",
        Act::Unassigned,
    ),
    (
        "narrative|narratives|a narrative|written narrative|text|a text|written text|a written text|story",
        Act::Narrative,
    ),
    (
        "over time|trend|trends|trending|month by month|by the month|monthly trend|monthly|day by day|daily|\
         weekly|week by week|yearly|annually|quarterly|quarter by quarter|year by year",
        Act::Trend,
    ),
    (
        "it|them|those|these|that|this|there|they|their|its|ones|one|of those|of these|of them|of that|of it|\
         among those|among these|among them|of which|the same|same|such|thereof|him|her|his|he|she|theirs|said",
        Act::That,
    ),
    (
        "get in touch|report of|reports of|reports|got in touch|gets in touch|been in touch|getting in touch|reach out|reached out|\
         reach out to us|reached out to us|written in|wrote in|turned to us|contact us|contacted us|write to us|\
         wrote to us|written to us|writing to us|wrote us|write us|wrote in to us|inbound|inbound messages|posts|\
         message|messages|communication|communications|contact|contacts|interaction|interactions|correspondence|\
         conversation|conversations|comms|traffic|intake|inflow|influx|filings|item|items|submission|submissions|messages in all|narrations",
        Act::Messages,
    ),
    ("case|cases|ticket|tickets|caseload|case file|case files", Act::Cases),
    (
        "residents|citizens|inhabitants|households|customer base|client base|customer book|customer|customers|client|clients|clientele|folks|folk|peoples|complainant|complainants|individuals|\
         people|consumer|consumers|person|persons|users",
        Act::Customers,
    ),
    (
        "document|documents|knowledge article|knowledge articles|article|articles|knowledge base article|\
         knowledge base articles|release note|release notes|help article|help articles",
        Act::Documents,
    ),
    ("hour|hours|hrs|h|hr", Act::Hours),
    ("day|days|date|dates", Act::Day),
    ("day of the week|weekday|weekdays|day of week|days of the week", Act::Weekday),
    ("week|weeks", Act::Week),
    ("month|months|calendar month|calendar months|mth|mths", Act::Month),
    ("quarter|quarters", Act::Quarter),
    ("year|years|calendar year|yr|yrs", Act::Year),
    (
        "how does it look|how does that look|how did it look|how does this look|how was it|how is it|how was that|how are things|how were things|what does it look like|what did it look like|how do things look|and what about the|what about|how about|same for|same question for|the same for|again for|now for|and for|now|only|just|\
         restrict to|narrow to|limit to|only the|just the|only those|just those|only for|just for|ok and|\
         okay and|and what about|and how about|then|instead|and what of|show me that for|do the same for|now do|\
         now show|now only|same thing for|same again for|repeat for|repeat that for|this time",
        Act::Again,
    ),
    (
        "as at today|current|currently|nowadays|these days|at the moment|at present|presently|right now|as things stand|\
         as of today|as of now|as it stands|this very moment",
        Act::Now,
    ),
    (
        "together|taken together|combined|jointly|cumulatively|added up|added together|both together|altogether|\
         summed|summed up|in sum",
        Act::Together,
    ),
    (
        "worst sla|worst sla compliance|worst compliance|worst sla record|worst breach rate|poorest sla|\
         lowest compliance|lowest sla compliance|lowest compliance rate|worst on sla|worst at sla",
        Act::WorstRate,
    ),
    (
        "best sla|best sla compliance|best compliance|best sla record|highest compliance|highest sla compliance|\
         highest compliance rate|best on sla",
        Act::BestRate,
    ),
    (
        "recent|recently|lately|latest|newest|of late|soonish|in recent times|recent weeks|recent months|old|\
         older|early|earlier|long ago|a while ago",
        Act::Vague,
    ),
    (
        "next week|next month|next year|next quarter|in the future|to come|going forward|will|next|tomorrow|\
         forecast|predict|prediction|expect|expected|future|upcoming|projected|projection|going to|gonna|\
         estimate|likely",
        Act::Future,
    ),
    (
        "come from|came from|comes from|coming from|originating|originate|originated|originated from|\
         stemming from|stem from|stemmed from|remain|remains|remained|stay|stayed|were made|was made|been made|\
         being made|took place|take place|happened|happen|happens|occur|occurred|occurs|\
         were|was|are|is|be|been|being|did|do|does|have|has|had|came|come|comes|coming|got|get|gets|getting|\
         received|receive|receives|concern|concerned|concerns|ended|end|went|go|goes|involve|involved|arrived|\
         arrive|arrives|were about|were closed|was closed|fall under|fell under|relate to|related to|landed|sit|\
         sits|sitting|named|naming|belong to|belonged to|turned out|led to|resulted in|result in|resulted|generated|generate|saw|see|\
         drew|draw|attracted|attract|wrote|write|make|makes|contacted|called in|made|lead|leads|led|face|faced|\
         produce|produced",
        Act::Verb,
    ),
];
