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
