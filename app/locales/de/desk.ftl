## Said in many places

desk-trace = Ablauf
desk-loading = Gespräch wird geladen
desk-copy = Kopieren
desk-copied = Kopiert
desk-export = Exportieren

## The desk before the first question

desk-title = Was möchten Sie wissen?
desk-title-about = Jede Zahl der Antwort führt zu dem Datensatz, aus dem sie stammt.
# Said where the page is in another language.
desk-english-only = Ohne Modell werden Fragen nur auf Englisch verstanden.
desk-ask-first = Fragen Sie nach Ihren Kunden
desk-try = Probieren Sie eine dieser Fragen
desk-try-before-call = Vor einem Anruf oder jederzeit
desk-data-to = bis { $date }
desk-answered-by = Beantwortet von { $model }
desk-answered-by-rules = Beantwortet nach Regeln, ohne Modell
desk-import-own = Eigene Daten importieren
desk-no-data = Noch keine Daten
desk-no-data-how = Zuerst muss ein Administrator welche importieren.

## What waits for whoever opens the desk

desk-what-this-is = Was das ist
# $whose is such as "a made-up bank, to try the desk with", $much how many customers, messages and cases.
desk-newcomer = Fragen Sie in eigenen Worten nach Kunden, ihren Nachrichten und allem, was offen ist. Die Daten: { $whose }, { $much }.
desk-newcomer-to = Fragen Sie in eigenen Worten nach Kunden, ihren Nachrichten und allem, was offen ist. Die Daten: { $whose }, { $much }, bis { $date }.
desk-recorded-list = Mit einem Modell beantwortet, zum Nachlesen
# $change is a number with its sign, $before what the figure was.
desk-changed = { $change } seit dem { $date } (zuvor { $before })
desk-changed-why = { $change } seit dem { $date } (zuvor { $before }): { $why }
desk-unchanged = Unverändert seit dem { $date }
desk-all-of-them = Alle anzeigen
desk-call-sheet = Anrufvorbereitung

## Asking

desk-question = Frage
desk-ask = Fragen
desk-held = Sie sind offline. Die Frage wird gesendet, sobald die Verbindung wieder besteht.
# What stands on a chart and was clicked follows.
desk-about = Zu:
desk-about-drop = „{ $what }“ aus der Frage entfernen

## A conversation

desk-conversation = Gespräch
desk-ask-follow-up = Weitere Frage stellen
desk-reconnecting-run = Der Lauf geht ohne diese Seite weiter.
desk-reconnecting-trace = Der Ablauf wird dort fortgesetzt, wo er stehen blieb: bei Schritt { $step }.
desk-try-now = Jetzt versuchen
desk-offline = Sie sind offline
desk-offline-run = Was geöffnet ist, können Sie lesen. Ein Lauf geht ohne diese Seite weiter und erscheint hier, sobald Sie wieder online sind.

## What is open beside an answer

desk-beside = Neben der Antwort geöffnet
desk-back-to-records = Zurück zu den Datensätzen
desk-full-page = Ganze Seite öffnen
desk-loading-records = Datensätze werden geladen

## A recorded conversation, played

desk-recorded = Aufgezeichnetes Gespräch
# After "Recorded with a model".
desk-recorded-told = : { $model }, { $day }. Die Zahlen haben den damaligen Stand. Ihre nächste Frage beantwortet, wer hier jetzt antwortet.
desk-replay = Abspielen
desk-pause = Anhalten
desk-step = Schritt
desk-show-all = Alles anzeigen
desk-events = { $count ->
    [one] { $count } Ereignis
   *[other] { $count } Ereignisse
}
desk-event-of = Ereignis { $n } von { $count }

## A conversation that was shared

desk-shared = Geteiltes Gespräch
desk-shared-about = Zum Lesen geteilt. Die Zahlen führen zu den Datensätzen, aus denen sie stammen.
desk-shared-no-answer = Keine Antwort. Der Lauf { $status ->
    [queued] steht in der Warteschlange
    [running] läuft
    [waiting] wartet
    [completed] ist abgeschlossen
    [failed] ist fehlgeschlagen
    [cancelled] wurde abgebrochen
   *[interrupted] wurde unterbrochen
}.

## A question and what came of it

desk-asked = Gefragt am { $time }
desk-asked-about = Zu: { $what }
desk-delayed = verzögert
desk-writing = Antwort wird geschrieben; noch nicht geprüft
desk-evidence = Wert der Belege: { $tier ->
    [high] hoch
    [medium] mittel
    [low] niedrig
   *[other] { $tier }
}, { $value }
desk-partial = Teilantwort
desk-without-model = ohne Modell
desk-look-again = Erneut nachsehen
desk-stop = Stoppen
desk-stopping = Wird gestoppt
desk-further-charts = { $count ->
    [one] { $count } weiteres Diagramm
   *[other] { $count } weitere Diagramme
}
desk-can-answer = Fragen, die ich beantworten kann
desk-ask-next = Als Nächstes fragen

## How the question was understood

desk-understood = Verstanden als
# Words follow.
desk-not-understood = Nicht verstanden:
desk-part-carried = übernommen
desk-part-assumed = angenommen
desk-part-changed = von Ihnen geändert
desk-part-measure = Was gefragt ist
desk-part-records = Datensätze
desk-part-filter = Nur
desk-part-period = Zeitraum
desk-part-grouping = Gezählt nach
desk-part-by = nach { $what }
desk-part-name = { $role }: { $part }
desk-part-can-change-or-remove = Ändern oder entfernen
desk-part-can-change = Ändern
desk-part-from = Aus „{ $words }“
desk-part-from-before = Aus der vorigen Frage
desk-part-from-none = Angenommen: die Frage sagt es nicht
# Said of words of the question that became no part.
desk-not-used = Nicht verwendet
desk-part-type = Zum Auswählen tippen
desk-part-change = Ändern
desk-part-remove = Entfernen

## How a run ended that did not end well

desk-ended-answered = Die Antwort beruht auf dem, was bis dahin gefunden wurde.
desk-ended-kept = { $count ->
    [0] Bis dahin wurde nichts gefunden.
    [one] Ein Ergebnis bleibt im Ablauf erhalten.
   *[other] { counted } Ergebnisse bleiben im Ablauf erhalten.
}
desk-stopped = Vorzeitig gestoppt
desk-stopped-advice = Starten Sie den Lauf erneut, oder stellen Sie eine engere Frage.
desk-interrupted = Unterbrochen
desk-interrupted-why = Der Server wurde während dieses Laufs beendet.
desk-interrupted-advice = Starten Sie den Lauf erneut, um die ganze Antwort zu erhalten.
desk-failed = Der Lauf ist fehlgeschlagen

## Saying what a word means

desk-teach = Nicht verstandene Wörter
desk-ask-again = Erneut fragen
desk-teach-reviewer = Ein Prüfer kann festlegen, was „{ $word }“ bedeutet.
desk-taught = Gelernte Wörter
desk-teach-what = Was bedeutet „{ $word }“?
desk-teach-values = Ein Wert aus den Daten oder mir bekannte Wörter
desk-teach-do = Beibringen
desk-word = Wort
desk-meaning = Bedeutung

## What can be done about an answer

desk-actions = Was Sie tun können
desk-actions-about = Sie vervollständigen die Anfrage; ohne Ihre Freigabe geschieht nichts.
desk-add-note = Notiz zu { $case } hinzufügen
desk-open-case = Fall für { $name } anlegen

## What the person who asked says of an answer

desk-your-view = Ihre Meinung zu dieser Antwort
desk-was-helpful = War diese Antwort hilfreich?
desk-you-said = Ihre Angabe: { $said }
desk-helpful = Hilfreich
desk-partly-helpful = Teilweise hilfreich
desk-not-helpful = Nicht hilfreich
desk-what-was-wrong = Was stimmte nicht?
desk-reason-wrong-figure = falsche Zahl
desk-reason-not-verified = nicht bestätigt
desk-reason-missing-source = Quelle fehlt
desk-reason-wrong-scope = falscher Umfang
desk-reason-unclear = unklar
desk-reason-too-slow = zu langsam
desk-note = Notiz
desk-optional = optional
desk-send = Senden
desk-quote = „{ $text }“

## What a run cost, and what one can do with its answer. The names stand under their numbers.

desk-sent = Was diesen Rechner verlassen hat
desk-run-again = Erneut ausführen
desk-iterations = { $count ->
    [one] Iteration
   *[other] Iterationen
}
desk-tool-calls = { $count ->
    [one] Werkzeugaufruf
   *[other] Werkzeugaufrufe
}
desk-tool-calls-failed = { desk-tool-calls }, { $failed } fehlgeschlagen
# $count says how many.
desk-tokens = Tokens
desk-us-dollars = US-Dollar
# A number of calls follows.
desk-price-unknown = Preis unbekannt für
desk-reasoner = beantwortet von

## Naming, sharing, exporting and deleting a conversation

desk-keep = Teilen, exportieren, umbenennen
desk-keep-label = Verwalten
desk-name = Name
desk-rename = Umbenennen
desk-pin = Anheften
desk-unpin = Nicht mehr anheften
desk-delete = Löschen
desk-share = Teilen
desk-shared-by-link = Per Link geteilt bis { $date }
desk-shared-who = Wer den Link hat und dieselben Kunden sehen darf, kann das Gespräch bis { $date } lesen, sonst nichts.
desk-unshare = Nicht mehr teilen
desk-share-what = Erstellen Sie einen Link, unter dem andere das Gespräch lesen können. Sie können ihn wieder zurückziehen.
desk-make-link = Link erstellen
desk-make-link-anew = Neuen Link erstellen
desk-link-once = Kopieren Sie den Link jetzt: Er wird nicht noch einmal angezeigt. Ein früherer gilt nicht mehr.
desk-pack = Belegpaket (HTML)
# "A pack is signed: `plumbline verify FILE` says whether it was changed."
desk-pack-signed = Das Paket ist signiert:
desk-pack-verify = zeigt, ob es verändert wurde.
desk-deleted = Gespräch gelöscht
desk-deleted-undo = Sie können das eine Stunde lang rückgängig machen.
desk-undo = Rückgängig machen

## What waits, on the first page

home-due = Überfällig und bald fällig
home-mood-fell = Stimmung gefallen
home-wrote = Geschrieben seit { $date }
home-promised = Versprochen, noch offen
# Two mean scores.
home-mood = { $now } nach { $before }
# Whose data it is.
desk-data-demo = eine erfundene Bank zum Ausprobieren
desk-data-none = noch keine
desk-data-imported = importiert aus { $names }

## How texts are searched

search-keywords = Suche nur nach Stichwörtern
search-fetching = Das Suchmodell wird geladen: { $done } von { $all } MB. Bis dahin wird nach Stichwörtern gesucht.
search-not-fetched = Das Suchmodell konnte nicht geladen werden, daher wird nur nach Stichwörtern gesucht.
search-so-far = Suche nach Stichwörtern, nach Bedeutung bisher in { $percent } % der Texte
search-meaning = Suche nach Stichwörtern und Bedeutung

## Setting up

setup-title = Diesen Desk einrichten: { $done } von { $all } erledigt
setup-done = Erledigt:
setup-admin = Ihr Konto
setup-admin-means = Solange es kein Konto gibt, ist jeder an diesem Rechner Administrator. Erstellen Sie für sich einen Link als Administrator und öffnen Sie ihn.
setup-admin-do = Konto anlegen
setup-data = Daten, nach denen man fragen kann
setup-data-means = Importieren Sie Nachrichten und Fälle aus Dateien, verbinden Sie eine Datenbank oder eine Tabelle, oder sehen Sie sich in der Demo um: einer erfundenen Bank.
setup-data-do = Nachrichten importieren
setup-source = Tabelle oder Datenbank verbinden
setup-demo = Demo laden
setup-demo-loading = Die Demo wird geladen. Das dauert einige Sekunden.
setup-model = Ein Modell
setup-model-means = Ohne Modell antworten die Regeln, auf Englisch. Ein Modell versteht jede Formulierung und liest längere Texte.
setup-model-do = Modell verbinden
setup-colleague = Eine Kollegin oder ein Kollege
setup-colleague-means = Laden Sie jemanden per Link ein, mit Rolle und sichtbaren Kunden.
setup-colleague-do = Einladen
