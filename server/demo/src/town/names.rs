//! The names in the town: people, streets, plans, equipment. Data only; `people` assigns them.

use model::support::records::PlanKind;

pub const MEN: &[&str] = &[
    "Vytautas", "Mindaugas", "Tomas", "Darius", "Andrius", "Mantas", "Rokas", "Lukas", "Paulius", "Kęstutis",
    "Algirdas", "Gintaras", "Saulius", "Arūnas", "Marius", "Justas", "Domas", "Edvinas", "Rimantas", "Petras",
    "Antanas", "Valdas", "Žilvinas", "Jonas",
];

pub const WOMEN: &[&str] = &[
    "Ona", "Rasa", "Eglė", "Ieva", "Daiva", "Jurgita", "Rūta", "Lina", "Aušra", "Birutė", "Danutė", "Kristina",
    "Laura", "Greta", "Monika", "Simona", "Živilė", "Asta", "Vilma", "Janina", "Milda", "Gabija", "Ugnė", "Sigita",
];

/// A surname: of a man, of a married woman, of an unmarried woman.
pub const SURNAMES: &[(&str, &str, &str)] = &[
    ("Kazlauskas", "Kazlauskienė", "Kazlauskaitė"),
    ("Petrauskas", "Petrauskienė", "Petrauskaitė"),
    ("Jankauskas", "Jankauskienė", "Jankauskaitė"),
    ("Stankevičius", "Stankevičienė", "Stankevičiūtė"),
    ("Vasiliauskas", "Vasiliauskienė", "Vasiliauskaitė"),
    ("Žukauskas", "Žukauskienė", "Žukauskaitė"),
    ("Butkus", "Butkienė", "Butkutė"),
    ("Paulauskas", "Paulauskienė", "Paulauskaitė"),
    ("Urbonas", "Urbonienė", "Urbonaitė"),
    ("Kavaliauskas", "Kavaliauskienė", "Kavaliauskaitė"),
    ("Navickas", "Navickienė", "Navickaitė"),
    ("Ramanauskas", "Ramanauskienė", "Ramanauskaitė"),
    ("Balčiūnas", "Balčiūnienė", "Balčiūnaitė"),
    ("Rimkus", "Rimkienė", "Rimkutė"),
    ("Mockus", "Mockienė", "Mockutė"),
    ("Šimkus", "Šimkienė", "Šimkutė"),
    ("Morkūnas", "Morkūnienė", "Morkūnaitė"),
    ("Žilinskas", "Žilinskienė", "Žilinskaitė"),
    ("Černiauskas", "Černiauskienė", "Černiauskaitė"),
    ("Bagdonas", "Bagdonienė", "Bagdonaitė"),
    ("Lukošius", "Lukošienė", "Lukošiūtė"),
    ("Adomaitis", "Adomaitienė", "Adomaitytė"),
    ("Jonaitis", "Jonaitienė", "Jonaitytė"),
    ("Mažeika", "Mažeikienė", "Mažeikaitė"),
];

/// A street, its part of the town, and whether its houses have flats.
pub struct Street(pub &'static str, pub &'static str, pub bool);

/// The streets with outages, with and without an estimate.
pub const OUT_TIMED: &str = "Liepų g.";
pub const OUT_OPEN: &str = "Žvejų g.";

/// The first is the worked example's; the two with outages are last.
pub const STREETS: &[Street] = &[
    Street("Vilniaus g.", "Senamiestis", false),
    Street("Turgaus g.", "Senamiestis", true),
    Street("Bažnyčios g.", "Senamiestis", false),
    Street("S. Daukanto a.", "Senamiestis", true),
    Street("Kovo 11-osios g.", "Naujasodis", true),
    Street("Vasario 16-osios g.", "Senamiestis", true),
    Street("Parko g.", "Naujasodis", true),
    Street("Naujoji g.", "Naujasodis", true),
    Street("Sodų g.", "Naujasodis", false),
    Street("Mokyklos g.", "Naujasodis", true),
    Street("Taikos pr.", "Naujasodis", true),
    Street("Ąžuolų g.", "Pašilė", false),
    Street("Beržų g.", "Pašilė", false),
    Street("Pušyno g.", "Pašilė", false),
    Street("Žemaitės al.", "Pašilė", true),
    Street("Upės g.", "Paupys", false),
    Street("Malūno g.", "Paupys", false),
    Street("Tilto g.", "Paupys", true),
    Street("Krantinės g.", "Paupys", false),
    Street("Gintaro g.", "Žvejai", true),
    Street("Kopų g.", "Žvejai", false),
    Street("Stoties g.", "Žvejai", true),
    Street(OUT_TIMED, "Pašilė", true),
    Street(OUT_OPEN, "Žvejai", true),
];

pub const PARTS: [&str; 5] = ["Senamiestis", "Naujasodis", "Pašilė", "Paupys", "Žvejai"];

/// Plans: kind, name, speed, price per month.
pub const PLANS: &[(PlanKind, &str, Option<f64>, f64)] = &[
    (PlanKind::Internet, "Šviesolaidis 100", Some(100.0), 12.9),
    (PlanKind::Internet, "Šviesolaidis 300", Some(300.0), 16.9),
    (PlanKind::Internet, "Šviesolaidis 1000", Some(1_000.0), 22.9),
    (PlanKind::Bundle, "Namai 300 + TV", Some(300.0), 24.9),
    (PlanKind::Bundle, "Namai 600 + TV Plius", Some(600.0), 29.9),
    (PlanKind::Tv, "Televizija Bazinė", None, 9.9),
    (PlanKind::Phone, "Laidinis ryšys", None, 4.9),
];

pub const ROUTERS: &[&str] = &["Zyxel EX3301", "TP-Link Archer C6", "Huawei HG8245H", "ASUS RT-AX52"];
pub const TV_BOXES: &[&str] = &["Arris VIP5305", "Kaon KSTB6077"];
