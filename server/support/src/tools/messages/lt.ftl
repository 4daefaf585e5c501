# What the agent says in Lithuanian. `$form` is "formal" (Jūs) or "informal" (tu); an argument that is empty comes as "none".
# No message promises a time except call-within, which has it from the settings; none uses the customer's name.

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
    [formal] Papasakokite, kas nutiko: dingo internetas, jis lėtas ar trūkinėja, nerodo televizorius, o gal turite klausimą dėl sąskaitos?
   *[informal] Papasakok, kas nutiko: dingo internetas, jis lėtas ar trūkinėja, nerodo televizorius, o gal turi klausimą dėl sąskaitos?
}
confirm-address = { $form ->
    [formal] Radau Jūsų paskyrą. Ar skambinate dėl adreso { $address }?
   *[informal] Radau tavo paskyrą. Ar skambini dėl adreso { $address }?
}
ask-address = { $form ->
    [formal] Pagal šį telefono numerį paskyros neradau. Pasakykite gatvę, namo ir, jei yra, buto numerį.
   *[informal] Pagal šį telefono numerį paskyros neradau. Pasakyk gatvę, namo ir, jei yra, buto numerį.
}
address-not-found = { $form ->
    [formal] Adreso „{ $address }“ neradau. Gal galite patikslinti gatvę ir namo numerį?
   *[informal] Adreso „{ $address }“ neradau. Gal gali patikslinti gatvę ir namo numerį?
}
address-not-yours = { $form ->
    [formal] Šio adreso Jūsų paskyroje nėra, todėl dėl jo padėti negaliu.
   *[informal] Šio adreso tavo paskyroje nėra, todėl dėl jo padėti negaliu.
}
ask-other-address = { $form ->
    [formal] Gerai, o dėl kurio adreso skambinate? Pasakykite gatvę ir namo numerį.
   *[informal] Gerai, o dėl kurio adreso skambini? Pasakyk gatvę ir namo numerį.
}
other-data = { $form ->
    [formal] Galiu kalbėti tik apie paskyrą, kuri tikrai yra Jūsų.
   *[informal] Galiu kalbėti tik apie paskyrą, kuri tikrai yra tavo.
}

## What the account and the checks say

suspended = { $form ->
    [formal] Matau, kad paslauga sustabdyta, nes liko neapmokėta sąskaita. Apmokėti galite per savo banką pagal sąskaitoje nurodytus duomenis, o gavę mokėjimą paslaugą vėl įjungsime. Jei jau sumokėjote, pasakykite, ir mokėjimą patikrins kolega.
   *[informal] Matau, kad paslauga sustabdyta, nes liko neapmokėta sąskaita. Apmokėti gali per savo banką pagal sąskaitoje nurodytus duomenis, o gavę mokėjimą paslaugą vėl įjungsime. Jei jau sumokėjai, pasakyk, ir mokėjimą patikrins kolega.
}
cancelled = { $form ->
    [formal] Matau, kad šios paskyros sutartis nutraukta, todėl paslaugos nebeteikiamos. Jei tai klaida arba norite prisijungti iš naujo, perduosiu Jūsų klausimą kolegai.
   *[informal] Matau, kad šios paskyros sutartis nutraukta, todėl paslaugos nebeteikiamos. Jei tai klaida arba nori prisijungti iš naujo, perduosiu tavo klausimą kolegai.
}
outage = { $form ->
    [formal] Jūsų rajone dabar yra gedimas. Neveikia { $services }. Apie jį žinome ir jį šaliname; planuojame sutvarkyti iki { $until }. Jums nieko daryti nereikia.
   *[informal] Tavo rajone dabar yra gedimas. Neveikia { $services }. Apie jį žinome ir jį šaliname; planuojame sutvarkyti iki { $until }. Tau nieko daryti nereikia.
}
outage-no-time = { $form ->
    [formal] Jūsų rajone dabar yra gedimas. Neveikia { $services }. Apie jį žinome ir jį šaliname, bet kada baigsime, dar nežinau. Jums nieko daryti nereikia.
   *[informal] Tavo rajone dabar yra gedimas. Neveikia { $services }. Apie jį žinome ir jį šaliname, bet kada baigsime, dar nežinau. Tau nieko daryti nereikia.
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
    Eikime po vieną žingsnį. Pirmas:

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
    [formal] Kolega peržiūrėjo ir gedimo šįkart neregistravo. Jis pats Jums dėl to paskambins.
   *[informal] Kolega peržiūrėjo ir gedimo šįkart neregistravo. Jis pats tau dėl to paskambins.
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

calm = Suprantu, kad tai erzina, ir apgailestauju, kad taip nutiko. Pažiūrėkime, ką galime padaryti.
not-understood = { $form ->
    [formal] Atsiprašau, nesupratau. Gal galite pasakyti kitaip?
   *[informal] Atsiprašau, nesupratau. Gal gali pasakyti kitaip?
}
which-first = Supratau, rūpi keli dalykai: { $first } ir { $later }. Pradėkime nuo pirmo.
next-problem = Ar dabar spręsime kitą bėdą – { $problem }?
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
    [formal] Atsiprašau, kažkas nepavyko. Pasakykite, prašau, dar kartą.
   *[informal] Atsiprašau, kažkas nepavyko. Pasakyk, prašau, dar kartą.
}
timeout = { $form ->
    [formal] Atsiprašau, užtrukau per ilgai ir atsakyti nespėjau. Pasakykite, prašau, dar kartą.
   *[informal] Atsiprašau, užtrukau per ilgai ir atsakyti nespėjau. Pasakyk, prašau, dar kartą.
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
problem-tv-no-signal = nerodo televizorius
problem-account = klausimas dėl sąskaitos
service-internet = internetas
service-tv = televizija
service-phone = telefonas

## Danger, being verified, promises, questions back

ask-verify = { $form ->
    [formal] Paskyros duomenis sakau tik tam, kam ji priklauso. Paskambinkite iš sutartyje nurodyto numerio arba pasakykite: { $facts }. Jei sutartyje yra skambučių kodas, užtenka jo ir kliento numerio.
   *[informal] Paskyros duomenis sakau tik tam, kam ji priklauso. Paskambink iš sutartyje nurodyto numerio arba pasakyk: { $facts }. Jei sutartyje yra skambučių kodas, užtenka jo ir kliento numerio.
}
verify-failed = { $form ->
    [formal] Pagal tai paskyros patvirtinti negaliu. Pabandykite dar kartą, reikia visko: { $facts }.
   *[informal] Pagal tai paskyros patvirtinti negaliu. Pabandyk dar kartą, reikia visko: { $facts }.
}
street-outage = Toje gatvėje dabar yra gedimas, jį šaliname; planuojame sutvarkyti iki { $until }. Namie nieko daryti nereikia.
street-outage-no-time = Toje gatvėje dabar yra gedimas, jį šaliname, bet kada baigsime, dar nežinau. Namie nieko daryti nereikia.
street-nothing = Apie gedimą toje gatvėje šiuo metu nežinome.
danger-fire = { $form ->
    [formal] Nieko nelieskite ir nieko nejunkite į rozetę, pasitraukite kuo toliau, išeikite ir išveskite kitus, skambinkite 112. Kolegai apie tai jau pranešiau.
   *[informal] Nieko neliesk ir nieko nejunk į rozetę, pasitrauk kuo toliau, išeik ir išvesk kitus, skambink 112. Kolegai apie tai jau pranešiau.
}
danger-electricity = { $form ->
    [formal] Atsitraukite ir nieko nelieskite: nei įrangos, nei laidų, nei rozetės, ir nieko nejunkite. Neprileiskite kitų, ypač vaikų. Jei ką nors nutrenkė elektra, net jei žmogus jaučiasi gerai, skambinkite 112; jei jis tebeliečia laidą, nelieskite jo. Kolegai apie tai jau pranešiau.
   *[informal] Atsitrauk ir nieko neliesk: nei įrangos, nei laidų, nei rozetės, ir nieko nejunk. Neprileisk kitų, ypač vaikų. Jei ką nors nutrenkė elektra, net jei žmogus jaučiasi gerai, skambink 112; jei jis tebeliečia laidą, neliesk jo. Kolegai apie tai jau pranešiau.
}
danger-water = { $form ->
    [formal] Atsitraukite nuo vandens, nieko nelieskite ir nieko nejunkite: nei įrangos, nei laidų, nei rozetės. Neprileiskite ir kitų. Jei vanduo arti elektros arba jo daugėja, išeikite ir skambinkite 112. Kolegai apie tai jau pranešiau.
   *[informal] Atsitrauk nuo vandens, nieko neliesk ir nieko nejunk: nei įrangos, nei laidų, nei rozetės. Neprileisk ir kitų. Jei vanduo arti elektros arba jo daugėja, išeik ir skambink 112. Kolegai apie tai jau pranešiau.
}
danger-gas = { $form ->
    [formal] Nieko nelieskite ir nieko nejunkite, nei šviesos, nei įrangos, nedekite ugnies. Išeikite į lauką, išveskite kitus ir iš ten skambinkite 112. Kolegai apie tai jau pranešiau.
   *[informal] Nieko neliesk ir nieko nejunk, nei šviesos, nei įrangos, nedek ugnies. Išeik į lauką, išvesk kitus ir iš ten skambink 112. Kolegai apie tai jau pranešiau.
}
danger-violence = { $form ->
    [formal] Svarbiausia – Jūsų saugumas. Jei galite, pasitraukite į saugią vietą ir skambinkite 112; jei kalbėti pavojinga, 112 galima parašyti SMS. Su įranga nieko nedarykite. Kolegai apie tai jau pranešiau.
   *[informal] Svarbiausia – tavo saugumas. Jei gali, pasitrauk į saugią vietą ir skambink 112; jei kalbėti pavojinga, 112 galima parašyti SMS. Su įranga nieko nedaryk. Kolegai apie tai jau pranešiau.
}
danger-self-harm = { $form ->
    [formal] Man labai gaila, kad dabar taip sunku. Nelikite vieni ir skambinkite 112; pasikalbėti bet kada galima ir nemokama linija 116 123. Sąskaitos ir internetas palauks. Kolegai apie tai jau pranešiau.
   *[informal] Man labai gaila, kad dabar taip sunku. Pabūk su kuo nors, kuo pasitiki, ir skambink 112; pasikalbėti bet kada galima ir nemokama linija 116 123. Sąskaitos ir internetas palauks. Kolegai apie tai jau pranešiau.
}
danger-health = { $form ->
    [formal] Skambinkite 112 dabar pat ir darykite, ką sakys. Nelieskite žmogaus, kurį tebeveikia elektra; jei rūksta ar jaučiamos dujos, išeikite, jei galite. Kolegai apie tai jau pranešiau.
   *[informal] Skambink 112 dabar pat ir daryk, ką sakys. Neliesk žmogaus, kurį tebeveikia elektra; jei rūksta ar jaučiamos dujos, išeik, jei gali. Kolegai apie tai jau pranešiau.
}
danger-other = { $form ->
    [formal] Pasitraukite, nieko nelieskite ir nieko nejunkite. Neprileiskite ir kitų, ypač vaikų. Jei kas nors nukentėjo arba gali nukentėti, skambinkite 112. Kolegai apie tai jau pranešiau.
   *[informal] Pasitrauk, nieko neliesk ir nieko nejunk. Neprileisk ir kitų, ypač vaikų. Jei kas nors nukentėjo arba gali nukentėti, skambink 112. Kolegai apie tai jau pranešiau.
}
danger-again = { $form ->
    [formal] Kol pavojus nepraėjo, laikykitės atokiau ir nieko nelieskite; kas dar arti, tegul pasitraukia. Jei kas nors sužeistas arba darosi blogiau, skambinkite 112: pats pagalbos iškviesti negaliu. Kolegai pranešta.
   *[informal] Kol pavojus nepraėjo, laikykis atokiau ir nieko neliesk; kas dar arti, tegul pasitraukia. Jei kas nors sužeistas arba darosi blogiau, skambink 112: pats pagalbos iškviesti negaliu. Kolegai pranešta.
}
are-you-safe = { $form ->
    [formal] Ar esate saugioje vietoje?
   *[informal] Ar esi saugioje vietoje?
}
danger-over = { $form ->
    [formal] Gerai, kad esate saugioje vietoje. Jei kas nors dar arti, pasakykite, kad išeitų. Jei vėl kiltų pavojus ar kas nors pasijustų blogai, skambinkite 112. Įrangos nelieskite, kol jos nepatikrins meistras; kolega Jums paskambins.
   *[informal] Gerai, kad esi saugioje vietoje. Jei kas nors dar arti, pasakyk, kad išeitų. Jei vėl kiltų pavojus ar kas nors pasijustų blogai, skambink 112. Įrangos neliesk, kol jos nepatikrins meistras; kolega tau paskambins.
}
cancel-noted = { $form ->
    [formal] Pats sutarties nutraukti negaliu, tai padarys kolega. Prašymą jam perdaviau: jis Jums paskambins, įsitikins, kad kreipiatės Jūs, ir viską sutvarkys.
   *[informal] Pats sutarties nutraukti negaliu, tai padarys kolega. Prašymą jam perdaviau: jis tau paskambins, įsitikins, kad kreipiesi tu, ir viską sutvarkys.
}
plan-noted = { $form ->
    [formal] Kokie yra planai ir paslaugos ir kiek jie kainuoja, pasakys kolega: čia to nematau. Jūsų pageidavimą užrašiau, kolega Jums paskambins.
   *[informal] Kokie yra planai ir paslaugos ir kiek jie kainuoja, pasakys kolega: čia to nematau. Tavo pageidavimą užrašiau, kolega tau paskambins.
}
moving-noted = { $form ->
    [formal] Paslaugų perkėlimą kitu adresu sutvarkys kolega. Užrašiau, kolega Jums paskambins.
   *[informal] Paslaugų perkėlimą kitu adresu sutvarkys kolega. Užrašiau, kolega tau paskambins.
}
no-open-ticket = { $form ->
    [formal] Jūsų paskyroje dabar nematau nė vieno tvarkomo gedimo.
   *[informal] Tavo paskyroje dabar nematau nė vieno tvarkomo gedimo.
}
compensation-noted = { $form ->
    [formal] Ar ir kokia kompensacija priklauso, sprendžia kolega, pats jos pažadėti negaliu. Prašymą užrašiau, kolega Jums paskambins.
   *[informal] Ar ir kokia kompensacija priklauso, sprendžia kolega, pats jos pažadėti negaliu. Prašymą užrašiau, kolega tau paskambins.
}
complaint-noted = { $form ->
    [formal] Apgailestauju, kad taip nutiko. Skundą užregistravau, kolega jį peržiūrės ir Jums paskambins.
   *[informal] Apgailestauju, kad taip nutiko. Skundą užregistravau, kolega jį peržiūrės ir tau paskambins.
}
still-open = { $form ->
    [formal] Bėda dar neišspręsta. Ar paprašyti kolegos, kad Jums paskambintų?
   *[informal] Bėda dar neišspręsta. Ar paprašyti kolegos, kad tau paskambintų?
}
left-open = { $form ->
    [formal] Užrašiau, kolega Jums paskambins.
   *[informal] Užrašiau, kolega tau paskambins.
}
wait-ok = { $form ->
    [formal] Gerai, palauksiu. Pasakykite, kai jau bus padaryta.
   *[informal] Gerai, palauksiu. Pasakyk, kai jau bus padaryta.
}
how-long-step = Šis žingsnis turėtų užtrukti kelias minutes; kiek užtruks visa kita, pasakyti negaliu.
how-long-unknown = Tikslaus laiko nežinau ir spėlioti nenoriu.
not-known = { $form ->
    [formal] Į tai tiksliai atsakyti nemoku; jei reikia, galite paprašyti kolegos.
   *[informal] Į tai tiksliai atsakyti nemoku; jei reikia, gali paprašyti kolegos.
}
ticket-waits = { $form ->
    [formal] Gedimą užregistravau. Kolega jį dar peržiūrės, o tada technikai paskambins Jums ir sutars laiką.
   *[informal] Gedimą užregistravau. Kolega jį dar peržiūrės, o tada technikai paskambins tau ir sutars laiką.
}
ticket-changed = Kolega patikslino, kas užregistruota.
open-before = Matau, kad jau užregistruotas gedimas { $id } ({ $date }), jis dar tvarkomas.
no-service = Šioje paskyroje tokios paslaugos ({ $service }) nėra. Yra { $services }.
skip-step = Nieko tokio, praleiskime šitą.
taken-over = { $form ->
    [formal] Toliau su Jumis kalba kolega: { $name }.
   *[informal] Toliau su tavimi kalba kolega: { $name }.
}
already-passed = { $form ->
    [formal] Kolega tai jau žino, jis Jums paskambins.
   *[informal] Kolega tai jau žino, jis tau paskambins.
}
problem-router = maršrutizatorius
problem-equipment = įrangos keitimas
problem-visit = techniko vizitas
problem-phone = neveikia telefonas
fact-account = kliento numerį (jis yra sąskaitoje)
fact-name = sutarties savininko vardą ir pavardę
fact-email = el. pašto adresą iš sutarties
fact-code = skambučių kodą
problem-wifi-range = silpnas Wi-Fi signalas
problem-wifi-password = Wi-Fi slaptažodis
problem-tv-channel = nerodo vieno kanalo
problem-tv-picture = stringa televizoriaus vaizdas
danger-again-violence = { $form ->
    [formal] Aš policijos ar kitos pagalbos iš čia iškviesti negaliu. Skambinkite 112 patys, o jei kalbėti pavojinga, parašykite 112 SMS ir nurodykite, kur esate. Jei išeiti negalite, užsirakinkite ir tyliai laukite pagalbos. Kolegai apie tai pranešta.
   *[informal] Aš policijos ar kitos pagalbos iš čia iškviesti negaliu. Skambink 112, o jei kalbėti pavojinga, parašyk 112 SMS ir nurodyk, kur esi. Jei išeiti negali, užsirakink ir tyliai lauk pagalbos. Kolegai apie tai pranešta.
}
danger-again-self-harm = { $form ->
    [formal] Aš pagalbos iš čia iškviesti negaliu. Prašau, skambinkite 112 arba 116 123, ten išklausys bet kuriuo metu, ir pabūkite su kuo nors, kuo pasitikite. Kolegai apie tai pranešta.
   *[informal] Aš pagalbos iš čia iškviesti negaliu. Prašau, skambink 112 arba 116 123, ten išklausys bet kuriuo metu, ir pabūk su kuo nors, kuo pasitiki. Kolegai apie tai pranešta.
}
danger-again-health = { $form ->
    [formal] Aš greitosios iš čia iškviesti negaliu. Taip, skambinkite 112 dabar, pasakykite, kas nutiko ir kaip jaučiatės, ir darykite, ką sakys; mūsų kolegos nelaukite.
   *[informal] Aš greitosios iš čia iškviesti negaliu. Taip, skambink 112 dabar, pasakyk, kas nutiko ir kaip jautiesi, ir daryk, ką sakys; mūsų kolegos nelauk.
}
danger-over-person = { $form ->
    [formal] Gerai, kad esate saugioje vietoje. Likite ten, o jei pavojus grįžtų ar pasijustumėte blogai, skambinkite 112. Kolega žino, kas nutiko.
   *[informal] Gerai, kad esi saugioje vietoje. Lik ten, o jei pavojus grįžtų ar pasijustum blogai, skambink 112. Kolega žino, kas nutiko.
}
stay-out = { $form ->
    [formal] Niekas negrįžta į vidų ir nieko neliečia: nejunkite, netraukite iš lizdo nė trumpam, kol specialistas nepasakys, kad saugu. Kas dar viduje, tegul tuoj pat išeina, pirmiausia vaikai; jei negali, skambinkite 112.
   *[informal] Niekas negrįžta į vidų ir nieko neliečia: nejunk, netrauk iš lizdo nė trumpam, kol specialistas nepasakys, kad saugu. Kas dar viduje, tegul tuoj pat išeina, pirmiausia vaikai; jei negali, skambink 112.
}
stay-away = { $form ->
    [formal] Ne, kol pavojus nepraėjo, atgal neikite. Skambinkite 112: ar grįžti jau saugu, gali pasakyti tik policija.
   *[informal] Ne, kol pavojus nepraėjo, atgal neik. Skambink 112: ar grįžti jau saugu, gali pasakyti tik policija.
}
owners-only = { $form ->
    [formal] Sakėte, kad paskyra priklauso kitam žmogui, todėl nieko apie ją pasakyti ar joje pakeisti negaliu, kad ir kokį numerį ar vardą pasakytumėte. Užrašiau; kolega paskambins pačios paskyros numeriu.
   *[informal] Sakei, kad paskyra priklauso kitam žmogui, todėl nieko apie ją pasakyti ar joje pakeisti negaliu, kad ir kokį numerį ar vardą pasakytum. Užrašiau; kolega paskambins pačios paskyros numeriu.
}
added = { $form ->
    [formal] Papildžiau užrašą; kolega Jums atsakys, kai paskambins.
   *[informal] Papildžiau užrašą; kolega tau atsakys, kai paskambins.
}
in-their-words = Užrašiau taip: „{ $said }“.
precaution = { $form ->
    [formal] Jei ten kas nors rūksta, kibirkščiuoja, šlapia prie laidų ar pakibę, arba kas nors nukentėjo, atsitraukite, nieko nelieskite ir skambinkite 112. Jei taip, pirmiausia pasakykite man.
   *[informal] Jei ten kas nors rūksta, kibirkščiuoja, šlapia prie laidų ar pakibę, arba kas nors nukentėjo, atsitrauk, nieko neliesk ir skambink 112. Jei taip, pirmiausia pasakyk man.
}
own-account = { $form ->
    [formal] Jūsų paskyroje matau adresą { $address } ir planą { $services }. Kiek šiuo metu mokėti, nurodyta sąskaitoje.
   *[informal] Tavo paskyroje matau adresą { $address } ir planą { $services }. Kiek šiuo metu mokėti, nurodyta sąskaitoje.
}
plan-price = { $plan }, { $price } euro per mėnesį
ticket-of-call = Per šį pokalbį užregistruoto gedimo numeris yra { $id }, jis jau perduotas technikams.
unclear-step = Nesupratau, ar tai padėjo. Ar dabar veikia, ar vis dar taip pat?
visit-noted = { $form ->
    [formal] Vizito laiką su Jumis suderins kolega. Užrašiau, kolega Jums paskambins.
   *[informal] Vizito laiką su tavimi suderins kolega. Užrašiau, kolega tau paskambins.
}
danger-fallen = { $form ->
    [formal] Laikykitės kuo toliau, bent dešimt metrų, nieko nelieskite ir nejudinkite: bet kuriuo laidu gali tekėti srovė. Neprileiskite ir kitų, ypač vaikų. Jei ten vaikšto žmonės, važiuoja automobiliai arba kas nors gali nukristi, skambinkite 112. Kolegai apie tai jau pranešiau.
   *[informal] Laikykis kuo toliau, bent dešimt metrų, nieko neliesk ir nejudink: bet kuriuo laidu gali tekėti srovė. Neprileisk ir kitų, ypač vaikų. Jei ten vaikšto žmonės, važiuoja automobiliai arba kas nors gali nukristi, skambink 112. Kolegai apie tai jau pranešiau.
}
call-now = { $form ->
    [formal] Tuoj pat skambinkite 112, net jei atrodo, kad nieko rimto.
   *[informal] Tuoj pat skambink 112, net jei atrodo, kad nieko rimto.
}
dont-touch = { $form ->
    [formal] Niekas neliečia, nejudina ir nieko netraukia, net su lazda, skuduru ar pirštinėmis. Pagrindinį jungiklį galima išjungti tik jei ten sausa ir jis toli nuo pavojaus. Visa kita palikite, kol specialistas pasakys, kad saugu.
   *[informal] Niekas neliečia, nejudina ir nieko netraukia, net su lazda, skuduru ar pirštinėmis. Pagrindinį jungiklį galima išjungti tik jei ten sausa ir jis toli nuo pavojaus. Visa kita palik, kol specialistas pasakys, kad saugu.
}
ask-place = { $form ->
    [formal] Kur tai vyksta? Pasakykite gatvę, namo numerį arba kas yra šalia.
   *[informal] Kur tai vyksta? Pasakyk gatvę, namo numerį arba kas yra šalia.
}
ask-name = { $form ->
    [formal] O kuo Jūs vardu?
   *[informal] O kuo tu vardu?
}
danger-noted = Ačiū, tai iškart perdaviau kolegai.
ask-cancel = { $form ->
    [formal] Ar gerai supratau, kad norite nutraukti sutartį?
   *[informal] Ar gerai supratau, kad nori nutraukti sutartį?
}
not-ending = { $form ->
    [formal] Gerai, Jūsų sutartis lieka galioti, nieko nenutraukiame.
   *[informal] Gerai, tavo sutartis lieka galioti, nieko nenutraukiame.
}
price-of-leaving = { $form ->
    [formal] Kiek kainuotų nutraukti sutartį, čia nematau. Paprašiau kolegos, kad Jums paskambintų ir pasakytų; sutarties nenutraukiame.
   *[informal] Kiek kainuotų nutraukti sutartį, čia nematau. Paprašiau kolegos, kad tau paskambintų ir pasakytų; sutarties nenutraukiame.
}
visit-off = { $form ->
    [formal] Paprašiau kolegos, kad vizitą atšauktų; jis paskambins Jums tai patvirtinti.
   *[informal] Paprašiau kolegos, kad vizitą atšauktų; jis paskambins tau tai patvirtinti.
}
all-noted = { $form ->
    [formal] Užrašiau viską, ko prašėte.
   *[informal] Užrašiau viską, ko prašei.
}
machine = { $form ->
    [formal] Aš esu automatinis asistentas, ne žmogus. Jei norite kalbėti su žmogumi, pasakykite, ir Jums paskambins kolega.
   *[informal] Aš esu automatinis asistentas, ne žmogus. Jei nori kalbėti su žmogumi, pasakyk, ir tau paskambins kolega.
}
foreign = Atsiprašau, kalbu tik lietuviškai ir angliškai. Sorry, I only speak Lithuanian and English.
which-of = Nesu tikras, ar gerai supratau. Kas tiksliau: pirma, { $first }, ar antra, { $second }?
question-passed = { $form ->
    [formal] Pats į tai atsakyti negaliu, todėl klausimą perdaviau kolegai, jis Jums paskambins.
   *[informal] Pats į tai atsakyti negaliu, todėl klausimą perdaviau kolegai, jis tau paskambins.
}
call-within = Jis paskambins { $time }.
own-address = { $form ->
    [formal] Jūsų paskyroje matau adresą { $address }.
   *[informal] Tavo paskyroje matau adresą { $address }.
}
