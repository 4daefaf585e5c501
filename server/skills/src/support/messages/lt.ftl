# What the agent says in Lithuanian. `$form` is "formal" (Jūs) or "informal" (tu); an argument that is empty comes as "none".
# No message promises a time, and none uses the customer's name.

## Beginning, and whose account it is

greeting = { $form ->
    [formal] { $company ->
        [none] Laba diena! Kuo galiu Jums padėti?
       *[other] Laba diena! Čia { $company }. Kuo galiu Jums padėti?
    }
   *[informal] { $company ->
        [none] Labas! Kuo galiu padėti?
       *[other] Labas! Čia { $company }. Kuo galiu padėti?
    }
}
ask-problem = { $form ->
    [formal] Papasakokite, kas nutiko: dingo internetas, jis lėtas ar trūkinėja, nerodo televizija, o gal klausimas dėl sąskaitos?
   *[informal] Papasakok, kas nutiko: dingo internetas, jis lėtas ar trūkinėja, nerodo televizija, o gal klausimas dėl sąskaitos?
}
confirm-address = { $form ->
    [formal] Radau Jūsų paskyrą. Ar skambinate dėl adreso { $address }?
   *[informal] Radau tavo paskyrą. Ar skambini dėl adreso { $address }?
}
ask-address = { $form ->
    [formal] Pagal šį telefono numerį paskyros neradau. Parašykite gatvę, namo ir, jei yra, buto numerį.
   *[informal] Pagal šį telefono numerį paskyros neradau. Parašyk gatvę, namo ir, jei yra, buto numerį.
}
address-not-found = { $form ->
    [formal] Adreso „{ $address }“ neradau. Gal galite patikslinti gatvę ir namo numerį?
   *[informal] Adreso „{ $address }“ neradau. Gal gali patikslinti gatvę ir namo numerį?
}
address-not-yours = { $form ->
    [formal] Šis adresas nepriskirtas paskyrai, susietai su numeriu, iš kurio skambinate, todėl dėl jo padėti negaliu.
   *[informal] Šis adresas nepriskirtas paskyrai, susietai su numeriu, iš kurio skambini, todėl dėl jo padėti negaliu.
}
ask-other-address = { $form ->
    [formal] Gerai, o dėl kurio adreso skambinate? Parašykite gatvę ir namo numerį.
   *[informal] Gerai, o dėl kurio adreso skambini? Parašyk gatvę ir namo numerį.
}
other-data = { $form ->
    [formal] Galiu kalbėti tik apie paskyrą, susietą su numeriu, iš kurio skambinate.
   *[informal] Galiu kalbėti tik apie paskyrą, susietą su numeriu, iš kurio skambini.
}

## What the account and the checks say

suspended = { $form ->
    [formal] Matau, kad paslauga sustabdyta, nes liko neapmokėta sąskaita, tad įrangos tikrinti nereikia. Apmokėti galite per savo banką pagal sąskaitoje nurodytus duomenis, o gavę mokėjimą paslaugą vėl įjungsime. Jei jau sumokėjote, parašykite, ir mokėjimą patikrins kolega.
   *[informal] Matau, kad paslauga sustabdyta, nes liko neapmokėta sąskaita, tad įrangos tikrinti nereikia. Apmokėti gali per savo banką pagal sąskaitoje nurodytus duomenis, o gavę mokėjimą paslaugą vėl įjungsime. Jei jau sumokėjai, parašyk, ir mokėjimą patikrins kolega.
}
cancelled = { $form ->
    [formal] Matau, kad šios paskyros sutartis nutraukta, todėl paslaugos nebeteikiamos. Jei tai klaida arba norite prisijungti iš naujo, perduosiu Jūsų klausimą kolegai.
   *[informal] Matau, kad šios paskyros sutartis nutraukta, todėl paslaugos nebeteikiamos. Jei tai klaida arba nori prisijungti iš naujo, perduosiu tavo klausimą kolegai.
}
outage = { $form ->
    [formal] Jūsų rajone dabar yra gedimas, neveikia: { $services }. Apie jį žinome ir jį šaliname, numatoma pabaiga: { $until }. Jums nieko daryti nereikia.
   *[informal] Tavo rajone dabar yra gedimas, neveikia: { $services }. Apie jį žinome ir jį šaliname, numatoma pabaiga: { $until }. Tau nieko daryti nereikia.
}
outage-no-time = { $form ->
    [formal] Jūsų rajone dabar yra gedimas, neveikia: { $services }. Apie jį žinome ir jį šaliname, bet kada baigsime, dar nežinau. Jums nieko daryti nereikia.
   *[informal] Tavo rajone dabar yra gedimas, neveikia: { $services }. Apie jį žinome ir jį šaliname, bet kada baigsime, dar nežinau. Tau nieko daryti nereikia.
}
port-down = { $form ->
    [formal] Patikrinau Jūsų liniją: mūsų tinklo jungtis, per kurią prijungti Jūsų namai, neveikia.
   *[informal] Patikrinau tavo liniją: mūsų tinklo jungtis, per kurią prijungti tavo namai, neveikia.
}
packet-loss = { $form ->
    [formal] Patikrinau Jūsų liniją: pakeliui dingsta nemaža dalis duomenų, todėl ryšys stringa.
   *[informal] Patikrinau tavo liniją: pakeliui dingsta nemaža dalis duomenų, todėl ryšys stringa.
}
intermittent = { $form ->
    [formal] Patikrinau Jūsų liniją: ryšys vis nutrūksta ir vėl atsiranda.
   *[informal] Patikrinau tavo liniją: ryšys vis nutrūksta ir vėl atsiranda.
}
no-ip = { $form ->
    [formal] Patikrinau Jūsų liniją: maršrutizatorius negavo tinklo adreso, todėl prie interneto neprisijungia.
   *[informal] Patikrinau tavo liniją: maršrutizatorius negavo tinklo adreso, todėl prie interneto neprisijungia.
}
jitter = { $form ->
    [formal] Patikrinau Jūsų liniją: duomenys ateina netolygiai, todėl vaizdas ir skambučiai gali strigti.
   *[informal] Patikrinau tavo liniją: duomenys ateina netolygiai, todėl vaizdas ir skambučiai gali strigti.
}
poor-signal = { $form ->
    [formal] Patikrinau Jūsų liniją: ją pasiekia per silpnas signalas.
   *[informal] Patikrinau tavo liniją: ją pasiekia per silpnas signalas.
}
minor-issue = Radau nedidelį nesklandumą. Pabandykime vieną dalyką, o jei nepadės, užregistruosiu gedimą.
account-info = { $form ->
    [formal] Sąskaitų sumų ir mokėjimų čia nematau. Sumą, apmokėjimo terminą ir mokėjimo duomenis rasite paskutinėje sąskaitoje, o jei ko trūksta, padės kolega.
   *[informal] Sąskaitų sumų ir mokėjimų čia nematau. Sumą, apmokėjimo terminą ir mokėjimo duomenis rasi paskutinėje sąskaitoje, o jei ko trūksta, padės kolega.
}

## One step at a time

step-first =
    Pabandykime po vieną žingsnį. Pirmas:

    { $step }
step-next =
    Aišku, einame toliau:

    { $step }
did-it-help = Ar dabar jau veikia?

## Tickets, and people

offer-ticket = { $form ->
    [formal] Ar norite, kad užregistruočiau gedimą?
   *[informal] Ar nori, kad užregistruočiau gedimą?
}
ticket-made = Gedimą užregistravau, jo numeris { $id }. Juo pasirūpins technikai.
ticket-declined = { $form ->
    [formal] Kolega peržiūrėjo ir gedimo šįkart neregistravo. Jei norite, perduosiu Jūsų klausimą jam, kad paskambintų.
   *[informal] Kolega peržiūrėjo ir gedimo šįkart neregistravo. Jei nori, perduosiu tavo klausimą jam, kad paskambintų.
}
ticket-failed = { $form ->
    [formal] Deja, gedimo užregistruoti nepavyko, todėl perduodu Jūsų klausimą kolegai.
   *[informal] Deja, gedimo užregistruoti nepavyko, todėl perduodu tavo klausimą kolegai.
}
handed-over = { $form ->
    [formal] Perduodu Jūsų klausimą kolegai, jis Jums paskambins.
   *[informal] Perduodu tavo klausimą kolegai, jis tau paskambins.
}

## Talking

calm = Suprantu, kad tai erzina, ir man gaila, kad taip išėjo. Pažiūrėkime, ką galime padaryti.
not-understood = { $form ->
    [formal] Atsiprašau, nesupratau. Gal galite parašyti kitaip?
   *[informal] Atsiprašau, nesupratau. Gal gali parašyti kitaip?
}
not-understood-again = { $form ->
    [formal] Atsiprašau, vis dar nesuprantu. Parašykite, prašau, vienu trumpu sakiniu.
   *[informal] Atsiprašau, vis dar nesuprantu. Parašyk, prašau, vienu trumpu sakiniu.
}
which-first = Supratau, bėda ne viena. Pirma imkimės šios: { $first }. Po to: { $later }.
next-problem = Ar dabar imamės kitos bėdos: { $problem }?
resolved = Puiku, džiaugiuosi, kad veikia!
anything-else = { $form ->
    [formal] Ar dar kuo nors galiu Jums padėti?
   *[informal] Ar dar kuo nors galiu padėti?
}
bye = { $form ->
    [formal] Ačiū, kad kreipėtės. Geros dienos!
   *[informal] Ačiū, kad kreipeisi. Geros dienos!
}
language-changed = Gerai, toliau kalbėkime lietuviškai.

## When it cannot go on

error = { $form ->
    [formal] Atsiprašau, kažkas nepavyko. Parašykite, prašau, dar kartą.
   *[informal] Atsiprašau, kažkas nepavyko. Parašyk, prašau, dar kartą.
}
timeout = { $form ->
    [formal] Atsiprašau, užtrukau per ilgai ir atsakyti nespėjau. Parašykite, prašau, dar kartą.
   *[informal] Atsiprašau, užtrukau per ilgai ir atsakyti nespėjau. Parašyk, prašau, dar kartą.
}
max-turns = { $form ->
    [formal] Pokalbis jau per ilgas, kad jį tęsčiau, todėl perduodu Jūsų klausimą kolegai.
   *[informal] Pokalbis jau per ilgas, kad jį tęsčiau, todėl perduodu tavo klausimą kolegai.
}
conversation-ended = { $form ->
    [formal] Šis pokalbis jau baigtas. Jei dar reikia pagalbos, pradėkite naują.
   *[informal] Šis pokalbis jau baigtas. Jei dar reikia pagalbos, pradėk naują.
}

## Names

problem-no-internet = neveikia internetas
problem-slow-internet = lėtas internetas
problem-intermittent = trūkinėja internetas
problem-tv-no-signal = nerodo televizija
problem-account = klausimas dėl sąskaitos
service-internet = internetas
service-tv = televizija
service-phone = telefonas
