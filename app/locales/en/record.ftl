## The page

record-back = Back
record-loading = Loading the record
record-kind-none = There are no records of the kind "{ $kind }".

## Facts of any record

record = Record
record-facts = Facts
record-customer = Customer
record-case = Case
record-status = Status
record-status-name = { $status ->
    [in_progress] in progress
    [pending] pending
    [resolved] resolved
    [closed] closed
    [escalated] escalated
   *[open] open
}
record-kind = Kind
# What a customer wants.
record-kind-name = { $kind ->
    [complaint] complaint
    [request] request
    [feedback] feedback
   *[enquiry] enquiry
}
record-channel = Channel
record-channel-name = { $channel ->
    [email] email
    [phone] phone
    [chat] chat
    [letter] letter
    [social] social
    [referral] referral
    [fax] fax
   *[web] web
}
# "complaint by email"
record-kind-by = { record-kind-name } by { record-channel-name }
record-category = Category
record-subcategory = Subcategory
record-product = Product
record-data-set = Data set
record-text-none = The source has no text for this record.
record-no-text = No text
record-quote = “{ $text }”

## Lines of messages and cases

record-message = { $date }, { record-kind-by }
record-message-about = { $date }, { record-kind-by } about { $topic }
# The day that a promise names.
record-due = due { $date }
record-unanswered = not answered
# The day by which a case must be resolved.
record-by = by { $date }
record-assigned-none = nobody assigned
record-overdue = { $count ->
    [one] { $count } day overdue
   *[other] { $count } days overdue
}
record-due-today = due today
record-days-left = { $count ->
    [one] { $count } day left
   *[other] { $count } days left
}

## A message

record-communication-of = Communication, { $date }
record-answered-by = Answered by
record-escalated-from = Escalated from
# Who answered, or where it came from.
record-agent = { $agent ->
    [human-agent] human-agent
    [email] email
    [chat] chat
   *[chatbot] chatbot
}
record-score = Sentiment score
record-ask-message = Ask about this message
record-thread-case = The other messages of the case
record-thread-around = The customer's messages around it

## A case

record-case-of = Case, { $date }
record-priority = Priority
record-priority-name = { $priority ->
    [low] low
    [high] high
    [critical] critical
   *[medium] medium
}
record-assigned = Assigned to
record-opened = Opened
record-changed = Changed
record-resolved = Resolved
record-deadline = SLA deadline
record-tags = Tags
record-resolution = Resolution
record-notes = Notes
record-sla-missed = SLA missed
record-sla-met = within SLA
record-case-messages = Messages ({ $count })
record-case-messages-none = No message belongs to this case.
record-ask-case = Ask about this case

## A document

record-document-of = Document, { $date }
record-document-kind = { $kind ->
    [release_note] release note
    [policy] policy
    [notice] notice
   *[article] article
}
record-day = Day
record-parts = Parts

## A customer

record-tier = Tier
record-tier-name = { $tier ->
    [platinum] platinum
    [gold] gold
    [silver] silver
   *[standard] standard
}
record-segment = Segment
record-region = Region
record-manager = Relationship manager
record-since = Customer since
record-sla = SLA
record-sla-hours = { $count } hours
record-ask-customer = Ask about this customer
record-print = Print the call sheet
record-messages = Messages, newest first
record-messages-none = No messages.
record-none = none
record-health = Health
record-health-score = { $score } of 100
record-health-none = no score
record-average = Average sentiment
record-average-over = { $mean } over { messages }
record-last-messages = Last 10 messages
# The last ten, and the ten before.
record-lately = { $last }, before that { $before }
record-communications = Communications
record-cases = Cases
record-open-cases = Open cases
record-open-overdue = { $open } ({ $overdue } overdue)
record-missed-cases = Cases that missed their SLA
record-what-to-do = What to do

## The call sheet: what one wants to know before a call

record-sheet = Before you call
record-sheet-cases = Open cases ({ $count })
record-sheet-cases-none = No open cases.
record-contacts = Last contacts
record-wants = What they want
record-wants-none = Every message is answered.
record-promises = Promises
record-promises-none = No promises found.
record-people = Who writes for them
record-person-last = last wrote on { $date }
record-announced = What you announced
record-announced-none = Nothing about the products they mention.
record-products = Products they write about
record-products-none = No product is named.
record-mood = Mood
record-mood-none = Too few messages to compare.
record-mood-lately = { $how ->
    [better] Better than before
    [worse] Worse than before
   *[same] About as before
}: { $last } in the last { messages }, { $before } before.
record-mood-turn = { $way ->
    [fell] Fell
   *[rose] Rose
} most in { $month }, from { $from } to { $to }.
record-mood-turn-about = { $way ->
    [fell] Fell
   *[rose] Rose
} most in { $month }, from { $from } to { $to }, mostly about { $topic }.
record-first-message = See the first message
