## The page

pipeline-about = Atviri sandoriai, prognozė ir planas, kiekvieno sandorio būklė.
pipeline-loading = Įkeliami sandoriai

## Asking the desk

pipeline-ask = Klausti
pipeline-ask-about = Klausti apie tai
# Heard after pipeline-ask; $about is the name of a deal.
pipeline-ask-heard = apie { $about }

## The figures

pipeline-as-of = { $date } duomenys
pipeline-as-of-region = { $date } duomenys, { $region }
pipeline-forecast-of = Prognozė, { $quarter }
pipeline-closed-of = Sudaryta, { $quarter }
pipeline-quota-of = Planas, { $quarter }
pipeline-open = { $count ->
    [one] { $count } atviras sandoris
    [few] { $count } atviri sandoriai
    [many] { $count } atviro sandorio
   *[other] { $count } atvirų sandorių
}
# $change: "+1,200 (+3.4%)".
pipeline-change = { $change } nuo praėjusios savaitės
# $share: "87.5%".
pipeline-of-quota = { $share } plano
pipeline-no-forecast = prognozės kategorijų duomenyse nėra
pipeline-no-quotas = plano šaltinio nėra

## Where there are no deals. What stands between backticks stays as it is

pipeline-none = Sandorių dar nėra
pipeline-none-source = Šis puslapis skaito šaltinį `opportunities`, kuriame kiekvienam sandoriui skirta viena eilutė. Nurodykite programai Plumbline savo pardavimų duomenų bazę arba jos failų aplanką, tada suteikite lentelei šį pavadinimą:
pipeline-none-columns = Būtini tik `stage` ir `amount`. Pagal `forecast_category`, `last_activity`, `manager_notes` ir kitus stulpelius galima įvertinti sandorį; ko trūksta, vertinimo nei gerina, nei blogina. Šaltinis `quotas` su stulpeliais `region`, `quarter_start` ir `quota` leidžia palyginti su planu. Abiejų šaltinių pavyzdį pateikia `plumbline demo`.

## The stages

pipeline-stages = Etapai
pipeline-stages-table = Etapų lentelė
pipeline-stages-caption = Atviri sandoriai pagal etapą
pipeline-stage = Etapas
pipeline-bar = Juosta
pipeline-amount = Suma
pipeline-deals-many = Sandoriai

## The regions

# $of is a quarter, and the currency where it is known: "Q1 2026, USD".
pipeline-regions = Prognozė ir planas, { $of }
pipeline-regions-table = Regionų lentelė
pipeline-regions-caption = Sudaryta, prognozė ir planas pagal regioną
pipeline-regions-bar = Sudaryta, įsipareigota ir planas juostoje
pipeline-region = Regionas
pipeline-closed = Sudaryta
pipeline-forecast = Prognozė
pipeline-quota = Planas
# Beside the colours of the bars.
pipeline-key-closed = sudaryta
pipeline-key-committed = įsipareigota
pipeline-key-quota = planas

## The deals

pipeline-deals = Sandoriai pagal būklę
pipeline-deals-order = Pirma silpniausi.
pipeline-deals-which = Kurie sandoriai
pipeline-deals-table = Sandorių lentelė
pipeline-deals-caption = Atviri sandoriai, pirma silpniausi
pipeline-deal = Sandoris
pipeline-health = Būklė
pipeline-why = Kodėl
pipeline-closes = Sudarymo data
# The health of a deal.
pipeline-tier = { $tier ->
    [high] gera
    [medium] vidutinė
    [low] prasta
    [critical] kritinė
   *[other] { $tier }
}
# How many deals are of such a health.
pipeline-tier-count = { pipeline-tier }: { $count }
pipeline-deals-page = { $count ->
    [one] { $count } sandoris, { $page } puslapis iš { $pages }
    [few] { $count } sandoriai, { $page } puslapis iš { $pages }
    [many] { $count } sandorio, { $page } puslapis iš { $pages }
   *[other] { $count } sandorių, { $page } puslapis iš { $pages }
}
pipeline-previous = Ankstesnis
pipeline-next = Kitas
