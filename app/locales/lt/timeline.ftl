## The trace of a conversation

timeline-title = Kaip tai rasta
timeline-to-bob = Eiti prie dabartinio žingsnio
timeline-question = { $n } klausimas
timeline-calls = { $count ->
    [one] { $count } iškvietimas
    [few] { $count } iškvietimai
    [many] { $count } iškvietimo
   *[other] { $count } iškvietimų
}
timeline-calls-running = { timeline-calls }, vyksta { $running }
# $time is a duration such as "6.2 s".
timeline-account = { $time }, { $iterations ->
    [one] { $iterations } iteracija
    [few] { $iterations } iteracijos
    [many] { $iterations } iteracijos
   *[other] { $iterations } iteracijų
}, { timeline-calls }
timeline-running = vyksta, { $time }
timeline-failed = nepavyko, { $time }
timeline-stopped = sustabdyta
timeline-more = { $count ->
    [one] dar { $count } simbolis
    [few] dar { $count } simboliai
    [many] dar { $count } simbolio
   *[other] dar { $count } simbolių
}

## Kinds of steps

timeline-thought = { $n } mintis
timeline-plan = { $count ->
    [one] Planas: { $count } iškvietimas
    [few] Planas: { $count } iškvietimai
    [many] Planas: { $count } iškvietimo
   *[other] Planas: { $count } iškvietimų
}
timeline-enough = Duomenų pakanka
timeline-not-enough = Duomenų dar nepakanka
timeline-approval = Tvirtinimas
timeline-answer = Atsakymas parašytas
timeline-checked = Skaičių patikra
timeline-recovered = pavyko pakartojus
timeline-call = Įrankio iškvietimas
timeline-call-again = Įrankio iškvietimas, { $n ->
    [2] antras
    [3] trečias
    [4] ketvirtas
    [5] penktas
    [6] šeštas
   *[other] { $n }
} bandymas
timeline-fork = { $count ->
    [2] Du iškvietimai
    [3] Trys iškvietimai
    [4] Keturi iškvietimai
    [5] Penki iškvietimai
    [6] Šeši iškvietimai
    [7] Septyni iškvietimai
    [8] Aštuoni iškvietimai
    [9] Devyni iškvietimai
    [10] Dešimt iškvietimų
    [one] { $count } iškvietimas
    [few] { $count } iškvietimai
    [many] { $count } iškvietimo
   *[other] { $count } iškvietimų
} vienu metu
# $label is one of the three above.
timeline-label-running = { $label }, vyksta
timeline-note-routed = Nukreipta
timeline-note-compressed = Sutrumpinta
timeline-note-fallback = Atsarginis variantas
timeline-note-retry = Pakartojimas
timeline-note-pseudonyms = Pseudonimai
timeline-note-suspected = Tekstas su nurodymais
timeline-note-failed = Nepavyko
timeline-note-stopped = Sustabdyta
timeline-note-interrupted = Nutrūko
timeline-limit-near = Riba: jau arti
timeline-limit-iterations = Riba: iteracijos
timeline-limit-passes = Riba: planavimo ciklai
timeline-limit-calls = Riba: įrankių iškvietimai
timeline-limit-tokens = Riba: žetonai
timeline-limit-cost = Riba: kaina
timeline-limit-cost-unknown = Riba: kaina nežinoma
timeline-limit-time = Riba: laikas
timeline-limit-no-progress = Riba: nėra pažangos

## What a step says

# What a model was asked for.
timeline-purpose-route = Klausimui suprasti
timeline-purpose-step = Kitam žingsniui
timeline-purpose-plan = Planui sudaryti
timeline-purpose-reflect = Rezultatams įvertinti
timeline-purpose-synthesize = Atsakymui parašyti
timeline-purpose-repair = Atsakymui pataisyti
timeline-purpose-summarize = Ankstesniam pokalbiui apibendrinti
timeline-purpose-follow-ups = Tolesniems klausimams pasiūlyti
timeline-model = { $model }: žetonai – { $sent } įvesties, { $got } išvesties; { $cost }, { $time }{ $retries ->
    [0] { "" }
    [one] , po { $retries } pakartojimo
    [few] , po { $retries } pakartojimų
    [many] , po { $retries } pakartojimo
   *[other] , po { $retries } pakartojimų
}
timeline-decided = { $decision ->
    [approved] patvirtinta
    [edited] pakeista
    [rejected] atmesta
    [expired] terminas pasibaigė
   *[other] { $decision }
}
timeline-decided-by = { timeline-decided } ({ $by })
timeline-citations = { $count ->
    [one] { $count } nuoroda į šaltinį.
    [few] { $count } nuorodos į šaltinius.
    [many] { $count } nuorodos į šaltinius.
   *[other] { $count } nuorodų į šaltinius.
}
timeline-no-figures = Skaičių nėra.
# $told is one of the three for all figures, or a list of the three with a number.
timeline-figures = { $count ->
    [one] { $count } skaičius: { $told }.
    [few] { $count } skaičiai: { $told }.
    [many] { $count } skaičiaus: { $told }.
   *[other] { $count } skaičių: { $told }.
}
timeline-all-cited = visi su šaltiniu
timeline-all-matched = visi sutampa
timeline-none-verified = visi nepatikrinti
timeline-cited = { $count } su šaltiniu
timeline-matched = { $count } sutampa
timeline-unverified = { $count ->
    [one] { $count } nepatikrintas
    [few] { $count } nepatikrinti
    [many] { $count } nepatikrinta
   *[other] { $count } nepatikrinta
}

## A call

timeline-waterfall = nuo { $from } iki { $to } iš { $total } milisekundžių
# $unit names what was read, in English.
timeline-coverage = Perskaityta { $read } iš { $available } ({ $unit }).
timeline-result = { $count ->
    [one] Rezultatas, { $count } simbolis
    [few] Rezultatas, { $count } simboliai
    [many] Rezultatas, { $count } simbolio
   *[other] Rezultatas, { $count } simbolių
}
timeline-result-rest = Visas rezultatas yra eksportuotame vykdyme.
timeline-come = { $cited ->
    [one] { $cited } atsakymo skaičius paimtas iš čia
    [few] { $cited } atsakymo skaičiai paimti iš čia
    [many] { $cited } atsakymo skaičiaus paimta iš čia
   *[other] { $cited } atsakymo skaičių paimta iš čia
}
timeline-match = { $matched ->
    [one] { $matched } atsakymo skaičius sutampa su čia esančiomis reikšmėmis
    [few] { $matched } atsakymo skaičiai sutampa su čia esančiomis reikšmėmis
    [many] { $matched } atsakymo skaičiaus sutampa su čia esančiomis reikšmėmis
   *[other] { $matched } atsakymo skaičių sutampa su čia esančiomis reikšmėmis
}
timeline-come-and-match = { timeline-come }, dar { $matched } sutampa
timeline-figure-matched = { $figure } (sutampa)

## What a run is doing: phases, as labels and, with a full stop, as the status

timeline-phase-queued = Laukia eilėje
timeline-phase-waiting = Laukia jūsų
timeline-phase-starting = Pradedama
timeline-phase-reading = Skaitomas klausimas
timeline-phase-planning = Planuojama
timeline-phase-judging = Vertinami rezultatai
timeline-phase-writing = Rašomas atsakymas
timeline-phase-checking = Tikrinami skaičiai
timeline-phase-follow-ups = Ieškoma, ko klausti toliau

## What a call is doing, in a list with commas. $what is a part of a tool's name, in English

timeline-doing-query = skaičiuojami įrašai
timeline-doing-search-all = ieškoma dokumentuose ir žinutėse
timeline-doing-similar = ieškoma panašių žinučių
timeline-doing-calculate = skaičiuojama
timeline-doing-analyze = analizuojama: { $what }
timeline-doing-detect = ieškoma: { $what }
timeline-doing-get = skaitoma: { $what }
timeline-doing-list = sudaromas sąrašas: { $what }
timeline-doing-assess = vertinama: { $what }
timeline-doing-check = tikrinama: { $what }
timeline-doing-find = surandama: { $what }
timeline-doing-run = vykdoma: { $what }
timeline-doing-search = paieška: { $what }
timeline-doing-create = kuriama: { $what }
timeline-doing-assign = priskiriama: { $what }
timeline-doing-add = pridedama: { $what }
timeline-doing-other = naudojama: { $what }

## The status of a run

timeline-ready = Atsakymas parengtas.
# $graded: "21 figures cited, 3 matched".
timeline-ready-graded = Atsakymas parengtas: { $graded }.
timeline-run-failed = Vykdymas nepavyko.
timeline-run-stopped = Sustabdyta.
timeline-run-interrupted = Nutrūko.
timeline-run-waiting = Laukia jūsų sprendimo.
timeline-used-steps = { $n } žingsnis iš { $most }
timeline-used-calls = { $most ->
    [one] { $n } iš { $most } iškvietimo
    [few] { $n } iš { $most } iškvietimų
    [many] { $n } iš { $most } iškvietimo
   *[other] { $n } iš { $most } iškvietimų
}
timeline-used-tokens = { $count ->
    [one] { $count } žetonas
    [few] { $count } žetonai
    [many] { $count } žetono
   *[other] { $count } žetonų
}

## An approval: what a tool proposes to do

timeline-waits = laukia jūsų
timeline-not-decided = nenuspręsta
timeline-approved = patvirtinta
timeline-approved-changed = patvirtinta su pakeitimais
timeline-declined = atmesta
timeline-expired = terminas pasibaigė
# What came of it; $time is a duration.
timeline-carried-out = Įvykdyta vieną kartą per { $time }.
timeline-nothing-done = Nieko nepadaryta.
timeline-approval-note = „{ $note }“
# Stands after the name of a tool.
timeline-proposes = siūlo tai atlikti. Kol nepatvirtinsite, nieko nebus daroma.
timeline-decide-by = Nuspręskite iki { $time }. Vėliau pasiūlymas nebegalios ir nieko nebus daroma.
timeline-not-saved = Neišsaugota
timeline-kept-here = Jūsų tekstas išliko; bandykite dar kartą.
timeline-changes = Siūlomi pakeitimai
timeline-field = Laukas
timeline-before = Prieš
timeline-after = Po
timeline-before-none = nėra
timeline-unchanged = nepakeista
timeline-removed = pašalinta
timeline-edit = Keisti prieš tvirtinant
timeline-list-hint = Kiekvienas atskiroje eilutėje
timeline-reason = Priežastis
timeline-reason-hint = nebūtina, saugoma kartu su sprendimu
timeline-approve = Patvirtinti
timeline-approve-changed = Patvirtinti su pakeitimais
timeline-decline = Atmesti
