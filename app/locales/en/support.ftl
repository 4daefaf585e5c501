## Said in many places

support-caller = Caller
support-calls = Support calls
support-language = Language
support-language-lt = Lithuanian
support-language-en = English
# The form of address: "tu" or "Jūs" in Lithuanian.
support-form = Form of address
support-formal = formal
support-informal = informal
support-model = Model
support-temperature = Temperature
support-ticket = Ticket
support-save = Save
# Between the whole number and its decimals.
support-decimal-mark = .

## The page of calls

support-about = A customer of an internet provider calls. The agent finds the account, checks the line and helps, in Lithuanian or English.
support-calls-loading = Loading the calls
support-start = Start a call
support-tasks = Waiting for a person
support-last-calls = Last calls
support-how = How calls are answered
support-who = Who reasons
support-by-rules = Rules, without a model.
support-tickets = Tickets
support-tickets-at-once = Created at once, without a colleague’s approval.
support-tickets-approved = Created once a colleague approves them.
# A language and a form of address follow: "Lithuanian, informal".
support-begins-in = A call begins in
# Followed by support-bounds.
support-may-have = A call may have
support-bounds = { $messages } messages, { $calls } tool calls for each.
support-sampling = { $temperature }, replies of up to { $tokens } tokens.

## Starting a call

support-phone = Caller's number
support-phone-hint = with its country code
support-form-hint = in Lithuanian
support-start-call = Start call
support-starting = Starting
# A command and a full stop follow.
support-needs-scripts = Calls on this page need scripts. Without them, use
support-own = Only for this call
support-numbers = Numbers to try
# A command and a full stop follow.
support-numbers-come = Numbers to try come with
support-numbers-own = With your own data, type the number of one of your customers.

## Settings of calls

support-settings-change = Change the settings
support-max-tokens = Tokens of a reply
support-max-turns = Messages of a call
support-max-tool-calls = Tool calls for a message
support-max-model-calls = Model calls of a call
support-form-tu = tu, informal
support-form-jus = Jūs, formal
# After "Model": a model of the provider, by its name there.
support-model-hint = of the provider; empty for its own
support-settings-begun = Calls that have begun keep the settings they began with.

## The last calls

support-calls-none = No calls yet
support-calls-none-how = Choose a number above and start a call. You write what the caller says; the agent replies.
support-call-lasted = lasted { $time }
support-ended-not = In progress
support-ended-resolved = Solved
support-ended-ticket = Ticket created
support-ended-informed = Caller informed
support-ended-handed-over = Handed to a colleague
support-ended-max-turns = Stopped: too many messages
support-ended-hung-up = Hung up

## Tasks: calls that were promised

support-tasks-none = Nobody waits for a call.
# "Waits 2 min 5 s, due 31 January 2026, 09:14 UTC, Rasa has it": three messages with commas between.
support-task-waits = Waits { $time }
support-task-due = due { $time }
support-task-due-at-once = due at once
support-task-nobody = nobody has it
support-task-taken = { $name } has it
support-task-late = late
support-task-outcome = What it came to
support-task-outcome-of = What the call to { $phone } came to
support-queue-urgent = Danger
support-queue-support = Support
support-queue-billing = Billing
support-queue-contracts = Contracts
support-queue-complaints = Complaints

## The monitor: what the calls have taken

support-monitor = Monitor
support-monitor-about = { $count ->
    [one] the last call
   *[other] the last { $count } calls
}
support-monitor-messages = Messages
support-monitor-latency = Mean time to a reply
support-monitor-none-yet = none yet
support-monitor-model-calls = Model calls
support-monitor-tokens-in = Tokens in
support-monitor-tokens-cached = Tokens in, from cache
support-monitor-tokens-out = Tokens out
support-monitor-cost = Cost, US dollars
support-monitor-tools = Tools, by number of calls
support-monitor-recent = Last tool calls
support-monitor-failed = failed

## A call

support-call = Support call
support-call-loading = Loading the call
support-call-title = Call from { $phone }
# The number follows.
support-call-from = Call from
support-taken-by = { $name } speaks with the caller
support-take-over = Take over
support-end-call = End call
support-ending = Ending
support-over = The call is over
support-start-new = Start a new call
support-waits-over = The call is over.
support-waits-reply = The agent is replying. You can write when it is done.

## Writing in a call

support-say-caller = What the caller says
support-say-send = Send
support-say-you = What you say to the caller
support-say-act = Say
support-say-keys = Enter sends, Shift+Enter starts a new line
support-recording = A recording of what the caller says
support-recording-send = Send the recording

## A message and its reply

support-says-caller = Caller:
support-says-agent = Agent:
support-says-agent-meanwhile = Agent, meanwhile:
support-reply-aloud = The reply, read aloud
support-agent-replied = The agent has replied.
support-agent-writing = The agent is writing.
support-ticket-waits = A ticket waits for you to confirm it.
support-how-it-got-there = How it got there
support-checks = { $count ->
    [one] { $count } check, { $time }
   *[other] { $count } checks, { $time }
}
support-no-reply = No reply
support-no-reply-ended = No reply: the call ended first.
support-no-reply-stopped = The server stopped before the reply was ready. Send the message again.
support-send-again = Send the message again.

## The caller, beside the conversation

support-caller-unknown = not identified yet
support-caller-confirmed = { $id }, address confirmed
support-caller-not-confirmed = { $id }, address not confirmed
support-guide = Guide
support-guide-given = { $given } of { $count ->
    [one] { $count } step
   *[other] { $count } steps
} given
support-model-not-asked = Not asked
support-model-cost = { $calls ->
    [one] { $calls } call
   *[other] { $calls } calls
}, { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
}, { $cost }
support-fields = All fields
support-fields-of-call = All fields of the call
support-ticket-created = created
support-ticket-proposed = The agent proposes a ticket. The caller gets its number once you approve it.
support-ticket-look = Look at the ticket
support-ticket-none = No ticket was created.
support-ticket-network-issue = Network fault
support-ticket-technician-visit = Technician visit
support-ticket-equipment-replacement = Equipment replacement

## What is known of the caller

support-fact-unknown = Not known yet
support-number = Number
support-name-in-records = Name in the records
# The name that callers give themselves.
support-calls-themselves = Calls themselves
support-account = Account
support-account-active = Active
support-account-suspended = Suspended: unpaid bill
support-account-cancelled = Contract ended
support-account-not-served = not served
support-services = Services
support-services-none = None active
support-customer = Customer
support-customer-none = Nobody has this number
support-address = Address
support-address-confirmed = confirmed
support-address-confirmed-by = confirmed by { $name }
support-address-not-confirmed = not confirmed
support-problem = Problem
support-problem-solved = solved
support-problem-next = next: { $problems }

# Problems as they stand within a sentence; alone, they get a capital.
support-problem-no-internet = no internet
support-problem-slow-internet = slow internet
support-problem-intermittent = connection comes and goes
support-problem-tv-no-signal = no TV signal
support-problem-account = bill or account
support-problem-router = router
support-problem-equipment = equipment
support-problem-visit = technician's visit
support-problem-phone-line = no phone line
support-problem-wifi-range = Wi-Fi does not reach
support-problem-wifi-password = Wi-Fi password
support-problem-tv-channel = TV channel missing
support-problem-tv-picture = TV picture breaks up

## What the checks of the line have found

support-outage = Outage
# support-outage-until or support-outage-end-unknown follows after a comma, as it does after support-outage-of.
support-outage-all = Everything is out
support-outage-of = Out: { $services }
support-outage-until = until { $time }
support-outage-end-unknown = end not known
support-outage-affects = affects the caller
support-outage-none = None at this address
support-line = Line
support-line-well = All is well
support-line-fault = fault found
support-loss = Packets lost, 24 h
support-loss-share = { $share }%
support-ping = Ping test
support-ping-healthy = Healthy
support-ping-warning = Warning
support-ping-critical = Critical
support-ping-passed = passed
support-ping-not-healthy = not healthy
support-when = { $date }, { $time }

# Services and faults as they stand within a list; at its beginning, they get a capital.
support-service-internet = internet
support-service-tv = TV
support-service-phone = phone
support-service-bundle = internet and TV
support-issue-port-down = the port is down
support-issue-no-ip = no IP address
support-issue-poor-signal = a poor TV signal
support-issue-packet-loss = packets are lost
support-issue-high-jitter = uneven delays
support-issue-intermittent = the connection comes and goes
