## Adding documents from files

documents-about = Tai, ką cituoja paieška ir atsakymai: straipsniai, versijų aprašai, taisyklės, pranešimai.
documents-add = Pridėti dokumentų
documents-day-note = Jei tuščia – paskutinė jūsų duomenų diena.
documents-product-note = Neprivaloma. Galioja visiems šio įkėlimo failams.
documents-drop = Nutempkite failus čia arba pasirinkite
documents-drop-hint = „Markdown“, paprastas tekstas, PDF su tekstu arba „Word“ (.docx). Iki 20 failų, kiekvienas iki 32 MiB.
documents-upload = Įkelti
documents-upload-hint = To paties pavadinimo failas pakeičia ankstesnę versiją.

## What became of the files

documents-upload-loading = Kraunamas įkėlimas
documents-reading = Skaitomi failai
documents-report = Jūsų įkėlimas
# The status of an uploaded file.
documents-file-status = { $status ->
    [reading] skaitomas
    [added] pridėtas
    [changed] pakeistas
    [unchanged] nepasikeitė
    [refused] nepridėtas
   *[waiting] laukia
}
documents-file-parts = { $count ->
    [one] { $count } dalis
    [few] { $count } dalys
    [many] { $count } dalies
   *[other] { $count } dalių
}

## The list

documents-list = Dokumentai
documents-loading = Kraunami dokumentai
documents-none = Dokumentų dar nėra. Pirmąjį pridėkite aukščiau.
documents-none-match = Šių filtrų neatitinka nė vienas dokumentas.
documents-clear = Išvalyti filtrus
documents-filters = Filtruoti dokumentus
documents-text = Pavadinimas arba ID
documents-title = Pavadinimas
documents-source = Šaltinis
# The source of a document that was added by itself, not with a data set.
documents-source-own = Pridėta čia
documents-any = Bet koks
documents-filter = Filtruoti
documents-count = { $count ->
    [one] { $count } dokumentas
    [few] { $count } dokumentai
    [many] { $count } dokumento
   *[other] { $count } dokumentų
}
documents-range = { $from }–{ $to } iš { $count }
documents-pages = Dokumentų puslapiai
documents-newer = Naujesni
documents-older = Senesni
documents-newest = Dokumentai, naujausi viršuje
documents-indexed = Paieška
# How a document is found.
documents-indexed-by = { $how ->
    [keywords] pagal žodžius
    [meaning] pagal žodžius ir prasmę
   *[waiting] dar ne
}
documents-actions = Veiksmai
documents-reindex = Indeksuoti iš naujo
documents-reindex-one = Indeksuoti „{ $title }“ iš naujo
documents-reindex-all = Indeksuoti viską iš naujo
documents-reindex-hint = Jei paieška neranda to, kas dokumente parašyta.
documents-reindexed = Indeksuojama iš naujo
documents-reindexed-means = Paieška pagal žodžius veikia iškart, pagal prasmę – netrukus: ji ruošiama fone.
documents-delete = Ištrinti
documents-delete-one = Ištrinti „{ $title }“
documents-delete-means = Dokumento nebebus paieškoje ir naujuose atsakymuose. Jei jis yra duomenų rinkinyje arba įgūdžių aplanke, kitas importas jį vėl pridės.
documents-delete-really = Ištrinti visam laikui
documents-delete-really-one = Ištrinti „{ $title }“ visam laikui
documents-deleted = Dokumentas ištrintas

## Testing search

documents-test = Išbandyti paiešką
documents-test-about = Pažiūrėkite, kurias ištraukas randa klausimas ir kodėl.
documents-test-query = Klausimas arba žodžiai
documents-test-find = Ieškoti
documents-test-loading = Ieškoma
documents-test-both = Pagal žodžius ir pagal prasmę ({ $model }).
documents-test-keywords = Tik pagal žodžius.
documents-test-words = Ieškota: { $words }.
documents-test-none = Pagal „{ $query }“ nerasta nė vienos ištraukos.
documents-test-found = Rastos ištraukos, geriausios viršuje
documents-test-passage = Ištrauka
documents-test-score = Įvertis
documents-test-keyword-score = Žodžiai (BM25)
documents-test-meaning = Prasmė (panašumas)
documents-test-matched = Sutampantys žodžiai
documents-test-nothing = nėra
