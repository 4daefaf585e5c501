## Said in many places

accounts-name = Vardas
accounts-password = Slaptažodis
accounts-role = Vaidmuo
accounts-role-name = { $role ->
    [reviewer] vertintojas
    [admin] administratorius
   *[manager] vadybininkas
}
accounts-sees = Matomi klientai
accounts-state = Būsena
accounts-may-sign-in = Gali prisijungti
accounts-never = Dar nė karto
accounts-copy = Kopijuoti
accounts-copied = Nukopijuota
accounts-door-loading = Įkeliama

## Which customers somebody sees: under "Sees", and after "You see"

accounts-sees-all = visi
accounts-sees-none = nė vieno
# $id is the id of the customer.
accounts-sees-one = tik { $id }
# $lists are the three that follow, those that are chosen, with semicolons between.
accounts-sees-some = pagal priskyrimą ({ $lists })
# Relationship managers, by their names.
accounts-sees-managers = { $names }
accounts-sees-segments = { $count ->
    [1] segmentas { $names }
   *[other] segmentai { $names }
}
accounts-sees-regions = { $count ->
    [1] regionas { $names }
   *[other] regionai { $names }
}

## The choice of them

accounts-view-all = Visi klientai
accounts-view-any = Arba klientai, atitinkantys bent vieną iš šių požymių:
accounts-view-manager = Kliento vadybininkas
accounts-view-segment = Segmentas
accounts-view-region = Regionas

## Everybody's accounts

accounts-about = Kas gali naudotis Plumbline, ką gali daryti ir kuriuos klientus mato.
accounts-loading = Įkeliamos paskyros
accounts-by-name = Paskyros pagal vardą
accounts-signed-in = Paskutinis prisijungimas
accounts-change = Keisti
accounts-change-of = Keisti paskyrą „{ $name }“
accounts-disabled = išjungta
accounts-by-firm = Prisijungia per įmonės sistemą
accounts-you = Jūs
accounts-change-means = Naudotojas, kurio prieiga apribojama, turės prisijungti iš naujo.
accounts-disabled-means = Išjungta: prisijungti negalima, prieigos raktai neveikia
accounts-save = Išsaugoti
accounts-cancel = Atšaukti
accounts-invite = Pakviesti naudotoją
accounts-invite-means = Gausite vienkartinę nuorodą, galiojančią vieną dieną. Išsiųskite ją patys. Jei įrašysite esamos paskyros vardą, nuoroda bus skirta naujam slaptažodžiui nustatyti.
# After "Name", the label of a field.
accounts-invite-name-hint = (palikus tuščią, pasirinks pakviestasis)
accounts-invite-make = Kurti nuorodą
accounts-invite-made = Nuoroda sukurta. Nukopijuokite ją dabar: daugiau ji nebus rodoma.

## Joining by an invitation

accounts-join = Priimti kvietimą
accounts-join-nothing = Galiojančio kvietimo nėra
accounts-invited = Gavote kvietimą. Jūsų vaidmuo – { $role ->
    [reviewer] vertintojas
    [admin] administratorius
   *[manager] vadybininkas
}. Pasirinkite, kaip prisijungsite.
accounts-join-password-hint = Bent 12 ženklų. Tinka trys ar keturi žodžiai iš eilės.

## Signing in

accounts-sign-in-with = Prisijungti per { $provider }
accounts-none = Paskyrų dar nėra
# A command follows, and a full stop.
accounts-none-how = Serverio kompiuteryje atverkite nuorodą, kurią serveris parodė paleidžiamas, arba įvykdykite komandą
accounts-oidc-off = Prisijungimas su įmonės paskyra čia nenustatytas.
accounts-oidc-state = Prisijungimas užtruko per ilgai arba pradėtas kitoje naršyklėje. Bandykite dar kartą.
accounts-oidc-denied = Įmonės prisijungimo sistema jūsų neįleido. Bandykite dar kartą arba kreipkitės į jos administratorių.
accounts-oidc-unreachable = Įmonės prisijungimo sistema nepasiekiama. Bandykite vėliau.
accounts-oidc-untrusted = Gautas nepatikimas įmonės prisijungimo sistemos atsakymas. Kreipkitės į Plumbline administratorių; daugiau informacijos yra žurnale.
accounts-oidc-group = Jūsų įmonės paskyra nepriklauso nė vienai grupei, galinčiai naudotis Plumbline. Kreipkitės į Plumbline administratorių.

## One's own account

accounts-own = Paskyra
accounts-own-loading = Įkeliama jūsų paskyra
# $sees is a text of those above: all customers, no customers …
accounts-own-may = Jūsų vaidmuo – { $role ->
    [reviewer] vertintojas
    [admin] administratorius
   *[manager] vadybininkas
}. Matomi klientai: { $sees }.
accounts-local-means = Paskyrų nėra, todėl kiekvienas, kas naudojasi šiuo kompiuteriu, čia gali daryti viską. Iš kitų kompiuterių šis serveris nepasiekiamas.
accounts-first = Sukurkite pirmą paskyrą
# A command follows, and a full stop.
accounts-first-how = Šiame kompiuteryje atverkite nuorodą, kurią serveris parodė paleidžiamas, arba įvykdykite komandą
accounts-first-then = Nuo tada visi turės prisijungti.
accounts-sign-out = Atsijungti
accounts-sign-out-everywhere = Atsijungti visur
accounts-password-old = Senas slaptažodis
accounts-password-new = Naujas slaptažodis
accounts-password-hint = Bent 12 ženklų. Kituose įrenginiuose būsite atjungti.
accounts-password-change = Keisti slaptažodį

## Browsers in which one is signed in

accounts-sign-ins = Kur esate prisijungę
accounts-sign-ins-about = Nutraukite nepažįstamus prisijungimus ir pakeiskite slaptažodį.
accounts-sign-ins-loading = Įkeliami jūsų prisijungimai
accounts-sign-ins-yours = Jūsų prisijungimai
accounts-sign-ins-newest = Jūsų prisijungimai, pirma vėliausiai naudoti
accounts-sign-in-browser = Naršyklė
accounts-sign-in-unknown = Nežinoma naršyklė
accounts-sign-in-since = Nuo
accounts-sign-in-used = Paskutinį kartą naudota
accounts-sign-in-here = ši naršyklė
accounts-sign-in-end = Nutraukti
# $browser is a browser and a system, as "Firefox, Linux".
accounts-sign-in-end-of = Nutraukti prisijungimą ({ $browser })

## Tokens of the API

accounts-tokens = API prieigos raktai
accounts-tokens-about = Su prieigos raktu programa naudojasi Plumbline jūsų vardu. Ji gali ne daugiau nei jūs.
accounts-tokens-loading = Įkeliami prieigos raktai
accounts-tokens-yours = Jūsų API prieigos raktai
accounts-tokens-newest = API prieigos raktai, pirma naujausi
accounts-tokens-none = Prieigos raktų dar nėra.
# What a token may do; the texts of accounts-token-use stand below.
accounts-token-may = Leidžiama
accounts-token-use = { $may ->
    [ask] Klausti vadybininko teisėmis
    [review] Vertinti
    [admin] Viskas, administratoriaus teisėmis
    [embed] Tik kurti prieigos raktus skydeliams
   *[read] Tik skaityti
}
accounts-token-expires = Galioja iki
accounts-token-last-used = Paskutinį kartą naudotas
accounts-token-revoke = Panaikinti
accounts-token-revoke-of = Panaikinti „{ $name }“
accounts-token-revoked = Panaikintas { $date }
# Whose token it is, after the token's name.
accounts-token-of = (paskyra { $name })
accounts-token-name-example = naktinė ataskaita
accounts-token-valid = Galiojimo trukmė
accounts-token-days = { $count ->
    [one] { $count } diena
    [few] { $count } dienos
    [many] { $count } dienos
   *[other] { $count } dienų
}
accounts-token-make = Kurti prieigos raktą
accounts-token-made = Prieigos raktas sukurtas. Nukopijuokite jį dabar: daugiau jis nebus rodomas.
