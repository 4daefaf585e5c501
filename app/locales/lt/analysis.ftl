## The page

analysis-title = Klientų nuotaika
analysis-loading = Įkeliama analizė
analysis-loading-selection = Įkeliami pasirinkti duomenys
analysis-without-filters = Be filtrų
analysis-no-data = Duomenų dar nėra
# A link, then a sentence with a command in its middle: "Import your own, or fill the desk … by `plumbline demo`. Then reload this page."
analysis-import = Importuokite savo duomenis
analysis-import-or = { " " }arba užpildykite darbo vietą išgalvotais duomenimis komanda
analysis-import-reload = . Tada įkelkite puslapį iš naujo.

## Said in many places

analysis-communications = { $count ->
    [one] { $count } žinutė
    [few] { $count } žinutės
    [many] { $count } žinutės
   *[other] { $count } žinučių
}
analysis-of-surveys = iš apklausų: { $count }
analysis-show = Rodyti
analysis-product = Produktas
analysis-selected = Pasirinkta
analysis-tone = { $tone ->
    [positive] teigiama
    [neutral] neutrali
   *[negative] neigiama
}
# The days of a whole month.
# What stands out in the drawing of days; there in capitals.
analysis-badge = { $badge ->
    [peak] viršūnė
    [trough] dugnas
   *[outlier] išskirtis
}
analysis-stage = { $stage ->
    [initial-contact] pirmasis kontaktas
    [triage] skirstymas
    [investigation] tyrimas
    [resolution] sprendimas
   *[post-resolution] po sprendimo
}
analysis-quadrant = { $quadrant ->
    [critical] kritinė
    [watch] stebėti
    [strength] stiprybė
   *[noise] triukšmas
}
analysis-column-communications = Žinutės
analysis-column-net = Nuotaikos balansas

## The head

analysis-filter = Filtruoti žinutes
analysis-all-products = Visi produktai
analysis-channel = Kanalas
analysis-all-channels = Visi kanalai
analysis-surveys-only = Tik apklausos

## Events and sentiment: a mark for each day, week or month

analysis-events = Įvykiai ir nuotaika
analysis-events-none = Pagal šiuos filtrus žinučių šiuo laikotarpiu nėra.
# What the table is of, after "Table of".
analysis-events-table = žinutės ir nuotaika
analysis-legend = Legenda
analysis-legend-surveys = apklausų duomenys
analysis-legend-mark = { $unit ->
    [month] vienas burbulas – mėnuo, plotas – žinučių kiekis
    [week] vienas burbulas – savaitė, plotas – žinučių kiekis
   *[day] vienas burbulas – diena, plotas – žinučių kiekis
}
analysis-select = Pasirinkite burbulą: pamatysite išsamiau ir galėsite apie jį klausti.
analysis-selection = Kas pasirinkta
analysis-remove = Pašalinti: { $what }
analysis-widen = išplėsti iki savaitės
analysis-clear = Valyti
analysis-selected-what = Pasirinkta: { $what }
analysis-drawing = Klientų nuotaika, { $days }
# What the drawing shows, in up to four sentences.
analysis-described = { $unit ->
    [month] Vienas burbulas – mėnuo: aukštis rodo nuotaikos balansą, plotas – žinučių kiekį.
    [week] Vienas burbulas – savaitė: aukštis rodo nuotaikos balansą, plotas – žinučių kiekį.
   *[day] Vienas burbulas – diena: aukštis rodo nuotaikos balansą, plotas – žinučių kiekį.
}
analysis-described-total = { analysis-communications }.
analysis-described-net = { analysis-communications }, nuotaikos balansas { $net }.
analysis-described-trough = Dugnas: { $net } ({ $days }).
analysis-described-peak = Viršūnė: { $net } ({ $days }).
# What a mark says, in parts with commas and semicolons between them: "16 January 2026: 57 communications, 50% more than
# before; net sentiment −0.53, negative, 0.19 below the mean of the range; 3 of surveys; peak. Select for details".
analysis-mark = { $days }: { analysis-communications }
analysis-mark-same = tiek pat, kiek anksčiau
analysis-mark-more = { $change } daugiau nei anksčiau
analysis-mark-fewer = { $change } mažiau nei anksčiau
analysis-mark-net = nuotaikos balansas { $net }, nuotaika { analysis-tone }
analysis-mark-below = { $difference } žemiau laikotarpio vidurkio
analysis-mark-above = { $difference } aukščiau laikotarpio vidurkio
analysis-mark-unjudged = nėra teksto, iš kurio būtų galima spręsti apie nuotaiką
analysis-mark-select = { $mark }. Pasirinkę matysite išsamiau
# Under the axis, where there is little room.
analysis-axis-month = { $year } { month-short }
analysis-axis-day = { month-short } { $day } d.
# The kind of a document that is marked, in "Mobile app 5.2, release note of 15 January 2026".
analysis-document = { $kind ->
    [article] straipsnis
    [release_note] versijos aprašas
    [policy] taisyklės
   *[notice] pranešimas
}
analysis-column-days = Dienos
analysis-column-negative = Neigiamos
analysis-column-neutral = Neutralios
analysis-column-positive = Teigiamos
analysis-column-marks = Ypatumai

## The overview: all the data in small, with the range

analysis-overview = Laikotarpio vieta tarp visų duomenų
analysis-range-first = Pirma laikotarpio diena. Vilkite arba perkelkite rodyklių klavišais; Enter – rodyti laikotarpį
analysis-range-last = Paskutinė laikotarpio diena. Vilkite arba perkelkite rodyklių klavišais; Enter – rodyti laikotarpį
analysis-from = Nuo
analysis-to = iki
analysis-earlier = Anksčiau
analysis-later = Vėliau
analysis-last-year = Paskutiniai 12 mėnesių
analysis-all-days = Visos dienos

## What was chosen

analysis-not-selected = Nieko nepasirinkta
analysis-counted = Kaip skaičiuojama
analysis-counted-how = Nuotaikos balansas: kiekviena žinutė, iš kurios galima spręsti apie nuotaiką, skaičiuojama kaip +1, 0 arba −1. Nuo +0,2 balansas laikomas teigiamu, nuo −0,2 ir žemiau – neigiamu.
analysis-questions = Klausimai apie tai, kas pasirinkta
analysis-ask = Klausti
analysis-ask-own = Arba užduokite savo klausimą
# $about names what was chosen, in English.
analysis-ask-about = Apie: { $about }
analysis-ask-beyond = Atsakymai gali apimti ir daugiau, nei pasirinkta.

## The journey: sentiment over the stages of a case

analysis-journey = Nuotaika pagal atvejo etapus
analysis-journey-key = Kiekvienas stulpelis prasideda ten, kur baigėsi ankstesnis; blyškus – mažiau nei penkios žinutės
analysis-journey-none = Atvejams priskirtų žinučių šiuo laikotarpiu nėra.
analysis-journeys = Etapai pagal produktą
analysis-journey-of = { $name }: nuotaikos balansas pagal etapą
# What the table is of, after "Table of".
analysis-journey-table = nuotaikos balansas pagal etapą
analysis-journey-how = Kaip nustatomi etapai
analysis-journey-method = Etapas nustatomas atvejams priskirtoms žinutėms pagal jų laiką. Iki atvejo užregistravimo trunka pirmasis kontaktas, o kai atvejis išspręstas, prasideda etapas po sprendimo. Tarp jų pirmas laiko ketvirtis yra skirstymas, paskutinis – sprendimas, likęs laikas – tyrimas. Jei atvejis neišspręstas, skirstymas yra pirmas laiko iki termino ketvirtis.
# In a column of 36 pixels: seven letters at most.
analysis-stage-short = { $stage ->
    [initial-contact] Pradžia
    [triage] Skirst.
    [investigation] Tyrimas
    [resolution] Sprend.
   *[post-resolution] Po
}
analysis-stage-net = { $count ->
    [one] { $name }: { $net }, { $count } žinutė
    [few] { $name }: { $net }, { $count } žinutės
    [many] { $name }: { $net }, { $count } žinutės
   *[other] { $name }: { $net }, { $count } žinučių
}
analysis-stage-none = { $name }: nėra
analysis-net-of = { $net } iš { $count }
# What a journey shows; $at and $than are one of these.
analysis-at-stage = { $stage ->
    [initial-contact] per pirmąjį kontaktą
    [triage] skirstant
    [investigation] tiriant
    [resolution] sprendžiant
   *[post-resolution] po sprendimo
}
analysis-falls = labiausiai krinta { $at }
analysis-recovers = pagerėja { $at }
analysis-lower = žemesnė { $at } nei { $than }
analysis-higher = aukštesnė { $at } nei { $than }
analysis-steady = stabili
analysis-course-unknown = pokyčiui nustatyti per mažai žinučių

## Volume against sentiment: topics in quadrants

analysis-quadrants = Žinučių kiekis ir nuotaika
analysis-midlines = Vidurio linijos: kiekis { $volume }, nuotaikos balansas { $net }
analysis-quadrants-none = Žinučių, turinčių temą, šiuo laikotarpiu nėra.
analysis-topics = Temos pagal produktą
analysis-quadrants-of = { $name }: žinučių kiekis ir nuotaika
# What the table is of, after "Table of".
analysis-quadrants-table = temos pagal kiekį ir nuotaiką
analysis-none-critical = kritinių nėra
analysis-to-watch = { $count ->
    [one] stebėti { $count } temą
    [few] stebėti { $count } temas
    [many] stebėti { $count } temos
   *[other] stebėti { $count } temų
}
analysis-critical = { $count ->
    [one] { $count } kritinė tema
    [few] { $count } kritinės temos
    [many] { $count } kritinės temos
   *[other] { $count } kritinių temų
}
analysis-topic = { $topic }: kiekis { $volume }, nuotaikos balansas { $net }, { analysis-quadrant }
# In place of $net.
analysis-not-judged = nenustatytas
# A corner of the drawing, which selects its topics; $name is a product.
analysis-corner = { $count ->
    [one] { $name }: visa grupė „{ analysis-quadrant }“, { $count } tema
    [few] { $name }: visa grupė „{ analysis-quadrant }“, { $count } temos
    [many] { $name }: visa grupė „{ analysis-quadrant }“, { $count } temos
   *[other] { $name }: visa grupė „{ analysis-quadrant }“, { $count } temų
}
analysis-column-topic = Tema
analysis-column-quadrant = Grupė

## The figures at the head, and of what is selected

analysis-fact-communications = Žinutės
analysis-within-sla = Laiku pagal SLA
analysis-net-sentiment = Nuotaikos balansas
analysis-open-cases = Neužbaigti atvejai
analysis-estimated-nps = NPS įvertis
analysis-surveys-less-others = Apklausos, palyginti su kitomis
analysis-themes = Temos
# Behind the difference to the days before.
analysis-change-on = palyginti su { $days }
# $breached is the next text.
analysis-points-on = proc. punkto, palyginti su { $days }; { $breached }
analysis-breached-of = { $count ->
    [one] pavėluota { $breached } iš { $count } atvejo
   *[other] pavėluota { $breached } iš { $count } atvejų
}
analysis-since = nuo { $date }
analysis-no-earlier = ankstesnių duomenų nėra
analysis-no-deadline = nė vienas laikotarpio atvejis ({ $days }) neturi termino
analysis-nothing-judged = nėra ko vertinti
analysis-none-judged = nė viena neturi vertintino teksto
analysis-nothing-scored = nieko neįvertinta
analysis-average-score = vidutinis balas { $score }
analysis-by-tone = { $negative } neigiamos, { $neutral } neutralios, { $positive } teigiamos
# Two percentages.
analysis-detractors-over = Įvertis: { $share } % kritikų, daugiau nei { $limit } %.
analysis-promoters-over = Įvertis: { $share } % rėmėjų, daugiau nei { $limit } %.
analysis-bands = pagal nuotaikos intervalus; { $detractors } % kritikų, { $promoters } % rėmėjų
analysis-surveys-and-others = apklausų { $surveys }: { $of_surveys }, kitų { $others }: { $of_others }
analysis-not-surveys-only = Klausimo negalima apriboti apklausomis: atsakoma pagal visas žinutes.
analysis-quadrant-topics = { analysis-quadrant }: temos
analysis-among = tarp „{ $name }“ temų
analysis-volume-high = žinučių daug
analysis-volume-low = žinučių mažai
analysis-volume-usual = žinučių kaip įprastai
# $when is a day or days.
analysis-times = { $times } karto daugiau nei { $when }
analysis-as-many = tiek pat kaip { $when }
analysis-percent-more = { $percent } % daugiau nei { $when }
analysis-percent-fewer = { $percent } % mažiau nei { $when }
# $what is a day or days, or the next text.
analysis-the-same = toks pat kaip { $what }
analysis-above = { $by } daugiau nei { $what }
analysis-below = { $by } mažiau nei { $what }
analysis-that-of-the-range = viso laikotarpio
