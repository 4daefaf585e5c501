## An answer and its limits

# Behind each of the first four stands a colon and what the answer says.
answer-ended-early = Vorzeitig beendet
answer-why = Grund
answer-not-covered = Nicht abgedeckt
answer-note = Hinweis
# $said is what was remembered, as in: “churn” is cancelled contracts
answer-from-memory = Aus dem Gedächtnis: { $said }
# How a small number behind a sentence is read out.
answer-source = Quelle { $n }
answer-source-range = Quellen { $first }–{ $last }
# A number follows.
answer-source-label = Quelle
answer-not-verified = nicht bestätigt

## Tables of an answer

answer-table = Tabelle der Antwort
# What columns without a head are called.
answer-column-name = Name
answer-column-sources = Quellen
# A link to the whole list.
answer-table-all = Alle { $count } sortieren und filtern
answer-export = Als CSV exportieren
answer-export-xlsx = Als Excel-Datei exportieren

## Drafts

# $file is the name of its file.
answer-draft = Entwurf: { $file }
answer-draft-download = Herunterladen

## Values of results

answer-yes = ja
answer-no = nein
answer-percent = { $value } %
# Between the whole number and its decimals.
answer-decimal-mark = ,

## What the note of a figure says

answer-nothing-says-so = Kein Ergebnis eines Werkzeugs bestätigt das.
answer-from-question = Aus Ihrer Frage übernommen
answer-follows = Ergibt sich aus den anderen Zahlen dieses Satzes
# $about is what the tool looked at, as in: Topics
answer-recorded = Erfasst unter: { $about }
answer-recorded-trace = Im Ablauf erfasst
answer-asked-for = Abgefragt wurde: { $about }
answer-in-record = Dieser Wert steht in einem Datensatz, den dieser Satz nicht als Quelle nennt
answer-in-row = Dieser Wert steht in einer Zeile, die dieser Satz nicht als Quelle nennt
answer-from-record = Aus einem Datensatz, den dieser Satz nicht als Quelle nennt
answer-from-row = Aus einer Zeile, die dieser Satz nicht als Quelle nennt
# $how is one of those below, or a sum: 140 + 115
answer-worked-out = Berechnet: { $how }
# Where it is not known what it was worked out from.
answer-how-sum = Summe
answer-how-difference = Differenz
answer-how-share = Anteil
answer-how-change = Veränderung
answer-how-ratio = Verhältnis
answer-how-mean = Mittelwert
answer-how-per-day = Mittelwert pro Tag
answer-how-count = Anzahl der Zeilen
# $a and $b are values, often with their names: total 412
answer-how-difference-of = Differenz zwischen { $a } und { $b }
answer-how-share-of = { $a } von { $b }
answer-how-change-of = Veränderung zwischen { $a } und { $b }
answer-how-ratio-of = { $a } geteilt durch { $b }
answer-how-per-day-of = { $a } verteilt auf { $b }
answer-how-mean-of = Mittelwert aus { $values }
answer-how-count-in = gezählt in { $lists }
# The last of several values: those that are not named.
answer-how-more = { $count ->
    [one] { $count } weiterer
   *[other] { $count } weitere
}

## Evidence: what an answer cites

answer-evidence = Belege
answer-rows = Zeilen
answer-chart = Diagramm
answer-cited-rows = { $rows ->
    [one] { $rows } Zeile
   *[other] { $rows } Zeilen
} zitiert
answer-cited-records = { $records ->
    [one] { $records } Datensatz
   *[other] { $records } Datensätze
} zitiert
answer-cited-both = { $rows ->
    [one] { $rows } Zeile
   *[other] { $rows } Zeilen
} und { $records ->
    [one] { $records } Datensatz
   *[other] { $records } Datensätze
} zitiert
# $cited is one of the three above.
answer-cited-read = { $cited }, { $read ->
    [one] { $read } Datensatz
   *[other] { $read } Datensätze
} gelesen
answer-rows-behind = { $rows ->
    [one] { $rows } Zeile
   *[other] { $rows } Zeilen
} hinter den Zahlen
# What a cited record is.
answer-kind = { $kind ->
    [communication] Nachricht
    [case] Fall
    [document] Dokument
   *[customer] Kunde
}
answer-kind-id = { answer-kind } { $id }
# Of a letter: nothing shows that it comes from whom it names.
answer-unauthenticated = Absender nicht bestätigt
answer-relevance = Relevanz { $value }
answer-more-characters = { $count ->
    [one] { $count } weiteres Zeichen
   *[other] { $count } weitere Zeichen
}

## How far to trust an answer: accounts of its scores

answer-trust = Wie verlässlich das ist
answer-scores = { $count ->
    [1] Woraus sich der Wert zusammensetzt
    [2] Zwei Werte und woraus sie sich zusammensetzen
    [3] Drei Werte und woraus sie sich zusammensetzen
   *[other] { $count } Werte und woraus sie sich zusammensetzen
}
answer-score-run = Wert des Laufs
answer-score-evidence = Wert der Belege
answer-score-reasoning = Qualität der Begründung
# How good the score is.
answer-tier = { $tier ->
    [high] hoch
    [medium] mittel
    [low] niedrig
   *[other] { $tier }
}
# Heads of columns: how a part is worked out, what it adds to the score, and the scale of the score.
answer-score-product = Faktor × Gewicht
answer-score-adds = Beitrag
answer-score-hundred = 0 bis 100
answer-score-one = 0 bis 1

## Beside the answer: a figure, opened

beside-no-records = Hinter dieser Zahl steht keine Liste von Datensätzen; sie ist aus diesen Werten berechnet.
beside-whole-result = Vollständiges Ergebnis des Aufrufs
# The outermost name of the tree that shows it.
beside-result = Ergebnis
beside-items = { $count ->
    [one] { $count } Eintrag
   *[other] { $count } Einträge
}
beside-fields = { $count ->
    [one] { $count } Feld
   *[other] { $count } Felder
}
beside-more = noch { $count }
# The edge of a side, which can be moved.
beside-width = { $side ->
    [trace] Breite des Ablaufs
   *[panel] Breite der Seitenleiste
}

## Beside the answer: the records of a figure

# $noun is another name where the records are of a source that the firm declared.
beside-records = { $noun ->
    [communication] { $count ->
        [one] { $count } Nachricht
       *[other] { $count } Nachrichten
    }
    [case] { $count ->
        [one] { $count } Fall
       *[other] { $count } Fälle
    }
    [customer] { $count ->
        [one] { $count } Kunde
       *[other] { $count } Kunden
    }
    [document] { $count ->
        [one] { $count } Dokument
       *[other] { $count } Dokumente
    }
   *[other] { $count ->
        [one] { $count } Datensatz ({ $noun })
       *[other] { $count } Datensätze ({ $noun })
    }
}
beside-records-changed = { beside-records }. In der Antwort waren es { $told }: Die Datensätze haben sich seitdem geändert.
# What was counted follows.
beside-counted = Gezählt:
beside-none = Kein Datensatz passt. Ändern Sie den Filter oder setzen Sie ihn zurück.
beside-clear = Filter zurücksetzen
beside-order = Sortierung
beside-find = Suchbegriffe
beside-find-hint = Text oder Kunde
beside-show = Anzeigen
# A filter that is not set; $title is its name.
beside-any = { $title }: alle
beside-pages = Seiten der Datensätze
beside-range = { $first } bis { $last } von { $count }
beside-previous = Zurück
beside-next = Weiter
beside-show-all = Alle { $count } anzeigen

## The page that compares two sources

compare-about = Zwei Quellen der Firma, Zeile für Zeile verglichen.
compare-loading = Wird verglichen
# A command follows.
compare-undeclared = Es sind weniger als zwei Quellen deklariert. So wird eine Datenbank oder ein Ordner untersucht:

## What is compared

compare-first = Erste Quelle
compare-second = Zweite Quelle
compare-measure = Kennzahl
compare-by = Zeilen nach
# No filter is set.
compare-all = alle
compare-submit = Vergleichen

## How well the two agree, and the rows that differ

# How far a row of one source is from that of the other.
compare-match = gleich
compare-minor = gering
compare-major = groß
# The same with how many rows there are: links to those.
compare-count-match = { $count } gleich
compare-count-minor = { $count } mit geringer Abweichung
compare-count-major = { $count } mit großer Abweichung
compare-count-missing-first = { $count ->
    [one] { $count } fehlt in der ersten
   *[other] { $count } fehlen in der ersten
}
compare-count-missing-second = { $count ->
    [one] { $count } fehlt in der zweiten
   *[other] { $count } fehlen in der zweiten
}
compare-difference = Differenz
# $value is a difference with its unit, $percent its share of the whole.
compare-difference-share = { $value } ({ $percent } %)
compare-rows = Zeilen
compare-caption = Zeilen, größte Differenz zuerst
compare-bar = Als Balken
compare-class = Abweichung
# Instead of a value, where a source lacks the row.
compare-no-row = keine Zeile
compare-pages = { $count ->
    [one] { $count } Zeile
   *[other] { $count } Zeilen
}, Seite { $page } von { $pages }
compare-previous = Zurück
compare-next = Weiter
compare-ask = Dazu fragen
