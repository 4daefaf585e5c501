## Said in many places

review-good = Good
review-partly = Partly
review-bad = Bad
# $verdict is good, partly or bad.
review-verdict = { $verdict ->
    [good] good
    [partly] partly
   *[bad] bad
}
review-rating = Rating
review-any = Any
review-make-case = Make a case
review-right-would-be = Right would be: “{ $text }”
review-step-plan = Plan
review-step-reflection = Reflection
review-step-call = Call { $tool }
review-us-dollars = US dollars
review-save = Save
review-delete = Delete

## The page with the list of sessions

# Links to the three pages follow, with commas between.
review-about = Read what was answered, see how it was found, say whether it was good.
review-my-queue = My queue
review-quality = Cases and agreement
review-metrics = Metrics
review-sessions = Sessions
review-sessions-loading = Loading the sessions
# Names of groups of questions follow, and a full stop.
review-counted = With questions of:
review-show-all = Show all
review-saved-rated = Saved: rated { review-verdict }.
# What the keys do that stand before each.
review-key-next = next, previous
review-key-good = good
review-key-partly = partly
review-key-bad = bad
review-key-search = search
review-key-all = all keys
review-sessions-none = No session matches these filters.
review-clear-filters = Clear filters
review-queue-told = { $done } of { $count } done
review-sessions-told = { $count ->
    [one] { $count } session
   *[other] { $count } sessions
}
review-sessions-range = { $from } to { $to } of { review-sessions-told }
review-pages = Pages of the list
review-newer = Newer
review-older = Older
# The key "j" stands between the two.
review-open-one = Open a session to read it.
review-opens-first = opens the first.

## Filters

review-filter-sessions = Filter sessions
review-filters = Filters
review-filters-set = Filters, { $count } set
review-search = Search text
review-search-hint = question, answer or note
review-from = From
review-to = To
review-person = Person
review-status = Status
review-status-completed = completed
review-status-error = error
review-status-active = active
review-rating-none = not rated
review-rating-good = good
review-rating-partly = partly
review-rating-bad = bad
review-tool = Tool
review-min-tokens = Tokens, at least
review-order = Order
review-sort-risk = Risk, highest first
review-sort-newest = Newest
review-sort-oldest = Oldest
review-sort-slowest = Slowest
review-sort-queue = My queue: not rated first
review-something-failed = Something failed
review-apply = Apply

## A session in the list

review-tokens = { $count ->
    [one] { $count } token
   *[other] { $count } tokens
}
review-calls = { $count ->
    [one] { $count } call
   *[other] { $count } calls
}
review-dollars = { $amount } US dollars
# Heard after "3/4".
review-figures-lead = figures lead to a record
review-no-figures = No figures
review-flag-error = ended in an error
review-flag-running = running
review-flag-recorded = recorded
review-flag-not-helpful = not helpful to the person who asked
review-flag-not-answered = not answered
review-flag-gaps = part of the question not covered
review-flag-unverified = { $count ->
    [one] { $count } figure not verified
   *[other] { $count } figures not verified
}
review-flag-failed = { $count ->
    [one] { $count } call failed
   *[other] { $count } calls failed
}
review-flag-injection = possible prompt injection
review-flag-limit = reached a limit
review-flag-rated = rated { review-verdict }
review-flag-done = done

## An opened session

review-session-loading = Loading the session
review-all-sessions = All sessions
review-messages = { $count ->
    [one] { $count } message
   *[other] { $count } messages
}
review-open-conversation = Open conversation
# What they said follows: "Helpful."
review-person-said = The person who asked:
review-no-answer = No answer: the run is { $status ->
    [queued] queued
    [running] running
    [waiting] waiting
    [completed] completed
    [failed] failed
    [cancelled] cancelled
   *[interrupted] interrupted
}.
review-trace = Full trace
review-trace-of = Full trace: { $question }
review-trace-told = started { $time }, { $count ->
    [one] { $count } event
   *[other] { $count } events
}
# Links, after commas.
review-trace-sent = what left this machine
review-trace-compare = compare with another run

## The figures of a session

review-metric-time = Time
review-metric-tokens = Tokens
# After the number of tokens that went to the model.
review-metric-tokens-out = in, { $count } out
review-metric-model-calls = Model calls
review-retries = { $count ->
    [one] { $count } retry
   *[other] { $count } retries
}
review-metric-cost = Cost
review-cost-unknown = unknown
review-unpriced = { $count ->
    [one] price unknown for { $count } call
   *[other] price unknown for { $count } calls
}
review-us-dollars-unpriced = { review-us-dollars }, { review-unpriced }
review-metric-calls = Tool calls
review-metric-failed = { $count } failed
review-metric-iterations = Iterations
# After a number: "3 of 8".
review-metric-of = of { $count }
review-metric-figures = Figures
review-metric-cited = { $count } cited
review-metric-matched = { $count } matched
review-metric-unverified = { $count } not verified

## Rating a turn

review-choose-first = Choose good, partly or bad first.
review-where-wrong = Where did it go wrong?
review-what-wrong = What was wrong?
review-fault-reading = reading
review-fault-step = step
review-fault-result = result
review-fault-sentence = sentence
review-note = Note
review-right-answer = Right answer
review-save-next = Save and next
review-turn = Turn
review-turn-option = Turn { $number }: { $question }
review-saved-turn = Saved: “{ $question }” is rated { review-verdict }. The next turn is chosen.
review-saved-session = Saved: “{ $question }” is rated { review-verdict }. This is the next one.
review-saved-last = Saved: “{ $question }” is rated { review-verdict }. It was the last of the list.
review-rated-before = Rated before
# "Turn 1: Rasa, 31 January 2026, 09:14 UTC, bad, step (wrong figure): “A note” Right would be: “Two of nine.”"
review-history-turn = Turn { $number }:
review-no-note = no note.
review-quoted = “{ $text }”

## Making a case of a turn, and correcting how its question was read

review-case-holds = What must the answer satisfy?
review-case-faulty = This answer is rated as wrong. Choose only what was right in it, and write what is missing.
# What the answer does.
review-part-reads = Reads { $part }
review-part-states = States { $value }
review-part-states-citing = States { $value }, citing “{ $row }”
review-part-cites = Cites { $id }
review-case-says = Words that it must say
review-case-says-not = Words that it must not say
review-line-each = a line each
review-correct = Correct the reading
review-correct-rows = How the question is to be read
review-correct-hint = [words|role]; a line each for a turn
review-correct-propose = Propose the correction

## Cases

review-cases = Cases
review-cases-none = No case yet. In a session, press c to make one of the turn that you rate.
# "3 cases: 0 changed, 1 failed, 2 passed".
review-cases-told = { $count ->
    [one] { $count } case: { $results }
   *[other] { $count } cases: { $results }
}
review-cases-came = { $count } { review-case-result }
review-case-result = { $result ->
    [passed] passed
    [changed] changed
   *[failed] failed
}
review-case-not-run = not run yet
review-run-recorded = Run against the records
review-run-today = Run against today's data
review-case-steps = Steps of the run
review-made-by = made by { $name }, { $time }
review-case-recorded = Recorded
review-now-recorded = Now: { $model }, against the record, { $time }
review-now-today = Now: { $model }, against the data, { $time }

## How far reviewers agree

review-agreement = Agreement of reviewers
review-agreement-told = { $count ->
    [one] { $count } turn rated, { $shared } by two or more reviewers
   *[other] { $count } turns rated, { $shared } by two or more reviewers
}
review-agreement-reviewers = Reviewers
review-agreement-turns = Turns
review-agreement-observed = Agree
review-agreement-expected = By chance
review-agreement-kappa = Cohen's kappa
review-agreement-pair = { $a } and { $b }
review-disputes = Disputes

## Corrected readings, and what was not answered

review-corrections = Corrected readings
# A link follows after a comma.
review-corrections-told = { $count ->
    [one] { $count } correction, { $agreed } agreed by a second reviewer
   *[other] { $count } corrections, { $agreed } agreed by a second reviewer
}
review-corrections-rows = rows that train the reader
review-proposed-by = proposed by { $name }, { $time }
review-agreed-by = agreed by { $name }
review-agree = Agree
review-take-back = Take back
review-refused = Not answered
review-refused-none = Every question was answered.
review-questions = { $count ->
    [one] { $count } question
   *[other] { $count } questions
}
review-refused-told = { review-questions }, grouped by meaning. What should the answers have been?

## Two runs side by side

review-runs-steps = Steps of both runs
review-runs-step = Step
review-runs-same = All { $count } steps are the same.
review-runs-differ = { $differ } of { $count ->
    [one] { $count } step
   *[other] { $count } steps
} differ.
review-runs-differs = differs
review-runs-only-one = only one
review-step-note = Note { $about }
review-step-proposal = Proposal { $tool }
review-step-thought = Thought
review-step-answer = Answer
review-step-figures = Figures
review-step-cost = Cost
review-beside = Beside
review-compare = Compare
review-again-from = Ask again from
review-step-question = The question
review-who = Who reasons
review-strategy-auto = Auto
review-strategy-rules = Rules
review-strategy-react = React
review-strategy-tools = Tools
review-strategy-plan = Plan
review-model = Model
review-model-hint = optional, of the same provider
review-args = Arguments of that call
review-args-hint = optional, JSON
review-ask-again = Ask again
