## Puslapis

sources-about = Duomenų bazės, failai ir paieškos klasteriai, iš kurių galima klausti. „Plumbline“ juos tik skaito ir niekada nekeičia.
sources-loading = Įkeliami šaltiniai
sources-all = Visi šaltiniai
sources-list = Aprašyti šaltiniai
sources-none = Šaltinių dar nėra. Žemiau pridėkite failą arba nurodykite duomenų bazės adresą.
sources-looked = Paskutinį kartą patikrinta { $time }
sources-not-looked = Šaltiniai atidaromi.
sources-refresh = Patikrinti dabar
sources-name = Pavadinimas
sources-state = Būsena
sources-table = Lentelė
sources-tables = Šio šaltinio lentelės
sources-rows = Eilučių
sources-days-head = Laikotarpis
sources-days = { $from } – { $to }
sources-more-than = daugiau nei { $count }
sources-wrong = Į ką atkreipti dėmesį
sources-in-file = aprašyta faile { $file }; keiskite jame
sources-state-draft = Juodraštis
sources-state-on = Naudojamas
sources-state-paused = Pristabdytas
sources-state-broken = Reikia dėmesio

# Pranešimas išsiuntus formą.
sources-did = { $did ->
    [test] Veikia: šaltinis ką tik atvertas.
    [use] Įrašyta. Po kelių sekundžių šį šaltinį bus galima naudoti klausimuose.
    [pause] Pristabdyta. Klausimuose šis šaltinis nebenaudojamas.
    [resume] Vėl naudojamas.
    [remove] Pašalinta. Pati duomenų bazė nepakeista.
    [refresh] Šaltiniai atidaromi iš naujo. Netrukus įkelkite puslapį dar kartą.
   *[other] Įrašyta.
}

## Šaltinio pridėjimas

sources-add = Pridėti šaltinį
sources-add-means = „Plumbline“ peržiūri lenteles, raktus ir reikšmes ir parengia aprašo juodraštį. Jį patikrinate prieš pradėdami naudoti.
sources-file-hint = „Excel“, „OpenDocument“, CSV, JSON Lines, „Parquet“ arba „SQLite“, iki { $mebibytes } MiB.
sources-file-look = Įkelti ir peržiūrėti
sources-upload-stays = Įkeltas failas lieka jį priėmusiame serveryje. Kiti tos pačios duomenų bazės serveriai jo nemato.
sources-address-title = Arba duomenų bazė
sources-address = Adresas
sources-address-hint = postgres://, mysql://, sqlite:/// su visu failo keliu serveryje arba „OpenSearch“ klasterio https://.
sources-address-look = Prisijungti ir peržiūrėti
sources-address-kept = Slaptažodis saugomas užšifruotas ir daugiau nerodomas. Naudokite paskyrą, kuri gali tik skaityti.
sources-only-tables = Tik šios lentelės
sources-only-tables-hint = nebūtina, atskirkite kableliais
sources-own-name = Pavadinimas
sources-own-name-hint = nebūtina: mažosios lotyniškos raidės, skaitmenys ir _
sources-more = Daugiau nustatymų
sources-user = Naudotojas
sources-password = Slaptažodis
sources-api-key = Paieškos klasterio API raktas

## Vienas šaltinis

sources-draft-about = Juodraštis. Patikrinkite, kas naudojama ir kaip vadinama, tada pradėkite naudoti.
sources-on-about = Naudojamas: jo eilutes galima skaičiuoti ir rodyti.
sources-paused-about = Pristabdytas: aprašas saugomas, bet klausimuose nenaudojamas.
sources-pause = Pristabdyti
sources-resume = Naudoti vėl
sources-test = Tikrinti ryšį
sources-try = Klausimai išbandyti
sources-remove = Pašalinti šį šaltinį
sources-remove-means = Bus ištrintas jo aprašas, slaptažodis ir įkeltas failas. Pati duomenų bazė nekeičiama. Ankstesni atsakymai išliks, bet jų skaičių atverti nebebus galima.
sources-remove-now = Pašalinti dabar
sources-who = Kas mato
sources-for-everyone = visi
sources-for-unlimited = matantys visus klientus

## Forma

sources-form = Kas naudojama klausimuose
sources-form-means = Atžymėkite tai, kas turi likti slapta. Nurodykite žodžius, kuriuos vartoja žmonės.
sources-no-form = Aprašo nepavyksta parodyti kaip formos. Pataisykite jo tekstą žemiau.
sources-use = Pradėti naudoti
sources-save = Įrašyti
sources-save-draft = Įrašyti kaip juodraštį
sources-table-used = Naudoti šią lentelę
sources-many = Jos eilutės vadinamos
sources-synonyms = Kiti žodžiai
sources-synonyms-of = Kiti žodžiai, reiškiantys { $name }
sources-commas = atskirkite kableliais
sources-time = Diena, pagal kurią suprantama „praėjęs mėnuo“
sources-no-day = jokia
sources-everyone = Visas jos eilutes mato ir tie, kurie mato tik dalį klientų
sources-columns = { $table } stulpeliai
sources-measures = { $table } rodikliai
sources-column-used = Naudojama kaip
sources-column = Stulpelis
sources-aggregation = Apibendrinimas
sources-aggregation-of = Kaip apibendrinama { $name }
sources-aggregated = { $how ->
    [avg] vidurkis
    [min] mažiausia
    [max] didžiausia
    [median] mediana
   *[other] suma
}
sources-unit = Vienetas
sources-unit-of = { $name } vienetas
sources-joins = Su kiekviena eilute susijusios lentelės. Pažymėkite sąsają tik tada, kai ji teisinga: klaidinga sąsaja duoda klaidingus skaičius.
sources-join = { $table }, pagal { $on }
sources-secret = Praleista, nes atrodo asmeniška, slapta arba tuščia:
sources-sample = { $count ->
    [one] { $count } pavyzdinė eilutė
    [few] { $count } pavyzdinės eilutės
    [many] { $count } pavyzdinės eilutės
   *[other] { $count } pavyzdinių eilučių
}
sources-sample-of = { $table } eilutės

## Tekstas

sources-yaml = Kaip tekstas
sources-yaml-means = Tas pats aprašas YAML formatu, kaip faile. Slaptažodžio jame nėra.
sources-yaml-text = Aprašas
sources-yaml-save = Įrašyti tekstą
