## Dates and times. The arguments are $day, $month (1 to 12) and $year.

month = { $month ->
    [1] Januar
    [2] Februar
    [3] März
    [4] April
    [5] Mai
    [6] Juni
    [7] Juli
    [8] August
    [9] September
    [10] Oktober
    [11] November
   *[12] Dezember
}
month-short = { $month ->
    [1] Jan.
    [2] Feb.
    [3] März
    [4] Apr.
    [5] Mai
    [6] Juni
    [7] Juli
    [8] Aug.
    [9] Sept.
    [10] Okt.
    [11] Nov.
   *[12] Dez.
}
month-of-year = { month } { $year }
date-full = { $day }. { month } { $year }
date-short = { $day }. { month-short } { $year }
time-full = { $date }, { $time } UTC
time-short = { $day }. { month-short } { $time }
range = { $from } bis { $to }
range-all = alle Tage
range-from = ab { $from }
range-until = bis { $to }
