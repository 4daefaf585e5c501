//! The names of the bank's customers, their people and its own staff. Data only; `people` assigns them.

/// A company or institution: name, region, segment, goods (fills `{goods}`).
pub type Firm = (&'static str, &'static str, &'static str, &'static str);

pub const FIRMS: &[Firm] = &[
    ("Alderney Marine", "UK and Ireland", "corporate", "marine engines"),
    ("Osei Textiles", "International", "corporate", "cotton fabric"),
    ("Hartmann Logistik", "Germany", "corporate", "container freight"),
    ("Brouwer Shipping", "Benelux", "corporate", "bulk cargo"),
    ("Lindqvist Timber", "Nordics", "corporate", "sawn timber"),
    ("Castellane Foods", "France", "corporate", "frozen vegetables"),
    ("Bellini Ceramica", "Italy", "corporate", "floor tiles"),
    ("Quintero Citrus", "Iberia", "corporate", "oranges"),
    ("Ashdown Medical", "UK and Ireland", "corporate", "surgical instruments"),
    ("Vogel Maschinenbau", "Germany", "corporate", "packaging machines"),
    ("Terhorst Chemie", "Germany", "corporate", "industrial solvents"),
    ("Nakagawa Optics", "International", "corporate", "lenses"),
    ("Fenwick Aggregates", "UK and Ireland", "corporate", "gravel"),
    ("De Wilde Agri", "Benelux", "corporate", "animal feed"),
    ("Solheim Seafood", "Nordics", "corporate", "salmon"),
    ("Marchetti Moda", "Italy", "corporate", "knitwear"),
    ("Duval Emballages", "France", "corporate", "cardboard"),
    ("Oyelaran Trading", "International", "corporate", "cocoa"),
    ("Petrov & Sons Grain", "International", "corporate", "wheat"),
    ("Kilbride Whiskey", "UK and Ireland", "corporate", "casks"),
    ("Rautio Energy", "Nordics", "corporate", "heat pumps"),
    ("Schaefer Stahlhandel", "Germany", "corporate", "steel sheet"),
    ("Almeida Cork", "Iberia", "corporate", "cork flooring"),
    ("Vermeulen Bloemen", "Benelux", "corporate", "cut flowers"),
    ("Haddad Import-Export", "International", "corporate", "spices"),
    ("Thornbury Estates", "UK and Ireland", "corporate", "rental flats"),
    ("Weissberg Pharma", "Germany", "corporate", "generic medicines"),
    ("Baltica Ferries", "Nordics", "corporate", "passenger routes"),
    ("Bäckerei Lorenz", "Germany", "small business", "flour"),
    ("Tischlerei Kamps", "Germany", "small business", "oak boards"),
    ("Physio am Park", "Germany", "small business", "treatment tables"),
    ("Kanzlei Reimers", "Germany", "small business", "office rent"),
    ("Gasthof Sonnleitner", "Germany", "small business", "kitchen supplies"),
    ("Fahrrad Özdemir", "Germany", "small business", "bicycle parts"),
    ("Druckerei Paulsen", "Germany", "small business", "paper"),
    ("Blumen Wiegand", "Germany", "small business", "plants"),
    ("The Copper Kettle", "UK and Ireland", "small business", "coffee beans"),
    ("Mulligan Roofing", "UK and Ireland", "small business", "slates"),
    ("Pryce & Daughters Vets", "UK and Ireland", "small business", "veterinary supplies"),
    ("Saltmarsh Pottery", "UK and Ireland", "small business", "clay"),
    ("Harrow Lane Nursery", "UK and Ireland", "small business", "school meals"),
    ("Patel Pharmacy", "UK and Ireland", "small business", "stock"),
    ("Brightside Cleaning", "UK and Ireland", "small business", "cleaning agents"),
    ("Kowalski Motors", "UK and Ireland", "small business", "spare parts"),
    ("Fietsen Van Dam", "Benelux", "small business", "bicycle frames"),
    ("Bakkerij Claes", "Benelux", "small business", "butter"),
    ("Studio Hoekstra", "Benelux", "small business", "software licences"),
    ("Garage Lemmens", "Benelux", "small business", "tyres"),
    ("Atelier Moreau", "France", "small business", "leather"),
    ("Boulangerie Petit", "France", "small business", "flour"),
    ("Librairie des Halles", "France", "small business", "books"),
    ("Fromagerie Garnier", "France", "small business", "milk"),
    ("Trattoria Da Renzo", "Italy", "small business", "wine"),
    ("Officina Ferrante", "Italy", "small business", "brake discs"),
    ("Vivaio Colombo", "Italy", "small business", "seedlings"),
    ("Taller Ibarra", "Iberia", "small business", "tools"),
    ("Hostal La Ermita", "Iberia", "small business", "linen"),
    ("Conservas Pereira", "Iberia", "small business", "tins"),
    ("Nielsen Tandklinik", "Nordics", "small business", "dental supplies"),
    ("Café Hagström", "Nordics", "small business", "coffee beans"),
    ("Aalto Web Studio", "Nordics", "small business", "hosting"),
    ("Mensah Catering", "International", "small business", "fresh produce"),
    ("Karimi Rugs", "International", "small business", "carpets"),
    ("Lotus Spa Supplies", "International", "small business", "oils"),
    ("Stiftung Morgenrot", "Germany", "institutional", "grants"),
    ("St Brannoc's Hospice", "UK and Ireland", "institutional", "donations"),
    ("Gemeente Oostwold", "Benelux", "institutional", "municipal works"),
    ("Fondation Aubrac", "France", "institutional", "grants"),
    ("Norrland Teachers' Pension Fund", "Nordics", "institutional", "pensions"),
    ("Diocese of Kilmoyle", "UK and Ireland", "institutional", "parish accounts"),
    ("Wohnbau Süd eG", "Germany", "institutional", "building works"),
    ("Waterschap De Linde", "Benelux", "institutional", "dyke works"),
];

/// Names in a region: women's first names, men's first names, family names.
pub struct Names {
    pub region: &'static str,
    pub women: &'static [&'static str],
    pub men: &'static [&'static str],
    pub family: &'static [&'static str],
}

pub const NAMES: &[Names] = &[
    Names {
        region: "Germany",
        women: &["Katrin", "Sabine", "Heike", "Leonie", "Ayşe", "Ingrid", "Miriam", "Jana", "Ursula", "Frauke"],
        men: &["Jens", "Matthias", "Emre", "Holger", "Lukas", "Dieter", "Tobias", "Werner", "Florian", "Rainer"],
        family: &[
            "Petersen", "Brandt", "Yıldız", "Kessler", "Ahlers", "Neumann", "Voss", "Dietrich", "Hoffmann", "Jansen",
            "Krüger", "Menzel", "Sommer", "Albrecht", "Thiele",
        ],
    },
    Names {
        region: "UK and Ireland",
        women: &["Margaret", "Siobhan", "Priya", "Joanne", "Hannah", "Eileen", "Chloe", "Angela", "Ruth", "Gwen"],
        men: &["Graham", "Declan", "Imran", "Stuart", "Oliver", "Alan", "Tom", "Kwame", "Rhys", "Colin"],
        family: &[
            "Whitfield", "O'Sullivan", "Sharma", "Barrett", "Clarke", "Hussain", "Prentice", "Doyle", "Bowen",
            "Ashworth", "Nolan", "Fraser", "Adeyemi", "Lowther", "Marsh",
        ],
    },
    Names {
        region: "Benelux",
        women: &["Femke", "Lotte", "Anouk", "Griet", "Sanne", "Marieke"],
        men: &["Pieter", "Bram", "Joost", "Wout", "Luc", "Hendrik"],
        family: &["de Vries", "Janssens", "Bakker", "Peeters", "van der Meer", "Mulder", "Claes", "Visser"],
    },
    Names {
        region: "France",
        women: &["Camille", "Nathalie", "Élodie", "Sophie", "Monique"],
        men: &["Julien", "Olivier", "Bernard", "Karim", "Thierry"],
        family: &["Lefèvre", "Moreau", "Benali", "Girard", "Rousseau", "Chevalier"],
    },
    Names {
        region: "Italy",
        women: &["Giulia", "Paola", "Francesca", "Rosa"],
        men: &["Marco", "Stefano", "Luigi", "Davide"],
        family: &["Bianchi", "Esposito", "Ricci", "Gallo", "Fontana"],
    },
    Names {
        region: "Iberia",
        women: &["Marta", "Inês", "Pilar", "Beatriz"],
        men: &["Javier", "Tiago", "Andrés", "Rui"],
        family: &["Navarro", "Ferreira", "Ortega", "Silva", "Molina"],
    },
    Names {
        region: "Nordics",
        women: &["Astrid", "Kirsten", "Päivi", "Maja"],
        men: &["Anders", "Mikkel", "Jukka", "Olav"],
        family: &["Lindberg", "Sørensen", "Virtanen", "Halvorsen", "Nyström"],
    },
    Names {
        region: "International",
        women: &["Ama", "Leila", "Mei", "Olga", "Yuki"],
        men: &["Kofi", "Farid", "Chidi", "Dmitri", "Arjun"],
        family: &["Osei", "Rahimi", "Okafor", "Chen", "Sokolov", "Tanaka", "Iyer"],
    },
];

/// Relationship managers, each with their main region.
pub const MANAGERS: &[(&str, &str)] = &[
    ("Birgit Ostermann", "Germany"),
    ("Jonas Feddersen", "Germany"),
    ("Helen Marchbanks", "UK and Ireland"),
    ("Rory Gallagher-Lynch", "UK and Ireland"),
    ("Saskia Vandenberg", "Benelux"),
    ("Amélie Castaing", "France"),
    ("Erik Thorsen", "Nordics"),
    ("Daniel Akintola", "International"),
];

/// First names of the people who answer chats and calls, with evenly distributed styles.
pub const STAFF: &[&str] =
    &["Teresa", "Callum", "Nadia", "Marek", "Josie", "Philipp", "Aoife", "Sunil", "Hanne", "Bea", "Tariq", "Greta"];

/// Who works on cases, by topic.
pub const TEAMS: &[(&str, &[&str])] = &[
    ("Mobile app", &["Lena Hofstad", "Ravi Menon", "Digital Support"]),
    ("CDD Remediation", &["Claudia Wirth", "Peter Nagy", "CDD Remediation Desk"]),
    ("Payment processing", &["Marek Dvořák", "Joan Tully", "Payments Investigations"]),
    ("Fees, Charges and Interest", &["Nuala Byrne", "Torsten Beck", "Pricing Desk"]),
    ("Account Opening Process", &["Fatima Zahra", "Onboarding Desk", "Ben Alcott"]),
    ("Call Handling / Customer Interaction", &["Sheila Munro", "Service Quality"]),
    ("", &["Client Services", "Iris Kamphuis", "Owen Parry"]),
];
