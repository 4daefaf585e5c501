## Die Seite

sources-about = Datenbanken, Dateien und Suchcluster, die Fragen nutzen können. Plumbline liest sie nur und ändert sie nie.
sources-loading = Datenquellen werden geladen
sources-all = Alle Datenquellen
sources-list = Eingerichtete Datenquellen
sources-none = Noch keine Datenquelle. Fügen Sie unten eine Datei oder die Adresse einer Datenbank hinzu.
sources-looked = Zuletzt geprüft: { $time }
sources-not-looked = Die Datenquellen werden geöffnet.
sources-refresh = Jetzt erneut prüfen
sources-name = Name
sources-state = Status
sources-table = Tabelle
sources-tables = Tabellen dieser Datenquelle
sources-rows = Zeilen
sources-days-head = Zeitraum
sources-days = { $from } bis { $to }
sources-more-than = mehr als { $count }
sources-wrong = Hinweise
sources-in-file = in { $file } eingerichtet; bitte dort ändern
sources-state-draft = Entwurf
sources-state-on = In Gebrauch
sources-state-paused = Pausiert
sources-state-broken = Bitte prüfen

# Eine Meldung, nachdem ein Formular gesendet wurde.
sources-did = { $did ->
    [test] Es funktioniert: Die Quelle wurde gerade geöffnet.
    [use] Gespeichert. In wenigen Sekunden können Fragen diese Datenquelle nutzen.
    [pause] Pausiert. Fragen nutzen diese Datenquelle nicht mehr.
    [resume] Wieder in Gebrauch.
    [remove] Entfernt. Die Datenbank selbst wurde nicht geändert.
    [refresh] Die Datenquellen werden neu geöffnet. Laden Sie die Seite gleich noch einmal.
   *[other] Gespeichert.
}

## Hinzufügen

sources-add = Datenquelle hinzufügen
sources-add-means = Plumbline sieht sich Tabellen, Schlüssel und Werte an und entwirft eine Beschreibung. Sie prüfen diese, bevor Fragen sie nutzen.
sources-file-hint = Excel, OpenDocument, CSV, JSON Lines, Parquet oder SQLite, bis { $mebibytes } MiB.
sources-file-look = Hochladen und ansehen
sources-upload-stays = Eine hochgeladene Datei bleibt auf dem Server, der sie angenommen hat. Andere Server mit derselben Datenbank können sie nicht lesen.
sources-address-title = Oder eine Datenbank
sources-address = Adresse
sources-address-hint = postgres://, mysql://, sqlite:/// mit dem vollständigen Pfad einer Datei auf dem Server oder https:// eines OpenSearch-Clusters.
sources-address-look = Verbinden und ansehen
sources-address-kept = Das Passwort wird verschlüsselt gespeichert und nie wieder angezeigt. Verwenden Sie ein Konto, das nur lesen darf.
sources-only-tables = Nur diese Tabellen
sources-only-tables-hint = optional, durch Kommas getrennt
sources-own-name = Name
sources-own-name-hint = optional: Kleinbuchstaben, Ziffern und _
sources-more = Weitere Angaben
sources-user = Benutzer
sources-password = Passwort
sources-api-key = API-Schlüssel eines Suchclusters

## Eine Datenquelle

sources-draft-about = Ein Entwurf. Prüfen Sie, was genutzt wird und wie es heißt, und nehmen Sie ihn dann in Gebrauch.
sources-on-about = In Gebrauch: Fragen können ihre Zeilen zählen und auflisten.
sources-paused-about = Pausiert: Die Datenquelle bleibt erhalten, Fragen nutzen sie aber nicht.
sources-pause = Pausieren
sources-resume = Wieder nutzen
sources-test = Verbindung testen
sources-try = Fragen zum Ausprobieren
sources-remove = Diese Datenquelle entfernen
sources-remove-means = Beschreibung, Passwort und eine hochgeladene Datei werden gelöscht. Die Datenbank selbst bleibt unverändert. Frühere Antworten bleiben; ihre Zahlen lassen sich nicht mehr öffnen.
sources-remove-now = Jetzt entfernen
sources-who = Wer sie sieht
sources-for-everyone = alle
sources-for-unlimited = wer alle Kunden sieht

## Das Formular

sources-form = Was Fragen nutzen können
sources-form-means = Entfernen Sie das Häkchen bei allem, was geheim bleiben soll. Geben Sie die Wörter an, die man dafür verwendet.
sources-no-form = Die Beschreibung lässt sich nicht als Formular zeigen. Berichtigen Sie unten ihren Text.
sources-use = In Gebrauch nehmen
sources-save = Speichern
sources-save-draft = Als Entwurf speichern
sources-table-used = Diese Tabelle nutzen
sources-many = Ihre Zeilen heißen
sources-synonyms = Andere Wörter dafür
sources-synonyms-of = Andere Wörter für { $name }
sources-commas = durch Kommas getrennt
sources-time = Tag, auf den sich „letzter Monat“ bezieht
sources-no-day = keiner
sources-everyone = Auch wer nur einen Teil der Kunden sieht, sieht alle Zeilen
sources-columns = Spalten von { $table }
sources-measures = Kennzahlen von { $table }
sources-column-used = Genutzt als
sources-column = Spalte
sources-aggregation = Zusammengefasst als
sources-aggregation-of = Wie { $name } zusammengefasst wird
sources-aggregated = { $how ->
    [avg] Durchschnitt
    [min] kleinster Wert
    [max] größter Wert
    [median] Median
   *[other] Summe
}
sources-unit = Einheit
sources-unit-of = Einheit von { $name }
sources-joins = Tabellen, die zu jeder Zeile gehören. Haken Sie eine Verknüpfung nur an, wenn sie stimmt: Eine falsche ergibt falsche Zahlen.
sources-join = { $table }, über { $on }
sources-secret = Weggelassen, weil es persönlich, geheim oder leer zu sein scheint:
sources-sample = { $count ->
    [one] { $count } Beispielzeile
   *[other] { $count } Beispielzeilen
}
sources-sample-of = Zeilen von { $table }

## Der Text

sources-yaml = Als Text
sources-yaml-means = Dieselbe Beschreibung in YAML, wie in einer Datei. Das Passwort steht nicht darin.
sources-yaml-text = Beschreibung
sources-yaml-save = Text speichern
