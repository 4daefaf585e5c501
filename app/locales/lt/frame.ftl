## The bar

page-desk = Pradžia
page-analysis = Analizė
page-compare = Lyginimas
page-pipeline = Sandoriai
page-support = Skambučiai
page-review = Vertinimas
page-settings = Nustatymai
bar-pages = Pagrindinis meniu
bar-data-to = Duomenys iki { $date }
bar-rail = Rodyti arba slėpti pokalbius
skip-to-content = Pereiti prie turinio
connection-live = Tiesiogiai
connection-waiting = Jungiamasi iš naujo
connection-offline = Nėra ryšio
theme-system = Tema: kaip sistemos
theme-light = Tema: šviesi
theme-dark = Tema: tamsi

## The pages under "Settings"

page-model = Modelis
page-mail = Paštas ir webhook
page-provider = Prisijungimas
page-words = Žodžiai
page-memory = Atmintis
page-watches = Stebimi skaičiai
page-sources = Šaltiniai
page-import = Importas
page-documents = Dokumentai
page-tools = Įrankiai
page-privacy = Privatumas
page-accounts = Paskyros
page-audit = Auditas

## Who is using the page, and which customers they see

who-account = Paskyra:
who-local = Vietinis, be prisijungimo
who-sees-none = Klientų dar nematote. Paklauskite administratoriaus, kurie yra jūsų.
who-sees-one = Matote klientą { $id }.
# $which has names of managers and the two texts below, with semicolons between.
who-sees = Matote klientus pagal priskyrimą: { $which }.
who-segments = { $count ->
    [0] { "" }
    [1] segmentas { $names }
   *[other] segmentai { $names }
}
who-regions = { $count ->
    [0] { "" }
    [1] regionas { $names }
   *[other] regionai { $names }
}

## What waits for a person

# Both after a number, as in "3 waiting for you"; on narrow screens without the second.
waiting-short = laukia
waiting-more = jūsų
waiting-title = Laukia jūsų
waiting-until = Nuspręskite iki { $time }

## The list of conversations

rail-title = Pokalbiai
rail-new = Naujas klausimas
rail-search = Ieškoti pokalbių
rail-none = Čia saugomi jūsų klausimai.
rail-found-none = Pokalbių su šiais žodžiais nėra.
rail-older = Senesni pokalbiai
rail-options = Parinktys
rail-options-of = Pokalbio „{ $title }“ parinktys
rail-questions = { $count ->
    [one] { $count } klausimas
    [few] { $count } klausimai
    [many] { $count } klausimo
   *[other] { $count } klausimų
}
rail-questions-running = { rail-questions }, vyksta

## When something is in the way

problem-not-found = Nerasta
problem-forbidden = Neleidžiama
problem-unauthenticated = Norėdami tai matyti, prisijunkite
problem-unavailable = Šiuo metu nepasiekiama
problem-too-many = Šiuo metu per daug užklausų
problem-invalid = Užklausa netinkama
problem-conflict = Nebegalima
problem-internal = Kažkas nepavyko
sign-in = Prisijungti
sign-in-token = Administratoriaus prieigos raktas
no-page = Puslapis nerastas
no-page-why = Galbūt adresas įvestas su klaida arba puslapis ištrintas.
no-page-desk = Į darbo vietą
no-page-review = Į vertinimą

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
language-use = Taikyti

# $folder is a path.
not-built = Šie puslapiai be stiliaus ir scenarijų, nes aplankas { $folder } nesukompiliuotas. Sustabdykite Plumbline ir įvykdykite „make run“ arba LEPTOS_SITE_ROOT nurodykite sukompiliuotą aplanką.
