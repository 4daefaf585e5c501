# Beobachtete Zahlen: der Link unter einer Antwort, das Formular, die Liste und die Nachrichten.
watch-tell-me = Bei Änderung benachrichtigen
watch-about = Zahlen aus Antworten, die bei neuen Daten neu berechnet werden, und wohin die Nachrichten gehen.
watch-loading = Beobachtete Zahlen werden geladen
watch-none = Noch wird keine Zahl beobachtet. Öffnen Sie eine Antwort mit einer Zahl und wählen Sie „Bei Änderung benachrichtigen“.
watch-newest = Beobachtete Zahlen, die neuesten zuerst
watch-begun = Die Zahl wird beobachtet
watch-begun-next = Die erste Nachricht kommt, wenn die Regel zutrifft. „Jetzt senden“ schickt eine zur Probe.
watch-tried = Eine Probenachricht ist unterwegs
watch-tried-next = Kommt sie nicht an, steht der Grund in der Liste.

watch-new = Zahl beobachten
watch-new-about = Bei neuen Daten wird die Zahl neu berechnet, ohne Modell. Nachrichten gehen hinaus, wenn Ihre Regel zutrifft.
watch-no-figures = Diese Antwort enthält keine Zahl, die sich beobachten lässt
watch-no-figures-why = Neu berechnen lassen sich nur Zahlen, die ein Werkzeug dieses Systems gefunden hat.
watch-no-ways = Nachrichten können noch nicht gesendet werden
watch-no-ways-how = Zuerst muss ein Admin E-Mail, einen Webhook oder eine Adresse von Slack oder Teams einrichten.
watch-no-ways-book = So wird es eingerichtet
watch-sends = Nachrichten enthalten die Zahl, den vorherigen Wert, den Grund der Änderung und einen Link zu dieser Unterhaltung.
watch-sends-texts = Nachrichten enthalten die Frage, die Zahl, den vorherigen Wert, den Grund der Änderung und einen Link zu dieser Unterhaltung.
watch-figure = Zahl
watch-when = Wann
watch-when-changes = Wenn sie sich um mehr ändert als
watch-when-passes = Wenn sie einen Schwellenwert überschreitet oder unterschreitet
watch-when-at = Zu einer festen Zeit, ob geändert oder nicht
watch-by = Um mehr als
watch-measured-in = Gemessen in
watch-unit = { $unit ->
    [percent] Prozent
   *[amount] der Einheit der Zahl
}
watch-direction = Richtung
watch-side = { $side ->
    [below] fällt unter
   *[above] steigt über
}
watch-level = Schwellenwert
watch-days = Tage
watch-every = { $every ->
    [monday] jeden Montag
    [month] am ersten Tag des Monats
   *[day] jeden Tag
}
watch-hour = Uhrzeit
watch-way = Gesendet an
watch-way-mail = E-Mail
watch-way-webhook = Webhook der Firma
watch-way-slack = { $name } (Slack)
watch-way-teams = { $name } (Teams)
watch-to = E-Mail-Adresse
watch-begin = Beobachten

watch-rule-changes = Änderung um mehr als { $unit ->
    [percent] { $by } %
   *[amount] { $by }
}
watch-rule-passes = { $side ->
    [below] Fällt unter { $level }
   *[above] Steigt über { $level }
}
watch-rule-at = { $every ->
    [monday] Jeden Montag, { $hour }
    [month] Am Ersten des Monats, { $hour }
   *[day] Jeden Tag, { $hour }
}
watch-period-all = gesamter Zeitraum
watch-period-moves = { $period }, wandert mit den Daten
watch-period-fixed = { $period }, fester Zeitraum
watch-column-what = Frage und Zahl
watch-column-figure = Letzte Zahl
watch-column-sent = Letzte Nachricht
watch-column-state = Status
watch-column-actions = Aktionen
watch-owner = Beobachtet von { $name }
watch-never = noch nie
watch-looked = berechnet { $time }
watch-next = nächste { $time }
watch-state-active = aktiv
watch-state-paused = angehalten
watch-state-owner-gone = Konto des Besitzers fehlt
watch-state-no-access = Besitzer darf sie nicht mehr sehen
watch-state-deleted = Unterhaltung gelöscht
watch-try = Jetzt senden
watch-pause = Anhalten
watch-resume = Fortsetzen
watch-delete = Löschen
watch-action-of = { $action }: { $question }

watch-mail-changed = Geändert: { $figure }
watch-mail-passed = { $side ->
    [below] Unter { $level }: { $figure }
   *[above] Über { $level }: { $figure }
}
watch-mail-due = { $figure }
watch-mail-trial = Probe: { $figure }
watch-mail-before = { $figure }. Am { $date } waren es { $before } ({ $change }).
watch-mail-same = { $figure }, wie am { $date }.
watch-mail-why = Grund der Änderung: { $why }
watch-mail-open = Unterhaltung öffnen
watch-points = { $change } Prozentpunkte

chat-title = Slack und Teams
chat-about = Chats, in die Nachrichten über beobachtete Zahlen gehen dürfen. Ausgewählt werden sie nach Namen; die Adressen werden verschlüsselt gespeichert und nie angezeigt.
chat-name = Name
chat-kind = Art
chat-url = Adresse des eingehenden Webhooks
chat-add = Hinzufügen
chat-remove = Entfernen
chat-remove-one = { $name } entfernen
chat-locked = Die Chats stehen in den Einstellungen des Servers (PLUMBLINE_WATCH_ADDRESSES) und lassen sich hier nicht ändern.
