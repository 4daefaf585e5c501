## Dates and times. The arguments are $day, $month (1 to 12) and $year.

month = { $month ->
    [1] sausio
    [2] vasario
    [3] kovo
    [4] balandžio
    [5] gegužės
    [6] birželio
    [7] liepos
    [8] rugpjūčio
    [9] rugsėjo
    [10] spalio
    [11] lapkričio
   *[12] gruodžio
}
month-short = { $month ->
    [1] saus.
    [2] vas.
    [3] kov.
    [4] bal.
    [5] geg.
    [6] birž.
    [7] liep.
    [8] rugp.
    [9] rugs.
    [10] spal.
    [11] lapkr.
   *[12] gruod.
}
month-of-year = { $year } m. { $month ->
    [1] sausis
    [2] vasaris
    [3] kovas
    [4] balandis
    [5] gegužė
    [6] birželis
    [7] liepa
    [8] rugpjūtis
    [9] rugsėjis
    [10] spalis
    [11] lapkritis
   *[12] gruodis
}
date-full = { $year } m. { month } { $day } d.
date-short = { $year } { month-short } { $day } d.
time-full = { $date }, { $time } UTC
time-short = { month-short } { $day } d. { $time }
range = { $from } – { $to }
range-all = visos dienos
range-from = nuo { $from }
range-until = iki { $to }
