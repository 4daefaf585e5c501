## Adding documents from files

documents-about = Woraus Suche und Antworten zitieren: Artikel, Versionshinweise, Richtlinien, Mitteilungen.
documents-add = Dokumente hinzufügen
documents-day-note = Leer: der letzte Tag Ihrer Daten.
documents-product-note = Optional. Gilt für alle Dateien dieses Uploads.
documents-drop = Dateien hier ablegen oder auswählen
documents-drop-hint = Markdown, reiner Text, PDF mit Text oder Word (.docx). Bis zu 20 Dateien, je 32 MiB.
documents-upload = Hochladen
documents-upload-hint = Eine Datei gleichen Namens ersetzt ihre frühere Version.

## What became of the files

documents-upload-loading = Upload wird geladen
documents-reading = Dateien werden gelesen
documents-report = Ihr Upload
# The status of an uploaded file.
documents-file-status = { $status ->
    [reading] wird gelesen
    [added] hinzugefügt
    [changed] ersetzt
    [unchanged] unverändert
    [refused] nicht hinzugefügt
   *[waiting] wartet
}
documents-file-parts = { $count ->
    [one] { $count } Abschnitt
   *[other] { $count } Abschnitte
}

## The list

documents-list = Dokumente
documents-loading = Dokumente werden geladen
documents-none = Noch keine Dokumente. Fügen Sie oben das erste hinzu.
documents-none-match = Kein Dokument passt zu diesen Filtern.
documents-clear = Filter zurücksetzen
documents-filters = Dokumente filtern
documents-text = Titel oder ID
documents-title = Titel
documents-source = Quelle
# The source of a document that was added by itself, not with a data set.
documents-source-own = Hier hinzugefügt
documents-any = Alle
documents-filter = Filtern
documents-count = { $count ->
    [one] { $count } Dokument
   *[other] { $count } Dokumente
}
documents-range = { $from } bis { $to } von { $count ->
    [one] { $count } Dokument
   *[other] { $count } Dokumenten
}
documents-pages = Seiten der Dokumente
documents-newer = Neuere
documents-older = Ältere
documents-newest = Die Dokumente, neueste zuerst
documents-indexed = Suche
# How a document is found.
documents-indexed-by = { $how ->
    [keywords] nach Stichwörtern
    [meaning] nach Stichwörtern und Bedeutung
   *[waiting] noch nicht
}
documents-actions = Aktionen
documents-reindex = Neu indizieren
documents-reindex-one = „{ $title }“ neu indizieren
documents-reindex-all = Alle neu indizieren
documents-reindex-hint = Falls die Suche nicht findet, was in einem Dokument steht.
documents-reindexed = Wird neu indiziert
documents-reindexed-means = Die Suche nach Stichwörtern ist sofort bereit, die nach Bedeutung folgt im Hintergrund.
documents-delete = Löschen
documents-delete-one = „{ $title }“ löschen
documents-delete-means = Es verschwindet aus der Suche und aus neuen Antworten. Gehört es zu einem Datensatz oder einem Skill-Ordner, bringt der nächste Import es zurück.
documents-delete-really = Endgültig löschen
documents-delete-really-one = „{ $title }“ endgültig löschen
documents-deleted = Dokument gelöscht

## Testing search

documents-test = Suche testen
documents-test-about = Sehen Sie, welche Textstellen eine Frage findet und warum.
documents-test-query = Frage oder Wörter
documents-test-find = Suchen
documents-test-loading = Suche läuft
documents-test-both = Nach Stichwörtern und nach Bedeutung ({ $model }).
documents-test-keywords = Nur nach Stichwörtern.
documents-test-words = Gesucht wurde: { $words }.
documents-test-none = Keine Textstelle zu „{ $query }“ gefunden.
documents-test-found = Gefundene Textstellen, beste zuerst
documents-test-passage = Textstelle
documents-test-score = Wertung
documents-test-keyword-score = Stichwörter (BM25)
documents-test-meaning = Bedeutung (Ähnlichkeit)
documents-test-matched = Passende Wörter
documents-test-nothing = keine
