## Said in many places

settings-loading = Įkeliami nustatymai
settings-audit-log = Audito žurnalas

## The model

settings-model-about = Prijunkite modelį arba palikite atsakinėti taisykles. Prieš išsaugodami išbandykite.
# The model's name follows, and a full stop.
settings-answered-by = Į klausimus atsako
settings-plain-hosts = Nešifruotai, taigi pakeliui perskaitomai, siunčiama į: { $hosts }. Tai leidžia PLUMBLINE_PLAIN_HOSTS.
settings-no-model = Modelis nenustatytas
settings-no-model-means = Į klausimus atsakoma pagal taisykles. Norėdami naudoti modelį, žemiau pasirinkite teikėją.
settings-checked = Ką parodė bandymas
# A badge on what was tried.
settings-checked-good = gerai
settings-checked-look = peržiūrėti

## Settings made on pages

settings-by-admins = Šiuos nustatymus keičia administratoriai.
settings-model = Teikėjas
settings-model-means = Kas samprotauja. Raktas saugomas užšifruotas ir daugiau nerodomas.
settings-limits = Antras modelis ir ribos
settings-limits-means = Kas atsako, jei pirmasis modelis neveikia, ir kiek gali kainuoti klausimas ir diena.
settings-mail-about = Kaip „Plumbline“ pasiekia žmones ir programas: kvietimai, pasiūlymai ir stebimi klausimai.
settings-mail = El. paštas
settings-mail-means = Pašto serveris siunčia kvietimus ir praneša, kad kažkas laukia sprendimo.
settings-webhook = Webhook
settings-webhook-means = Siunčia pasirašytus įvykius kitai programai pagal Standard Webhooks.
settings-watching = Stebimi skaičiai
settings-watching-means = Kur gali būti siunčiami pranešimai apie stebimus skaičius ir kas juose yra.
settings-provider-about = Leiskite prisijungti su įmonės paskyra (OpenID Connect).
settings-sign-in = Prisijungimas per teikėją
settings-sign-in-means = Teikėjo grupės čia tampa rolėmis. Vietinės paskyros veikia toliau.
settings-save = Išsaugoti
settings-saved = Išsaugota ir jau naudojama.
settings-try = Išbandyti
settings-trying = Bandoma. Tai truks kelias sekundes.
settings-trial-broken = Bandymas nutrūko, nes dingo ryšys. Pabandykite dar kartą.
settings-list-models = Parodyti jo modelius
settings-models-listed = Rasta modelių: { $count }. Pasirinkite lauke „Modelis“.
settings-found = Rasta šiame kompiuteryje: { $title }
settings-use = Naudoti { $title }
setting-provider = Teikėjas
setting-base-url = Adresas
setting-base-url-hint = tik jei neįprastas
setting-api-key = Raktas
setting-model = Modelis
setting-model-hint = tuščia – teikėjo numatytasis
setting-pseudonyms = Prieš siunčiant modeliui pakeisti vardus ir numerius
setting-fallback-provider = Antras teikėjas
setting-fallback-base-url = Jo adresas
setting-fallback-api-key = Jo raktas
setting-fallback-model = Jo modelis
setting-light-model = Pigesnis modelis šalutiniams darbams
setting-light-model-hint = pirmojo teikėjo
setting-strategy = Strategija
setting-context = Kontekstas žetonais
setting-context-hint = 0 – kiek turi teikėjas
setting-timeout = Kiek sekundžių laukti atsakymo
setting-run-tokens = Žetonų vienam klausimui
setting-run-cost = JAV dolerių vienam klausimui
setting-day-tokens = Žetonų asmeniui per dieną
setting-day-cost = JAV dolerių asmeniui per dieną
setting-no-limit-hint = 0 – be ribos
setting-smtp = Pašto serveris
setting-smtp-hint = smtps://SERVERIS arba smtp://SERVERIS:587?tls=required
setting-mail-from = Siuntėjas
setting-mail-to = Kam pranešti apie kiekvieną pasiūlymą
setting-mail-to-hint = adresai, atskirti kableliais
setting-webhook-url = Adresas
setting-webhook-secret = Pasirašymo raktas
setting-webhook-secret-hint = whsec_ ir 24–64 atsitiktiniai baitai base64 koduote
setting-webhook-events = Įvykiai
setting-webhook-events-hint = run.finished, approval.wanted, rating.bad, ticket.made, watch.changed; tuščia – visi
setting-watch-mail = Visiems leidžiami el. pašto adresai
setting-watch-mail-hint = adresai arba domenai, pvz., @firm.example, atskirti kableliais
setting-watch-texts = Pranešimuose cituojamas klausimas
setting-issuer = Išdavėjas
setting-issuer-hint = https://id.example.com
setting-client-id = Kliento ID
setting-client-secret = Kliento paslaptis
setting-public-url = Šio darbalaukio adresas
setting-public-url-hint = kaip jį atveria žmonės
setting-oidc-name = Pavadinimas ant mygtuko
setting-groups-claim = Laukas, kuriame išvardytos grupės
setting-admins = Administratorių grupės
setting-reviewers = Vertintojų grupės
setting-managers = Vadybininkų grupės
setting-groups-hint = atskirtos kableliais
setting-sees = Klientai, kuriuos mato naujas žmogus
setting-sees-none = jokių, kol nenurodo administratorius
setting-sees-all = visi
setting-on = taip
setting-off = ne
setting-rules = Taisyklės, be modelio
setting-auto = automatinė
setting-secret-set = nustatyta; palikite tuščią, kad nesikeistų
setting-clear = Ištrinti
setting-by-page = Nustatė { $who }, { $date }
setting-by-flag = Užrakinta: { $name } nustato komandinės eilutės parametras.
setting-by-environment = Užrakinta: { $name } nustato serverio aplinka.
setting-by-file = Užrakinta: { $name } nustato nustatymų failas.

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
