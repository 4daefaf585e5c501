## Said in many places

support-caller = Anrufer
support-calls = Supportanrufe
support-language = Sprache
support-language-lt = Litauisch
support-language-en = Englisch
# The form of address: "tu" or "Jūs" in Lithuanian.
support-form = Anrede
support-formal = formell
support-informal = informell
support-model = Modell
support-temperature = Temperatur
support-ticket = Störungsmeldung
support-save = Speichern
# Between the whole number and its decimals.
support-decimal-mark = ,

## The page of calls

support-about = Ein Kunde eines Internetanbieters ruft an. Der Agent sucht das Kundenkonto, prüft die Leitung und hilft, auf Litauisch oder Englisch.
support-calls-loading = Anrufe werden geladen
support-start = Anruf starten
support-tasks = Warten auf einen Mitarbeiter
support-last-calls = Letzte Anrufe
support-how = So werden Anrufe beantwortet
support-who = Wer antwortet
support-by-rules = Regeln, ohne Modell.
support-tickets = Störungsmeldungen
support-tickets-at-once = Werden sofort erstellt, ohne Freigabe durch einen Kollegen.
support-tickets-approved = Werden nach Freigabe durch einen Kollegen erstellt.
# A language and a form of address follow: "Lithuanian, informal".
support-begins-in = Ein Anruf beginnt auf
# Followed by support-bounds.
support-may-have = Höchstens je Anruf
support-bounds = { $messages } Nachrichten mit je { $calls } Werkzeugaufrufen.
support-sampling = { $temperature }, Antworten mit höchstens { $tokens } Tokens.

## Starting a call

support-phone = Nummer des Anrufers
support-phone-hint = mit Ländervorwahl
support-form-hint = im Litauischen
support-start-call = Anruf starten
support-starting = Wird gestartet
# A command and a full stop follow.
support-needs-scripts = Anrufe auf dieser Seite benötigen JavaScript. Verwenden Sie andernfalls
support-own = Nur für diesen Anruf
support-numbers = Nummern zum Ausprobieren
# A command and a full stop follow.
support-numbers-come = Nummern zum Ausprobieren liefert
support-numbers-own = Mit eigenen Daten geben Sie die Nummer eines Ihrer Kunden ein.

## Settings of calls

support-settings-change = Einstellungen ändern
support-max-tokens = Tokens je Antwort
support-max-turns = Nachrichten je Anruf
support-max-tool-calls = Werkzeugaufrufe je Nachricht
support-max-model-calls = Modellaufrufe je Anruf
support-form-tu = tu, informell
support-form-jus = Jūs, formell
# After "Model": a model of the provider, by its name there.
support-model-hint = des Anbieters; leer: dessen Standardmodell
support-settings-begun = Bereits begonnene Anrufe behalten ihre Einstellungen.

## The last calls

support-calls-none = Noch keine Anrufe
support-calls-none-how = Wählen Sie oben eine Nummer und starten Sie einen Anruf. Sie schreiben, was der Anrufer sagt; der Agent antwortet.
support-call-lasted = Dauer { $time }
support-ended-not = Läuft
support-ended-resolved = Gelöst
support-ended-ticket = Störungsmeldung erstellt
support-ended-informed = Anrufer informiert
support-ended-handed-over = An einen Kollegen übergeben
support-ended-max-turns = Abgebrochen: zu viele Nachrichten
support-ended-hung-up = Aufgelegt

## Tasks: calls that were promised

support-tasks-none = Niemand wartet auf einen Rückruf.
# "Waits 2 min 5 s, due 31 January 2026, 09:14 UTC, Rasa has it": three messages with commas between.
support-task-waits = Wartet seit { $time }
support-task-due = fällig am { $time }
support-task-due-at-once = sofort fällig
support-task-nobody = von niemandem übernommen
support-task-taken = von { $name } übernommen
support-task-late = überfällig
support-task-outcome = Ergebnis
support-task-outcome-of = Ergebnis des Rückrufs bei { $phone }
support-queue-urgent = Gefahr
support-queue-support = Support
support-queue-billing = Rechnungen
support-queue-contracts = Verträge
support-queue-complaints = Beschwerden

## The monitor: what the calls have taken

support-monitor = Monitoring
support-monitor-about = { $count ->
    [one] der letzte Anruf
   *[other] die letzten { $count } Anrufe
}
support-monitor-messages = Nachrichten
support-monitor-latency = Mittlere Antwortzeit
support-monitor-none-yet = noch keine
support-monitor-model-calls = Modellaufrufe
support-monitor-tokens-in = Eingabe-Tokens
support-monitor-tokens-cached = Eingabe-Tokens aus dem Cache
support-monitor-tokens-out = Ausgabe-Tokens
support-monitor-cost = Kosten in US-Dollar
support-monitor-tools = Werkzeuge nach Zahl der Aufrufe
support-monitor-recent = Letzte Werkzeugaufrufe
support-monitor-failed = fehlgeschlagen

## A call

support-call = Supportanruf
support-call-loading = Anruf wird geladen
support-call-title = Anruf von { $phone }
# The number follows.
support-call-from = Anruf von
support-taken-by = { $name } spricht mit dem Anrufer
support-take-over = Übernehmen
support-end-call = Anruf beenden
support-ending = Wird beendet
support-over = Der Anruf ist beendet
support-start-new = Neuen Anruf starten
support-waits-over = Der Anruf ist beendet.
support-waits-reply = Der Agent antwortet gerade. Danach können Sie schreiben.

## Writing in a call

support-say-caller = Was der Anrufer sagt
support-say-send = Senden
support-say-you = Was Sie dem Anrufer sagen
support-say-act = Sagen
support-say-keys = Enter sendet, Shift+Enter beginnt eine neue Zeile
support-recording = Aufnahme des Anrufers
support-recording-send = Aufnahme senden

## A message and its reply

support-says-caller = Anrufer:
support-says-agent = Agent:
support-says-agent-meanwhile = Agent, zwischendurch:
support-reply-aloud = Die Antwort, vorgelesen
support-agent-replied = Der Agent hat geantwortet.
support-agent-writing = Der Agent schreibt.
support-ticket-waits = Eine Störungsmeldung wartet auf Ihre Freigabe.
support-how-it-got-there = So kam die Antwort zustande
support-checks = { $count ->
    [one] { $count } Prüfung, { $time }
   *[other] { $count } Prüfungen, { $time }
}
support-no-reply = Keine Antwort
support-no-reply-ended = Keine Antwort: Der Anruf endete vorher.
support-no-reply-stopped = Der Server wurde beendet, bevor die Antwort fertig war. Senden Sie die Nachricht noch einmal.
support-send-again = Senden Sie die Nachricht noch einmal.

## The caller, beside the conversation

support-caller-unknown = noch nicht identifiziert
support-caller-confirmed = { $id }, Adresse bestätigt
support-caller-not-confirmed = { $id }, Adresse nicht bestätigt
support-guide = Anleitung
support-guide-given = { $given } von { $count ->
    [one] { $count } Schritt
   *[other] { $count } Schritten
} genannt
support-model-not-asked = Nicht befragt
support-model-cost = { $calls ->
    [one] { $calls } Aufruf
   *[other] { $calls } Aufrufe
}, { $tokens ->
    [one] { $tokens } Token
   *[other] { $tokens } Tokens
}, { $cost }
support-fields = Alle Felder
support-fields-of-call = Alle Felder des Anrufs
support-ticket-created = erstellt
support-ticket-proposed = Der Agent schlägt eine Störungsmeldung vor. Nach Ihrer Freigabe erfährt der Anrufer ihre Nummer.
support-ticket-look = Störungsmeldung ansehen
support-ticket-none = Es wurde keine Störungsmeldung erstellt.
support-ticket-network-issue = Netzfehler
support-ticket-technician-visit = Technikertermin
support-ticket-equipment-replacement = Gerätetausch

## What is known of the caller

support-fact-unknown = Noch nicht bekannt
support-number = Nummer
support-name-in-records = Name laut Datensatz
# The name that callers give themselves.
support-calls-themselves = Nennt sich
support-account = Kundenkonto
support-account-active = Aktiv
support-account-suspended = Gesperrt: offene Rechnung
support-account-cancelled = Vertrag beendet
support-account-not-served = nicht versorgt
support-services = Dienste
support-services-none = Keine aktiv
support-customer = Kunde
support-customer-none = Kein Kunde mit dieser Nummer
support-address = Adresse
support-address-confirmed = bestätigt
support-address-confirmed-by = bestätigt von { $name }
support-address-not-confirmed = nicht bestätigt
support-problem = Problem
support-problem-solved = gelöst
support-problem-next = danach: { $problems }

# Problems as they stand within a sentence; alone, they get a capital.
support-problem-no-internet = kein Internet
support-problem-slow-internet = langsames Internet
support-problem-intermittent = Verbindung bricht immer wieder ab
support-problem-tv-no-signal = kein TV-Signal
support-problem-account = Rechnung oder Kundenkonto
support-problem-router = Router
support-problem-equipment = Gerät
support-problem-visit = Technikertermin
support-problem-phone-line = Telefon ohne Verbindung
support-problem-wifi-range = WLAN reicht nicht weit genug
support-problem-wifi-password = WLAN-Passwort
support-problem-tv-channel = TV-Sender fehlt
support-problem-tv-picture = TV-Bild gestört

## What the checks of the line have found

support-outage = Störung
# support-outage-until or support-outage-end-unknown follows after a comma, as it does after support-outage-of.
support-outage-all = Alles ausgefallen
support-outage-of = Ausgefallen: { $services }
support-outage-until = bis { $time }
support-outage-end-unknown = Ende nicht bekannt
support-outage-affects = betrifft den Anrufer
support-outage-none = Keine an dieser Adresse
support-line = Leitung
support-line-well = Alles in Ordnung
support-line-fault = Fehler gefunden
support-loss = Paketverlust, 24 h
support-loss-share = { $share } %
support-ping = Ping-Test
support-ping-healthy = In Ordnung
support-ping-warning = Warnung
support-ping-critical = Kritisch
support-ping-passed = bestanden
support-ping-not-healthy = nicht in Ordnung
support-when = { $date }, { $time }

# Services and faults as they stand within a list; at its beginning, they get a capital.
support-service-internet = Internet
support-service-tv = TV
support-service-phone = Telefon
support-service-bundle = Internet und TV
support-issue-port-down = Port ausgefallen
support-issue-no-ip = keine IP-Adresse
support-issue-poor-signal = schwaches TV-Signal
support-issue-packet-loss = Pakete gehen verloren
support-issue-high-jitter = ungleichmäßige Verzögerungen
support-issue-intermittent = Verbindung bricht immer wieder ab
