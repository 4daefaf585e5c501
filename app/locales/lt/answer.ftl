## An answer and its limits

# Behind each of the first four stands a colon and what the answer says.
answer-ended-early = Baigta anksčiau laiko
answer-why = Kodėl
answer-not-covered = Į ką neatsakyta
answer-note = Pastaba
# $said is what was remembered, as in: “churn” is cancelled contracts
answer-from-memory = Įsiminta: { $said }
# How a small number behind a sentence is read out.
answer-source = Šaltinis { $n }
answer-source-range = Šaltiniai { $first }–{ $last }
# A number follows.
answer-source-label = Šaltinis
answer-not-verified = nepatikrinta

## Tables of an answer

answer-table = Atsakymo lentelė
# What columns without a head are called.
answer-column-name = Pavadinimas
answer-column-sources = Šaltiniai
# A link to the whole list.
answer-table-all = Visas sąrašas ({ $count }): rikiuoti, filtruoti
answer-export = Eksportuoti CSV
answer-export-xlsx = Eksportuoti „Excel“

## Drafts

# $file is the name of its file.
answer-draft = Juodraštis: { $file }
answer-draft-download = Atsisiųsti

## Values of results

answer-yes = taip
answer-no = ne
answer-percent = { $value } %
# Between the whole number and its decimals.
answer-decimal-mark = ,

## What the note of a figure says

answer-nothing-says-so = Nė vieno įrankio rezultatas to nepatvirtina.
answer-from-question = Paimta iš jūsų klausimo
answer-follows = Išplaukia iš kitų šio sakinio skaičių
# $about is what the tool looked at, as in: Topics
answer-recorded = Yra rezultate: { $about }
answer-recorded-trace = Įrašyta eigoje
answer-asked-for = Ko prašyta: { $about }
answer-in-record = Ši reikšmė yra įraše, kurio šis sakinys nenurodo
answer-in-row = Ši reikšmė yra eilutėje, kurios šis sakinys nenurodo
answer-from-record = Iš įrašo, kurio šis sakinys nenurodo
answer-from-row = Iš eilutės, kurios šis sakinys nenurodo
# $how is one of those below, or a sum: 140 + 115
answer-worked-out = Apskaičiuota: { $how }
# Where it is not known what it was worked out from.
answer-how-sum = suma
answer-how-difference = skirtumas
answer-how-share = dalis
answer-how-change = pokytis
answer-how-ratio = santykis
answer-how-mean = vidurkis
answer-how-per-day = dienos vidurkis
answer-how-count = eilučių skaičius
# $a and $b are values, often with their names: total 412
answer-how-difference-of = skirtumas ({ $a } ir { $b })
answer-how-share-of = dalis ({ $a } iš { $b })
answer-how-change-of = pokytis ({ $a } ir { $b })
answer-how-ratio-of = santykis ({ $a } ir { $b })
answer-how-per-day-of = dienos vidurkis ({ $a } per { $b })
answer-how-mean-of = vidurkis ({ $values })
answer-how-count-in = eilučių skaičius ({ $lists })
# The last of several values: those that are not named.
answer-how-more = dar { $count }

## Evidence: what an answer cites

answer-evidence = Įrodymai
answer-rows = Eilutės
answer-chart = Diagrama
answer-cited-rows = { $rows ->
    [one] nurodyta { $rows } eilutė
    [few] nurodytos { $rows } eilutės
    [many] nurodyta { $rows } eilutės
   *[other] nurodyta { $rows } eilučių
}
answer-cited-records = { $records ->
    [one] nurodytas { $records } įrašas
    [few] nurodyti { $records } įrašai
    [many] nurodyta { $records } įrašo
   *[other] nurodyta { $records } įrašų
}
answer-cited-both = { $rows ->
    [one] nurodyta { $rows } eilutė
    [few] nurodytos { $rows } eilutės
    [many] nurodyta { $rows } eilutės
   *[other] nurodyta { $rows } eilučių
} ir { $records ->
    [one] { $records } įrašas
    [few] { $records } įrašai
    [many] { $records } įrašo
   *[other] { $records } įrašų
}
# $cited is one of the three above.
answer-cited-read = { $cited }, { $read ->
    [one] perskaitytas { $read } įrašas
    [few] perskaityti { $read } įrašai
    [many] perskaityta { $read } įrašo
   *[other] perskaityta { $read } įrašų
}
answer-rows-behind = { $rows ->
    [one] Skaičiai paimti iš { $rows } eilutės
    [few] Skaičiai paimti iš { $rows } eilučių
    [many] Skaičiai paimti iš { $rows } eilutės
   *[other] Skaičiai paimti iš { $rows } eilučių
}
# What a cited record is.
answer-kind = { $kind ->
    [communication] žinutė
    [case] atvejis
    [document] dokumentas
   *[customer] klientas
}
answer-kind-id = { answer-kind } { $id }
# Of a letter: nothing shows that it comes from whom it names.
answer-unauthenticated = siuntėjas nepatvirtintas
answer-relevance = atitiktis { $value }
answer-more-characters = { $count ->
    [one] dar { $count } simbolis
    [few] dar { $count } simboliai
    [many] dar { $count } simbolio
   *[other] dar { $count } simbolių
}

## How far to trust an answer: accounts of its scores

answer-trust = Kiek galima pasitikėti atsakymu
answer-scores = { $count ->
    [1] Iš ko sudarytas įvertis
    [2] Du įverčiai ir iš ko jie sudaryti
    [3] Trys įverčiai ir iš ko jie sudaryti
   *[other] Įverčiai ({ $count }) ir iš ko jie sudaryti
}
answer-score-run = Vykdymo įvertis
answer-score-evidence = Įrodymų įvertis
answer-score-reasoning = Samprotavimo įvertis
# How good the score is.
answer-tier = { $tier ->
    [high] aukštas
    [medium] vidutinis
    [low] žemas
   *[other] { $tier }
}
# Heads of columns: how a part is worked out, what it adds to the score, and the scale of the score.
answer-score-product = veiksnys × svoris
answer-score-adds = prideda
answer-score-hundred = nuo 0 iki 100
answer-score-one = nuo 0 iki 1

## Beside the answer: a figure, opened

beside-no-records = Šis skaičius įrašų sąrašo neturi: jis apskaičiuotas iš šių reikšmių.
beside-whole-result = Visas iškvietimo rezultatas
# The outermost name of the tree that shows it.
beside-result = rezultatas
beside-items = { $count ->
    [one] { $count } elementas
    [few] { $count } elementai
    [many] { $count } elemento
   *[other] { $count } elementų
}
beside-fields = { $count ->
    [one] { $count } laukas
    [few] { $count } laukai
    [many] { $count } lauko
   *[other] { $count } laukų
}
beside-more = dar { $count }
# The edge of a side, which can be moved.
beside-width = { $side ->
    [trace] Eigos plotis
   *[panel] Skydelio plotis
}

## Beside the answer: the records of a figure

# $noun is another name where the records are of a source that the firm declared.
beside-records = { $noun ->
    [communication] { $count ->
        [one] { $count } žinutė
        [few] { $count } žinutės
        [many] { $count } žinutės
       *[other] { $count } žinučių
    }
    [case] { $count ->
        [one] { $count } atvejis
        [few] { $count } atvejai
        [many] { $count } atvejo
       *[other] { $count } atvejų
    }
    [customer] { $count ->
        [one] { $count } klientas
        [few] { $count } klientai
        [many] { $count } kliento
       *[other] { $count } klientų
    }
    [document] { $count ->
        [one] { $count } dokumentas
        [few] { $count } dokumentai
        [many] { $count } dokumento
       *[other] { $count } dokumentų
    }
   *[other] { $noun }: { $count }
}
beside-records-changed = { beside-records }. Atsakyme buvo { $told }: įrašai nuo tada pasikeitė.
# What was counted follows.
beside-counted = Suskaičiuota:
beside-none = Tinkamų įrašų nėra. Pakeiskite arba išvalykite filtrą.
beside-clear = Valyti filtrą
beside-order = Rikiuoti
beside-find = Ieškomi žodžiai
beside-find-hint = Tekstas ar klientas
beside-show = Rodyti
# A filter that is not set; $title is its name.
beside-any = { $title }: nesvarbu
beside-pages = Įrašų puslapiai
beside-range = { $first }–{ $last } iš { $count }
beside-previous = Ankstesni
beside-next = Kiti
beside-show-all = Rodyti visus ({ $count })

## The page that compares two sources

compare-about = Dviejų įmonės šaltinių palyginimas eilutė po eilutės.
compare-loading = Lyginama
# A command follows.
compare-undeclared = Aprašytų šaltinių yra mažiau nei du. Peržiūrėkite duomenų bazę arba aplanką:

## What is compared

compare-first = Pirmas šaltinis
compare-second = Antras šaltinis
compare-measure = Rodiklis
compare-by = Eilutės pagal
# No filter is set.
compare-all = visi
compare-submit = Lyginti

## How well the two agree, and the rows that differ

# How far a row of one source is from that of the other.
compare-match = sutampa
compare-minor = mažas skirtumas
compare-major = didelis skirtumas
# The same with how many rows there are: links to those.
compare-count-match = sutampa: { $count }
compare-count-minor = mažas skirtumas: { $count }
compare-count-major = didelis skirtumas: { $count }
compare-count-missing-first = nėra pirmame: { $count }
compare-count-missing-second = nėra antrame: { $count }
compare-difference = Skirtumas
# $value is a difference with its unit, $percent its share of the whole.
compare-difference-share = { $value } ({ $percent } %)
compare-rows = Eilutės
compare-caption = Eilutės, nuo didžiausio skirtumo
compare-bar = Juosta
compare-class = Klasė
# Instead of a value, where a source lacks the row.
compare-no-row = nėra eilutės
compare-pages = { $count ->
    [one] { $count } eilutė
    [few] { $count } eilutės
    [many] { $count } eilutės
   *[other] { $count } eilučių
}, { $page } puslapis iš { $pages }
compare-previous = Ankstesnis
compare-next = Kitas
compare-ask = Klausti apie tai
