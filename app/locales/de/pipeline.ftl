## The page

pipeline-about = Offene Abschlüsse, die Prognose im Vergleich zum Ziel und der Zustand jedes Abschlusses.
pipeline-loading = Abschlüsse werden geladen

## Asking the desk

pipeline-ask = Fragen
pipeline-ask-about = Dazu fragen
# Heard after pipeline-ask; $about is the name of a deal.
pipeline-ask-heard = zu { $about }

## The figures

pipeline-as-of = Stand: { $date }
pipeline-as-of-region = Stand: { $date }, { $region }
pipeline-forecast-of = Prognose, { $quarter }
pipeline-closed-of = Abgeschlossen, { $quarter }
pipeline-quota-of = Ziel, { $quarter }
pipeline-open = { $count ->
    [one] { $count } offener Abschluss
   *[other] { $count } offene Abschlüsse
}
# $change: "+1,200 (+3.4%)".
pipeline-change = { $change } seit letzter Woche
# $share: "87.5%".
pipeline-of-quota = { $share } des Ziels
pipeline-no-forecast = keine Prognosekategorien erfasst
pipeline-no-quotas = keine Quelle für Ziele

## Where there are no deals. What stands between backticks stays as it is

pipeline-none = Noch keine Abschlüsse
pipeline-none-source = Diese Seite liest eine Quelle namens `opportunities` mit einer Zeile je Abschluss. Verbinden Sie Plumbline mit Ihrer Vertriebsdatenbank oder mit einem Ordner ihrer Dateien, und geben Sie der Tabelle diesen Namen:
pipeline-none-columns = Nötig sind nur `stage` und `amount`. Mit `forecast_category`, `last_activity`, `manager_notes` und weiteren Spalten lässt sich ein Abschluss beurteilen; was fehlt, zählt weder dafür noch dagegen. Eine Quelle namens `quotas` mit `region`, `quarter_start` und `quota` ermöglicht den Vergleich mit dem Ziel. `plumbline demo` enthält ein Beispiel für beides.

## The stages

pipeline-stages = Phasen
pipeline-stages-table = Phasen als Tabelle
pipeline-stages-caption = Offene Abschlüsse nach Phase
pipeline-stage = Phase
pipeline-bar = Als Balken
pipeline-amount = Betrag
pipeline-deals-many = Abschlüsse

## The regions

# $of is a quarter, and the currency where it is known: "Q1 2026, USD".
pipeline-regions = Prognose im Vergleich zum Ziel, { $of }
pipeline-regions-table = Regionen als Tabelle
pipeline-regions-caption = Abgeschlossen, Prognose und Ziel nach Region
pipeline-regions-bar = Abgeschlossen, zugesagt und Ziel als Balken
pipeline-region = Region
pipeline-closed = Abgeschlossen
pipeline-forecast = Prognose
pipeline-quota = Ziel
# Beside the colours of the bars.
pipeline-key-closed = abgeschlossen
pipeline-key-committed = zugesagt
pipeline-key-quota = Ziel

## The deals

pipeline-deals = Abschlüsse nach Zustand
pipeline-deals-order = Die schwächsten zuerst.
pipeline-deals-which = Welche Abschlüsse
pipeline-deals-table = Abschlüsse als Tabelle
pipeline-deals-caption = Offene Abschlüsse, die schwächsten zuerst
pipeline-deal = Abschluss
pipeline-health = Zustand
pipeline-why = Grund
pipeline-closes = Abschlussdatum
# The health of a deal.
pipeline-tier = { $tier ->
    [high] gut
    [medium] mittel
    [low] schwach
    [critical] kritisch
   *[other] { $tier }
}
# How many deals are of such a health.
pipeline-tier-count = { $count } { pipeline-tier }
pipeline-deals-page = { $count ->
    [one] { $count } Abschluss, Seite { $page } von { $pages }
   *[other] { $count } Abschlüsse, Seite { $page } von { $pages }
}
pipeline-previous = Zurück
pipeline-next = Weiter
