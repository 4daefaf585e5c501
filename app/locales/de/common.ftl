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

## Said in many places

close = Schließen
pinned = Angeheftet
recorded-with-model = Mit einem Modell aufgezeichnet
sentiment = { $sentiment ->
    [positive] positiv
    [neutral] neutral
   *[negative] negativ
}
calls = { $count ->
    [one] { $count } Aufruf
   *[other] { $count } Aufrufe
}
communications = { $count ->
    [one] { $count } Nachricht
   *[other] { $count } Nachrichten
}
messages = { $count ->
    [one] { $count } Nachricht
   *[other] { $count } Nachrichten
}
cases = { $count ->
    [one] { $count } Fall
   *[other] { $count } Fälle
}
customers = { $count ->
    [one] { $count } Kunde
   *[other] { $count } Kunden
}

## Figures

# What stands before the decimals of a number.
decimal-mark = ,
cost = { $usd } US-Dollar
cost-unknown = Preis unbekannt für { calls }
cost-partly = { $usd } US-Dollar, Preis unbekannt für { calls }
cost-under = unter { $usd }
# At the beginning of a sentence.
counted = { $count ->
    [0] Kein
    [1] Ein
    [2] Zwei
    [3] Drei
    [4] Vier
    [5] Fünf
    [6] Sechs
    [7] Sieben
    [8] Acht
    [9] Neun
    [10] Zehn
   *[other] { $count }
}
# How the figures of an answer were checked, as in "21 figures cited, 3 matched, 1 not verified": the first of a list, and those
# that follow it after a comma.
figures-cited = { $count ->
    [one] { $count } Zahl belegt
   *[other] { $count } Zahlen belegt
}
figures-matched = { $count ->
    [one] { $count } Zahl abgeglichen
   *[other] { $count } Zahlen abgeglichen
}
figures-unverified = { $count ->
    [one] { $count } Zahl nicht bestätigt
   *[other] { $count } Zahlen nicht bestätigt
}
figures-also-matched = { $count } abgeglichen
figures-also-unverified = { $count } nicht bestätigt
