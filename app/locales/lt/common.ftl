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

## Said in many places

close = Uždaryti
pinned = Prisegta
recorded-with-model = Įrašyta su modeliu
sentiment = { $sentiment ->
    [positive] teigiama
    [neutral] neutrali
   *[negative] neigiama
}
calls = { $count ->
    [one] { $count } užklausa
    [few] { $count } užklausos
    [many] { $count } užklausos
   *[other] { $count } užklausų
}
communications = { $count ->
    [one] { $count } žinutė
    [few] { $count } žinutės
    [many] { $count } žinutės
   *[other] { $count } žinučių
}
messages = { $count ->
    [one] { $count } žinutė
    [few] { $count } žinutės
    [many] { $count } žinutės
   *[other] { $count } žinučių
}
cases = { $count ->
    [one] { $count } atvejis
    [few] { $count } atvejai
    [many] { $count } atvejo
   *[other] { $count } atvejų
}
customers = { $count ->
    [one] { $count } klientas
    [few] { $count } klientai
    [many] { $count } kliento
   *[other] { $count } klientų
}

## Figures

# What stands before the decimals of a number.
decimal-mark = ,
cost = { $usd } JAV dol.
cost-unknown = kaina nežinoma: { calls }
cost-partly = { $usd } JAV dol., kaina nežinoma: { calls }
cost-under = mažiau nei { $usd }
# At the beginning of a sentence.
counted = { $count ->
    [0] Nė vienas
    [1] Vienas
    [2] Du
    [3] Trys
    [4] Keturi
    [5] Penki
    [6] Šeši
    [7] Septyni
    [8] Aštuoni
    [9] Devyni
    [10] Dešimt
   *[other] { $count }
}
# How the figures of an answer were checked, as in "21 figures cited, 3 matched, 1 not verified": the first of a list, and those
# that follow it after a comma.
figures-cited = { $count ->
    [one] { $count } skaičius su šaltiniu
    [few] { $count } skaičiai su šaltiniu
    [many] { $count } skaičiaus su šaltiniu
   *[other] { $count } skaičių su šaltiniu
}
figures-matched = { $count ->
    [one] { $count } skaičius sutampa
    [few] { $count } skaičiai sutampa
    [many] { $count } skaičiaus sutampa
   *[other] { $count } skaičių sutampa
}
figures-unverified = { $count ->
    [one] { $count } skaičius nepatikrintas
    [few] { $count } skaičiai nepatikrinti
    [many] { $count } skaičiaus nepatikrinta
   *[other] { $count } skaičių nepatikrinta
}
figures-also-matched = { $count } sutampa
figures-also-unverified = { $count ->
    [one] { $count } nepatikrintas
    [few] { $count } nepatikrinti
   *[other] { $count } nepatikrinta
}
