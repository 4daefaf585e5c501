## The page of external tools

tools-about = MCP serveriai ir API, kurių įrankiais naudojamasi. Kiekvienam įrankio kvietimui reikia jūsų patvirtinimo, nebent pažymėsite, kad jis tik skaito.
tools-loading = Jungiamasi prie įrankių
tools-problem = Nustatymas neveikia
tools-added = Pridėta
tools-saved = Įrašyta. Galioja naujiems klausimams; jau vykdomi baigsis taip, kaip pradėti.
tools-paused = Pristabdyta
tools-resumed = Vėl naudojama
tools-tried = Pabandyta dar kartą. Žemiau – rasta būsena.
tools-removed = Pašalinta
tools-accepted = Priimta. Bus naudojama po minutės ar anksčiau.
tools-signed-in = Prisijungta

## Waiting tools

tools-waiting = Laukia jūsų
tools-waiting-about = Šie įrankiai nauji arba apibūdina save kitaip, nei tada, kai buvo priimti. Kol jų nepriimsite, jie nenaudojami.
tools-changed = Pasikeitė
tools-new = Naujas
tools-difference = Ką apie save sako { $name } įrankis { $tool }, palyginti su ankstesne versija
tools-accept = Priimti
tools-accept-one = Priimti { $tool } tokį, koks yra dabar

## MCP servers and APIs

tools-origins = MCP serveriai ir API
tools-none = Kol kas nėra. Pridėkite žemiau arba aprašykite faile plumbline.toml.
tools-kind = { $kind ->
    [mcp] MCP serveris
   *[api] API
}
# The state of an MCP server or an API.
tools-state = { $state ->
    [connected] Prijungta
    [read] Paruošta
    [unreachable] Nepasiekiama
    [unreadable] Nepavyko perskaityti
    [paused] Pristabdyta
   *[connecting] Jungiamasi
}
tools-count = { $count ->
    [one] naudojama { $used } iš { $count } įrankio
    [few] naudojama { $used } iš { $count } įrankių
    [many] naudojama { $used } iš { $count } įrankio
   *[other] naudojama { $used } iš { $count } įrankių
}
tools-locked = Aprašyta faile plumbline.toml. Keiskite ten ir paleiskite iš naujo.
tools-sign-in = Prisijungti
tools-sign-in-one = Prisijungti prie { $name }
tools-of = { $name } įrankiai
tools-tool = Įrankis
tools-description = Ką jis teigia darantis
tools-use = Naudojimas
tools-use-one = Kaip naudojamas { $name }
# How a tool is used.
tools-used = { $used ->
    [reads] Tik skaito
    [off] Išjungtas
   *[acts] Veikia, patvirtinus
}
tools-save = Įrašyti
tools-reads-hint = „Tik skaito“ yra jūsų, o ne serverio žodis: toks įrankis kviečiamas be patvirtinimo.
tools-try = Bandyti dar kartą
tools-try-one = Bandyti { $name } dar kartą
tools-pause = Pristabdyti
tools-pause-one = Pristabdyti { $name }
tools-resume = Tęsti
tools-resume-one = Tęsti { $name }
tools-remove = Pašalinti
tools-remove-one = Pašalinti { $name }
tools-remove-means = Nauji klausimai jo įrankių nebenaudos, o raktas bus ištrintas.
tools-remove-really = Pašalinti visam laikui
tools-remove-really-one = Pašalinti { $name } visam laikui

## Adding one

tools-add-mcp = Pridėti MCP serverį
tools-add-mcp-about = Pagal adresą. Prisijungus gaunamas jo įrankių sąrašas.
tools-add-api = Pridėti API
tools-add-api-about = Pagal OpenAPI aprašą (3.0 arba 3.1, JSON arba YAML). Kiekviena operacija tampa įrankiu.
tools-name = Vardas
tools-name-note = Raidės be diakritinių ženklų, skaitmenys ir pabraukimo brūkšniai. Juo prasideda įrankių pavadinimai.
tools-address = Adresas
tools-token = Prieigos raktas
tools-token-note = Neprivaloma. Saugoma užšifruota ir niekada nerodoma.
tools-issuer = Prisijungimo teikėjas
tools-issuer-note = Neprivaloma, vietoj prieigos rakto. Tada prisijungsite ten, ir visi šiuo serveriu naudosis jūsų vardu.
tools-programs = Serverius, kurie paleidžiami kaip programos, galima aprašyti tik faile plumbline.toml: pridėti juos čia reikštų vykdyti kodą iš puslapio.
tools-description-address = Aprašo adresas
tools-description-file = Arba įkelkite jį
tools-description-file-note = Iki 1 MiB.
tools-base-url = API adresas
tools-base-url-note = Jei tuščia – toks, koks nurodytas apraše.
tools-key = Raktas
tools-key-header = Rakto antraštė
tools-key-header-note = Jei tuščia – „Authorization“ su „Bearer“.
tools-add = Pridėti ir prisijungti
