## The trace of a conversation

timeline-title = How this was found
timeline-to-bob = Go to the current step
timeline-question = Question { $n }
timeline-calls = { $count ->
    [one] { $count } call
   *[other] { $count } calls
}
timeline-calls-running = { timeline-calls }, { $running } running
# $time is a duration such as "6.2 s".
timeline-account = { $time }, { $iterations ->
    [one] { $iterations } iteration
   *[other] { $iterations } iterations
}, { timeline-calls }
timeline-running = running, { $time }
timeline-failed = failed, { $time }
timeline-stopped = stopped
timeline-more = { $count ->
    [one] { $count } character more
   *[other] { $count } characters more
}

## Kinds of steps

timeline-thought = Thought { $n }
timeline-plan = { $count ->
    [one] Plan of { $count } call
   *[other] Plan of { $count } calls
}
timeline-enough = Enough is known
timeline-not-enough = Not enough yet
timeline-approval = Approval
timeline-answer = Answer written
timeline-checked = Figures checked
timeline-recovered = recovered
timeline-call = Tool call
timeline-call-again = Tool call, { $n ->
    [2] second
    [3] third
    [4] fourth
    [5] fifth
    [6] sixth
   *[other] { $n }th
} try
timeline-fork = { $count ->
    [2] Two
    [3] Three
    [4] Four
    [5] Five
    [6] Six
    [7] Seven
    [8] Eight
    [9] Nine
    [10] Ten
   *[other] { $count }
} calls at once
# $label is one of the three above.
timeline-label-running = { $label }, running
timeline-note-routed = Routed
timeline-note-compressed = Compressed
timeline-note-fallback = Fallback
timeline-note-retry = Retry
timeline-note-pseudonyms = Pseudonyms
timeline-note-suspected = Text that gives orders
timeline-note-failed = Failed
timeline-note-stopped = Stopped
timeline-note-interrupted = Interrupted
timeline-limit-near = Limit: near
timeline-limit-iterations = Limit: iterations
timeline-limit-passes = Limit: passes
timeline-limit-calls = Limit: tool calls
timeline-limit-tokens = Limit: tokens
timeline-limit-cost = Limit: cost
timeline-limit-cost-unknown = Limit: cost unknown
timeline-limit-time = Limit: time
timeline-limit-no-progress = Limit: no progress

## What a step says

# What a model was asked for.
timeline-purpose-route = To read the question
timeline-purpose-step = For the next step
timeline-purpose-plan = To plan
timeline-purpose-reflect = To judge what was found
timeline-purpose-synthesize = To write the answer
timeline-purpose-repair = To correct the answer
timeline-purpose-summarize = To sum up what was said before
timeline-purpose-follow-ups = For what to ask next
timeline-model = { $model }: { $sent } tokens in, { $got } out, { $cost }, { $time }{ $retries ->
    [0] { "" }
    [one] , after { $retries } retry
   *[other] , after { $retries } retries
}
timeline-decided = { $decision ->
    [approved] approved
    [edited] edited
    [rejected] rejected
    [expired] expired
   *[other] { $decision }
}
timeline-decided-by = { timeline-decided } by { $by }
timeline-citations = { $count ->
    [one] { $count } citation.
   *[other] { $count } citations.
}
timeline-no-figures = No figures to check.
# $told is one of the three for all figures, or a list of the three with a number.
timeline-figures = { $count ->
    [one] { $count } figure checked: { $told }.
   *[other] { $count } figures checked: { $told }.
}
timeline-all-cited = all cited
timeline-all-matched = all matched
timeline-none-verified = none verified
timeline-cited = { $count } cited
timeline-matched = { $count } matched
timeline-unverified = { $count } not verified

## A call

timeline-waterfall = from { $from } to { $to } of { $total } milliseconds
# $unit names what was read, in English.
timeline-coverage = Read { $read } of { $available } { $unit }.
timeline-result = { $count ->
    [one] The result, { $count } character
   *[other] The result, { $count } characters
}
timeline-result-rest = The export of the run has the rest.
timeline-come = { $cited ->
    [one] { $cited } figure of the answer comes from here
   *[other] { $cited } figures of the answer come from here
}
timeline-match = { $matched ->
    [one] { $matched } figure of the answer matches values from here
   *[other] { $matched } figures of the answer match values from here
}
timeline-come-and-match = { timeline-come }, { $matched ->
    [one] { $matched } more matches
   *[other] { $matched } more match
}
timeline-figure-matched = { $figure } (matched)

## What a run is doing: phases, as labels and, with a full stop, as the status

timeline-phase-queued = Waiting for its turn
timeline-phase-waiting = Waiting for you
timeline-phase-starting = Starting
timeline-phase-reading = Reading the question
timeline-phase-planning = Planning
timeline-phase-judging = Judging what was found
timeline-phase-writing = Writing the answer
timeline-phase-checking = Checking the figures
timeline-phase-follow-ups = Looking for what to ask next

## What a call is doing, in a list with commas. $what is a part of a tool's name, in English

timeline-doing-query = counting the records
timeline-doing-search-all = searching documents and messages
timeline-doing-similar = looking for similar messages
timeline-doing-calculate = calculating
timeline-doing-analyze = analyzing { $what }
timeline-doing-detect = looking for { $what }
timeline-doing-get = reading { $what }
timeline-doing-list = listing { $what }
timeline-doing-assess = assessing { $what }
timeline-doing-check = checking { $what }
timeline-doing-find = looking up the { $what }
timeline-doing-run = running the { $what }
timeline-doing-search = searching the { $what }
timeline-doing-create = opening the { $what }
timeline-doing-assign = assigning the { $what }
timeline-doing-add = adding the { $what }
timeline-doing-other = using { $what }

## The status of a run

timeline-ready = Answer ready.
# $graded: "21 figures cited, 3 matched".
timeline-ready-graded = Answer ready: { $graded }.
timeline-run-failed = The run failed.
timeline-run-stopped = Stopped.
timeline-run-interrupted = Interrupted.
timeline-run-waiting = Waiting for you to decide.
timeline-used-steps = step { $n } of { $most }
timeline-used-calls = { $most ->
    [one] { $n } of { $most } call
   *[other] { $n } of { $most } calls
}
timeline-used-tokens = { $count ->
    [one] { $count } token
   *[other] { $count } tokens
}

## An approval: what a tool proposes to do

timeline-waits = waiting for you
timeline-not-decided = not decided
timeline-approved = approved
timeline-approved-changed = approved with changes
timeline-declined = declined
timeline-expired = expired
# What came of it; $time is a duration.
timeline-carried-out = Carried out once, in { $time }.
timeline-nothing-done = Nothing was done.
timeline-approval-note = “{ $note }”
# Stands after the name of a tool.
timeline-proposes = proposes this. Nothing happens before you approve it.
timeline-decide-by = Decide by { $time }. After that it expires, and nothing is done.
timeline-not-saved = Not saved
timeline-kept-here = What you wrote is kept here; try again.
timeline-changes = Proposed changes
timeline-field = Field
timeline-before = Before
timeline-after = After
timeline-before-none = none
timeline-unchanged = unchanged
timeline-removed = removed
timeline-edit = Edit before approving
timeline-list-hint = One on each line
timeline-reason = Reason
timeline-reason-hint = optional, kept with your decision
timeline-approve = Approve
timeline-approve-changed = Approve with changes
timeline-decline = Decline
