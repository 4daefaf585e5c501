## The bar

page-desk = Desk
page-analysis = Analyse
page-compare = Vergleich
page-pipeline = Pipeline
page-support = Support
page-review = Prüfung
page-settings = Einstellungen
bar-pages = Hauptmenü
bar-data-to = Daten bis { $date }
bar-rail = Gespräche ein- oder ausblenden
skip-to-content = Zum Inhalt springen
connection-live = Live
connection-waiting = Verbindet neu
connection-offline = Offline
theme-system = Design: wie im System
theme-light = Design: hell
theme-dark = Design: dunkel

## The pages under "Settings"

page-model = Modell
page-mail = E-Mail und Webhook
page-provider = Anmeldung
page-words = Wörter
page-memory = Gedächtnis
page-watches = Beobachtete Zahlen
page-sources = Datenquellen
page-import = Import
page-documents = Dokumente
page-tools = Werkzeuge
page-privacy = Datenschutz
page-accounts = Konten
page-audit = Protokoll

## Who is using the page, and which customers they see

who-account = Konto:
who-local = Lokal, ohne Anmeldung
who-sees-none = Sie sehen noch keine Kunden. Ein Admin kann sagen, welche Ihnen zugeordnet sind.
who-sees-one = Sie sehen den Kunden { $id }.
# $which has names of managers and the two texts below, with semicolons between.
who-sees = Sie sehen die Kunden von: { $which }.
who-segments = { $count ->
    [0] { "" }
    [one] Segment { $names }
   *[other] Segmente { $names }
}
who-regions = { $count ->
    [0] { "" }
    [one] Region { $names }
   *[other] Regionen { $names }
}

## What waits for a person

# Both after a number, as in "3 waiting for you"; on narrow screens without the second.
waiting-short = offen
waiting-more = für Sie
waiting-title = Wartet auf Sie
waiting-until = Entscheiden bis { $time }

## The list of conversations

rail-title = Gespräche
rail-new = Neue Frage
rail-search = Gespräche durchsuchen
rail-none = Hier bleiben Ihre Fragen erhalten.
rail-found-none = Kein Gespräch enthält diese Wörter.
rail-older = Ältere Gespräche
rail-options = Optionen
rail-options-of = Optionen für { $title }
rail-questions = { $count ->
    [one] { $count } Frage
   *[other] { $count } Fragen
}
rail-questions-running = { rail-questions }, läuft

## When something is in the way

problem-not-found = Nicht gefunden
problem-forbidden = Nicht erlaubt
problem-unauthenticated = Melden Sie sich an, um dies zu sehen
problem-unavailable = Derzeit nicht verfügbar
problem-too-many = Derzeit zu viele Anfragen
problem-invalid = Diese Anfrage funktioniert so nicht
problem-conflict = Nicht mehr möglich
problem-internal = Ein Fehler ist aufgetreten
sign-in = Anmelden
sign-in-token = Admin-Token
no-page = Seite nicht gefunden
no-page-why = Die Adresse enthält vielleicht einen Tippfehler, oder die Seite wurde gelöscht.
no-page-desk = Zum Desk
no-page-review = Zur Prüfung

## Keys
keys-new = neue Frage
keys-find = zur Frage oder zur Suche
keys-ask = fragen
keys-line = neue Zeile
keys-stop = Lauf stoppen; Geöffnetes schließen
keys-trace = Ablauf ein- oder ausblenden
keys-rail = Gespräche ein- oder ausblenden
keys-play = aufgezeichnetes Gespräch abspielen oder anhalten
keys-step = nächster Schritt des Gesprächs
keys-next = nächste Sitzung
keys-previous = vorherige Sitzung
keys-back = zurück zur Liste
keys-good = gut
keys-partly = teilweise
keys-bad = schlecht; 1 bis 6 für den Grund, 7 bis 0 für die Stelle
keys-save = speichern und weiter
keys-case = Prüffall aus der Runde anlegen
keys-title = Tasten
keys-single = Kürzel mit nur einer Taste wirken nur außerhalb von Textfeldern

## The choice of the language

language = Sprache
language-use = Anwenden

# $folder is a path.
not-built = Diese Seiten haben weder Stil noch Skripte, denn { $folder } ist nicht gebaut. Beenden Sie Plumbline und führen Sie „make run“ aus, oder nennen Sie in LEPTOS_SITE_ROOT einen gebauten Ordner.
