## Metrics

usage-about = Ko klausta, kaip atsakyta ir kiek tam prireikė. Kiekvienas skaičius atveria į jį įskaičiuotas sesijas.
usage-loading = Skaičiuojami klausimai
# Said after the name of a day in a drawing.
usage-show-sessions = Rodyti sesijas

## What is counted: in a sentence, and with a capital as a heading

usage-questions = klausimai
usage-answered = atsakyta
usage-refused = neatsakyta
usage-warned = su įspėjimu
usage-failed = nepavyko
usage-thumbs-up = klausėjui padėjo
usage-thumbs-down = klausėjui nepadėjo
usage-good = įvertinta gerai
usage-bad = įvertinta blogai
# Half of the questions (p50) have the first word in this time; 95 of a hundred (p95) in that of the next.
usage-first-half = pirmas žodis, p50
usage-first-most = pirmas žodis, p95
usage-half = atsakymas, p50
usage-most = atsakymas, p95
usage-tokens = žetonai
usage-cached = žetonai iš podėlio
usage-cost = kaina
usage-calls = įrankių iškvietimai
usage-call-errors = įrankių klaidos
usage-seconds = sekundės

## The days, and by what is counted

usage-days = Dienos
usage-from = Nuo
usage-to = Iki
# A choice of those that follow.
usage-by-what = Grupuoti pagal
usage-by = { $by ->
    [model] Modelis
    [strategy] Strategija
    [skill] Įgūdis
    [person] Asmuo
   *[day] Diena
}
usage-show = Rodyti

## By day

usage-by-day = Pagal dieną
usage-by-day-means = Pokalbis priskiriamas tai dienai (UTC), kurią prasidėjo.
# $unit is what is counted, or "Seconds"; $days as in "2 to 31 January 2026".
usage-days-of = { $unit } pagal dieną, { $days }

## The table

usage-questions-by = Klausimai pagal { $by ->
    [model] modelį
    [strategy] strategiją
    [skill] įgūdį
    [person] asmenį
   *[day] dieną
}
usage-questions-by-means = Su įspėjimu: atsakyta ne į visą klausimą, yra nepatikrintas skaičius, pasiekta riba arba tekste yra į nurodymus panašių žodžių. Pirmas žodis: laikas, po kurio jau galima skaityti žingsnį arba atsakymą. Skaičiuojamas naujausias kiekvieno klausimo vertinimas.
usage-numbers = Skaičiai
# A model, a strategy, a skill or a person that is not known.
usage-none = nėra

## Limits

usage-budgets = Šios dienos ribos
usage-budgets-means = Kiekvienam asmeniui ir UTC dienai. Kas neįrašytas, šiandien dar neklausė.
usage-limits = Ribos
usage-no-limit = be ribos
usage-tokens-used = Panaudota žetonų
usage-tokens-left = Liko žetonų
usage-dollars-used = Išleista, JAV dol.
usage-dollars-left = Liko, JAV dol.

## How far scores can be trusted

usage-calibration = Ar galima pasitikėti įrodymų įverčiu?
usage-calibration-none = Dar neįvertintas nė vienas atsakymas, turintis įvertį.
usage-verdicts = Atsakymų vertinimų iš viso: { $count }.
usage-verdicts-of-demo = Iš jų { $count } – iš demonstracijos: jos pačios klausimai su žinomais skaičiais, automatiškai įvykdyti ir įvertinti.
# A share in percent follows, and a full stop.
usage-error = Tikėtina kalibravimo paklaida:
usage-error-means = Tiek vidutiniškai skiriasi įvertis ir gerų atsakymų dalis.
usage-fitted = Toliau naudojami pritaikyti įverčiai: kylantys laipteliai, artimiausi vertinimams, kurių yra { $count } (izotoninė regresija). Tikrinant su ta puse, kuri pritaikant nenaudota, jų paklaida – { $error }.
usage-not-fitted = Įverčiai pritaikomi, kai vertinimų yra bent { $enough }; dabar jų – { $count }.
usage-reliability = Patikimumas
usage-fitted-scores = Pritaikyti įverčiai
usage-scores = Įverčiai
usage-mean-score = Vidutinis įvertis
# A share of the answers.
usage-judged-good = Gerų dalis
# A number of verdicts.
usage-good-count = Gerų
usage-verdict-count = Vertinimų
usage-curve = Gerų atsakymų dalis pagal įrodymų įvertį
usage-curve-bin = įvertis nuo { $from } iki { $to }: gerų { $good } iš { $count }
usage-curve-means = Horizontaliai – įvertis. Vertikaliai – gerai įvertintų atsakymų dalis. Skaičiai – kiek vertinimų. Taškinė linija – įvertis lygus gerų atsakymų daliai.
usage-curve-steps = Laipteliai – pritaikyti įverčiai.

## Cases and agreement

usage-quality-about = Ką parodė vertinimas: išsaugota, kad būtų galima patikrinti dar kartą.
usage-quality-loading = Įkeliami testai

## Two runs side by side

usage-two-runs = Du vykdymai
usage-two-runs-loading = Įkeliami vykdymai
# The question follows, as a link.
usage-two-runs-of = Klausimas:
usage-two-runs-choose = Pasirinkite kitą to paties klausimo vykdymą arba klauskite iš naujo nuo kurio nors žingsnio.
