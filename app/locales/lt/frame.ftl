## The bar

page-desk = Darbo vieta
page-analysis = Analizė
page-compare = Palyginimas
page-pipeline = Sandorių eiga
page-support = Aptarnavimas
page-review = Vertinimas
page-settings = Nustatymai
bar-skip = Pereiti prie turinio
# The name of the navigation.
bar-pages = Pagrindinė
bar-fold = Rodyti arba slėpti pokalbius
bar-theme = Tema: { $theme ->
    [light] šviesi
    [dark] tamsi
   *[system] kaip sistemos
}
bar-data-to = Duomenys iki { $day }
connection = { $state ->
    [waiting] Jungiamasi iš naujo
    [offline] Nėra ryšio
   *[live] Tiesiogiai
}

## Keys
keys-new = naujas klausimas
keys-find = į klausimo lauką arba paiešką
keys-ask = klausti
keys-line = nauja eilutė
keys-stop = stabdyti vykdymą; uždaryti, kas atverta
keys-trace = suskleisti arba išskleisti eigą
keys-rail = suskleisti arba išskleisti pokalbius
keys-play = leisti arba pristabdyti įrašytą pokalbį
keys-step = kitas jo žingsnis
keys-next = kita sesija
keys-previous = ankstesnė sesija
keys-back = atgal į sąrašą
keys-good = gerai
keys-partly = iš dalies
keys-bad = blogai; 1–6 nurodo kodėl, 7–0 – kur
keys-save = išsaugoti ir toliau
keys-case = kurti testą iš vertinamo klausimo
keys-title = Klavišai
keys-single = Vieno klavišo komandos veikia ne teksto laukuose

## The choice of the language

language = Kalba
language-use = Naudoti

## The list of conversations

rail-title = Pokalbiai
# The key "n" stands after it.
rail-new = Naujas klausimas
rail-nothing-found = Pokalbių su šiais žodžiais nėra.
rail-empty = Čia saugomi jūsų klausimai.
rail-recorded = Įrašyti su modeliu
rail-pinned = Prisegti
rail-questions = { $count ->
    [one] { $count } klausimas
    [few] { $count } klausimai
    [many] { $count } klausimo
   *[other] { $count } klausimų
}{ $running ->
    [yes] , vyksta
   *[no] { "" }
}
rail-options = Parinktys
rail-options-for = Pokalbio „{ $title }“ parinktys
rail-older = Senesni pokalbiai
rail-search = Ieškoti pokalbių

## What waits for a decision

# "3 waiting for you"; the number stands before, and a narrow screen shows the first word alone.
waiting = laukia
waiting-for-you = jūsų
waiting-title = Laukia jūsų
waiting-by = Nuspręskite iki { $time }

## Errors, by their kind

problem-not-found = Nerasta
problem-forbidden = Neleidžiama
problem-unauthenticated = Norėdami tai matyti, prisijunkite
problem-unavailable = Šiuo metu nepasiekiama
problem-too-many = Šiuo metu per daug užklausų
problem-invalid = Užklausa netinkama
problem-conflict = Nebegalima
problem-internal = Kažkas nepavyko
sign-in = Prisijungti
admin-token = Administratoriaus prieigos raktas

## The pages under settings

settings-model = Modelis
settings-words = Žodžiai
settings-memory = Atmintis
settings-import = Importas
settings-privacy = Privatumas
settings-accounts = Paskyros
settings-audit = Auditas

## Who looks

who-local = Vietinis, be prisijungimo
# The name of an account follows.
who-account = Paskyra:
who-sees = Matote: { $what }.
who-sees-nobody = Klientų dar nematote. Paklauskite administratoriaus, kurie yra jūsų.

## The page for an address that leads nowhere

not-found-short = Nerasta
not-found-title = Puslapis nerastas
not-found-why = Galbūt adresas įvestas su klaida arba puslapis ištrintas.
not-found-desk = Į darbo vietą
not-found-review = Į vertinimą
