## Said in many places

support-caller = Skambinantysis
support-calls = Aptarnavimo skambučiai
support-language = Kalba
support-language-lt = Lietuvių
support-language-en = Anglų
# The form of address: "tu" or "Jūs" in Lithuanian.
support-form = Kreipimasis
support-formal = formaliai
support-informal = neformaliai
support-model = Modelis
support-temperature = Temperatūra
support-ticket = Gedimo pranešimas
support-save = Išsaugoti
# Between the whole number and its decimals.
support-decimal-mark = ,

## The page of calls

support-about = Skambina interneto teikėjo klientas. Agentas suranda paskyrą, patikrina liniją ir padeda lietuviškai arba angliškai.
support-calls-loading = Įkeliami skambučiai
support-start = Pradėti skambutį
support-tasks = Laukia darbuotojo
support-last-calls = Paskutiniai skambučiai
support-how = Kaip atsakoma į skambučius
support-who = Kas sprendžia
support-by-rules = Taisyklės, be modelio.
support-tickets = Gedimo pranešimai
support-tickets-at-once = Sukuriami iškart, be kolegos tvirtinimo.
support-tickets-approved = Sukuriami, kai juos patvirtina kolega.
# A language and a form of address follow: "Lithuanian, informal".
support-begins-in = Pradinė kalba
# Followed by support-bounds.
support-may-have = Skambučio ribos
support-bounds = iki { $messages } { $messages ->
    [one] žinutės
    [few] žinučių
    [many] žinutės
   *[other] žinučių
}, kiekvienai – iki { $calls } { $calls ->
    [one] įrankio iškvietimo
    [few] įrankių iškvietimų
    [many] įrankio iškvietimo
   *[other] įrankių iškvietimų
}.
support-sampling = { $temperature }, atsakymai iki { $tokens } žetonų.

## Starting a call

support-phone = Skambinančiojo numeris
support-phone-hint = su šalies kodu
support-form-hint = lietuviškai
support-start-call = Pradėti skambutį
support-starting = Pradedama
# A command and a full stop follow.
support-needs-scripts = Skambučiai šiame puslapyje veikia tik su JavaScript. Be jo naudokite
support-own = Tik šiam skambučiui
support-numbers = Bandomieji numeriai
# A command and a full stop follow.
support-numbers-come = Bandomuosius numerius sukuria komanda
support-numbers-own = Jei naudojate savo duomenis, įveskite savo kliento numerį.

## Settings of calls

support-settings-change = Keisti nustatymus
support-max-tokens = Daugiausia žetonų atsakyme
support-max-turns = Daugiausia žinučių skambutyje
support-max-tool-calls = Daugiausia įrankių iškvietimų žinutei
support-max-model-calls = Daugiausia modelio užklausų skambutyje
support-form-tu = tu, neformaliai
support-form-jus = Jūs, formaliai
# After "Model": a model of the provider, by its name there.
support-model-hint = teikėjo; palikus tuščią – numatytasis
support-settings-begun = Jau pradėtiems skambučiams galioja ankstesni nustatymai.

## The last calls

support-calls-none = Skambučių dar nėra
support-calls-none-how = Pasirinkite numerį viršuje ir pradėkite skambutį. Jūs rašote, ką sako skambinantysis, o agentas atsako.
support-call-lasted = truko { $time }
support-ended-not = Vyksta
support-ended-resolved = Išspręsta
support-ended-ticket = Sukurtas gedimo pranešimas
support-ended-informed = Skambinantysis informuotas
support-ended-handed-over = Perduota kolegai
support-ended-max-turns = Nutraukta: per daug žinučių
support-ended-hung-up = Padėjo ragelį

## Tasks: calls that were promised

support-tasks-none = Niekas nelaukia skambučio.
# "Waits 2 min 5 s, due 31 January 2026, 09:14 UTC, Rasa has it": three messages with commas between.
support-task-waits = Laukia { $time }
support-task-due = terminas { $time }
support-task-due-at-once = nedelsiant
support-task-nobody = niekas nepaėmė
support-task-taken = paėmė { $name }
support-task-late = vėluoja
support-task-outcome = Kuo baigėsi
support-task-outcome-of = Kuo baigėsi skambutis numeriu { $phone }
support-queue-urgent = Pavojus
support-queue-support = Techninė pagalba
support-queue-billing = Sąskaitos
support-queue-contracts = Sutartys
support-queue-complaints = Skundai

## The monitor: what the calls have taken

support-monitor = Stebėsena
support-monitor-about = { $count ->
    [1] paskutinis skambutis
    [one] paskutinis { $count } skambutis
    [few] paskutiniai { $count } skambučiai
    [many] paskutiniai { $count } skambučio
   *[other] paskutiniai { $count } skambučių
}
support-monitor-messages = Žinutės
support-monitor-latency = Vidutinis laikas iki atsakymo
support-monitor-none-yet = dar nėra
support-monitor-model-calls = Modelio užklausos
support-monitor-tokens-in = Įvesties žetonai
support-monitor-tokens-cached = Įvesties žetonai iš podėlio
support-monitor-tokens-out = Išvesties žetonai
support-monitor-cost = Kaina, JAV dol.
support-monitor-tools = Įrankiai pagal iškvietimų skaičių
support-monitor-recent = Paskutiniai įrankių iškvietimai
support-monitor-failed = nepavyko

## A call

support-call = Aptarnavimo skambutis
support-call-loading = Įkeliamas skambutis
support-call-title = Skambutis iš { $phone }
# The number follows.
support-call-from = Skambutis iš
support-taken-by = Su skambinančiuoju kalba { $name }
support-take-over = Perimti
support-end-call = Baigti skambutį
support-ending = Baigiama
support-over = Skambutis baigtas
support-start-new = Pradėti naują skambutį
support-waits-over = Skambutis baigtas.
support-waits-reply = Agentas atsako. Rašyti galėsite, kai jis baigs.

## Writing in a call

support-say-caller = Ką sako skambinantysis
support-say-send = Siųsti
support-say-you = Ką sakote skambinančiajam
support-say-act = Sakyti
support-say-keys = Enter – siųsti, Shift+Enter – nauja eilutė
support-recording = Skambinančiojo garso įrašas
support-recording-send = Siųsti garso įrašą

## A message and its reply

support-says-caller = Skambinantysis:
support-says-agent = Agentas:
support-says-agent-meanwhile = Agentas, kol ruošia atsakymą:
support-reply-aloud = Garsu perskaitytas atsakymas
support-agent-replied = Agentas atsakė.
support-agent-writing = Agentas rašo.
support-ticket-waits = Gedimo pranešimas laukia jūsų patvirtinimo.
support-how-it-got-there = Kaip gautas atsakymas
support-checks = { $count ->
    [one] { $count } patikra, { $time }
    [few] { $count } patikros, { $time }
    [many] { $count } patikros, { $time }
   *[other] { $count } patikrų, { $time }
}
support-no-reply = Atsakymo nėra
support-no-reply-ended = Atsakymo nėra: skambutis baigėsi anksčiau.
support-no-reply-stopped = Serveris sustojo, kol atsakymas dar nebuvo parengtas. Išsiųskite žinutę dar kartą.
support-send-again = Išsiųskite žinutę dar kartą.

## The caller, beside the conversation

support-caller-unknown = dar nenustatyta, kas skambina
support-caller-confirmed = { $id }, adresas patvirtintas
support-caller-not-confirmed = { $id }, adresas nepatvirtintas
support-guide = Instrukcija
support-guide-given = pateikta { $given } iš { $count ->
    [one] { $count } žingsnio
    [few] { $count } žingsnių
    [many] { $count } žingsnio
   *[other] { $count } žingsnių
}
support-model-not-asked = Nenaudotas
support-model-cost = { $calls ->
    [one] { $calls } užklausa
    [few] { $calls } užklausos
    [many] { $calls } užklausos
   *[other] { $calls } užklausų
}, { $tokens ->
    [one] { $tokens } žetonas
    [few] { $tokens } žetonai
    [many] { $tokens } žetono
   *[other] { $tokens } žetonų
}, { $cost }
support-fields = Visi laukai
support-fields-of-call = Visi skambučio laukai
support-ticket-created = sukurtas
support-ticket-proposed = Agentas siūlo sukurti gedimo pranešimą. Skambinantysis gaus jo numerį, kai patvirtinsite.
support-ticket-look = Peržiūrėti gedimo pranešimą
support-ticket-none = Gedimo pranešimas nesukurtas.
support-ticket-network-issue = Tinklo gedimas
support-ticket-technician-visit = Techniko vizitas
support-ticket-equipment-replacement = Įrangos keitimas

## What is known of the caller

support-fact-unknown = Dar nežinoma
support-number = Numeris
support-name-in-records = Vardas įrašuose
# The name that callers give themselves.
support-calls-themselves = Prisistatė kaip
support-account = Paskyra
support-account-active = Aktyvi
support-account-suspended = Sustabdyta: neapmokėta sąskaita
support-account-cancelled = Sutartis baigta
support-account-not-served = neaptarnaujama
support-services = Paslaugos
support-services-none = Aktyvių nėra
support-customer = Klientas
support-customer-none = Kliento šiuo numeriu nėra
support-address = Adresas
support-address-confirmed = patvirtintas
support-address-confirmed-by = patvirtino { $name }
support-address-not-confirmed = nepatvirtintas
support-problem = Problema
support-problem-solved = išspręsta
support-problem-next = toliau: { $problems }

# Problems as they stand within a sentence; alone, they get a capital.
support-problem-no-internet = nėra interneto
support-problem-slow-internet = lėtas internetas
support-problem-intermittent = trūkinėja ryšys
support-problem-tv-no-signal = nėra TV signalo
support-problem-account = sąskaita ar paskyra
support-problem-router = maršrutizatorius
support-problem-equipment = įranga
support-problem-visit = techniko vizitas
support-problem-phone-line = nėra telefono ryšio
support-problem-wifi-range = nepasiekia Wi-Fi
support-problem-wifi-password = Wi-Fi slaptažodis
support-problem-tv-channel = trūksta TV kanalo
support-problem-tv-picture = trūkinėja TV vaizdas

## What the checks of the line have found

support-outage = Gedimas rajone
# support-outage-until or support-outage-end-unknown follows after a comma, as it does after support-outage-of.
support-outage-all = Neveikia jokios paslaugos
support-outage-of = Neveikia: { $services }
support-outage-until = iki { $time }
support-outage-end-unknown = pabaiga nežinoma
support-outage-affects = paveikia skambinantįjį
support-outage-none = Šiuo adresu nėra
support-line = Linija
support-line-well = Viskas gerai
support-line-fault = rastas gedimas
support-loss = Prarasti paketai, 24 h
support-loss-share = { $share } %
support-ping = Ping patikra
support-ping-healthy = Be sutrikimų
support-ping-warning = Įspėjimas
support-ping-critical = Kritinė būklė
support-ping-passed = sėkminga
support-ping-not-healthy = yra sutrikimų
support-when = { $date }, { $time }

# Services and faults as they stand within a list; at its beginning, they get a capital.
support-service-internet = internetas
support-service-tv = TV
support-service-phone = telefonas
support-service-bundle = internetas ir TV
support-issue-port-down = neveikia prievadas
support-issue-no-ip = nėra IP adreso
support-issue-poor-signal = silpnas TV signalas
support-issue-packet-loss = prarandami paketai
support-issue-high-jitter = netolygi delsa
support-issue-intermittent = trūkinėja ryšys
