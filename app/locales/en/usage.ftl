## Metrics

usage-about = What was asked, how it was answered and what that took. Each number opens the sessions that it counts.
usage-loading = Counting the questions
# Said after the name of a day in a drawing.
usage-show-sessions = Show its sessions

## What is counted: in a sentence, and with a capital as a heading

usage-questions = questions
usage-answered = answered
usage-refused = refused
usage-warned = warned
usage-failed = failed
usage-thumbs-up = thumbs up
usage-thumbs-down = thumbs down
usage-good = rated good
usage-bad = rated bad
# Half of the questions (p50) have the first word in this time; 95 of a hundred (p95) in that of the next.
usage-first-half = first word, p50
usage-first-most = first word, p95
usage-half = answer, p50
usage-most = answer, p95
usage-tokens = tokens
usage-cached = cached tokens
usage-cost = cost
usage-calls = tool calls
usage-call-errors = tool errors
usage-seconds = seconds

## The days, and by what is counted

usage-days = Days
usage-from = From
usage-to = To
# A choice of those that follow.
usage-by-what = By
usage-by = { $by ->
    [model] Model
    [strategy] Strategy
    [skill] Skill
    [person] Person
   *[day] Day
}
usage-show = Show

## By day

usage-by-day = By day
usage-by-day-means = A conversation counts on the day on which it began, UTC.
# $unit is what is counted, or "Seconds"; $days as in "2 to 31 January 2026".
usage-days-of = { $unit } by day, { $days }

## The table

usage-questions-by = Questions by { $by ->
    [model] model
    [strategy] strategy
    [skill] skill
    [person] person
   *[day] day
}
usage-questions-by-means = Warned: answered with a part left out, a figure not verified, a limit reached, or a text that looks like instructions. First word: until a step or the answer could be read. A verdict is the newest of a turn.
usage-numbers = Numbers
# A model, a strategy, a skill or a person that is not known.
usage-none = none

## Limits

usage-budgets = Limits of today
usage-budgets-means = For each person and UTC day. Anyone who is not listed has asked nothing today.
usage-limits = Limits
usage-no-limit = no limit
usage-tokens-used = Tokens used
usage-tokens-left = Tokens left
usage-dollars-used = US dollars used
usage-dollars-left = US dollars left

## How far scores can be trusted

usage-calibration = Can the evidence score be trusted?
usage-calibration-none = No answer with a score was judged yet.
usage-verdicts = { $count ->
    [one] { $count } verdict
   *[other] { $count } verdicts
} on answers.
usage-verdicts-of-demo = { $count } of them came with the demo: its own questions with known figures, run and judged automatically.
# A share in percent follows, and a full stop.
usage-error = Expected calibration error:
usage-error-means = The average distance between the score and the share of good answers.
usage-fitted = Fitted scores are in use below: the rising steps nearest to { $count } verdicts (isotonic regression). Judged on the half that they were not fitted on, their error is { $error }.
usage-not-fitted = From { $enough } verdicts on, scores are fitted from them; there are { $count }.
usage-reliability = Reliability
usage-fitted-scores = Fitted scores
usage-scores = Scores
usage-mean-score = Mean score
# A share of the answers.
usage-judged-good = Judged good
# A number of verdicts.
usage-good-count = Good
usage-verdict-count = Verdicts
usage-curve = Share of good answers by evidence score
usage-curve-bin = score { $from } to { $to }: { $good } of { $count } good
usage-curve-means = Across: the score. Up: the share of answers judged good. Numbers: verdicts. Dotted: a score that means its share.
usage-curve-steps = Steps: fitted scores.

## Cases and agreement

usage-quality-about = What reviewing has found, kept to be checked again.
usage-quality-loading = Loading the cases

## Two runs side by side

usage-two-runs = Two runs
usage-two-runs-loading = Loading the runs
# The question follows, as a link.
usage-two-runs-of = Of the question
usage-two-runs-choose = Choose a run of the same question, or ask again from one of the steps.
