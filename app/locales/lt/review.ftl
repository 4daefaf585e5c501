## Said in many places

review-good = Gerai
review-partly = Iš dalies
review-bad = Blogai
# $verdict is good, partly or bad.
review-verdict = { $verdict ->
    [good] gerai
    [partly] iš dalies
   *[bad] blogai
}
review-rating = Vertinimas
review-any = Nesvarbu
review-make-case = Kurti testą
review-right-would-be = Teisinga būtų: „{ $text }“
review-step-plan = Planas
review-step-reflection = Apmąstymas
review-step-call = Iškvietimas { $tool }
review-us-dollars = JAV dol.
review-save = Išsaugoti
review-delete = Ištrinti

## The page with the list of sessions

# Links to the three pages follow, with commas between.
review-about = Perskaitykite atsakymą, pažiūrėkite, kaip jis rastas, ir įvertinkite.
review-my-queue = Mano eilė
review-quality = Testai ir sutarimas
review-metrics = Rodikliai
review-sessions = Sesijos
review-sessions-loading = Įkeliamos sesijos
# Names of groups of questions follow, and a full stop.
review-counted = Klausimų grupės:
review-show-all = Rodyti visas
review-saved-rated = Išsaugota, vertinimas: { review-verdict }.
# What the keys do that stand before each.
review-key-next = kita, ankstesnė
review-key-good = gerai
review-key-partly = iš dalies
review-key-bad = blogai
review-key-search = paieška
review-key-all = visi klavišai
review-sessions-none = Šiuos filtrus atitinkančių sesijų nėra.
review-clear-filters = Valyti filtrus
review-queue-told = Baigta { $done } iš { $count }
review-sessions-told = { $count ->
    [one] { $count } sesija
    [few] { $count } sesijos
    [many] { $count } sesijos
   *[other] { $count } sesijų
}
review-sessions-range = { review-sessions-told }, rodomos { $from }–{ $to }
review-pages = Sąrašo puslapiai
review-newer = Naujesnės
review-older = Senesnės
# The key "j" stands between the two.
review-open-one = Atverkite sesiją, kurią norite skaityti.
review-opens-first = atveria pirmąją.

## Filters

review-filter-sessions = Filtruoti sesijas
review-filters = Filtrai
review-filters-set = Filtrai, nustatyta: { $count }
review-search = Ieškoti teksto
review-search-hint = klausimas, atsakymas ar pastaba
review-from = Nuo
review-to = Iki
review-person = Asmuo
review-status = Būsena
review-status-completed = baigta
review-status-error = klaida
review-status-active = vyksta
review-rating-none = neįvertinta
review-rating-good = gerai
review-rating-partly = iš dalies
review-rating-bad = blogai
review-tool = Įrankis
review-min-tokens = Žetonų, bent
review-order = Rikiuoti
review-sort-risk = Rizika, nuo didžiausios
review-sort-newest = Naujausios
review-sort-oldest = Seniausios
review-sort-slowest = Lėčiausios
review-sort-queue = Mano eilė: pirma neįvertintos
review-something-failed = Kas nors nepavyko
review-apply = Taikyti

## A session in the list

review-tokens = { $count ->
    [one] { $count } žetonas
    [few] { $count } žetonai
    [many] { $count } žetono
   *[other] { $count } žetonų
}
review-calls = { $count ->
    [one] { $count } iškvietimas
    [few] { $count } iškvietimai
    [many] { $count } iškvietimo
   *[other] { $count } iškvietimų
}
review-dollars = { $amount } JAV dol.
# Heard after "3/4".
review-figures-lead = skaičių veda į įrašą
review-no-figures = Skaičių nėra
review-flag-error = baigėsi klaida
review-flag-running = vyksta
review-flag-recorded = įrašyta
review-flag-not-helpful = klausėjui nepadėjo
review-flag-not-answered = neatsakyta
review-flag-gaps = atsakyta ne į visą klausimą
review-flag-unverified = { $count ->
    [one] { $count } skaičius nepatikrintas
    [few] { $count } skaičiai nepatikrinti
    [many] { $count } skaičiaus nepatikrinta
   *[other] { $count } skaičių nepatikrinta
}
review-flag-failed = { $count ->
    [one] { $count } iškvietimas nepavyko
    [few] { $count } iškvietimai nepavyko
    [many] { $count } iškvietimo nepavyko
   *[other] { $count } iškvietimų nepavyko
}
review-flag-injection = galima užklausos injekcija
review-flag-limit = pasiekta riba
review-flag-rated = vertinimas: { review-verdict }
review-flag-done = baigta

## An opened session

review-session-loading = Įkeliama sesija
review-all-sessions = Visos sesijos
review-messages = { $count ->
    [one] { $count } žinutė
    [few] { $count } žinutės
    [many] { $count } žinutės
   *[other] { $count } žinučių
}
review-open-conversation = Atverti pokalbį
# What they said follows: "Helpful."
review-person-said = Klausėjas:
review-no-answer = Atsakymo nėra: vykdymas { $status ->
    [queued] laukia eilėje
    [running] vyksta
    [waiting] laukia
    [completed] baigtas
    [failed] nepavyko
    [cancelled] atšauktas
   *[interrupted] nutrūko
}.
review-trace = Visa eiga
review-trace-of = Visa eiga: { $question }
review-trace-told = pradžia { $time }, { $count ->
    [one] { $count } įvykis
    [few] { $count } įvykiai
    [many] { $count } įvykio
   *[other] { $count } įvykių
}
# Links, after commas.
review-trace-sent = kas išsiųsta iš šio kompiuterio
review-trace-compare = lyginti su kitu vykdymu

## The figures of a session

review-metric-time = Trukmė
review-metric-tokens = Žetonai
# After the number of tokens that went to the model.
review-metric-tokens-out = įvesties, { $count } išvesties
review-metric-model-calls = Modelio užklausos
review-retries = { $count ->
    [one] { $count } pakartojimas
    [few] { $count } pakartojimai
    [many] { $count } pakartojimo
   *[other] { $count } pakartojimų
}
review-metric-cost = Kaina
review-cost-unknown = nežinoma
review-unpriced = { $count ->
    [one] { $count } užklausos kaina nežinoma
    [few] { $count } užklausų kaina nežinoma
    [many] { $count } užklausos kaina nežinoma
   *[other] { $count } užklausų kaina nežinoma
}
review-us-dollars-unpriced = { review-us-dollars }, { review-unpriced }
review-metric-calls = Įrankių iškvietimai
review-metric-failed = { $count } nepavyko
review-metric-iterations = Iteracijos
# After a number: "3 of 8".
review-metric-of = iš { $count }
review-metric-figures = Skaičiai
review-metric-cited = { $count } su šaltiniu
review-metric-matched = { $count } sutampa
review-metric-unverified = { $count } nepatikrinta

## Rating a turn

review-choose-first = Pirmiausia pasirinkite: gerai, iš dalies ar blogai.
review-where-wrong = Kur suklysta?
review-what-wrong = Kas negerai?
review-fault-reading = supratimas
review-fault-step = žingsnis
review-fault-result = rezultatas
review-fault-sentence = sakinys
review-note = Pastaba
review-right-answer = Teisingas atsakymas
review-save-next = Išsaugoti ir toliau
review-turn = Klausimas
review-turn-option = { $number } klausimas: { $question }
review-saved-turn = Išsaugota: „{ $question }“ – { review-verdict }. Pasirinktas kitas klausimas.
review-saved-session = Išsaugota: „{ $question }“ – { review-verdict }. Dabar rodoma kita sesija.
review-saved-last = Išsaugota: „{ $question }“ – { review-verdict }. Tai buvo paskutinė sąrašo sesija.
review-rated-before = Ankstesni vertinimai
# "Turn 1: Rasa, 31 January 2026, 09:14 UTC, bad, step (wrong figure): “A note” Right would be: “Two of nine.”"
review-history-turn = { $number } klausimas:
review-no-note = pastabos nėra.
review-quoted = „{ $text }“

## Making a case of a turn, and correcting how its question was read

review-case-holds = Ką atsakymas turi atitikti?
review-case-faulty = Šis atsakymas įvertintas kaip klaidingas. Pasirinkite tik tai, kas jame teisinga, ir įrašykite, ko trūksta.
# What the answer does.
review-part-reads = Supranta: { $part }
review-part-states = Nurodo { $value }
review-part-states-citing = Nurodo { $value }, remiasi „{ $row }“
review-part-cites = Remiasi { $id }
review-case-says = Žodžiai, kurie turi būti atsakyme
review-case-says-not = Žodžiai, kurių atsakyme neturi būti
review-line-each = kiekvienas atskiroje eilutėje
review-correct = Taisyti supratimą
review-correct-rows = Kaip suprasti klausimą
review-correct-hint = [žodžiai|vaidmuo]; kiekvienam klausimui – atskira eilutė
review-correct-propose = Siūlyti taisymą

## Cases

review-cases = Testai
review-cases-none = Testų dar nėra. Sesijoje paspauskite c, ir iš vertinamo klausimo bus sukurtas testas.
# "3 cases: 0 changed, 1 failed, 2 passed".
review-cases-told = { $count ->
    [one] { $count } testas: { $results }
    [few] { $count } testai: { $results }
    [many] { $count } testo: { $results }
   *[other] { $count } testų: { $results }
}
review-cases-came = { $count } { review-case-result }
review-case-result = { $result ->
    [passed] išlaikyta
    [changed] pasikeitė
   *[failed] neišlaikyta
}
review-case-not-run = dar nevykdyta
review-run-recorded = Vykdyti pagal įrašytus duomenis
review-run-today = Vykdyti pagal šiandienos duomenis
review-case-steps = Vykdymo žingsniai
review-made-by = sukūrė { $name }, { $time }
review-case-recorded = Įrašyta
review-now-recorded = Dabar: { $model }, pagal įrašytus duomenis, { $time }
review-now-today = Dabar: { $model }, pagal šiandienos duomenis, { $time }

## How far reviewers agree

review-agreement = Vertintojų sutarimas
review-agreement-told = { $count ->
    [one] Įvertintas { $count } klausimas, bent dviejų vertintojų – { $shared }
    [few] Įvertinti { $count } klausimai, bent dviejų vertintojų – { $shared }
    [many] Įvertinta { $count } klausimo, bent dviejų vertintojų – { $shared }
   *[other] Įvertinta { $count } klausimų, bent dviejų vertintojų – { $shared }
}
review-agreement-reviewers = Vertintojai
review-agreement-turns = Klausimai
review-agreement-observed = Sutampa
review-agreement-expected = Atsitiktinai
review-agreement-kappa = Coheno kapa
review-agreement-pair = { $a } ir { $b }
review-disputes = Nesutarimai

## Corrected readings, and what was not answered

review-corrections = Klausimų supratimo taisymai
# A link follows after a comma.
review-corrections-told = { $count ->
    [one] { $count } taisymas, antras vertintojas pritarė { $agreed }
    [few] { $count } taisymai, antras vertintojas pritarė { $agreed }
    [many] { $count } taisymo, antras vertintojas pritarė { $agreed }
   *[other] { $count } taisymų, antras vertintojas pritarė { $agreed }
}
review-corrections-rows = eilutės supratimui mokyti
review-proposed-by = pasiūlė { $name }, { $time }
review-agreed-by = pritarė { $name }
review-agree = Pritarti
review-take-back = Atsiimti
review-refused = Neatsakyta
review-refused-none = Atsakyta į visus klausimus.
review-questions = { $count ->
    [one] { $count } klausimas
    [few] { $count } klausimai
    [many] { $count } klausimo
   *[other] { $count } klausimų
}
review-refused-told = { review-questions }, sugrupuota pagal prasmę. Kaip juos reikėjo suprasti?

## Two runs side by side

review-runs-steps = Abiejų vykdymų žingsniai
review-runs-step = Žingsnis
review-runs-same = Visi žingsniai ({ $count }) sutampa.
review-runs-differ = Skiriasi { $differ } iš { $count ->
    [one] { $count } žingsnio
    [few] { $count } žingsnių
    [many] { $count } žingsnio
   *[other] { $count } žingsnių
}.
review-runs-differs = skiriasi
review-runs-only-one = tik viename
review-step-note = Pastaba { $about }
review-step-proposal = Pasiūlymas { $tool }
review-step-thought = Mintis
review-step-answer = Atsakymas
review-step-figures = Skaičiai
review-step-cost = Kaina
review-beside = Greta
review-compare = Lyginti
review-again-from = Klausti iš naujo nuo
review-step-question = Klausimas
review-who = Kas sprendžia
review-strategy-auto = Automatiškai
review-strategy-rules = Taisyklės
review-strategy-react = ReAct
review-strategy-tools = Įrankiai
review-strategy-plan = Planas
review-model = Modelis
review-model-hint = nebūtina, to paties teikėjo
review-args = To iškvietimo argumentai
review-args-hint = nebūtina, JSON
review-ask-again = Klausti iš naujo
