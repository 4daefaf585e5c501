## Said in many places

review-good = Gut
review-partly = Teilweise
review-bad = Schlecht
# $verdict is good, partly or bad.
review-verdict = { $verdict ->
    [good] gut
    [partly] teilweise
   *[bad] schlecht
}
review-rating = Bewertung
review-any = Alle
review-make-case = Prüffall anlegen
review-right-would-be = Richtig wäre: „{ $text }“
review-step-plan = Plan
review-step-reflection = Reflexion
review-step-call = Aufruf { $tool }
review-us-dollars = US-Dollar
review-save = Speichern
review-delete = Löschen

## The page with the list of sessions

# Links to the three pages follow, with commas between.
review-about = Lesen Sie, was geantwortet wurde, sehen Sie, wie die Antwort zustande kam, und bewerten Sie sie.
review-my-queue = Meine Warteschlange
review-quality = Prüffälle und Übereinstimmung
review-metrics = Kennzahlen
review-sessions = Sitzungen
review-sessions-loading = Sitzungen werden geladen
# Names of groups of questions follow, and a full stop.
review-counted = Mit Fragen aus:
review-show-all = Alle anzeigen
review-saved-rated = Bewertung „{ review-verdict }“ gespeichert.
# What the keys do that stand before each.
review-key-next = nächste, vorige
review-key-good = gut
review-key-partly = teilweise
review-key-bad = schlecht
review-key-search = suchen
review-key-all = alle Tasten
review-sessions-none = Keine Sitzung entspricht diesen Filtern.
review-clear-filters = Filter zurücksetzen
review-queue-told = { $done } von { $count } erledigt
review-sessions-told = { $count ->
    [one] { $count } Sitzung
   *[other] { $count } Sitzungen
}
review-sessions-range = { $from } bis { $to } von { review-sessions-told }
review-pages = Seiten der Liste
review-newer = Neuere
review-older = Ältere
# The key "j" stands between the two.
review-open-one = Öffnen Sie eine Sitzung, um sie zu lesen.
review-opens-first = öffnet die erste.

## Filters

review-filter-sessions = Sitzungen filtern
review-filters = Filter
review-filters-set = Filter, { $count } gesetzt
review-search = Text suchen
review-search-hint = Frage, Antwort oder Notiz
review-from = Von
review-to = Bis
review-person = Person
review-status = Status
review-status-completed = abgeschlossen
review-status-error = Fehler
review-status-active = aktiv
review-rating-none = nicht bewertet
review-rating-good = gut
review-rating-partly = teilweise
review-rating-bad = schlecht
review-tool = Werkzeug
review-min-tokens = Tokens, mindestens
review-order = Sortierung
review-sort-risk = Risiko, höchstes zuerst
review-sort-newest = Neueste
review-sort-oldest = Älteste
review-sort-slowest = Langsamste
review-sort-queue = Meine Warteschlange: nicht bewertete zuerst
review-something-failed = Etwas ist fehlgeschlagen
review-apply = Anwenden

## A session in the list

review-tokens = { $count ->
    [one] { $count } Token
   *[other] { $count } Tokens
}
review-calls = { $count ->
    [one] { $count } Aufruf
   *[other] { $count } Aufrufe
}
review-dollars = { $amount } US-Dollar
# Heard after "3/4".
review-figures-lead = Zahlen führen zu einem Datensatz
review-no-figures = Keine Zahlen
review-flag-error = mit Fehler beendet
review-flag-running = läuft
review-flag-recorded = aufgezeichnet
review-flag-not-helpful = für den Fragenden nicht hilfreich
review-flag-not-answered = nicht beantwortet
review-flag-gaps = Frage teilweise nicht abgedeckt
review-flag-unverified = { $count ->
    [one] { $count } Zahl nicht bestätigt
   *[other] { $count } Zahlen nicht bestätigt
}
review-flag-failed = { $count ->
    [one] { $count } Aufruf fehlgeschlagen
   *[other] { $count } Aufrufe fehlgeschlagen
}
review-flag-injection = mögliche Prompt-Injection
review-flag-limit = Grenze erreicht
review-flag-rated = Bewertung: { review-verdict }
review-flag-done = erledigt

## An opened session

review-session-loading = Sitzung wird geladen
review-all-sessions = Alle Sitzungen
review-messages = { $count ->
    [one] { $count } Nachricht
   *[other] { $count } Nachrichten
}
review-open-conversation = Gespräch öffnen
# What they said follows: "Helpful."
review-person-said = Urteil des Fragenden:
review-no-answer = Keine Antwort. Status des Laufs: { $status ->
    [queued] eingereiht
    [running] läuft
    [waiting] wartet
    [completed] abgeschlossen
    [failed] fehlgeschlagen
    [cancelled] abgebrochen
   *[interrupted] unterbrochen
}.
review-trace = Vollständiger Ablauf
review-trace-of = Vollständiger Ablauf: { $question }
review-trace-told = gestartet am { $time }, { $count ->
    [one] { $count } Ereignis
   *[other] { $count } Ereignisse
}
# Links, after commas.
review-trace-sent = was diesen Rechner verlassen hat
review-trace-compare = mit einem anderen Lauf vergleichen

## The figures of a session

review-metric-time = Zeit
review-metric-tokens = Tokens
# After the number of tokens that went to the model.
review-metric-tokens-out = Eingabe, { $count } Ausgabe
review-metric-model-calls = Modellaufrufe
review-retries = { $count ->
    [one] { $count } Wiederholung
   *[other] { $count } Wiederholungen
}
review-metric-cost = Kosten
review-cost-unknown = unbekannt
review-unpriced = { $count ->
    [one] Preis für { $count } Aufruf unbekannt
   *[other] Preis für { $count } Aufrufe unbekannt
}
review-us-dollars-unpriced = { review-us-dollars }, { review-unpriced }
review-metric-calls = Werkzeugaufrufe
review-metric-failed = { $count } fehlgeschlagen
review-metric-iterations = Iterationen
# After a number: "3 of 8".
review-metric-of = von { $count }
review-metric-figures = Zahlen
review-metric-cited = { $count } belegt
review-metric-matched = { $count } abgeglichen
review-metric-unverified = { $count } nicht bestätigt

## Rating a turn

review-choose-first = Wählen Sie zuerst „gut“, „teilweise“ oder „schlecht“.
review-where-wrong = Wo lag der Fehler?
review-what-wrong = Was war falsch?
review-fault-reading = Lesart
review-fault-step = Schritt
review-fault-result = Ergebnis
review-fault-sentence = Satz
review-note = Notiz
review-right-answer = Richtige Antwort
review-save-next = Speichern und weiter
review-turn = Runde
review-turn-option = Runde { $number }: { $question }
review-saved-turn = Bewertung „{ review-verdict }“ für „{ $question }“ gespeichert. Die nächste Runde ist ausgewählt.
review-saved-session = Bewertung „{ review-verdict }“ für „{ $question }“ gespeichert. Dies ist die nächste Sitzung.
review-saved-last = Bewertung „{ review-verdict }“ für „{ $question }“ gespeichert. Das war die letzte Sitzung der Liste.
review-rated-before = Frühere Bewertungen
# "Turn 1: Rasa, 31 January 2026, 09:14 UTC, bad, step (wrong figure): “A note” Right would be: “Two of nine.”"
review-history-turn = Runde { $number }:
review-no-note = keine Notiz.
review-quoted = „{ $text }“

## Making a case of a turn, and correcting how its question was read

review-case-holds = Was muss die Antwort erfüllen?
review-case-faulty = Diese Antwort ist als falsch bewertet. Wählen Sie nur aus, was daran richtig war, und ergänzen Sie, was fehlt.
# What the answer does.
review-part-reads = Liest { $part }
review-part-states = Nennt { $value }
review-part-states-citing = Nennt { $value }, belegt mit „{ $row }“
review-part-cites = Zitiert { $id }
review-case-says = Wörter, die vorkommen müssen
review-case-says-not = Wörter, die nicht vorkommen dürfen
review-line-each = je eine Zeile
review-correct = Lesart korrigieren
review-correct-rows = So ist die Frage zu lesen
review-correct-hint = [Wörter|Rolle]; je Runde eine Zeile
review-correct-propose = Korrektur vorschlagen

## Cases

review-cases = Prüffälle
review-cases-none = Noch kein Prüffall. Drücken Sie in einer Sitzung c, um aus der Runde, die Sie bewerten, einen Prüffall anzulegen.
# "3 cases: 0 changed, 1 failed, 2 passed".
review-cases-told = { $count ->
    [one] { $count } Prüffall: { $results }
   *[other] { $count } Prüffälle: { $results }
}
review-cases-came = { $count } { review-case-result }
review-case-result = { $result ->
    [passed] bestanden
    [changed] verändert
   *[failed] nicht bestanden
}
review-case-not-run = noch nicht ausgeführt
review-run-recorded = Mit Aufzeichnung ausführen
review-run-today = Mit heutigen Daten ausführen
review-case-steps = Schritte des Laufs
review-made-by = angelegt von { $name }, { $time }
review-case-recorded = Aufgezeichnet
review-now-recorded = Jetzt: { $model }, mit Aufzeichnung, { $time }
review-now-today = Jetzt: { $model }, mit heutigen Daten, { $time }

## How far reviewers agree

review-agreement = Übereinstimmung der Prüfer
review-agreement-told = { $count ->
    [one] { $count } Runde bewertet, { $shared } von mindestens zwei Prüfern
   *[other] { $count } Runden bewertet, { $shared } von mindestens zwei Prüfern
}
review-agreement-reviewers = Prüfer
review-agreement-turns = Runden
review-agreement-observed = Einig
review-agreement-expected = Durch Zufall
review-agreement-kappa = Cohens Kappa
review-agreement-pair = { $a } und { $b }
review-disputes = Strittige Bewertungen

## Corrected readings, and what was not answered

review-corrections = Korrigierte Lesarten
# A link follows after a comma.
review-corrections-told = { $count ->
    [one] { $count } Korrektur, { $agreed } von einem zweiten Prüfer bestätigt
   *[other] { $count } Korrekturen, { $agreed } von einem zweiten Prüfer bestätigt
}
review-corrections-rows = Trainingszeilen für das Lesemodell
review-proposed-by = vorgeschlagen von { $name }, { $time }
review-agreed-by = bestätigt von { $name }
review-agree = Bestätigen
review-take-back = Zurücknehmen
review-refused = Nicht beantwortet
review-refused-none = Alle Fragen wurden beantwortet.
review-questions = { $count ->
    [one] { $count } Frage
   *[other] { $count } Fragen
}
review-refused-told = { review-questions }, nach Bedeutung gruppiert. Wie hätten sie gelesen werden sollen?

## Two runs side by side

review-runs-steps = Schritte beider Läufe
review-runs-step = Schritt
review-runs-same = Alle { $count } Schritte sind gleich.
review-runs-differ = { $differ } von { $count ->
    [one] { $count } Schritt
   *[other] { $count } Schritten
} { $differ ->
    [one] weicht ab
   *[other] weichen ab
}.
review-runs-differs = abweichend
review-runs-only-one = nur in einem
review-step-note = Notiz { $about }
review-step-proposal = Vorschlag { $tool }
review-step-thought = Gedanke
review-step-answer = Antwort
review-step-figures = Zahlen
review-step-cost = Kosten
review-beside = Vergleichen mit
review-compare = Vergleichen
review-again-from = Erneut fragen ab
review-step-question = Die Frage
review-who = Wer antwortet
review-strategy-auto = Automatisch
review-strategy-rules = Regeln
review-strategy-react = React
review-strategy-tools = Werkzeuge
review-strategy-plan = Plan
review-model = Modell
review-model-hint = optional, vom selben Anbieter
review-args = Argumente dieses Aufrufs
review-args-hint = optional, JSON
review-ask-again = Erneut fragen
