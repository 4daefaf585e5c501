## The page

analysis-title = Customer sentiment
analysis-loading = Loading the analysis
analysis-loading-selection = Loading the selection
analysis-without-filters = Without filters
analysis-no-data = There is no data yet
# A link, then a sentence with a command in its middle: "Import your own, or fill the desk … by `plumbline demo`. Then reload this page."
analysis-import = Import your own
analysis-import-or = , or fill the desk with made-up data by
analysis-import-reload = . Then reload this page.

## Said in many places

analysis-communications = { $count ->
    [one] { $count } communication
   *[other] { $count } communications
}
analysis-of-surveys = { $count } of surveys
analysis-show = Show
analysis-product = Product
analysis-selected = Selected
analysis-tone = { $tone ->
    [positive] positive
    [neutral] neutral
   *[negative] negative
}
# The days of a whole month.
# What stands out in the drawing of days; there in capitals.
analysis-badge = { $badge ->
    [peak] peak
    [trough] trough
   *[outlier] outlier
}
analysis-stage = { $stage ->
    [initial-contact] first contact
    [triage] triage
    [investigation] investigation
    [resolution] resolution
   *[post-resolution] after resolution
}
analysis-quadrant = { $quadrant ->
    [critical] critical
    [watch] watch
    [strength] strength
   *[noise] noise
}
analysis-column-communications = Communications
analysis-column-net = Net sentiment

## The head

analysis-filter = Filter communications
analysis-all-products = All products
analysis-channel = Channel
analysis-all-channels = All channels
analysis-surveys-only = Surveys only

## Events and sentiment: a mark for each day, week or month

analysis-events = Events and sentiment
analysis-events-none = No communications in this range under these filters.
# What the table is of, after "Table of".
analysis-events-table = communications and sentiment
analysis-legend = Legend
analysis-legend-surveys = survey data
analysis-legend-mark = { $unit ->
    [month] one mark a month, area is volume
    [week] one mark a week, area is volume
   *[day] one mark a day, area is volume
}
analysis-select = Select a mark to see its details and ask about it.
analysis-selection = Selection
analysis-remove = Remove { $what }
analysis-widen = widen to the week
analysis-clear = Clear
analysis-selected-what = Selected: { $what }
analysis-drawing = Customer sentiment, { $days }
# What the drawing shows, in up to four sentences.
analysis-described = { $unit ->
    [month] One mark a month: height is net sentiment, area is volume.
    [week] One mark a week: height is net sentiment, area is volume.
   *[day] One mark a day: height is net sentiment, area is volume.
}
analysis-described-total = { analysis-communications }.
analysis-described-net = { analysis-communications }, net sentiment { $net }.
analysis-described-trough = The trough is { $net } on { $days }.
analysis-described-peak = The peak is { $net } on { $days }.
# What a mark says, in parts with commas and semicolons between them: "16 January 2026: 57 communications, 50% more than
# before; net sentiment −0.53, negative, 0.19 below the mean of the range; 3 of surveys; peak. Select for details".
analysis-mark = { $days }: { analysis-communications }
analysis-mark-same = as many as before
analysis-mark-more = { $change } more than before
analysis-mark-fewer = { $change } fewer than before
analysis-mark-net = net sentiment { $net }, { analysis-tone }
analysis-mark-below = { $difference } below the mean of the range
analysis-mark-above = { $difference } above the mean of the range
analysis-mark-unjudged = none has a text to judge
analysis-mark-select = { $mark }. Select for details
# Under the axis, where there is little room.
analysis-axis-month = { month-short } { $year }
analysis-axis-day = { $day } { month-short }
# The kind of a document that is marked, in "Mobile app 5.2, release note of 15 January 2026".
analysis-document = { $kind ->
    [article] article
    [release_note] release note
    [policy] policy
   *[notice] notice
}
analysis-column-days = Days
analysis-column-negative = Negative
analysis-column-neutral = Neutral
analysis-column-positive = Positive
analysis-column-marks = Marks

## The overview: all the data in small, with the range

analysis-overview = The range in all of the data
analysis-range-first = First day of the range. Drag it, or move it with the arrow keys; Enter shows the range
analysis-range-last = Last day of the range. Drag it, or move it with the arrow keys; Enter shows the range
analysis-from = From
analysis-to = to
analysis-earlier = Earlier
analysis-later = Later
analysis-last-year = Last 12 months
analysis-all-days = All days

## What was chosen

analysis-not-selected = Nothing selected
analysis-counted = How this is counted
analysis-counted-how = Net sentiment: each message that has a direction counts +1, 0 or −1. From +0.2 up it is called positive, from −0.2 down negative.
analysis-questions = Questions that fit this selection
analysis-ask = Ask
analysis-ask-own = Or ask your own
# $about names what was chosen, in English.
analysis-ask-about = About { $about }
analysis-ask-beyond = Answers may look beyond what is selected.

## The journey: sentiment over the stages of a case

analysis-journey = Sentiment along the journey
analysis-journey-key = Each step starts where the last one ended; pale: fewer than five messages
analysis-journey-none = No message of this range belongs to a case.
analysis-journeys = Journeys by product
analysis-journey-of = { $name }: net sentiment by stage
# What the table is of, after "Table of".
analysis-journey-table = net sentiment by stage
analysis-journey-how = How stages are determined
analysis-journey-method = Of messages that belong to a case, by their time in its life: up to its opening it is the first contact, after its resolution it is after that. In between, the first quarter of the time is triage, the last quarter resolution, the rest investigation. A case that is not resolved has triage in the first quarter of the time to its deadline.
# In a column of 36 pixels: seven letters at most.
analysis-stage-short = { $stage ->
    [initial-contact] Contact
    [triage] Triage
    [investigation] Invest.
    [resolution] Resolve
   *[post-resolution] After
}
analysis-stage-net = { $count ->
    [one] { $name }: { $net } of { $count } message
   *[other] { $name }: { $net } of { $count } messages
}
analysis-stage-none = { $name }: none
analysis-net-of = { $net } of { $count }
# What a journey shows; $at and $than are one of these.
analysis-at-stage = { $stage ->
    [initial-contact] at first contact
    [triage] at triage
    [investigation] at investigation
    [resolution] at resolution
   *[post-resolution] after resolution
}
analysis-falls = falls most { $at }
analysis-recovers = recovers { $at }
analysis-lower = lower { $at } than { $than }
analysis-higher = higher { $at } than { $than }
analysis-steady = steady
analysis-course-unknown = too few messages for a trend

## Volume against sentiment: topics in quadrants

analysis-quadrants = Volume against sentiment
analysis-midlines = Midlines at { $volume } and a net sentiment of { $net }
analysis-quadrants-none = No communication of this range has a topic.
analysis-topics = Topics by product
analysis-quadrants-of = { $name }: volume against sentiment
# What the table is of, after "Table of".
analysis-quadrants-table = topics by volume and sentiment
analysis-none-critical = none critical
analysis-to-watch = { $count ->
    [one] { $count } topic to watch
   *[other] { $count } topics to watch
}
analysis-critical = { $count ->
    [one] { $count } topic critical
   *[other] { $count } topics critical
}
analysis-topic = { $topic }: volume { $volume }, net sentiment { $net }, { analysis-quadrant }
# In place of $net.
analysis-not-judged = not judged
# A corner of the drawing, which selects its topics; $name is a product.
analysis-corner = { $count ->
    [one] { $name }: all that is { analysis-quadrant }, { $count } topic
   *[other] { $name }: all that is { analysis-quadrant }, { $count } topics
}
analysis-column-topic = Topic
analysis-column-quadrant = Quadrant

## The figures at the head, and of what is selected

analysis-fact-communications = Communications
analysis-within-sla = Within SLA
analysis-net-sentiment = Net sentiment
analysis-open-cases = Open cases
analysis-estimated-nps = Estimated NPS
analysis-surveys-less-others = Surveys less others
analysis-themes = Themes
# Behind the difference to the days before.
analysis-change-on = on { $days }
# $breached is the next text.
analysis-points-on = points on { $days }; { $breached }
analysis-breached-of = { $count ->
    [one] { $breached } of { $count } case breached
   *[other] { $breached } of { $count } cases breached
}
analysis-since = since { $date }
analysis-no-earlier = no earlier data
analysis-no-deadline = no case of { $days } has a deadline
analysis-nothing-judged = nothing that could be judged
analysis-none-judged = none has a text to judge
analysis-nothing-scored = nothing was scored
analysis-average-score = average score { $score }
analysis-by-tone = { $negative } negative, { $neutral } neutral, { $positive } positive
# Two percentages.
analysis-detractors-over = { $share }% detractors by the estimate: more than { $limit }%.
analysis-promoters-over = { $share }% promoters by the estimate: more than { $limit }%.
analysis-bands = from sentiment bands; { $detractors }% detractors, { $promoters }% promoters
analysis-surveys-and-others = { $surveys } of surveys { $of_surveys }, { $others } others { $of_others }
analysis-not-surveys-only = A question cannot be limited to surveys: it is answered from all communications.
analysis-quadrant-topics = { analysis-quadrant } topics
analysis-among = among { $name }
analysis-volume-high = high volume
analysis-volume-low = low volume
analysis-volume-usual = usual volume
# $when is a day or days.
analysis-times = { $times } times { $when }
analysis-as-many = as many as { $when }
analysis-percent-more = { $percent }% more than { $when }
analysis-percent-fewer = { $percent }% fewer than { $when }
# $what is a day or days, or the next text.
analysis-the-same = the same as { $what }
analysis-above = { $by } above { $what }
analysis-below = { $by } below { $what }
analysis-that-of-the-range = that of the range
