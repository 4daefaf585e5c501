## Choosing a file

import-title = Eigene Daten importieren
import-about = Nachrichten, Fälle, Kunden oder Dokumente. Tabellen und Datenbanken mit Zahlen werden als Quellen hinzugefügt.
import-loading = Wird geladen
import-choose-hint = CSV oder ein Blatt von Excel oder OpenDocument mit Kopfzeile, oder ein JSON-Objekt je Zeile; Texte unkomprimiert oder .gz, bis { $mebibytes } MiB.
import-drop = Datei hier ablegen oder auswählen
import-upload = Hochladen und Vorschau anzeigen
import-upload-hint = Gespeichert wird erst, wenn Sie bestätigen.
# Files whose import did not come to its end.
import-open = Nicht abgeschlossen

## An uploaded file

import-file-loading = Datei wird geladen
import-choose = Datei auswählen
import-file-told = { $form ->
    [csv] CSV
   *[other] JSON Lines
}, { $size }, { $columns ->
    [one] { $columns } Spalte
   *[other] { $columns } Spalten
}
import-bytes = { $count ->
    [one] { $count } Byte
   *[other] { $count } Bytes
}
import-not-changed = Nicht geändert

## Which column becomes which field

import-row = Die Zeilen sind
import-row-kind = { $kind ->
    [case] Fälle oder Tickets
    [customer] Kunden
    [document] Dokumente
   *[communication] Nachrichten von Kunden
}
import-source = Name des Datenbestands
import-dates = Datumsformat
# After "Date format".
import-dates-hint = falls Datumsangaben nicht erkannt werden
import-day-first = Datumsangaben wie 03/04/2026
import-day-first-as-file = aus den Werten der Datei ableiten
import-day-first-yes = Tag zuerst: 3. April
import-day-first-no = Monat zuerst: 4. März
import-fields = Felder und ihre Spalten
# The name of a field of a record. Others are written as they are called.
import-field = { $field ->
    [at] Datum
    [body] Text
    [id] ID
    [customer] Kunde
    [customer-id] Kunden-ID
    [customer-tier] Kundenstufe
    [customer-segment] Kundensegment
    [customer-region] Kundenregion
    [channel] Kanal
    [chat-mode] Chatmodus
    [escalated-from] Eskaliert von
    [status] Status
    [kind] Art
    [category] Kategorie
    [subcategory] Unterkategorie
    [product] Produkt
    [sentiment] Stimmung
    [sentiment-score] Stimmungswert
    [subject] Betreff
    [case-id] Fall-ID
    [title] Titel
    [description] Beschreibung
    [priority] Priorität
    [assigned-to] Zugewiesen an
    [created-at] Erstellt am
    [updated-at] Geändert am
    [resolved-at] Gelöst am
    [sla-deadline] SLA-Frist
    [sla-breached] SLA verletzt
    [sla-told] SLA angegeben
    [tags] Tags
    [resolution] Lösung
    [name] Name
    [tier] Stufe
    [segment] Segment
    [region] Region
    [relationship-manager] Kundenbetreuer
    [since] Seit
    [day] Tag
    [source] Quelle
   *[other] { $name }
}
# After the name of a field.
import-needed = erforderlich
import-no-column = (keine Spalte)
import-lacking = Wählen Sie eine Spalte für: { $fields }.
import-start = Importieren
import-show = Änderungen anzeigen
import-discard = Andere Datei auswählen
import-demo = Im Desk sind Demodaten. Was soll damit geschehen?
import-demo-replace = Ersetzen: Die Demodaten werden zuerst gelöscht, samt ihren aufgezeichneten Gesprächen
import-demo-keep = Behalten und meine Daten hinzufügen

## The first rows

import-unreadable = So lässt sich die Datei nicht lesen
import-preview-later = Die ersten Zeilen werden angezeigt, sobald jedes erforderliche Feld eine Spalte hat.
import-preview = Erste Zeilen
import-preview-caption = { $count ->
    [one] Die erste Zeile, wie sie gespeichert wird
   *[other] Die ersten { $count } Zeilen, wie sie gespeichert werden
}
# Every row of the file was looked at.
import-left-out-of-file = { $count } von { $rows ->
    [one] { $rows } Zeile
   *[other] { $rows } Zeilen
} der Datei { $count ->
    [one] wird
   *[other] werden
} ausgelassen.
import-left-out-of-first = Von { $rows ->
    [one] { $rows } gelesenen Zeile
   *[other] den ersten { $rows } Zeilen
} { $count ->
    [one] wird { $count }
   *[other] werden { $count }
} ausgelassen.
import-left-out = { $count ->
    [one] { $count } Zeile wird ausgelassen
   *[other] { $count } Zeilen werden ausgelassen
}
import-preview-days = Zeitraum: { $from } bis { $to }.
import-refused-line = Zeile { $line }: { $fault }

## How far an import has come

import-running = { $file } wird importiert
# $read and $size are amounts, as 1.2 MB.
import-running-told = { $rows ->
    [one] { $rows } Zeile gelesen
   *[other] { $rows } Zeilen gelesen
}{ $refused ->
    [0] { "" }
   *[other] , { $refused } abgelehnt
}. { $read } von { $size }.
import-bytes-read = Gelesene Bytes
import-read = { $read } von { $size }
import-stop = Stoppen

## What came of it

import-done = { $file } ist importiert
import-ask = Dazu fragen
import-another = Weitere Datei importieren
import-stopped = Vorzeitig gestoppt
import-stopped-means = Importieren Sie die Datei erneut mit denselben Spalten; der Import geht dann hier weiter.
import-failed = Nicht vollständig importiert
import-undo = Import zurücknehmen
import-undo-hint = Löscht die importierten Zeilen; danach lassen sich die Spalten neu wählen.
import-counts = { $rows ->
    [one] { $rows } Zeile gelesen
   *[other] { $rows } Zeilen gelesen
}: { $new } neu, { $changed } geändert, { $unchanged } unverändert, { $refused } abgelehnt.
import-resumed = { $count ->
    [one] { $count } Zeile war bereits gespeichert.
   *[other] { $count } Zeilen waren bereits gespeichert.
}
import-last-day = Der letzte Tag in der Datei ist der { $day }.
import-refused = { $count ->
    [one] { $count } Zeile abgelehnt
   *[other] { $count } Zeilen abgelehnt
}
import-refused-first = { import-refused }, hier die ersten { $shown }
# $kinds are faults with how many rows have each.
import-refused-kinds = Abgelehnt: { $kinds }.
import-refused-download = Alle abgelehnten Zeilen herunterladen (CSV)
