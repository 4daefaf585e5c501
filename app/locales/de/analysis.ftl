## The page

analysis-title = Kundenstimmung
analysis-loading = Analyse wird geladen
analysis-loading-selection = Auswahl wird geladen
analysis-without-filters = Ohne Filter
analysis-no-data = Noch keine Daten
# A link, then a sentence with a command in its middle: "Import your own, or fill the desk … by `plumbline demo`. Then reload this page."
analysis-import = Importieren Sie eigene Daten
analysis-import-or = , oder füllen Sie den Desk mit erfundenen Daten:
analysis-import-reload = . Laden Sie danach diese Seite neu.

## Said in many places

analysis-communications = { $count ->
    [one] { $count } Nachricht
   *[other] { $count } Nachrichten
}
analysis-of-surveys = { $count } aus Umfragen
analysis-show = Anzeigen
analysis-product = Produkt
analysis-selected = Ausgewählt
analysis-tone = { $tone ->
    [positive] positiv
    [neutral] neutral
   *[negative] negativ
}
# The days of a whole month.
# What stands out in the drawing of days; there in capitals.
analysis-badge = { $badge ->
    [peak] Hoch
    [trough] Tief
   *[outlier] Ausreißer
}
analysis-stage = { $stage ->
    [initial-contact] Erstkontakt
    [triage] Triage
    [investigation] Klärung
    [resolution] Lösung
   *[post-resolution] nach der Lösung
}
analysis-quadrant = { $quadrant ->
    [critical] kritisch
    [watch] beobachten
    [strength] Stärke
   *[noise] Rauschen
}
analysis-column-communications = Nachrichten
analysis-column-net = Stimmungssaldo

## The head

analysis-filter = Nachrichten filtern
analysis-all-products = Alle Produkte
analysis-channel = Kanal
analysis-all-channels = Alle Kanäle
analysis-surveys-only = Nur Umfragen

## Events and sentiment: a mark for each day, week or month

analysis-events = Ereignisse und Stimmung
analysis-events-none = Mit diesen Filtern gibt es in diesem Zeitraum keine Nachrichten.
# What the table is of, after "Table of".
analysis-events-table = Nachrichten und Stimmung
analysis-legend = Legende
analysis-legend-surveys = Umfragedaten
analysis-legend-mark = { $unit ->
    [month] ein Punkt pro Monat, Fläche zeigt die Anzahl
    [week] ein Punkt pro Woche, Fläche zeigt die Anzahl
   *[day] ein Punkt pro Tag, Fläche zeigt die Anzahl
}
analysis-select = Wählen Sie einen Punkt, um Einzelheiten zu sehen und dazu zu fragen.
analysis-selection = Auswahl
analysis-remove = { $what } entfernen
analysis-widen = auf die Woche erweitern
analysis-clear = Aufheben
analysis-selected-what = Ausgewählt: { $what }
analysis-drawing = Kundenstimmung, { $days }
# What the drawing shows, in up to four sentences.
analysis-described = { $unit ->
    [month] Ein Punkt pro Monat: Die Höhe zeigt den Stimmungssaldo, die Fläche die Anzahl.
    [week] Ein Punkt pro Woche: Die Höhe zeigt den Stimmungssaldo, die Fläche die Anzahl.
   *[day] Ein Punkt pro Tag: Die Höhe zeigt den Stimmungssaldo, die Fläche die Anzahl.
}
analysis-described-total = { analysis-communications }.
analysis-described-net = { analysis-communications }, Stimmungssaldo { $net }.
analysis-described-trough = Das Tief liegt bei { $net } ({ $days }).
analysis-described-peak = Das Hoch liegt bei { $net } ({ $days }).
# What a mark says, in parts with commas and semicolons between them: "16 January 2026: 57 communications, 50% more than
# before; net sentiment −0.53, negative, 0.19 below the mean of the range; 3 of surveys; peak. Select for details".
analysis-mark = { $days }: { analysis-communications }
analysis-mark-same = so viele wie zuvor
analysis-mark-more = { $change } mehr als zuvor
analysis-mark-fewer = { $change } weniger als zuvor
analysis-mark-net = Stimmungssaldo { $net }, { analysis-tone }
analysis-mark-below = { $difference } unter dem Mittelwert des Zeitraums
analysis-mark-above = { $difference } über dem Mittelwert des Zeitraums
analysis-mark-unjudged = keine mit auswertbarem Text
analysis-mark-select = { $mark }. Auswählen für Einzelheiten
# Under the axis, where there is little room.
analysis-axis-month = { month-short } { $year }
analysis-axis-day = { $day }. { month-short }
# The kind of a document that is marked, in "Mobile app 5.2, release note of 15 January 2026".
analysis-document = { $kind ->
    [article] Artikel
    [release_note] Versionshinweis
    [policy] Richtlinie
   *[notice] Mitteilung
}
analysis-column-days = Tage
analysis-column-negative = Negativ
analysis-column-neutral = Neutral
analysis-column-positive = Positiv
analysis-column-marks = Markierungen

## The overview: all the data in small, with the range

analysis-overview = Der Zeitraum innerhalb aller Daten
analysis-range-first = Erster Tag des Zeitraums. Ziehen oder mit den Pfeiltasten verschieben; die Eingabetaste zeigt den Zeitraum
analysis-range-last = Letzter Tag des Zeitraums. Ziehen oder mit den Pfeiltasten verschieben; die Eingabetaste zeigt den Zeitraum
analysis-from = Von
analysis-to = bis
analysis-earlier = Früher
analysis-later = Später
analysis-last-year = Letzte 12 Monate
analysis-all-days = Alle Tage

## What was chosen

analysis-not-selected = Nichts ausgewählt
analysis-counted = Wie gezählt wird
analysis-counted-how = Stimmungssaldo: Jede Nachricht mit erkennbarer Richtung zählt +1, 0 oder −1. Ab +0,2 gilt er als positiv, ab −0,2 abwärts als negativ.
analysis-questions = Fragen zu dieser Auswahl
analysis-ask = Fragen
analysis-ask-own = Oder stellen Sie eine eigene Frage
# $about names what was chosen, in English.
analysis-ask-about = Zu: { $about }
analysis-ask-beyond = Antworten können über die Auswahl hinausgehen.

## The journey: sentiment over the stages of a case

analysis-journey = Stimmung im Fallverlauf
analysis-journey-key = Jede Stufe beginnt, wo die vorherige endet; blass: weniger als fünf Nachrichten
analysis-journey-none = Keine Nachricht dieses Zeitraums gehört zu einem Fall.
analysis-journeys = Fallverläufe nach Produkt
analysis-journey-of = { $name }: Stimmungssaldo nach Phase
# What the table is of, after "Table of".
analysis-journey-table = Stimmungssaldo nach Phase
analysis-journey-how = Wie die Phasen bestimmt werden
analysis-journey-method = Nachrichten, die zu einem Fall gehören, werden nach ihrem Zeitpunkt eingeordnet: bis zur Eröffnung des Falls als Erstkontakt, nach seiner Lösung als „nach der Lösung“. Dazwischen ist das erste Viertel der Zeit die Triage, das letzte Viertel die Lösung, der Rest die Klärung. Bei einem noch nicht gelösten Fall ist die Triage das erste Viertel der Zeit bis zur Frist.
# In a column of 36 pixels: seven letters at most.
analysis-stage-short = { $stage ->
    [initial-contact] Kontakt
    [triage] Triage
    [investigation] Klärung
    [resolution] Lösung
   *[post-resolution] Danach
}
analysis-stage-net = { $count ->
    [one] { $name }: { $net } aus { $count } Nachricht
   *[other] { $name }: { $net } aus { $count } Nachrichten
}
analysis-stage-none = { $name }: keine
analysis-net-of = { $net } aus { $count }
# What a journey shows; $at and $than are one of these.
analysis-at-stage = { $stage ->
    [initial-contact] beim Erstkontakt
    [triage] bei der Triage
    [investigation] bei der Klärung
    [resolution] bei der Lösung
   *[post-resolution] nach der Lösung
}
analysis-falls = fällt { $at } am stärksten
analysis-recovers = erholt sich { $at }
analysis-lower = { $at } niedriger als { $than }
analysis-higher = { $at } höher als { $than }
analysis-steady = gleichbleibend
analysis-course-unknown = zu wenige Nachrichten für einen Verlauf

## Volume against sentiment: topics in quadrants

analysis-quadrants = Anzahl und Stimmung
analysis-midlines = Mittellinien bei { $volume } und einem Stimmungssaldo von { $net }
analysis-quadrants-none = Keine Nachricht dieses Zeitraums hat ein Thema.
analysis-topics = Themen nach Produkt
analysis-quadrants-of = { $name }: Anzahl und Stimmung
# What the table is of, after "Table of".
analysis-quadrants-table = Themen nach Anzahl und Stimmung
analysis-none-critical = keine kritischen Themen
analysis-to-watch = { $count ->
    [one] { $count } Thema zu beobachten
   *[other] { $count } Themen zu beobachten
}
analysis-critical = { $count ->
    [one] { $count } kritisches Thema
   *[other] { $count } kritische Themen
}
analysis-topic = { $topic }: Anzahl { $volume }, Stimmungssaldo { $net }, { analysis-quadrant }
# In place of $net.
analysis-not-judged = nicht ausgewertet
# A corner of the drawing, which selects its topics; $name is a product.
analysis-corner = { $count ->
    [one] { $name }: { analysis-quadrant }, { $count } Thema
   *[other] { $name }: { analysis-quadrant }, alle { $count } Themen
}
analysis-column-topic = Thema
analysis-column-quadrant = Quadrant

## The figures at the head, and of what is selected

analysis-fact-communications = Nachrichten
analysis-within-sla = Innerhalb des SLA
analysis-net-sentiment = Stimmungssaldo
analysis-open-cases = Offene Fälle
analysis-estimated-nps = Geschätzter NPS
analysis-surveys-less-others = Umfragen gegenüber anderen
analysis-themes = Themen
# Behind the difference to the days before.
analysis-change-on = gegenüber { $days }
# $breached is the next text.
analysis-points-on = Punkte gegenüber { $days }; { $breached }
analysis-breached-of = { $count ->
    [one] { $breached } von { $count } Fall verspätet
   *[other] { $breached } von { $count } Fällen verspätet
}
analysis-since = seit { $date }
analysis-no-earlier = keine früheren Daten
analysis-no-deadline = kein Fall von { $days } hat eine Frist
analysis-nothing-judged = nichts zu beurteilen
analysis-none-judged = keine hat einen Text zum Beurteilen
analysis-nothing-scored = nichts wurde bewertet
analysis-average-score = mittlerer Wert { $score }
analysis-by-tone = { $negative } negativ, { $neutral } neutral, { $positive } positiv
# Two percentages.
analysis-detractors-over = { $share } % Kritiker nach der Schätzung: mehr als { $limit } %.
analysis-promoters-over = { $share } % Fürsprecher nach der Schätzung: mehr als { $limit } %.
analysis-bands = aus Stimmungsbereichen; { $detractors } % Kritiker, { $promoters } % Fürsprecher
analysis-surveys-and-others = { $surveys } aus Umfragen { $of_surveys }, { $others } andere { $of_others }
analysis-not-surveys-only = Eine Frage lässt sich nicht auf Umfragen beschränken: Sie wird aus allen Nachrichten beantwortet.
analysis-quadrant-topics = { analysis-quadrant }: Themen
analysis-among = unter { $name }
analysis-volume-high = viele Nachrichten
analysis-volume-low = wenige Nachrichten
analysis-volume-usual = übliche Menge
# $when is a day or days.
analysis-times = { $times }-mal so viele wie { $when }
analysis-as-many = so viele wie { $when }
analysis-percent-more = { $percent } % mehr als { $when }
analysis-percent-fewer = { $percent } % weniger als { $when }
# $what is a day or days, or the next text.
analysis-the-same = gleich wie { $what }
analysis-above = { $by } über { $what }
analysis-below = { $by } unter { $what }
analysis-that-of-the-range = dem Zeitraum
