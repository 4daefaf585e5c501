## Metrics

usage-about = Was gefragt wurde, wie geantwortet wurde und wie aufwendig das war. Jede Zahl öffnet die Sitzungen, die sie zählt.
usage-loading = Fragen werden gezählt
# Said after the name of a day in a drawing.
usage-show-sessions = Sitzungen anzeigen

## What is counted: in a sentence, and with a capital as a heading

usage-questions = Fragen
usage-answered = beantwortet
usage-refused = nicht beantwortet
usage-warned = mit Warnung
usage-failed = fehlgeschlagen
usage-thumbs-up = Daumen hoch
usage-thumbs-down = Daumen runter
usage-good = als gut bewertet
usage-bad = als schlecht bewertet
# Half of the questions (p50) have the first word in this time; 95 of a hundred (p95) in that of the next.
usage-first-half = erstes Wort, p50
usage-first-most = erstes Wort, p95
usage-half = Antwort, p50
usage-most = Antwort, p95
usage-tokens = Tokens
usage-cached = Tokens aus dem Cache
usage-cost = Kosten
usage-calls = Werkzeugaufrufe
usage-call-errors = Werkzeugfehler
usage-seconds = Sekunden

## The days, and by what is counted

usage-days = Tage
usage-from = Von
usage-to = Bis
# A choice of those that follow.
usage-by-what = Nach
usage-by = { $by ->
    [model] Modell
    [strategy] Strategie
    [skill] Skill
    [person] Person
   *[day] Tag
}
usage-show = Anzeigen

## By day

usage-by-day = Nach Tag
usage-by-day-means = Ein Gespräch zählt zu dem Tag (UTC), an dem es begann.
# $unit is what is counted, or "Seconds"; $days as in "2 to 31 January 2026".
usage-days-of = { $unit } pro Tag, { $days }

## The table

usage-questions-by = Fragen nach { $by ->
    [model] Modell
    [strategy] Strategie
    [skill] Skill
    [person] Person
   *[day] Tag
}
usage-questions-by-means = Mit Warnung: beantwortet, aber ein Teil fehlt, eine Zahl ist nicht bestätigt, eine Grenze wurde erreicht, oder ein Text sieht nach Anweisungen aus. Erstes Wort: Zeit, bis ein Schritt oder die Antwort zu lesen war. Als Urteil zählt das neueste einer Runde.
usage-numbers = Zahlen
# A model, a strategy, a skill or a person that is not known.
usage-none = keine Angabe

## Limits

usage-budgets = Grenzen für heute
usage-budgets-means = Je Person und Tag (UTC). Wer nicht aufgeführt ist, hat heute nichts gefragt.
usage-limits = Grenzen
usage-no-limit = unbegrenzt
usage-tokens-used = Tokens verbraucht
usage-tokens-left = Tokens übrig
usage-dollars-used = US-Dollar verbraucht
usage-dollars-left = US-Dollar übrig

## How far scores can be trusted

usage-calibration = Wie verlässlich ist der Wert der Belege?
usage-calibration-none = Noch wurde keine Antwort mit einem Wert beurteilt.
usage-verdicts = { $count ->
    [one] { $count } Urteil
   *[other] { $count } Urteile
} zu Antworten.
usage-verdicts-of-demo = Davon { $count } aus der Demo: deren eigene Fragen mit bekannten Zahlen, von einem Programm ausgeführt und beurteilt.
# A share in percent follows, and a full stop.
usage-error = Erwarteter Kalibrierungsfehler:
usage-error-means = So weit liegen der Wert und der Anteil guter Antworten im Mittel auseinander.
usage-fitted = Unten werden angepasste Werte verwendet: die ansteigenden Stufen, die { $count } Urteilen am nächsten kommen (isotone Regression). An der Hälfte gemessen, die nicht in die Anpassung einging, beträgt ihr Fehler { $error }.
usage-not-fitted = Ab { $enough } Urteilen werden die Werte daran angepasst; bisher liegen { $count } vor.
usage-reliability = Verlässlichkeit
usage-fitted-scores = Angepasste Werte
usage-scores = Werte
usage-mean-score = Mittlerer Wert
# A share of the answers.
usage-judged-good = Als gut beurteilt
# A number of verdicts.
usage-good-count = Gut
usage-verdict-count = Urteile
usage-curve = Anteil guter Antworten nach Wert der Belege
usage-curve-bin = Wert { $from } bis { $to }: { $good } von { $count } gut
usage-curve-means = Waagerecht: der Wert. Senkrecht: der Anteil der als gut beurteilten Antworten. Zahlen: Urteile. Gepunktet: Wert und Anteil stimmen überein.
usage-curve-steps = Stufen: angepasste Werte.

## Cases and agreement

usage-quality-about = Was die Prüfung ergeben hat, festgehalten, damit sich die Fragen erneut stellen lassen.
usage-quality-loading = Prüffälle werden geladen

## Two runs side by side

usage-two-runs = Zwei Läufe
usage-two-runs-loading = Läufe werden geladen
# The question follows, as a link.
usage-two-runs-of = Zur Frage
usage-two-runs-choose = Wählen Sie einen Lauf derselben Frage, oder fragen Sie ab einem der Schritte erneut.
