## Said in many places

settings-loading = Įkeliami nustatymai
settings-audit-log = Audito žurnalas

## The model

settings-model-about = Patikrinkite, ar modelis veikia ir kiek kainuoja klausimas.
settings-model-asking = Klausiama modelio
# The model's name follows, and a full stop.
settings-answered-by = Į klausimus atsako
settings-check = Tikrinti modelį
settings-check-hint = Modeliui siunčiami keli trumpi klausimai. Trunka iki dešimties sekundžių.
settings-plain-hosts = Nešifruotai, taigi pakeliui perskaitomai, siunčiama į: { $hosts }. Tai leidžia PLUMBLINE_PLAIN_HOSTS.
settings-no-model = Modelis nenustatytas
settings-no-model-means = Į klausimus atsakoma pagal taisykles. Norėdami naudoti modelį, paleiskite serverį vienu iš šių būdų:
settings-start-ollama = Šiame kompiuteryje, su Ollama
settings-start-anthropic = Anthropic
settings-start-compatible = Bet kuris serveris, palaikantis OpenAI API
settings-checked = Ką modelis geba
# A badge on what was tried.
settings-checked-good = gerai
settings-checked-look = peržiūrėti

## Words

settings-words-about = Naudotojų paaiškinti žodžiai. Jie galioja nuo kito klausimo.
settings-words-loading = Įkeliami žodžiai
settings-words-reviewers = Žodžius aiškina ir paaiškinimus atšaukia vertintojai.
settings-words-none = Žodžių dar nėra. Kai žodis nesuprantamas, atsakyme klausiama, ką jis reiškia.
settings-words-table = Paaiškinti žodžiai
settings-words-newest = Paaiškinti žodžiai, nuo naujausių
settings-words-word = Žodis
settings-words-meaning = Reikšmė
settings-words-taught = Paaiškinta
settings-words-taught-by = { $date }, { $name }
settings-words-take-back = Atšaukti
settings-words-take-back-one = Atšaukti žodžio „{ $word }“ paaiškinimą
settings-words-taken-back = Atšaukta { $date }

## Memory

settings-memory-about = Ką Plumbline apie jus atsimena. Tai matote tik jūs; kai tai panaudojama atsakant į jūsų klausimą, tai nurodoma atsakyme. Įsimenama tik tai, ką nurodote patys, čia arba klausime: „remember that the fish people are Petrov & Sons“.
settings-memory-loading = Įkeliama atmintis
settings-memory-none = Apie jus dar nieko neįsiminta.
settings-memory-table = Įsiminta apie jus
settings-memory-caption = Kas apie jus įsiminta
settings-memory-what = Kas
settings-memory-means = Reiškia
settings-memory-since = Nuo
settings-memory-delete = Ištrinti
# $what is one of the three texts that follow.
settings-memory-delete-one = Ištrinti: { $what }, { $meaning }
settings-memory-word = „{ $word }“
settings-memory-product = Mano produktas
settings-memory-customer = Prisegtas klientas
settings-memory-manager = Mano klientai
settings-memory-add-name = Savas pavadinimas
settings-memory-add-name-means = Jūsų klausimuose reiškia šį klientą arba produktą.
settings-memory-add-product = Vienas iš jūsų produktų
settings-memory-add-product-means = Ką reiškia „mano produktai“.
settings-memory-add-customer = Prisegtas klientas
settings-memory-add-customer-means = Turimas omenyje, kai trumpas vardas tinka keliems klientams.
settings-memory-add-manager = Kuris vadybininkas esate
settings-memory-add-manager-means = Kieno klientai yra „my customers“.
settings-memory-own-name = Kaip jūs vadinate
settings-memory-of-name = Klientas arba produktas
settings-memory-of-product = Produktas
settings-memory-of-customer = Klientas
settings-memory-of-manager = Klientų vadybininkas
settings-memory-remember = Įsiminti

## Privacy

settings-privacy-about = Kas saugoma, kiek laiko ir kas dar tai skaito.
settings-kept = Kiek laiko saugoma
settings-kept-table = Kiek laiko saugomi įvairūs duomenys
settings-kept-what = Kas
settings-kept-days = Saugoma
# How many there are.
settings-kept-count = Kiekis
settings-kept-oldest = Seniausi
settings-kept-setting = Nustatymas
settings-kept-for-good = Neribotai
settings-kept-for = { $count ->
    [one] { $count } dieną
    [few] { $count } dienas
    [many] { $count } dienos
   *[other] { $count } dienų
}
settings-kept-audit = Nėra: žurnalas tik pildomas.
settings-stand-ins = Pseudonimai
settings-stand-ins-on = Įjungta. Klientų ir darbuotojų vardai, telefonai, el. pašto adresai, sąskaitų ir kortelių numeriai modeliui siunčiami pakeisti pseudonimais, o jo atsakyme vėl įrašomi tikrieji. Kitų asmenų vardai laisvame tekste neatpažįstami ir siunčiami nepakeisti.
settings-stand-ins-off = Išjungta. Modelis skaito tikrus vardus, telefonus, el. pašto adresus ir sąskaitų numerius. Norėdami tai pakeisti, nustatykite PLUMBLINE_LLM_PSEUDONYMS=true.
settings-keeps-digest = Saugomas tik kiekvienos išsiųstos užklausos dydis ir maišos reikšmė.
settings-keeps-sent = Kiekviena užklausa saugoma tokia, kokia buvo išsiųsta. Norėdami saugoti tik dydį ir maišos reikšmę, nustatykite PLUMBLINE_KEEP_SENT=digest.
settings-keeps-shown = Užklausas rasite po atsakymu, puslapyje „{ settings-sent }“.
settings-processors = Kas tvarko duomenis
settings-processors-none = Daugiau niekas. Į klausimus atsakoma šiame kompiuteryje pagal taisykles.
# After a name: "openai at api.openai.com, model".
settings-processor-host = ({ $host })
settings-processor-kind = { $kind ->
    [tool] įrankiai
   *[model] modelis
}

## Erasing a customer

settings-erase = Ištrinti kliento duomenis
settings-erase-this = Ištrinti šio kliento duomenis
# A command follows.
settings-erase-how = Atverkite kliento puslapį ir pasirinkite „{ settings-erase-this }“ arba įvykdykite komandą:
settings-erase-command = Komanda
settings-erase-about = Ištrinama viskas, kur minimas klientas. Atkurti nebus galima.
settings-erase-loading = Ieškoma, kur minimas šis klientas
settings-erase-goes = Bus ištrinta
settings-erase-messages = { $count ->
    [one] { $count } žinutė
    [few] { $count } žinutės
    [many] { $count } žinutės
   *[other] { $count } žinučių
}
settings-erase-cases = { $count ->
    [one] { $count } atvejis
    [few] { $count } atvejai
    [many] { $count } atvejo
   *[other] { $count } atvejų
}
settings-erase-notes = { $count ->
    [one] { $count } atvejo pastaba
    [few] { $count } atvejų pastabos
    [many] { $count } atvejų pastabos
   *[other] { $count } atvejų pastabų
}
settings-erase-conversations = { $count ->
    [one] { $count } pokalbis
    [few] { $count } pokalbiai
    [many] { $count } pokalbio
   *[other] { $count } pokalbių
} su { $answers ->
    [one] { $answers } atsakymu
    [few] { $answers } atsakymais
    [many] { $answers } atsakymo
   *[other] { $answers } atsakymų
}
settings-erase-words = { $count ->
    [one] { $count } paaiškintas žodis
    [few] { $count } paaiškinti žodžiai
    [many] { $count } paaiškinto žodžio
   *[other] { $count } paaiškintų žodžių
}
settings-erase-drafts = { $count ->
    [one] { $count } juodraštis
    [few] { $count } juodraščiai
    [many] { $count } juodraščio
   *[other] { $count } juodraščių
}
settings-erase-review-cases = { $count ->
    [one] { $count } vertinimo testas
    [few] { $count } vertinimo testai
    [many] { $count } vertinimo testo
   *[other] { $count } vertinimo testų
}
settings-erase-means = Iš pokalbio, kuriame minimas klientas, ištrinamas visas tekstas, eigos ir pasiūlymai, nes jo rezultatuose kliento duomenys susimaišę su kitų duomenimis. Lieka tik pokalbio skaitikliai.
settings-erase-mentions = Klientas minimas ir kituose įrašuose (žinutėse, atvejuose, pastabose, dokumentuose): { $count }. Jie paliekami.
settings-erase-type = Patvirtinkite: įveskite { $id }
settings-erased = Kliento duomenys ištrinti
settings-erased-means = Audito žurnale įrašyta, kada ir kiek ištrinta. Kliento vardo jame nėra.

## What left this machine for an answer

settings-sent = Kas išsiųsta iš šio kompiuterio
settings-sent-loading = Įkeliama, kas išsiųsta iš šio kompiuterio
# The question follows, as a link.
settings-sent-for = Klausimas:
settings-sent-request = { $number } užklausa: { $purpose }
settings-sent-place = { $name } ({ $host })
# Requests to tools have no tokens.
settings-sent-told = Gavėjas: { $place }, { $time }. { $bytes } B{ $tokens ->
    [0] { "" }
    [one] , { $tokens } žetonas
    [few] , { $tokens } žetonai
    [many] , { $tokens } žetono
   *[other] , { $tokens } žetonų
}.
# Who speaks in the request: system, user, assistant …
settings-sent-holds = Sudėtis: { $roles }.
settings-sent-digest-only = Saugomas tik dydis ir maišos reikšmė.
settings-sent-show = Rodyti išsiųstą tekstą

## The audit log

settings-audit-about = Kas ko klausė, ką atvėrė, eksportavo, nusprendė ir pakeitė. Žurnalo eilutės niekada nekeičiamos ir netrinamos.
settings-audit-loading = Įkeliamas audito žurnalas
settings-audit-filters = Filtruoti audito žurnalą
settings-audit-person = Asmuo
settings-audit-did = Veiksmas
settings-audit-any = Nesvarbu
# What was done.
settings-audit-action = { $action ->
    [opened] atverta
    [exported] eksportuota
    [shared] pasidalyta
    [rated] įvertinta
    [decided] nuspręsta
    [taught] paaiškinta
    [deleted] ištrinta
    [imported] importuota
    [signed_in] prisijungta
    [sign_in_failed] prisijungti nepavyko
    [signed_out] atsijungta
    [password_changed] pakeistas slaptažodis
    [account_changed] pakeista paskyra
    [token_changed] pakeistas prieigos raktas
    [settings_changed] pakeisti nustatymai
    [erased] ištrinti kliento duomenys
    [restored] atkurta iš kopijos
    [stopped] sustabdyta
   *[asked] klausta
}
# What it was done to.
settings-audit-what = Objektas
# Days.
settings-audit-from = Nuo
settings-audit-to = Iki
settings-audit-filter = Filtruoti
settings-audit-none = Šiuos filtrus atitinkančių eilučių nėra.
settings-audit-clear = Valyti filtrus
settings-audit-lines = { $count ->
    [one] { $count } eilutė
    [few] { $count } eilutės
    [many] { $count } eilutės
   *[other] { $count } eilučių
}
settings-audit-range = { settings-audit-lines }, rodomos { $from }–{ $to }
settings-audit-pages = Žurnalo puslapiai
settings-audit-newer = Naujesnės
settings-audit-older = Senesnės
settings-audit-newest = Audito žurnalas, nuo naujausių eilučių
settings-audit-time = Laikas
settings-audit-detail = Išsamiau
# The network address that it came from.
settings-audit-address = Adresas

## What is kept, and how long

settings-kept-conversations = Pokalbiai
settings-kept-sent = Iš šio kompiuterio išsiųstos užklausos
settings-kept-messages = Klientų žinutės
settings-kept-calls = Pagalbos skambučiai
