## The page

record-back = Zurück
record-loading = Datensatz wird geladen
record-kind-none = Es gibt keine Datensätze der Art „{ $kind }“.

## Facts of any record

record = Datensatz
record-facts = Angaben
record-customer = Kunde
record-case = Fall
record-status = Status
record-status-name = { $status ->
    [in_progress] in Bearbeitung
    [pending] ausstehend
    [resolved] gelöst
    [closed] geschlossen
    [escalated] eskaliert
   *[open] offen
}
record-kind = Art
# What a customer wants.
record-kind-name = { $kind ->
    [complaint] Beschwerde
    [request] Anliegen
    [feedback] Rückmeldung
   *[enquiry] Anfrage
}
record-channel = Kanal
record-channel-name = { $channel ->
    [email] E-Mail
    [phone] Telefon
    [chat] Chat
    [letter] Brief
    [social] Social Media
    [referral] Empfehlung
    [fax] Fax
   *[web] Web
}
# "complaint by email"
record-kind-by = { record-kind-name } per { record-channel-name }
record-category = Kategorie
record-subcategory = Unterkategorie
record-product = Produkt
record-data-set = Datenbestand
record-text-none = Die Quelle enthält keinen Text zu diesem Datensatz.
record-no-text = Kein Text
record-quote = „{ $text }“

## Lines of messages and cases

record-message = { $date }, { record-kind-by }
record-message-about = { $date }, { record-kind-by } zu { $topic }
# The day that a promise names.
record-due = fällig am { $date }
record-unanswered = nicht beantwortet
# The day by which a case must be resolved.
record-by = bis { $date }
record-assigned-none = nicht zugewiesen
record-overdue = { $count ->
    [one] { $count } Tag überfällig
   *[other] { $count } Tage überfällig
}
record-due-today = heute fällig
record-days-left = { $count ->
    [one] noch { $count } Tag
   *[other] noch { $count } Tage
}

## A message

record-communication-of = Nachricht vom { $date }
record-answered-by = Beantwortet von
record-escalated-from = Eskaliert von
# Who answered, or where it came from.
record-agent = { $agent ->
    [human-agent] Mitarbeiter
    [email] E-Mail
    [chat] Chat
   *[chatbot] Chatbot
}
record-score = Stimmungswert
record-ask-message = Zu dieser Nachricht fragen
record-thread-case = Weitere Nachrichten des Falls
record-thread-around = Nachrichten des Kunden davor und danach

## A case

record-case-of = Fall vom { $date }
record-priority = Priorität
record-priority-name = { $priority ->
    [low] niedrig
    [high] hoch
    [critical] kritisch
   *[medium] mittel
}
record-assigned = Zugewiesen an
record-opened = Eröffnet
record-changed = Geändert
record-resolved = Gelöst
record-deadline = SLA-Frist
record-tags = Schlagwörter
record-resolution = Lösung
record-notes = Notizen
record-sla-missed = SLA verletzt
record-sla-met = SLA eingehalten
record-case-messages = Nachrichten ({ $count })
record-case-messages-none = Zu diesem Fall gibt es keine Nachrichten.
record-ask-case = Zu diesem Fall fragen

## A document

record-document-of = Dokument vom { $date }
record-document-kind = { $kind ->
    [release_note] Versionshinweis
    [policy] Richtlinie
    [notice] Mitteilung
   *[article] Artikel
}
record-day = Tag
record-parts = Abschnitte

## A customer

record-tier = Stufe
record-tier-name = { $tier ->
    [platinum] Platin
    [gold] Gold
    [silver] Silber
   *[standard] Standard
}
record-segment = Segment
record-region = Region
record-manager = Kundenbetreuer
record-since = Kunde seit
record-sla = SLA
record-sla-hours = { $count } Stunden
record-ask-customer = Zu diesem Kunden fragen
record-print = Anrufvorbereitung drucken
record-messages = Nachrichten, neueste zuerst
record-messages-none = Keine Nachrichten.
record-none = keine
record-health = Zustand
record-health-score = { $score } von 100
record-health-none = kein Wert
record-average = Durchschnittliche Stimmung
record-average-over = { $mean } aus { messages }
record-last-messages = Letzte 10 Nachrichten
# The last ten, and the ten before.
record-lately = { $last }, davor { $before }
record-communications = Nachrichten
record-cases = Fälle
record-open-cases = Offene Fälle
record-open-overdue = { $open } ({ $overdue } überfällig)
record-missed-cases = Fälle mit verletztem SLA
record-what-to-do = Was zu tun ist

## The call sheet: what one wants to know before a call

record-sheet = Vor dem Anruf
record-sheet-cases = Offene Fälle ({ $count })
record-sheet-cases-none = Keine offenen Fälle.
record-contacts = Letzte Kontakte
record-wants = Was der Kunde möchte
record-wants-none = Alle Nachrichten sind beantwortet.
record-promises = Zusagen
record-promises-none = Keine Zusagen gefunden.
record-people = Wer für sie schreibt
record-person-last = schrieb zuletzt am { $date }
record-announced = Was Sie angekündigt haben
record-announced-none = Nichts zu den Produkten, die der Kunde erwähnt.
record-products = Produkte, um die es dem Kunden geht
record-products-none = Kein Produkt wird genannt.
record-mood = Stimmung
record-mood-none = Zu wenige Nachrichten für einen Vergleich.
record-mood-lately = { $how ->
    [better] Besser als zuvor
    [worse] Schlechter als zuvor
   *[same] Etwa wie zuvor
}: zuletzt { $last } ({ messages }), davor { $before }.
record-mood-turn = { $way ->
    [fell] Stärkster Rückgang
   *[rose] Stärkster Anstieg
} im { $month }, von { $from } auf { $to }.
record-mood-turn-about = { $way ->
    [fell] Stärkster Rückgang
   *[rose] Stärkster Anstieg
} im { $month }, von { $from } auf { $to }, vor allem beim Thema { $topic }.
record-first-message = Erste Nachricht anzeigen
