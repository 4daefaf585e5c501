## The trace of a conversation

timeline-title = Wie das gefunden wurde
timeline-to-bob = Zum aktuellen Schritt
timeline-question = Frage { $n }
timeline-calls = { $count ->
    [one] { $count } Aufruf
   *[other] { $count } Aufrufe
}
timeline-calls-running = { timeline-calls }, { $running } laufend
# $time is a duration such as "6.2 s".
timeline-account = { $time }, { $iterations ->
    [one] { $iterations } Iteration
   *[other] { $iterations } Iterationen
}, { timeline-calls }
timeline-running = läuft, { $time }
timeline-failed = fehlgeschlagen, { $time }
timeline-stopped = gestoppt
timeline-more = { $count ->
    [one] { $count } weiteres Zeichen
   *[other] { $count } weitere Zeichen
}

## Kinds of steps

timeline-thought = Überlegung { $n }
timeline-plan = { $count ->
    [one] Plan mit { $count } Aufruf
   *[other] Plan mit { $count } Aufrufen
}
timeline-enough = Genug bekannt
timeline-not-enough = Noch nicht genug
timeline-approval = Freigabe
timeline-answer = Antwort geschrieben
timeline-checked = Zahlen geprüft
timeline-recovered = behoben
timeline-call = Werkzeugaufruf
timeline-call-again = Werkzeugaufruf, { $n ->
    [2] zweiter
    [3] dritter
    [4] vierter
    [5] fünfter
    [6] sechster
   *[other] { $n }.
} Versuch
timeline-fork = { $count ->
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
} Aufrufe gleichzeitig
# $label is one of the three above.
timeline-label-running = { $label }, läuft
timeline-note-routed = Eingeordnet
timeline-note-compressed = Verdichtet
timeline-note-fallback = Ausgewichen
timeline-note-retry = Wiederholung
timeline-note-pseudonyms = Pseudonyme
timeline-note-suspected = Text mit Anweisungen
timeline-note-failed = Fehlgeschlagen
timeline-note-stopped = Gestoppt
timeline-note-interrupted = Unterbrochen
timeline-limit-near = Grenze: fast erreicht
timeline-limit-iterations = Grenze: Iterationen
timeline-limit-passes = Grenze: Durchgänge
timeline-limit-calls = Grenze: Werkzeugaufrufe
timeline-limit-tokens = Grenze: Tokens
timeline-limit-cost = Grenze: Kosten
timeline-limit-cost-unknown = Grenze: Kosten unbekannt
timeline-limit-time = Grenze: Zeit
timeline-limit-no-progress = Grenze: kein Fortschritt

## What a step says

# What a model was asked for.
timeline-purpose-route = Frage lesen
timeline-purpose-step = Nächster Schritt
timeline-purpose-plan = Planen
timeline-purpose-reflect = Ergebnisse beurteilen
timeline-purpose-synthesize = Antwort schreiben
timeline-purpose-repair = Antwort korrigieren
timeline-purpose-summarize = Bisheriges zusammenfassen
timeline-purpose-follow-ups = Weitere Fragen vorschlagen
timeline-model = { $model }: { $sent } Tokens gesendet, { $got } erhalten, { $cost }, { $time }{ $retries ->
    [0] { "" }
    [one] , nach { $retries } Wiederholung
   *[other] , nach { $retries } Wiederholungen
}
timeline-decided = { $decision ->
    [approved] freigegeben
    [edited] mit Änderungen freigegeben
    [rejected] abgelehnt
    [expired] abgelaufen
   *[other] { $decision }
}
timeline-decided-by = { timeline-decided } von { $by }
timeline-citations = { $count ->
    [one] { $count } Quellenangabe.
   *[other] { $count } Quellenangaben.
}
timeline-no-figures = Keine Zahlen zu prüfen.
# $told is one of the three for all figures, or a list of the three with a number.
timeline-figures = { $count ->
    [one] { $count } Zahl geprüft: { $told }.
   *[other] { $count } Zahlen geprüft: { $told }.
}
timeline-all-cited = alle belegt
timeline-all-matched = alle abgeglichen
timeline-none-verified = keine bestätigt
timeline-cited = { $count } belegt
timeline-matched = { $count } abgeglichen
timeline-unverified = { $count } nicht bestätigt

## A call

timeline-waterfall = { $from } bis { $to } von insgesamt { $total } Millisekunden
# $unit names what was read, in English.
timeline-coverage = { $read } von { $available } { $unit } gelesen.
timeline-result = { $count ->
    [one] Ergebnis, { $count } Zeichen
   *[other] Ergebnis, { $count } Zeichen
}
timeline-result-rest = Der Rest steht im Export des Laufs.
timeline-come = { $cited ->
    [one] { $cited } Zahl der Antwort stammt von hier
   *[other] { $cited } Zahlen der Antwort stammen von hier
}
timeline-match = { $matched ->
    [one] { $matched } Zahl der Antwort stimmt mit Werten von hier überein
   *[other] { $matched } Zahlen der Antwort stimmen mit Werten von hier überein
}
timeline-come-and-match = { timeline-come }, { $matched ->
    [one] { $matched } weitere stimmt überein
   *[other] { $matched } weitere stimmen überein
}
timeline-figure-matched = { $figure } (abgeglichen)

## What a run is doing: phases, as labels and, with a full stop, as the status

timeline-phase-queued = In der Warteschlange
timeline-phase-waiting = Wartet auf Sie
timeline-phase-starting = Startet
timeline-phase-reading = Liest die Frage
timeline-phase-planning = Plant
timeline-phase-judging = Beurteilt die Ergebnisse
timeline-phase-writing = Schreibt die Antwort
timeline-phase-checking = Prüft die Zahlen
timeline-phase-follow-ups = Sucht weitere Fragen

## What a call is doing, in a list with commas. $what is a part of a tool's name, in English

timeline-doing-query = zählt die Datensätze
timeline-doing-search-all = durchsucht Dokumente und Nachrichten
timeline-doing-similar = sucht ähnliche Nachrichten
timeline-doing-calculate = rechnet
timeline-doing-analyze = analysiert { $what }
timeline-doing-detect = sucht { $what }
timeline-doing-get = liest { $what }
timeline-doing-list = listet { $what } auf
timeline-doing-assess = beurteilt { $what }
timeline-doing-check = prüft { $what }
timeline-doing-find = schlägt { $what } nach
timeline-doing-run = führt { $what } aus
timeline-doing-search = durchsucht { $what }
timeline-doing-create = eröffnet { $what }
timeline-doing-assign = weist { $what } zu
timeline-doing-add = fügt { $what } hinzu
timeline-doing-other = nutzt { $what }

## The status of a run

timeline-ready = Antwort fertig.
# $graded: "21 figures cited, 3 matched".
timeline-ready-graded = Antwort fertig: { $graded }.
timeline-run-failed = Der Lauf ist fehlgeschlagen.
timeline-run-stopped = Gestoppt.
timeline-run-interrupted = Unterbrochen.
timeline-run-waiting = Wartet auf Ihre Entscheidung.
timeline-used-steps = Schritt { $n } von { $most }
timeline-used-calls = { $most ->
    [one] { $n } von { $most } Aufruf
   *[other] { $n } von { $most } Aufrufen
}
timeline-used-tokens = { $count ->
    [one] { $count } Token
   *[other] { $count } Tokens
}

## An approval: what a tool proposes to do

timeline-waits = wartet auf Sie
timeline-not-decided = nicht entschieden
timeline-approved = freigegeben
timeline-approved-changed = mit Änderungen freigegeben
timeline-declined = abgelehnt
timeline-expired = abgelaufen
# What came of it; $time is a duration.
timeline-carried-out = Einmal ausgeführt, in { $time }.
timeline-nothing-done = Nichts wurde ausgeführt.
timeline-approval-note = „{ $note }“
# Stands after the name of a tool.
timeline-proposes = schlägt dies vor. Ohne Ihre Freigabe geschieht nichts.
timeline-decide-by = Entscheiden Sie bis { $time }. Danach verfällt der Vorschlag, und nichts wird ausgeführt.
timeline-not-saved = Nicht gespeichert
timeline-kept-here = Ihre Eingaben bleiben hier erhalten; versuchen Sie es erneut.
timeline-changes = Vorgeschlagene Änderungen
timeline-field = Feld
timeline-before = Vorher
timeline-after = Nachher
timeline-before-none = leer
timeline-unchanged = unverändert
timeline-removed = entfernt
timeline-edit = Vor der Freigabe bearbeiten
timeline-list-hint = Ein Eintrag pro Zeile
timeline-reason = Grund
timeline-reason-hint = optional, wird mit Ihrer Entscheidung gespeichert
timeline-approve = Freigeben
timeline-approve-changed = Mit Änderungen freigeben
timeline-decline = Ablehnen
