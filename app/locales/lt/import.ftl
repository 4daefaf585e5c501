## Choosing a file

import-title = Importuoti savo duomenis
import-about = Žinutės, atvejai, klientai arba dokumentai. Skaičiuoklės ir duomenų bazės su skaičiais pridedamos kaip šaltiniai.
import-loading = Įkeliama
import-choose-hint = CSV arba vienas „Excel“ ar „OpenDocument“ lapas su antraštės eilute, arba po vieną JSON objektą eilutėje; tekstai nesuglaudinti arba .gz, iki { $mebibytes } MiB.
import-drop = Nutempkite failą čia arba pasirinkite
import-upload = Įkelti ir peržiūrėti
import-upload-hint = Kol nepatvirtinsite, niekas neišsaugoma.
# Files whose import did not come to its end.
import-open = Nebaigta

## An uploaded file

import-file-loading = Įkeliamas failas
import-choose = Pasirinkti failą
import-file-told = { $form ->
    [csv] CSV
   *[other] JSON eilutės
}, { $size }, { $columns ->
    [one] { $columns } stulpelis
    [few] { $columns } stulpeliai
    [many] { $columns } stulpelio
   *[other] { $columns } stulpelių
}
import-bytes = { $count ->
    [one] { $count } baitas
    [few] { $count } baitai
    [many] { $count } baito
   *[other] { $count } baitų
}
import-not-changed = Nepakeista

## Which column becomes which field

import-row = Eilutėse yra
import-row-kind = { $kind ->
    [case] Atvejai arba kreipiniai
    [customer] Klientai
    [document] Dokumentai
   *[communication] Klientų žinutės
}
import-source = Duomenų rinkinio pavadinimas
import-dates = Datos formatas
# After "Date format".
import-dates-hint = jei datos nesuprantamos
import-day-first = Datos, pvz., 03/04/2026
import-day-first-as-file = kaip matyti iš failo reikšmių
import-day-first-yes = pirma diena: balandžio 3 d.
import-day-first-no = pirma mėnuo: kovo 4 d.
import-fields = Laukas ir jo stulpelis faile
# The name of a field of a record. Others are written as they are called.
import-field = { $field ->
    [at] Data
    [body] Tekstas
    [id] ID
    [customer] Klientas
    [customer-id] Kliento ID
    [customer-tier] Kliento lygis
    [customer-segment] Kliento segmentas
    [customer-region] Kliento regionas
    [channel] Kanalas
    [chat-mode] Susirašinėjimo būdas
    [escalated-from] Perduota iš
    [status] Būsena
    [kind] Rūšis
    [category] Kategorija
    [subcategory] Subkategorija
    [product] Produktas
    [sentiment] Nuotaika
    [sentiment-score] Nuotaikos įvertis
    [subject] Tema
    [case-id] Atvejo ID
    [title] Pavadinimas
    [description] Aprašymas
    [priority] Prioritetas
    [assigned-to] Priskirta
    [created-at] Sukurta
    [updated-at] Atnaujinta
    [resolved-at] Išspręsta
    [sla-deadline] SLA terminas
    [sla-breached] SLA pažeistas
    [sla-told] SLA laikymasis nurodytas
    [tags] Žymos
    [resolution] Sprendimas
    [name] Vardas
    [tier] Lygis
    [segment] Segmentas
    [region] Regionas
    [relationship-manager] Kliento vadybininkas
    [since] Klientas nuo
    [day] Diena
    [source] Šaltinis
   *[other] { $name }
}
# After the name of a field.
import-needed = būtina
import-no-column = (be stulpelio)
import-lacking = Pasirinkite stulpelį šiems laukams: { $fields }.
import-start = Importuoti
import-show = Rodyti, kas keičiasi
import-discard = Pasirinkti kitą failą
import-demo = Darbo vietoje yra bandomieji duomenys. Ką su jais daryti?
import-demo-replace = Pakeisti: pirma bus ištrinti bandomieji duomenys ir jų įrašyti pokalbiai
import-demo-keep = Palikti ir pridėti mano duomenis

## The first rows

import-unreadable = Taip failo perskaityti nepavyksta
import-preview-later = Pirmosios eilutės bus parodytos, kai visiems būtiniems laukams bus parinkti stulpeliai.
import-preview = Pirmosios eilutės
import-preview-caption = { $count ->
    [one] Pirmoji { $count } eilutė, kaip ji bus išsaugota
    [few] Pirmosios { $count } eilutės, kaip jos bus išsaugotos
    [many] Pirmosios { $count } eilutės, kaip jos bus išsaugotos
   *[other] Pirmosios { $count } eilučių, kaip jos bus išsaugotos
}
# Every row of the file was looked at.
import-left-out-of-file = Bus praleista { $count } iš { $rows ->
    [one] { $rows } failo eilutės
    [few] { $rows } failo eilučių
    [many] { $rows } failo eilutės
   *[other] { $rows } failo eilučių
}.
import-left-out-of-first = Bus praleista { $count } iš { $rows ->
    [one] pirmosios { $rows } eilutės
    [few] pirmųjų { $rows } eilučių
    [many] pirmųjų { $rows } eilutės
   *[other] pirmųjų { $rows } eilučių
}.
import-left-out = { $count ->
    [one] Bus praleista { $count } eilutė
    [few] Bus praleistos { $count } eilutės
    [many] Bus praleista { $count } eilutės
   *[other] Bus praleista { $count } eilučių
}
import-preview-days = Jų datos: { $from } – { $to }.
import-refused-line = { $line } eilutė: { $fault }

## How far an import has come

import-running = Importuojama: { $file }
# $read and $size are amounts, as 1.2 MB.
import-running-told = { $rows ->
    [one] Perskaityta { $rows } eilutė
    [few] Perskaitytos { $rows } eilutės
    [many] Perskaityta { $rows } eilutės
   *[other] Perskaityta { $rows } eilučių
}{ $refused ->
    [0] { "" }
   *[other] , atmesta: { $refused }
}. { $read } iš { $size }.
import-bytes-read = Perskaityta baitų
import-read = { $read } iš { $size }
import-stop = Stabdyti

## What came of it

import-done = Importuota: { $file }
import-ask = Klausti apie šiuos duomenis
import-another = Importuoti kitą failą
import-stopped = Sustabdyta nebaigus
import-stopped-means = Importuokite failą dar kartą su tais pačiais stulpeliais, ir importas bus tęsiamas nuo sustojimo vietos.
import-failed = Importuota ne iki galo
import-undo = Atšaukti importą
import-undo-hint = Ištrinamos importuotos eilutės; tada stulpelius galėsite pasirinkti iš naujo.
import-counts = { $rows ->
    [one] Perskaityta { $rows } eilutė
    [few] Perskaitytos { $rows } eilutės
    [many] Perskaityta { $rows } eilutės
   *[other] Perskaityta { $rows } eilučių
}: naujų – { $new }, pakeistų – { $changed }, nepakitusių – { $unchanged }, atmestų – { $refused }.
import-resumed = { $count ->
    [one] { $count } eilutė buvo išsaugota anksčiau.
    [few] { $count } eilutės buvo išsaugotos anksčiau.
    [many] { $count } eilutės buvo išsaugota anksčiau.
   *[other] { $count } eilučių buvo išsaugota anksčiau.
}
import-last-day = Paskutinė diena faile: { $day }.
import-refused = { $count ->
    [one] Atmesta { $count } eilutė
    [few] Atmestos { $count } eilutės
    [many] Atmesta { $count } eilutės
   *[other] Atmesta { $count } eilučių
}
import-refused-first = { import-refused }, rodomos pirmosios { $shown }
# $kinds are faults with how many rows have each.
import-refused-kinds = Atmesta: { $kinds }.
import-refused-download = Atsisiųsti visas atmestas eilutes (CSV)
