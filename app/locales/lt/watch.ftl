# Stebimi skaičiai: nuoroda po atsakymu, forma, sąrašas ir pranešimai.
watch-tell-me = Pranešti, kai pasikeis
watch-about = Atsakymų skaičiai, kurie pasikeitus duomenims skaičiuojami iš naujo, ir kam siunčiami pranešimai.
watch-loading = Įkeliami stebimi skaičiai
watch-none = Kol kas nestebimas nė vienas skaičius. Atverkite atsakymą su skaičiumi ir pasirinkite „Pranešti, kai pasikeis“.
watch-newest = Stebimi skaičiai, naujausi viršuje
watch-begun = Skaičius stebimas
watch-begun-next = Pirmas pranešimas ateis, kai bus įvykdyta taisyklė. „Siųsti dabar“ išsiunčia bandomąjį.
watch-tried = Bandomasis pranešimas išsiųstas
watch-tried-next = Jei jis neateis, sąraše bus nurodyta kodėl.

watch-new = Stebėti skaičių
watch-new-about = Pasikeitus duomenims skaičius apskaičiuojamas iš naujo, be modelio. Pranešimai siunčiami, kai įvykdoma jūsų taisyklė.
watch-no-figures = Šiame atsakyme nėra skaičiaus, kurį būtų galima stebėti
watch-no-figures-why = Iš naujo galima apskaičiuoti tik tuos skaičius, kuriuos rado šios sistemos įrankis.
watch-no-ways = Pranešimų dar nėra kaip siųsti
watch-no-ways-how = Administratorius pirmiausia turi nustatyti el. paštą, „webhook“ arba „Slack“ ar „Teams“ adresą.
watch-no-ways-book = Kaip tai nustatyti
watch-sends = Pranešime yra skaičius, koks jis buvo anksčiau, kodėl pasikeitė, ir nuoroda į šį pokalbį.
watch-sends-texts = Pranešime yra klausimas, skaičius, koks jis buvo anksčiau, kodėl pasikeitė, ir nuoroda į šį pokalbį.
watch-figure = Skaičius
watch-when = Kada
watch-when-changes = Kai pasikeičia daugiau nei
watch-when-passes = Kai peržengia ribą
watch-when-at = Nustatytu laiku, nesvarbu, ar pasikeitė
watch-by = Daugiau nei
watch-measured-in = Matuojama
watch-unit = { $unit ->
    [percent] procentais
   *[amount] paties skaičiaus vienetais
}
watch-direction = Kryptis
watch-side = { $side ->
    [below] nukrinta žemiau
   *[above] pakyla aukščiau
}
watch-level = Riba
watch-days = Dienos
watch-every = { $every ->
    [monday] kiekvieną pirmadienį
    [month] kiekvieno mėnesio pirmą dieną
   *[day] kasdien
}
watch-hour = Valanda
watch-way = Kam siunčiama
watch-way-mail = El. paštu
watch-way-webhook = Į įmonės „webhook“
watch-way-slack = { $name } („Slack“)
watch-way-teams = { $name } („Teams“)
watch-to = El. pašto adresas
watch-begin = Pradėti stebėti

watch-rule-changes = Pasikeičia daugiau nei { $unit ->
    [percent] { $by } %
   *[amount] { $by }
}
watch-rule-passes = { $side ->
    [below] Nukrinta žemiau { $level }
   *[above] Pakyla aukščiau { $level }
}
watch-rule-at = { $every ->
    [monday] Kiekvieną pirmadienį, { $hour }
    [month] Kiekvieno mėnesio pirmą dieną, { $hour }
   *[day] Kasdien, { $hour }
}
watch-period-all = visos datos
watch-period-moves = { $period }, slenka kartu su duomenimis
watch-period-fixed = { $period }, nekinta
watch-column-what = Klausimas ir skaičius
watch-column-figure = Paskutinis skaičius
watch-column-sent = Paskutinis pranešimas
watch-column-state = Būsena
watch-column-actions = Veiksmai
watch-owner = Stebi { $name }
watch-never = dar niekada
watch-looked = apskaičiuota { $time }
watch-next = kitas { $time }
watch-state-active = veikia
watch-state-paused = pristabdyta
watch-state-owner-gone = savininko paskyros nebėra
watch-state-no-access = savininkas to nebemato
watch-state-deleted = pokalbis ištrintas
watch-try = Siųsti dabar
watch-pause = Pristabdyti
watch-resume = Tęsti
watch-delete = Ištrinti
watch-action-of = { $action }: { $question }

watch-mail-changed = Pasikeitė: { $figure }
watch-mail-passed = { $side ->
    [below] Žemiau { $level }: { $figure }
   *[above] Aukščiau { $level }: { $figure }
}
watch-mail-due = { $figure }
watch-mail-trial = Bandymas: { $figure }
watch-mail-before = { $figure }. { $date } buvo { $before } ({ $change }).
watch-mail-same = { $figure }, kaip ir { $date }.
watch-mail-why = Kodėl pasikeitė: { $why }
watch-mail-open = Atverti pokalbį
watch-points = { $change } procentinio punkto

chat-title = „Slack“ ir „Teams“
chat-about = Pokalbiai, į kuriuos gali būti siunčiami pranešimai apie stebimus skaičius. Žmonės renkasi pagal pavadinimą; adresai saugomi užšifruoti ir niekada nerodomi.
chat-name = Pavadinimas
chat-kind = Rūšis
chat-url = Gaunamojo „webhook“ adresas
chat-add = Pridėti
chat-remove = Pašalinti
chat-remove-one = Pašalinti { $name }
chat-locked = Pokalbiai nurodyti paties serverio nustatymuose (PLUMBLINE_WATCH_ADDRESSES), todėl čia jų pakeisti negalima.
