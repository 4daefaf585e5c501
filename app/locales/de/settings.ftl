## Said in many places

settings-loading = Einstellungen werden geladen
settings-audit-log = Audit-Protokoll

## The model

settings-model-about = Verbinden Sie ein Modell oder lassen Sie die Regeln antworten. Vor dem Speichern können Sie es ausprobieren.
# The model's name follows, and a full stop.
settings-answered-by = Fragen werden beantwortet von
settings-plain-hosts = Unverschlüsselt, also unterwegs lesbar, wird gesendet an: { $hosts }. PLUMBLINE_PLAIN_HOSTS erlaubt das.
settings-no-model = Kein Modell eingerichtet
settings-no-model-means = Fragen werden nach Regeln beantwortet. Um ein Modell zu verwenden, wählen Sie unten einen Anbieter.
settings-checked = Ergebnis des Versuchs
# A badge on what was tried.
settings-checked-good = gut
settings-checked-look = bitte ansehen

## Settings made on pages

settings-by-admins = Diese Einstellungen ändern Administratoren.
settings-model = Anbieter
settings-model-means = Wer schlussfolgert. Der Schlüssel wird verschlüsselt gespeichert und nie wieder angezeigt.
settings-limits = Zweites Modell und Grenzen
settings-limits-means = Was antwortet, wenn das erste Modell ausfällt, und was eine Frage und ein Tag kosten dürfen.
settings-mail-about = Wie Plumbline Menschen und Programme erreicht: Einladungen, Vorschläge und beobachtete Fragen.
settings-mail = E-Mail
settings-mail-means = Ein Mailserver verschickt Einladungen und meldet, dass etwas auf eine Entscheidung wartet.
settings-webhook = Webhook
settings-webhook-means = Sendet signierte Ereignisse nach Standard Webhooks an ein anderes Programm.
settings-watching = Beobachtete Zahlen
settings-watching-means = Wohin Nachrichten über beobachtete Zahlen gehen dürfen und was sie enthalten.
settings-provider-about = Lassen Sie sich mit dem Firmenkonto anmelden (OpenID Connect).
settings-sign-in = Anmeldung über einen Anbieter
settings-sign-in-means = Gruppen des Anbieters werden hier zu Rollen. Lokale Konten funktionieren weiter.
settings-save = Speichern
settings-saved = Gespeichert und bereits in Gebrauch.
settings-try = Ausprobieren
settings-trying = Wird ausprobiert. Das dauert einige Sekunden.
settings-trial-broken = Der Versuch wurde abgebrochen, weil die Verbindung abriss. Versuchen Sie es noch einmal.
settings-list-models = Modelle auflisten
settings-models-listed = { $count } Modelle gefunden. Wählen Sie eines im Feld Modell.
settings-found = Auf diesem Rechner gefunden: { $title }
settings-use = { $title } verwenden
setting-provider = Anbieter
setting-base-url = Adresse
setting-base-url-hint = nur wenn nicht die übliche
setting-api-key = Schlüssel
setting-model = Modell
setting-model-hint = leer für die Vorgabe des Anbieters
setting-pseudonyms = Namen und Nummern ersetzen, bevor Text an das Modell geht
setting-fallback-provider = Zweiter Anbieter
setting-fallback-base-url = Seine Adresse
setting-fallback-api-key = Sein Schlüssel
setting-fallback-model = Sein Modell
setting-light-model = Günstigeres Modell für Nebenaufgaben
setting-light-model-hint = des ersten Anbieters
setting-strategy = Strategie
setting-context = Kontext in Token
setting-context-hint = 0 für den Wert des Anbieters
setting-timeout = Sekunden bis zu einer Antwort
setting-run-tokens = Token pro Frage
setting-run-cost = US-Dollar pro Frage
setting-day-tokens = Token pro Person und Tag
setting-day-cost = US-Dollar pro Person und Tag
setting-no-limit-hint = 0 für unbegrenzt
setting-smtp = Mailserver
setting-smtp-hint = smtps://SERVER oder smtp://SERVER:587?tls=required
setting-mail-from = Absender
setting-mail-to = Bei jedem Vorschlag benachrichtigen
setting-mail-to-hint = Adressen, durch Kommas getrennt
setting-webhook-url = Adresse
setting-webhook-secret = Signaturschlüssel
setting-webhook-secret-hint = whsec_ und 24 bis 64 zufällige Bytes in Base64
setting-webhook-events = Ereignisse
setting-webhook-events-hint = run.finished, approval.wanted, rating.bad, ticket.made, watch.changed; leer für alle
setting-watch-mail = Für alle erlaubte E-Mail-Adressen
setting-watch-mail-hint = Adressen oder Domains wie @firm.example, durch Kommas getrennt
setting-watch-texts = Nachrichten zitieren die Frage
setting-issuer = Aussteller
setting-issuer-hint = https://id.example.com
setting-client-id = Client-ID
setting-client-secret = Client-Geheimnis
setting-public-url = Adresse dieses Desks
setting-public-url-hint = wie man ihn öffnet
setting-oidc-name = Name auf der Schaltfläche
setting-groups-claim = Claim mit den Gruppen
setting-admins = Gruppen der Administratoren
setting-reviewers = Gruppen der Prüfer
setting-managers = Gruppen der Betreuer
setting-groups-hint = durch Kommas getrennt
setting-sees = Kunden, die eine neue Person sieht
setting-sees-none = keine, bis ein Administrator sie freigibt
setting-sees-all = alle
setting-on = ja
setting-off = nein
setting-rules = Regeln, ohne Modell
setting-auto = automatisch
setting-secret-set = gesetzt; leer lassen, um es zu behalten
setting-clear = Löschen
setting-by-page = Gesetzt von { $who }, { $date }
setting-by-flag = Gesperrt: eine Option der Befehlszeile setzt { $name }.
setting-by-environment = Gesperrt: die Umgebung des Servers setzt { $name }.
setting-by-file = Gesperrt: die Einstellungsdatei setzt { $name }.

## Words

settings-words-about = Wörter, deren Bedeutung jemand erklärt hat. Sie gelten ab der nächsten Frage.
settings-words-loading = Wörter werden geladen
settings-words-reviewers = Prüfer legen fest, was Wörter bedeuten, und können das zurücknehmen.
settings-words-none = Noch keine Wörter. Wird ein Wort nicht verstanden, fragt die Antwort nach seiner Bedeutung.
settings-words-table = Gelernte Wörter
settings-words-newest = Gelernte Wörter, neueste zuerst
settings-words-word = Wort
settings-words-meaning = Bedeutung
settings-words-taught = Gelernt
settings-words-taught-by = { $date }, von { $name }
settings-words-take-back = Zurücknehmen
settings-words-take-back-one = „{ $word }“ zurücknehmen
settings-words-taken-back = Zurückgenommen am { $date }

## Memory

settings-memory-about = Was Plumbline sich über Sie merkt. Nur Sie sehen es; es fließt in Ihre Fragen ein, und die Antwort weist darauf hin. Gemerkt wird nur, was Sie selbst angeben, hier oder in einer Frage: „remember that the fish people are Petrov & Sons“.
settings-memory-loading = Gedächtnis wird geladen
settings-memory-none = Noch ist nichts über Sie gespeichert.
settings-memory-table = Über Sie gespeichert
settings-memory-caption = Was über Sie gespeichert ist
settings-memory-what = Was
settings-memory-means = Bedeutung
settings-memory-since = Seit
settings-memory-delete = Löschen
# $what is one of the three texts that follow.
settings-memory-delete-one = { $what }, { $meaning }: löschen
settings-memory-word = „{ $word }“
settings-memory-product = Mein Produkt
settings-memory-customer = Angehefteter Kunde
settings-memory-manager = Meine Kunden
settings-memory-add-name = Eigener Name
settings-memory-add-name-means = Steht in Ihren Fragen für den Kunden oder das Produkt.
settings-memory-add-product = Eigenes Produkt
settings-memory-add-product-means = Das ist mit „my products“ gemeint.
settings-memory-add-customer = Angehefteter Kunde
settings-memory-add-customer-means = Gemeint, wenn mehrere Kunden denselben Kurznamen haben.
settings-memory-add-manager = Wer Sie sind
settings-memory-add-manager-means = Wessen Kunden mit „my customers“ gemeint sind.
settings-memory-own-name = Ihr Name dafür
settings-memory-of-name = Kunde oder Produkt
settings-memory-of-product = Produkt
settings-memory-of-customer = Kunde
settings-memory-of-manager = Kundenbetreuer
settings-memory-remember = Merken

## Privacy

settings-privacy-about = Was wie lange aufbewahrt wird und wer es sonst noch liest.
settings-kept = Aufbewahrungsfristen
settings-kept-table = Aufbewahrungsfrist je Art von Daten
settings-kept-what = Daten
settings-kept-days = Frist
# How many there are.
settings-kept-count = Anzahl
settings-kept-oldest = Älteste
settings-kept-setting = Einstellung
settings-kept-for-good = Unbefristet
settings-kept-for = { $count ->
    [one] { $count } Tag
   *[other] { $count } Tage
}
settings-kept-audit = Keine: Das Protokoll wird nur ergänzt.
settings-stand-ins = Pseudonyme
settings-stand-ins-on = Ein. Statt der Namen von Kunden und Mitarbeitern, Telefonnummern, E-Mail-Adressen, Konto- und Kartennummern erhält ein Modell Pseudonyme; in seiner Antwort werden sie zurückersetzt. Namen Dritter in freiem Text sind nicht bekannt und gehen unverändert hinaus.
settings-stand-ins-off = Aus. Ein Modell liest Namen, Telefonnummern, E-Mail-Adressen und Kontonummern unverändert. Mit PLUMBLINE_LLM_PSEUDONYMS=true ändern Sie das.
settings-keeps-digest = Von jeder Anfrage, die den Rechner verlässt, werden Größe und Prüfsumme aufbewahrt.
settings-keeps-sent = Jede Anfrage, die den Rechner verlässt, wird im Wortlaut aufbewahrt. Mit PLUMBLINE_KEEP_SENT=digest werden nur Größe und Prüfsumme aufbewahrt.
settings-keeps-shown = Die Seite „{ settings-sent }“ unter einer Antwort zeigt sie.
settings-processors = Wer Daten verarbeitet
settings-processors-none = Niemand sonst. Fragen werden auf diesem Rechner nach Regeln beantwortet.
# After a name: "openai at api.openai.com, model".
settings-processor-host = unter { $host }
settings-processor-kind = { $kind ->
    [tool] Werkzeuge
   *[model] Modell
}

## Erasing a customer

settings-erase = Kunden löschen
settings-erase-this = Diesen Kunden löschen
# A command follows.
settings-erase-how = Öffnen Sie die Seite des Kunden und wählen Sie „{ settings-erase-this }“, oder verwenden Sie diesen Befehl:
settings-erase-command = Der Befehl
settings-erase-about = Löscht alles, worin der Kunde genannt ist. Das lässt sich nicht rückgängig machen.
settings-erase-loading = Es wird gesucht, wo dieser Kunde genannt ist
settings-erase-goes = Das wird gelöscht
settings-erase-messages = { $count ->
    [one] { $count } Nachricht
   *[other] { $count } Nachrichten
}
settings-erase-cases = { $count ->
    [one] { $count } Fall
   *[other] { $count } Fälle
}
settings-erase-notes = { $count ->
    [one] { $count } Notiz zu Fällen
   *[other] { $count } Notizen zu Fällen
}
settings-erase-conversations = { $count ->
    [one] { $count } Gespräch
   *[other] { $count } Gespräche
} mit { $answers ->
    [one] { $answers } Antwort
   *[other] { $answers } Antworten
}
settings-erase-words = { $count ->
    [one] { $count } gelerntes Wort
   *[other] { $count } gelernte Wörter
}
settings-erase-drafts = { $count ->
    [one] { $count } Entwurf
   *[other] { $count } Entwürfe
}
settings-erase-review-cases = { $count ->
    [one] { $count } Prüffall
   *[other] { $count } Prüffälle
}
settings-erase-means = Ein Gespräch, das den Kunden nennt, verliert alle Texte, Abläufe und Vorschläge, weil in seinen Ergebnissen auch Daten anderer stehen. Nur die Zähler bleiben.
settings-erase-mentions = Auch in { $count ->
    [one] { $count } Datensatz, der zu anderen gehört,
   *[other] { $count } Datensätzen, die zu anderen gehören,
} kommt der Name vor: Nachrichten, Fälle, Notizen, Dokumente. Diese bleiben erhalten.
settings-erase-type = Zur Bestätigung { $id } eingeben
settings-erased = Der Kunde ist gelöscht
settings-erased-means = Das Audit-Protokoll hält fest, wann und wie viel gelöscht wurde. Der Name steht nicht darin.

## What left this machine for an answer

settings-sent = Was diesen Rechner verlassen hat
settings-sent-loading = Es wird geladen, was diesen Rechner verlassen hat
# The question follows, as a link.
settings-sent-for = Für die Frage
settings-sent-request = Anfrage { $number }: { $purpose }
settings-sent-place = { $name } unter { $host }
# Requests to tools have no tokens.
settings-sent-told = An { $place }, { $time }. { $bytes ->
    [one] { $bytes } Byte
   *[other] { $bytes } Bytes
}{ $tokens ->
    [0] { "" }
    [one] , { $tokens } Token
   *[other] , { $tokens } Tokens
}.
# Who speaks in the request: system, user, assistant …
settings-sent-holds = Enthält: { $roles }.
settings-sent-digest-only = Nur Größe und Prüfsumme sind aufbewahrt.
settings-sent-show = Gesendeten Text anzeigen

## The audit log

settings-audit-about = Wer was gefragt, geöffnet, exportiert, entschieden und geändert hat. Zeilen werden nie geändert oder entfernt.
settings-audit-loading = Audit-Protokoll wird geladen
settings-audit-filters = Audit-Protokoll filtern
settings-audit-person = Person
settings-audit-did = Aktion
settings-audit-any = Alle
# What was done.
settings-audit-action = { $action ->
    [opened] geöffnet
    [exported] exportiert
    [shared] geteilt
    [rated] bewertet
    [decided] entschieden
    [taught] Wort beigebracht
    [deleted] gelöscht
    [imported] importiert
    [signed_in] angemeldet
    [sign_in_failed] Anmeldung fehlgeschlagen
    [signed_out] abgemeldet
    [password_changed] Passwort geändert
    [account_changed] Konto geändert
    [token_changed] Token geändert
    [settings_changed] Einstellungen geändert
    [erased] Kunde gelöscht
    [restored] aus einer Kopie wiederhergestellt
    [stopped] angehalten
   *[asked] gefragt
}
# What it was done to.
settings-audit-what = Betrifft
# Days.
settings-audit-from = Von
settings-audit-to = Bis
settings-audit-filter = Filtern
settings-audit-none = Keine Zeile entspricht diesen Filtern.
settings-audit-clear = Filter zurücksetzen
settings-audit-lines = { $count ->
    [one] { $count } Zeile
   *[other] { $count } Zeilen
}
settings-audit-range = { $from } bis { $to } von { settings-audit-lines }
settings-audit-pages = Seiten des Protokolls
settings-audit-newer = Neuere
settings-audit-older = Ältere
settings-audit-newest = Audit-Protokoll, neueste Zeilen zuerst
settings-audit-time = Zeit
settings-audit-detail = Einzelheiten
# The network address that it came from.
settings-audit-address = Adresse

## What is kept, and how long

settings-kept-conversations = Gespräche
settings-kept-sent = Anfragen, die diesen Rechner verlassen haben
settings-kept-messages = Nachrichten von Kunden
settings-kept-calls = Support-Anrufe
