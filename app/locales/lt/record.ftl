## The page

record-back = Atgal
record-loading = Įkeliamas įrašas
record-kind-none = „{ $kind }“ tipo įrašų nėra.

## Facts of any record

record = Įrašas
record-facts = Duomenys
record-customer = Klientas
record-case = Atvejis
record-status = Būsena
record-status-name = { $status ->
    [in_progress] sprendžiama
    [pending] laukiama
    [resolved] išspręsta
    [closed] uždaryta
    [escalated] perduota toliau
   *[open] atvira
}
record-kind = Tipas
# What a customer wants.
record-kind-name = { $kind ->
    [complaint] skundas
    [request] prašymas
    [feedback] atsiliepimas
   *[enquiry] užklausa
}
record-channel = Kanalas
record-channel-name = { $channel ->
    [email] el. paštas
    [phone] telefonas
    [chat] tiesioginis pokalbis
    [letter] laiškas
    [social] socialiniai tinklai
    [referral] rekomendacija
    [fax] faksas
   *[web] svetainė
}
# "complaint by email"
record-kind-by = { record-kind-name } ({ record-channel-name })
record-category = Kategorija
record-subcategory = Subkategorija
record-product = Produktas
record-data-set = Duomenų rinkinys
record-text-none = Šaltinyje šio įrašo teksto nėra.
record-no-text = Teksto nėra
record-quote = „{ $text }“

## Lines of messages and cases

record-message = { $date }, { record-kind-by }
record-message-about = { $date }, { record-kind-by }, tema „{ $topic }“
# The day that a promise names.
record-due = terminas { $date }
record-unanswered = neatsakyta
# The day by which a case must be resolved.
record-by = iki { $date }
record-assigned-none = niekam nepaskirta
record-overdue = { $count ->
    [one] vėluoja { $count } dieną
    [few] vėluoja { $count } dienas
    [many] vėluoja { $count } dienos
   *[other] vėluoja { $count } dienų
}
record-due-today = terminas šiandien
record-days-left = { $count ->
    [one] liko { $count } diena
    [few] liko { $count } dienos
    [many] liko { $count } dienos
   *[other] liko { $count } dienų
}

## A message

record-communication-of = Žinutė, { $date }
record-answered-by = Atsakė
record-escalated-from = Perduota iš
# Who answered, or where it came from.
record-agent = { $agent ->
    [human-agent] darbuotojas
    [email] el. paštas
    [chat] tiesioginis pokalbis
   *[chatbot] pokalbių robotas
}
record-score = Nuotaikos balas
record-ask-message = Klausti apie šią žinutę
record-thread-case = Kitos šio atvejo žinutės
record-thread-around = Gretimos kliento žinutės

## A case

record-case-of = Atvejis, { $date }
record-priority = Prioritetas
record-priority-name = { $priority ->
    [low] žemas
    [high] aukštas
    [critical] kritinis
   *[medium] vidutinis
}
record-assigned = Atsakingas asmuo
record-opened = Užregistruota
record-changed = Pakeista
record-resolved = Išspręsta
record-deadline = SLA terminas
record-tags = Žymos
record-resolution = Sprendimas
record-notes = Pastabos
record-sla-missed = SLA pažeistas
record-sla-met = SLA nepažeistas
record-case-messages = Žinutės ({ $count })
record-case-messages-none = Šiam atvejui priskirtų žinučių nėra.
record-ask-case = Klausti apie šį atvejį

## A document

record-document-of = Dokumentas, { $date }
record-document-kind = { $kind ->
    [release_note] versijos aprašas
    [policy] taisyklės
    [notice] pranešimas
   *[article] straipsnis
}
record-day = Diena
record-parts = Dalys

## A customer

record-tier = Lygis
record-tier-name = { $tier ->
    [platinum] platininis
    [gold] auksinis
    [silver] sidabrinis
   *[standard] standartinis
}
record-segment = Segmentas
record-region = Regionas
record-manager = Kliento vadybininkas
record-since = Klientas nuo
record-sla = SLA
record-sla-hours = { $count } val.
record-ask-customer = Klausti apie šį klientą
record-print = Spausdinti skambučio atmintinę
record-messages = Žinutės, pirma naujausios
record-messages-none = Žinučių nėra.
record-none = nėra
record-health = Santykių būklė
record-health-score = { $score } iš 100
record-health-none = neįvertinta
record-average = Vidutinė nuotaika
record-average-over = { $mean } ({ messages })
record-last-messages = Paskutinės 10 žinučių
# The last ten, and the ten before.
record-lately = { $last }, prieš tai { $before }
record-communications = Žinutės
record-cases = Atvejai
record-open-cases = Atviri atvejai
record-open-overdue = { $open } (vėluoja { $overdue })
record-missed-cases = Atvejai, kai SLA pažeistas
record-what-to-do = Ką daryti

## The call sheet: what one wants to know before a call

record-sheet = Prieš skambinant
record-sheet-cases = Atviri atvejai ({ $count })
record-sheet-cases-none = Atvirų atvejų nėra.
record-contacts = Paskutiniai kontaktai
record-wants = Ko klientas nori
record-wants-none = Į visas žinutes atsakyta.
record-promises = Pažadai
record-promises-none = Pažadų nerasta.
record-people = Kas jų vardu rašo
record-person-last = paskutinį kartą rašė { $date }
record-announced = Ką pranešėte
record-announced-none = Apie kliento minimus produktus nieko nepranešta.
record-products = Produktai, apie kuriuos rašo
record-products-none = Neminimas joks produktas.
record-mood = Nuotaika
record-mood-none = Palyginti per mažai žinučių.
record-mood-lately = { $how ->
    [better] Geresnė nei anksčiau
    [worse] Blogesnė nei anksčiau
   *[same] Panaši kaip anksčiau
}: dabar { $last }, anksčiau { $before } (lyginta po { $count ->
    [one] { $count } žinutę
    [few] { $count } žinutes
    [many] { $count } žinutės
   *[other] { $count } žinučių
}).
record-mood-turn = { $way ->
    [fell] Labiausiai pablogėjo
   *[rose] Labiausiai pagerėjo
}: { $month }, nuo { $from } iki { $to }.
record-mood-turn-about = { $way ->
    [fell] Labiausiai pablogėjo
   *[rose] Labiausiai pagerėjo
}: { $month }, nuo { $from } iki { $to }, dažniausia tema „{ $topic }“.
record-first-message = Žr. pirmąją žinutę
