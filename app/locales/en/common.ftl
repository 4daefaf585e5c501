## Dates and times. The arguments are $day, $month (1 to 12) and $year.

month = { $month ->
    [1] January
    [2] February
    [3] March
    [4] April
    [5] May
    [6] June
    [7] July
    [8] August
    [9] September
    [10] October
    [11] November
   *[12] December
}
month-short = { $month ->
    [1] Jan
    [2] Feb
    [3] Mar
    [4] Apr
    [5] May
    [6] Jun
    [7] Jul
    [8] Aug
    [9] Sep
    [10] Oct
    [11] Nov
   *[12] Dec
}
month-of-year = { month } { $year }
date-full = { $day } { month } { $year }
date-short = { $day } { month-short } { $year }
time-full = { $date }, { $time } UTC
time-short = { $day } { month-short } { $time }
range = { $from } to { $to }
range-all = all dates
range-from = from { $from }
range-until = until { $to }

## Said in many places

close = Close
pinned = Pinned
recorded-with-model = Recorded with a model
sentiment = { $sentiment ->
    [positive] positive
    [neutral] neutral
   *[negative] negative
}
calls = { $count ->
    [one] { $count } call
   *[other] { $count } calls
}
communications = { $count ->
    [one] { $count } communication
   *[other] { $count } communications
}
messages = { $count ->
    [one] { $count } message
   *[other] { $count } messages
}
cases = { $count ->
    [one] { $count } case
   *[other] { $count } cases
}
customers = { $count ->
    [one] { $count } customer
   *[other] { $count } customers
}

## Figures

# What stands before the decimals of a number.
decimal-mark = .
cost = { $usd } US dollars
cost-unknown = price unknown for { calls }
cost-partly = { $usd } US dollars, price unknown for { calls }
cost-under = under { $usd }
# At the beginning of a sentence.
counted = { $count ->
    [0] No
    [1] One
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
}
# How the figures of an answer were checked, as in "21 figures cited, 3 matched, 1 not verified": the first of a list, and those
# that follow it after a comma.
figures-cited = { $count ->
    [one] { $count } figure cited
   *[other] { $count } figures cited
}
figures-matched = { $count ->
    [one] { $count } figure matched
   *[other] { $count } figures matched
}
figures-unverified = { $count ->
    [one] { $count } figure not verified
   *[other] { $count } figures not verified
}
figures-also-matched = { $count } matched
figures-also-unverified = { $count } not verified
