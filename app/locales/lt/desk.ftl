## Said in many places

desk-trace = Eiga
desk-loading = Įkeliamas pokalbis
desk-copy = Kopijuoti
desk-copied = Nukopijuota
desk-export = Eksportuoti

## The desk before the first question

desk-title = Ką norite sužinoti?
desk-title-about = Kiekvienas atsakymo skaičius veda į įrašą, iš kurio jis paimtas.
# Said where the page is in another language.
desk-english-only = Be modelio suprantami tik angliški klausimai.
desk-ask-first = Klauskite apie savo klientus
desk-try = Klausimų pavyzdžiai
desk-try-before-call = Prieš skambutį ar bet kurią dieną
desk-data-to = iki { $date }
desk-answered-by = Atsako { $model }
desk-answered-by-rules = Atsakoma pagal taisykles, be modelio
desk-import-own = Importuoti savo duomenis
desk-no-data = Duomenų dar nėra
desk-no-data-how = Pirmiausia jų turi importuoti administratorius.

## What waits for whoever opens the desk

desk-what-this-is = Kas tai yra
# $whose is such as "a made-up bank, to try the desk with", $much how many customers, messages and cases.
desk-newcomer = Paprasta anglų kalba klauskite apie klientus, jų žinutes ir neišspręstus atvejus. Duomenys: { $whose }, { $much }.
desk-newcomer-to = Paprasta anglų kalba klauskite apie klientus, jų žinutes ir neišspręstus atvejus. Duomenys iki { $date }: { $whose }, { $much }.
desk-recorded-list = Modelio atsakymai, kuriuos galite paskaityti
# $change is a number with its sign, $before what the figure was.
desk-changed = { $change } nuo { $date } (buvo { $before })
desk-changed-why = { $change } nuo { $date } (buvo { $before }): { $why }
desk-unchanged = Nuo { $date } nepakito
desk-all-of-them = Rodyti visus
desk-call-sheet = Skambučio atmintinė

## Asking

desk-question = Klausimas
desk-ask = Klausti
desk-held = Nėra ryšio. Klausimas bus išsiųstas, kai tik ryšys atsiras.
# What stands on a chart and was clicked follows.
desk-about = Apie:
desk-about-drop = Pašalinti iš klausimo: { $what }

## A conversation

desk-conversation = Pokalbis
desk-ask-follow-up = Klausti toliau
desk-reconnecting-run = Vykdymas tęsiasi ir be šio puslapio.
desk-reconnecting-trace = Eiga tęsis nuo { $step } žingsnio, ties kuriuo sustojo.
desk-try-now = Bandyti dabar
desk-offline = Nėra ryšio
desk-offline-run = Galite skaityti, kas atverta. Vykdymas tęsiasi ir be šio puslapio; atsiradus ryšiui, jis bus parodytas čia.

## What is open beside an answer

desk-beside = Atverta šalia atsakymo
desk-back-to-records = Atgal į įrašus
desk-full-page = Atverti visą puslapį
desk-loading-records = Įkeliami įrašai

## A recorded conversation, played

desk-recorded = Įrašytas pokalbis
# After "Recorded with a model".
desk-recorded-told = : { $day }, { $model }. Skaičiai yra tos dienos. Į tolesnius klausimus atsako dabartinis modelis arba taisyklės.
desk-replay = Leisti
desk-pause = Pristabdyti
desk-step = Kitas žingsnis
desk-show-all = Rodyti viską
desk-events = { $count ->
    [one] { $count } įvykis
    [few] { $count } įvykiai
    [many] { $count } įvykio
   *[other] { $count } įvykių
}
desk-event-of = Įvykis { $n } iš { $count }

## A conversation that was shared

desk-shared = Bendrinamas pokalbis
desk-shared-about = Pokalbį galima tik skaityti. Skaičiai veda į įrašus, iš kurių jie paimti.
desk-shared-no-answer = Atsakymo nėra: vykdymas { $status ->
    [queued] laukia eilėje
    [running] vyksta
    [waiting] laukia
    [completed] baigtas
    [failed] nepavyko
    [cancelled] atšauktas
   *[interrupted] nutrūko
}.

## A question and what came of it

desk-asked = Klausta { $time }
desk-asked-about = Apie: { $what }
desk-delayed = vėluoja
desk-writing = Rašomas atsakymas, dar nepatikrintas
desk-evidence = Įrodymų įvertis { $tier ->
    [high] aukštas
    [medium] vidutinis
    [low] žemas
   *[other] { $tier }
}, { $value }
desk-partial = dalinis atsakymas
desk-without-model = be modelio
desk-look-again = Atnaujinti
desk-stop = Stabdyti
desk-stopping = Stabdoma
desk-further-charts = { $count ->
    [one] Dar { $count } diagrama
    [few] Dar { $count } diagramos
    [many] Dar { $count } diagramos
   *[other] Dar { $count } diagramų
}
desk-can-answer = Klausimai, į kuriuos galiu atsakyti
desk-ask-next = Ko klausti toliau

## How the question was understood

desk-understood = Suprasta taip
# Words follow.
desk-not-understood = Nesuprasta:
desk-part-carried = iš ankstesnio klausimo
desk-part-assumed = numanoma
desk-part-changed = jūsų pakeista
desk-part-measure = Ko klausiama
desk-part-records = Įrašai
desk-part-filter = Tik
desk-part-period = Laikotarpis
desk-part-grouping = Skaičiuojama pagal
desk-part-by = pagal { $what }
desk-part-name = { $role }: { $part }
desk-part-can-change-or-remove = Keisti arba pašalinti
desk-part-can-change = Keisti
desk-part-from = Iš žodžių „{ $words }“
desk-part-from-before = Iš ankstesnio klausimo
desk-part-from-none = Numanoma: klausime to nepasakyta
# Said of words of the question that became no part.
desk-not-used = Nepanaudota
desk-part-type = Įveskite ir pasirinkite
desk-part-change = Keisti
desk-part-remove = Pašalinti

## How a run ended that did not end well

desk-ended-answered = Atsakymas remiasi tuo, kas rasta iki tol.
desk-ended-kept = { $count ->
    [0] Iki tol nieko nerasta.
    [one] Eigoje išsaugotas { $count } rezultatas.
    [few] Eigoje išsaugoti { $count } rezultatai.
    [many] Eigoje išsaugota { $count } rezultato.
   *[other] Eigoje išsaugota { $count } rezultatų.
}
desk-stopped = Sustabdyta nebaigus
desk-stopped-advice = Vykdykite iš naujo arba klauskite konkrečiau.
desk-interrupted = Nutrūko
desk-interrupted-why = Vykdymo metu sustojo serveris.
desk-interrupted-advice = Kad gautumėte visą atsakymą, vykdykite iš naujo.
desk-failed = Vykdymas nepavyko

## Saying what a word means

desk-teach = Nesuprasti žodžiai
desk-ask-again = Klausti iš naujo
desk-teach-reviewer = Ką reiškia „{ $word }“, gali nurodyti vertintojas.
desk-taught = Išmokti žodžiai
desk-teach-what = Ką reiškia „{ $word }“?
desk-teach-values = Reikšmė iš duomenų arba žodžiai, kuriuos žinau
desk-teach-do = Išmokyti
desk-word = Žodis
desk-meaning = Reikšmė

## What can be done about an answer

desk-actions = Galimi veiksmai
desk-actions-about = Prašymą užbaigiate jūs; kol nepatvirtinsite, nieko nebus daroma.
desk-add-note = Pridėti pastabą prie { $case }
desk-open-case = Sukurti atvejį: { $name }

## What the person who asked says of an answer

desk-your-view = Jūsų nuomonė apie šį atsakymą
desk-was-helpful = Ar atsakymas buvo naudingas?
desk-you-said = Jūsų nuomonė: { $said }
desk-helpful = Naudingas
desk-partly-helpful = Iš dalies naudingas
desk-not-helpful = Nenaudingas
desk-what-was-wrong = Kas negerai?
desk-reason-wrong-figure = klaidingas skaičius
desk-reason-not-verified = nepatikrinta
desk-reason-missing-source = trūksta šaltinio
desk-reason-wrong-scope = netinkama aprėptis
desk-reason-unclear = neaišku
desk-reason-too-slow = per lėtai
desk-note = Pastaba
desk-optional = nebūtina
desk-send = Siųsti
desk-quote = „{ $text }“

## What a run cost, and what one can do with its answer. The names stand under their numbers.

desk-sent = Kas išsiųsta iš šio kompiuterio
desk-run-again = Vykdyti iš naujo
desk-iterations = { $count ->
    [one] iteracija
    [few] iteracijos
    [many] iteracijos
   *[other] iteracijų
}
desk-tool-calls = { $count ->
    [one] įrankio iškvietimas
    [few] įrankių iškvietimai
    [many] įrankio iškvietimo
   *[other] įrankių iškvietimų
}
desk-tool-calls-failed = { desk-tool-calls }, { $failed } nepavyko
# $count says how many.
desk-tokens = žetonai
desk-us-dollars = JAV dol.
# A number of calls follows.
desk-price-unknown = kaina nežinoma
desk-reasoner = kas sprendžia

## Naming, sharing, exporting and deleting a conversation

desk-keep = Bendrinti, eksportuoti, pervadinti
desk-keep-label = Tvarkyti
desk-name = Pavadinimas
desk-rename = Pervadinti
desk-pin = Prisegti
desk-unpin = Atsegti
desk-delete = Ištrinti
desk-share = Bendrinti
desk-shared-by-link = Bendrinama pagal nuorodą iki { $date }
desk-shared-who = Kas turi nuorodą ir gali matyti tuos pačius klientus, iki { $date } gali skaityti pokalbį, bet nieko daugiau.
desk-unshare = Nebebendrinti
desk-share-what = Sukurkite nuorodą, kad pokalbį galėtų skaityti kiti. Ją galėsite panaikinti.
desk-make-link = Sukurti nuorodą
desk-make-link-anew = Sukurti naują nuorodą
desk-link-once = Nukopijuokite nuorodą dabar: ji daugiau nebus rodoma. Ankstesnė nebegalioja.
desk-pack = Įrodymų paketas (HTML)
# "A pack is signed: `plumbline verify FILE` says whether it was changed."
desk-pack-signed = Paketas pasirašytas:
desk-pack-verify = parodo, ar jis nebuvo pakeistas.
desk-deleted = Pokalbis ištrintas
desk-deleted-undo = Atkurti galite per valandą.
desk-undo = Atkurti

## What waits, on the first page

home-due = Vėluojantys ir artėjantys terminai
home-mood-fell = Pablogėjusios nuotaikos
home-wrote = Parašė nuo { $date }
home-promised = Pažadėta, dar neįvykdyta
# Two mean scores.
home-mood = { $now }, prieš tai { $before }
# Whose data it is.
desk-data-demo = išgalvotas bankas programai išbandyti
desk-data-none = kol kas niekieno
desk-data-imported = įkelta iš { $names }

## How texts are searched

search-keywords = Ieškoma tik pagal raktažodžius
search-fetching = Parsiunčiamas paieškos modelis: { $done } iš { $all } MB. Iki tol ieškoma pagal raktažodžius.
search-not-fetched = Paieškos modelio parsiųsti nepavyko, todėl ieškoma tik pagal raktažodžius.
search-so-far = Ieškoma pagal raktažodžius, o pagal prasmę – kol kas { $percent } % tekstų
search-meaning = Ieškoma pagal raktažodžius ir prasmę

## Setting up

setup-title = Darbalaukio paruošimas: atlikta { $done } iš { $all }
setup-done = Atlikta:
setup-admin = Jūsų paskyra
setup-admin-means = Kol nėra paskyros, visi prie šio kompiuterio yra administratoriai. Sukurkite sau administratoriaus nuorodą ir ją atverkite.
setup-admin-do = Kurti paskyrą
setup-data = Duomenys, apie kuriuos klausti
setup-data-means = Importuokite žinutes ir bylas iš failų, prijunkite duomenų bazę ar skaičiuoklę arba apsidairykite pavyzdyje – išgalvotame banke.
setup-data-do = Importuoti žinutes
setup-source = Prijungti skaičiuoklę ar duomenų bazę
setup-demo = Įkelti pavyzdį
setup-demo-loading = Pavyzdys įkeliamas. Tai truks kelias sekundes.
setup-model = Modelis
setup-model-means = Be jo atsako taisyklės, tik angliškai. Modelis supranta bet kokią formuluotę ir skaito ilgesnius tekstus.
setup-model-do = Prijungti modelį
setup-colleague = Kolega
setup-colleague-means = Pakvieskite ką nors nuoroda, nurodydami rolę ir matomus klientus.
setup-colleague-do = Pakviesti
