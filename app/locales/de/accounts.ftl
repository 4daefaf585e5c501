## Said in many places

accounts-name = Name
accounts-password = Passwort
accounts-role = Rolle
accounts-role-name = { $role ->
    [reviewer] Prüfer
    [admin] Admin
   *[manager] Kundenbetreuer
}
accounts-sees = Sieht
accounts-state = Status
accounts-may-sign-in = Darf sich anmelden
accounts-never = Nie
accounts-copy = Kopieren
accounts-copied = Kopiert
accounts-door-loading = Wird geladen

## Which customers somebody sees: under "Sees", and after "You see"

accounts-sees-all = alle Kunden
accounts-sees-none = keine Kunden
# $id is the id of the customer.
accounts-sees-one = den Kunden { $id }
# $lists are the three that follow, those that are chosen, with semicolons between.
accounts-sees-some = die Kunden von: { $lists }
# Relationship managers, by their names.
accounts-sees-managers = { $names }
accounts-sees-segments = { $count ->
    [one] Segment { $names }
   *[other] Segmente { $names }
}
accounts-sees-regions = { $count ->
    [one] Region { $names }
   *[other] Regionen { $names }
}

## The choice of them

accounts-view-all = Alle Kunden
accounts-view-any = Oder Kunden, auf die mindestens eine Angabe zutrifft:
accounts-view-manager = Kundenbetreuer
accounts-view-segment = Segment
accounts-view-region = Region

## Everybody's accounts

accounts-about = Wer Plumbline nutzen darf, mit welchen Rechten und für welche Kunden.
accounts-loading = Konten werden geladen
accounts-by-name = Konten nach Name
accounts-signed-in = Letzte Anmeldung
accounts-change = Ändern
accounts-change-of = { $name } ändern
accounts-disabled = gesperrt
accounts-by-firm = Über die Anmeldung der Firma
accounts-you = Sie
accounts-change-means = Wer Rechte verliert, muss sich neu anmelden.
accounts-disabled-means = Gesperrt: keine Anmeldung möglich, die Tokens des Kontos sind wirkungslos
accounts-save = Speichern
accounts-cancel = Abbrechen
accounts-invite = Jemanden einladen
accounts-invite-means = Sie erhalten einen Link, der einen Tag lang und nur einmal gilt. Verschicken Sie ihn selbst. Mit dem Namen eines bestehenden Kontos wird dessen Passwort neu gesetzt.
# After "Name", the label of a field.
accounts-invite-name-hint = (leer: die eingeladene Person wählt selbst)
accounts-invite-make = Link erstellen
accounts-invite-made = Ihr Link. Kopieren Sie ihn jetzt: Er wird nicht noch einmal angezeigt.

## Joining by an invitation

accounts-join = Beitreten
accounts-join-nothing = Keine gültige Einladung
accounts-invited = Sie sind als { $role ->
    [reviewer] Prüfer
    [admin] Admin
   *[manager] Kundenbetreuer
} eingeladen. Wählen Sie, wie Sie sich anmelden.
accounts-join-password-hint = Mindestens 12 Zeichen. Gut sind drei oder vier Wörter hintereinander.

## Signing in

accounts-sign-in-with = Mit { $provider } anmelden
accounts-none = Es gibt noch kein Konto
# A command follows, and a full stop.
accounts-none-how = Öffnen Sie auf dem Serverrechner selbst den Link, den der Server beim Start ausgegeben hat, oder verwenden Sie den Befehl
accounts-oidc-off = Die Anmeldung mit dem Firmenkonto ist hier nicht eingerichtet.
accounts-oidc-state = Die Anmeldung hat zu lange gedauert oder wurde in einem anderen Browser begonnen. Versuchen Sie es noch einmal.
accounts-oidc-denied = Die Anmeldung Ihrer Firma hat Sie abgewiesen. Versuchen Sie es noch einmal, oder fragen Sie die dort Zuständigen.
accounts-oidc-unreachable = Die Anmeldung Ihrer Firma ist nicht erreichbar. Versuchen Sie es später noch einmal.
accounts-oidc-untrusted = Die Anmeldung Ihrer Firma hat etwas gesendet, das nicht vertrauenswürdig ist. Wenden Sie sich an den Betreiber von Plumbline; mehr dazu steht im Serverlog.
accounts-oidc-group = Ihr Firmenkonto gehört zu keiner Gruppe, die Plumbline nutzen darf. Wenden Sie sich an den Betreiber.

## One's own account

accounts-own = Konto
accounts-own-loading = Ihr Konto wird geladen
# $sees is a text of those above: all customers, no customers …
accounts-own-may = Ihre Rolle: { $role ->
    [reviewer] Prüfer
    [admin] Admin
   *[manager] Kundenbetreuer
}. Sie sehen { $sees }.
accounts-local-means = Es gibt keine Konten; wer diesen Rechner benutzt, darf hier alles. Andere Rechner erreichen diesen Server nicht.
accounts-first = Erstes Konto anlegen
# A command follows, and a full stop.
accounts-first-how = Öffnen Sie auf diesem Rechner den Link, den der Server beim Start ausgegeben hat, oder verwenden Sie den Befehl
accounts-first-then = Danach müssen sich alle anmelden.
accounts-sign-out = Abmelden
accounts-sign-out-everywhere = Überall abmelden
accounts-password-old = Altes Passwort
accounts-password-new = Neues Passwort
accounts-password-hint = Mindestens 12 Zeichen. Andere Geräte werden abgemeldet.
accounts-password-change = Passwort ändern

## Browsers in which one is signed in

accounts-sign-ins = Wo Sie angemeldet sind
accounts-sign-ins-about = Beenden Sie Anmeldungen, die Sie nicht kennen, und ändern Sie dann Ihr Passwort.
accounts-sign-ins-loading = Ihre Anmeldungen werden geladen
accounts-sign-ins-yours = Ihre Anmeldungen
accounts-sign-ins-newest = Ihre Anmeldungen, zuletzt verwendete zuerst
accounts-sign-in-browser = Browser
accounts-sign-in-unknown = Unbekannter Browser
accounts-sign-in-since = Seit
accounts-sign-in-used = Zuletzt verwendet
accounts-sign-in-here = dieser Browser
accounts-sign-in-end = Beenden
# $browser is a browser and a system, as "Firefox, Linux".
accounts-sign-in-end-of = Anmeldung in { $browser } beenden

## Tokens of the API

accounts-tokens = API-Tokens
accounts-tokens-about = Mit einem Token nutzt ein Programm Plumbline in Ihrem Namen. Es darf nicht mehr als Sie.
accounts-tokens-loading = Tokens werden geladen
accounts-tokens-yours = Ihre API-Tokens
accounts-tokens-newest = API-Tokens, neueste zuerst
accounts-tokens-none = Noch keine Tokens.
# What a token may do; the texts of accounts-token-use stand below.
accounts-token-may = Darf
accounts-token-use = { $may ->
    [ask] Fragen, als Kundenbetreuer
    [review] Prüfen
    [admin] Alles, als Admin
    [embed] Nur Tokens für Panels erstellen
   *[read] Nur lesen
}
accounts-token-expires = Läuft ab
accounts-token-last-used = Zuletzt verwendet
accounts-token-revoke = Widerrufen
accounts-token-revoke-of = „{ $name }“ widerrufen
accounts-token-revoked = Widerrufen am { $date }
# Whose token it is, after the token's name.
accounts-token-of = von { $name }
accounts-token-name-example = nächtlicher Bericht
accounts-token-valid = Gültig für
accounts-token-days = { $count ->
    [one] { $count } Tag
   *[other] { $count } Tage
}
accounts-token-make = Token erstellen
accounts-token-made = Das neue Token. Kopieren Sie es jetzt: Es wird nicht noch einmal angezeigt.
