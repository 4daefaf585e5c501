## An answer and its limits

# Behind each of the first four stands a colon and what the answer says.
answer-ended-early = Ended early
answer-why = Why
answer-not-covered = Not covered
answer-note = Note
# $said is what was remembered, as in: “churn” is cancelled contracts
answer-from-memory = From your memory: { $said }
# How a small number behind a sentence is read out.
answer-source = Source { $n }
answer-source-range = Sources { $first }–{ $last }
# A number follows.
answer-source-label = Source
answer-not-verified = not verified

## Tables of an answer

answer-table = Table of the answer
# What columns without a head are called.
answer-column-name = Name
answer-column-sources = Sources
# A link to the whole list.
answer-table-all = All { $count }, to sort and filter
answer-export = Export as CSV
answer-export-xlsx = Export as Excel

## Drafts

# $file is the name of its file.
answer-draft = Draft: { $file }
answer-draft-download = Download

## Values of results

answer-yes = yes
answer-no = no
answer-percent = { $value }%
# Between the whole number and its decimals.
answer-decimal-mark = .

## What the note of a figure says

answer-nothing-says-so = Nothing that a tool returned says so.
answer-from-question = Taken from your question
answer-follows = Follows from the other figures of this sentence
# $about is what the tool looked at, as in: Topics
answer-recorded = Recorded in { $about }
answer-recorded-trace = Recorded in the trace
answer-asked-for = What was asked for: { $about }
answer-in-record = This value is in a record that this sentence does not cite
answer-in-row = This value is in a row that this sentence does not cite
answer-from-record = From a record that this sentence does not cite
answer-from-row = From a row that this sentence does not cite
# $how is one of those below, or a sum: 140 + 115
answer-worked-out = Worked out: { $how }
# Where it is not known what it was worked out from.
answer-how-sum = a sum
answer-how-difference = a difference
answer-how-share = a share
answer-how-change = a change
answer-how-ratio = a ratio
answer-how-mean = a mean
answer-how-per-day = a mean per day
answer-how-count = a number of rows
# $a and $b are values, often with their names: total 412
answer-how-difference-of = the difference between { $a } and { $b }
answer-how-share-of = { $a } of { $b }
answer-how-change-of = the change between { $a } and { $b }
answer-how-ratio-of = { $a } divided by { $b }
answer-how-per-day-of = { $a } over { $b }
answer-how-mean-of = the mean of { $values }
answer-how-count-in = counted in { $lists }
# The last of several values: those that are not named.
answer-how-more = { $count } more

## Evidence: what an answer cites

answer-evidence = Evidence
answer-rows = Rows
answer-chart = Chart
answer-cited-rows = { $rows ->
    [one] { $rows } row
   *[other] { $rows } rows
} cited
answer-cited-records = { $records ->
    [one] { $records } record
   *[other] { $records } records
} cited
answer-cited-both = { $rows ->
    [one] { $rows } row
   *[other] { $rows } rows
} and { $records ->
    [one] { $records } record
   *[other] { $records } records
} cited
# $cited is one of the three above.
answer-cited-read = { $cited }, { $read ->
    [one] { $read } record
   *[other] { $read } records
} read
answer-rows-behind = { $rows ->
    [one] { $rows } row
   *[other] { $rows } rows
} behind the figures
# What a cited record is.
answer-kind = { $kind ->
    [communication] communication
    [case] case
    [document] document
   *[customer] customer
}
answer-kind-id = { answer-kind } { $id }
# Of a letter: nothing shows that it comes from whom it names.
answer-unauthenticated = sender not authenticated
answer-relevance = relevance { $value }
answer-more-characters = { $count ->
    [one] { $count } more character
   *[other] { $count } more characters
}

## How far to trust an answer: accounts of its scores

answer-trust = How far to trust this
answer-scores = { $count ->
    [1] What the score is made of
    [2] Two scores, and what they are made of
    [3] Three scores, and what they are made of
   *[other] { $count } scores, and what they are made of
}
answer-score-run = Run score
answer-score-evidence = Evidence score
answer-score-reasoning = Reasoning quality
# How good the score is.
answer-tier = { $tier ->
    [high] high
    [medium] medium
    [low] low
   *[other] { $tier }
}
# Heads of columns: how a part is worked out, what it adds to the score, and the scale of the score.
answer-score-product = factor × weight
answer-score-adds = adds
answer-score-hundred = 0 to 100
answer-score-one = 0 to 1

## Beside the answer: a figure, opened

beside-no-records = This figure has no list of records: it is worked out from these values.
beside-whole-result = The whole result of the call
# The outermost name of the tree that shows it.
beside-result = result
beside-items = { $count ->
    [one] { $count } item
   *[other] { $count } items
}
beside-fields = { $count ->
    [one] { $count } field
   *[other] { $count } fields
}
beside-more = { $count } more
# The edge of a side, which can be moved.
beside-width = { $side ->
    [trace] Width of the trace
   *[panel] Width of the panel
}

## Beside the answer: the records of a figure

# $noun is another name where the records are of a source that the firm declared.
beside-records = { $noun ->
    [communication] { $count ->
        [one] { $count } communication
       *[other] { $count } communications
    }
    [case] { $count ->
        [one] { $count } case
       *[other] { $count } cases
    }
    [customer] { $count ->
        [one] { $count } customer
       *[other] { $count } customers
    }
    [document] { $count ->
        [one] { $count } document
       *[other] { $count } documents
    }
   *[other] { $count ->
        [one] { $count } { $noun }
       *[other] { $count } { $noun }s
    }
}
beside-records-changed = { beside-records }. The answer counted { $told }: records have changed since.
# What was counted follows.
beside-counted = Counted:
beside-none = No record fits. Change or clear the filter.
beside-clear = Clear filter
beside-order = Order
beside-find = Words to look for
beside-find-hint = Text or customer
beside-show = Show
# A filter that is not set; $title is its name.
beside-any = { $title }: any
beside-pages = Pages of records
beside-range = { $first } to { $last } of { $count }
beside-previous = Previous
beside-next = Next
beside-show-all = Show all { $count }

## The page that compares two sources

compare-about = Two of the firm's sources, compared row by row.
compare-loading = Comparing
# A command follows.
compare-undeclared = Fewer than two sources are declared. Look at a database or a folder:

## What is compared

compare-first = First source
compare-second = Second source
compare-measure = Measure
compare-by = Rows by
# No filter is set.
compare-all = all
compare-submit = Compare

## How well the two agree, and the rows that differ

# How far a row of one source is from that of the other.
compare-match = match
compare-minor = minor
compare-major = major
# The same with how many rows there are: links to those.
compare-count-match = { $count } match
compare-count-minor = { $count } minor
compare-count-major = { $count } major
compare-count-missing-first = { $count } missing in the first
compare-count-missing-second = { $count } missing in the second
compare-difference = Difference
# $value is a difference with its unit, $percent its share of the whole.
compare-difference-share = { $value } ({ $percent }%)
compare-rows = Rows
compare-caption = Rows, the largest difference first
compare-bar = As a bar
compare-class = Class
# Instead of a value, where a source lacks the row.
compare-no-row = no row
compare-pages = { $count } rows, page { $page } of { $pages }
compare-previous = Previous
compare-next = Next
compare-ask = Ask about it
