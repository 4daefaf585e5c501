//! The books of the demo's firm for 2024 and 2025: purchase orders, stock, ledger and closed quarters, all from one
//! table of items. Purchases are 1,245,000 in Q3-2025 and 1,890,000 in Q4-2025, with a new vendor.

use std::fmt::Write as _;

/// The quarters of two years.
const QUARTERS: usize = 8;

/// An item bought: three orders of equal size per quarter, one a month.
struct Item {
    id: &'static str,
    name: &'static str,
    category: &'static str,
    warehouse: &'static str,
    vendor: (&'static str, &'static str),
    /// In cents, until Q3-2025 and in Q4-2025.
    price: (i64, i64),
    /// Per order, in Q3-2025 and in Q4-2025.
    pieces: (i64, i64),
    /// The quarter in which it was first bought, from 0.
    since: usize,
}

const METALS: (&str, &str) = ("V-001", "Nordhavn Metals");
const PNEUMATICS: (&str, &str) = ("V-002", "Castell Pneumatics");
const PACKAGING: (&str, &str) = ("V-003", "Lindqvist Packaging");
const CABLES: (&str, &str) = ("V-004", "Moravia Cables");
const EQUIPMENT: (&str, &str) = ("V-005", "Terfort Equipment");
const SENSORS: (&str, &str) = ("V-006", "Fjordby Sensors");

#[rustfmt::skip]
static ITEMS: [Item; 11] = [
    Item { id: "ITM-101", name: "Steel sheet 2 mm", category: "Raw material", warehouse: "WH-001", vendor: METALS, price: (8_000, 8_200), pieces: (1_000, 1_000), since: 0 },
    Item { id: "ITM-102", name: "Aluminium profile", category: "Raw material", warehouse: "WH-001", vendor: METALS, price: (5_000, 5_100), pieces: (800, 800), since: 0 },
    Item { id: "ITM-201", name: "Control valve", category: "Components", warehouse: "WH-001", vendor: PNEUMATICS, price: (12_000, 14_000), pieces: (500, 500), since: 0 },
    Item { id: "ITM-202", name: "Pneumatic cylinder", category: "Components", warehouse: "WH-001", vendor: PNEUMATICS, price: (7_500, 8_700), pieces: (400, 400), since: 0 },
    Item { id: "ITM-301", name: "Folding carton", category: "Packaging", warehouse: "WH-002", vendor: PACKAGING, price: (200, 200), pieces: (20_000, 25_000), since: 0 },
    Item { id: "ITM-401", name: "Cable drum 100 m", category: "Components", warehouse: "WH-001", vendor: CABLES, price: (15_000, 16_000), pieces: (400, 400), since: 0 },
    Item { id: "ITM-402", name: "Connector set", category: "Components", warehouse: "WH-001", vendor: CABLES, price: (2_500, 2_600), pieces: (1_000, 1_000), since: 0 },
    Item { id: "ITM-501", name: "Workstation laptop", category: "IT equipment", warehouse: "WH-002", vendor: EQUIPMENT, price: (110_000, 110_000), pieces: (50, 50), since: 0 },
    Item { id: "ITM-502", name: "Monitor 27 inch", category: "IT equipment", warehouse: "WH-002", vendor: EQUIPMENT, price: (25_000, 25_000), pieces: (100, 100), since: 0 },
    Item { id: "ITM-601", name: "Pressure sensor", category: "Components", warehouse: "WH-001", vendor: SENSORS, price: (9_500, 9_500), pieces: (1_200, 1_200), since: 7 },
    Item { id: "ITM-602", name: "Sensor gateway", category: "Components", warehouse: "WH-001", vendor: SENSORS, price: (38_000, 38_000), pieces: (180, 180), since: 7 },
];

impl Item {
    /// Price in cents in a quarter: slightly lower in 2024.
    fn price(&self, quarter: usize) -> i64 {
        match quarter {
            0..4 => self.price.0 * 97 / 100,
            4..7 => self.price.0,
            _ => self.price.1,
        }
    }

    /// Pieces of an order in a quarter.
    fn pieces(&self, quarter: usize) -> i64 {
        match quarter {
            0..6 => self.pieces.0 * (86 + (quarter as i64 * 7 + self.pieces.0 / 50) % 11) / 100,
            6 => self.pieces.0,
            _ => self.pieces.1,
        }
    }
}

/// One order.
struct Order {
    quarter: usize,
    /// From 0, over both years.
    month: usize,
    item: &'static Item,
}

impl Order {
    fn cents(&self) -> i64 {
        self.item.price(self.quarter) * self.item.pieces(self.quarter)
    }
}

/// All orders by day.
fn orders() -> impl Iterator<Item = Order> {
    (0..QUARTERS * 3).flat_map(|month| {
        let quarter = month / 3;
        ITEMS.iter().filter(move |item| item.since <= quarter).map(move |item| Order { quarter, month, item })
    })
}

/// `2025-10`.
fn month_name(month: usize) -> String {
    format!("{}-{:02}", 2024 + month / 12, month % 12 + 1)
}

fn euros(cents: i64) -> String {
    format!("{}.{:02}", cents / 100, cents % 100)
}

/// Purchase orders; `last_price` is the item's price in the previous quarter.
pub(super) fn purchase_orders() -> String {
    let mut text = String::from(
        "order_id,ordered_on,vendor_id,vendor,relationship,item_id,item,category,warehouse_id,status,quantity,unit_price,\
         last_price,amount,currency\n",
    );
    for (number, order) in orders().enumerate() {
        let Order { quarter, month, item } = order;
        let (vendor_id, vendor) = item.vendor;
        let day = 3 + number % 24;
        let status = if month + 1 == QUARTERS * 3 { "Approved" } else { "Received" };
        let (relationship, last) = match quarter.checked_sub(1).filter(|before| item.since <= *before) {
            Some(before) => ("established", euros(item.price(before))),
            None if item.since == 0 => ("established", String::new()),
            None => ("new", String::new()),
        };
        let _ = writeln!(
            text,
            "PO-{:05},{}-{day:02},{vendor_id},{vendor},{relationship},{},{},{},{},{status},{},{},{last},{},EUR",
            number + 1,
            month_name(month),
            item.id,
            item.name,
            item.category,
            item.warehouse,
            item.pieces(quarter),
            euros(item.price(quarter)),
            euros(order.cents()),
        );
    }
    text
}

/// Stock on the last day of 2025: warehouse, item, category, quantity, reorder point, unit cost.
const STOCK: [(&str, &str, &str, &str, i64, i64, i64); 18] = [
    ("WH-001", "ITM-101", "Steel sheet 2 mm", "Raw material", 1_450, 900, 82),
    ("WH-001", "ITM-102", "Aluminium profile", "Raw material", 310, 600, 51),
    ("WH-001", "ITM-201", "Control valve", "Components", 120, 350, 140),
    ("WH-001", "ITM-202", "Pneumatic cylinder", "Components", 420, 300, 87),
    ("WH-001", "ITM-401", "Cable drum 100 m", "Components", 250, 250, 160),
    ("WH-001", "ITM-402", "Connector set", "Components", 640, 750, 26),
    ("WH-001", "ITM-601", "Pressure sensor", "Components", 2_900, 800, 95),
    ("WH-001", "ITM-602", "Sensor gateway", "Components", 430, 120, 380),
    ("WH-001", "ITM-103", "Fastener kit", "Raw material", 5_200, 2_000, 9),
    ("WH-002", "ITM-301", "Folding carton", "Packaging", 31_000, 18_000, 2),
    ("WH-002", "ITM-302", "Pallet wrap", "Packaging", 140, 200, 14),
    ("WH-002", "ITM-501", "Workstation laptop", "IT equipment", 38, 20, 1_100),
    ("WH-002", "ITM-502", "Monitor 27 inch", "IT equipment", 64, 40, 250),
    ("WH-002", "ITM-303", "Wooden pallet", "Packaging", 620, 400, 11),
    ("WH-003", "PRD-010", "Filling unit F10", "Finished goods", 42, 25, 6_400),
    ("WH-003", "PRD-020", "Filling unit F20", "Finished goods", 27, 15, 9_100),
    ("WH-003", "PRD-110", "Capping head C11", "Finished goods", 96, 60, 1_250),
    ("WH-003", "PRD-900", "Spare parts box", "Finished goods", 310, 150, 185),
];

pub(super) fn inventory() -> String {
    let mut text =
        String::from("warehouse_id,warehouse,item_id,item,category,quantity,reorder_point,unit_cost,counted_on\n");
    for (warehouse, item, name, category, quantity, reorder, cost) in STOCK {
        let called = match warehouse {
            "WH-001" => "Main",
            "WH-002" => "Staging",
            _ => "Finished",
        };
        let _ = writeln!(text, "{warehouse},{called},{item},{name},{category},{quantity},{reorder},{cost},2025-12-31");
    }
    text
}

/// A month's entries on both sides of the ledger, by category, in cents.
fn entries(month: usize) -> [(&'static str, &'static str, i64); 7] {
    let n = month as i64;
    let purchases: i64 = orders().filter(|order| order.month == month).map(|order| order.cents()).sum();
    [
        ("revenue", "Product sales", (940_000 + n * 6_500 + (n * 37 % 11) * 4_200) * 100),
        ("revenue", "Service contracts", (210_000 + n * 1_500) * 100),
        ("revenue", "Spare parts", (98_000 + (n * 29 % 7) * 3_100) * 100),
        ("expense", "Materials", purchases),
        ("expense", "Personnel", (385_000 + n / 12 * 14_000) * 100),
        ("expense", "Freight", (41_000 + (n * 31 % 9) * 1_300) * 100),
        ("expense", "Facilities", 52_000 * 100),
    ]
}

/// Revenue and expenses, each booked on the first of its month.
pub(super) fn ledger() -> String {
    let mut text = String::from("booked_on,kind,category,revenue,expenses\n");
    for month in 0..QUARTERS * 3 {
        for (kind, category, cents) in entries(month) {
            let (revenue, expenses) = if kind == "revenue" { (cents, 0) } else { (0, cents) };
            let _ = writeln!(text, "{}-01,{kind},{category},{},{}", month_name(month), euros(revenue), euros(expenses));
        }
    }
    text
}

/// The ledger's totals, one row per quarter, dated with its last day.
pub(super) fn quarterly_results() -> String {
    let mut text = String::from("quarter,closed_on,revenue,expenses\n");
    for quarter in 0..QUARTERS {
        let all = (quarter * 3..quarter * 3 + 3).flat_map(entries);
        let (revenue, expenses): (Vec<_>, Vec<_>) = all.partition(|(kind, ..)| *kind == "revenue");
        let sum = |side: Vec<(&str, &str, i64)>| euros(side.into_iter().map(|(.., cents)| cents).sum());
        let (year, part) = (2024 + quarter / 4, quarter % 4);
        let last = ["03-31", "06-30", "09-30", "12-31"][part];
        let _ = writeln!(text, "Q{}-{year},{year}-{last},{},{}", part + 1, sum(revenue), sum(expenses));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Vec<Vec<&str>> {
        text.lines().skip(1).map(|line| line.split(',').collect()).collect()
    }

    /// The sum of a column over the rows of a quarter, in whole euros.
    fn spend(rows: &[Vec<&str>], months: [&str; 3], vendor: Option<&str>) -> f64 {
        let wanted = |row: &&Vec<&str>| months.contains(&&row[1][..7]) && vendor.is_none_or(|v| row[2] == v);
        rows.iter().filter(wanted).map(|row| row[13].parse::<f64>().unwrap()).sum()
    }

    const Q3: [&str; 3] = ["2025-07", "2025-08", "2025-09"];
    const Q4: [&str; 3] = ["2025-10", "2025-11", "2025-12"];

    #[test]
    fn purchases_rise_by_what_a_new_vendor_sells() {
        let text = purchase_orders();
        let rows = rows(&text);
        assert!(rows.iter().all(|row| row.len() == 15), "every row has every column");
        assert_eq!((spend(&rows, Q3, None), spend(&rows, Q4, None)), (1_245_000.0, 1_890_000.0));
        assert_eq!((spend(&rows, Q3, Some("V-006")), spend(&rows, Q4, Some("V-006"))), (0.0, 547_200.0));
        let new: Vec<&str> = rows.iter().filter(|row| row[4] == "new").map(|row| row[2]).collect();
        assert_eq!(new, ["V-006"; 6]);
        assert!(rows.iter().all(|row| row[9] != "Draft"));
        assert!(rows.iter().all(|row| matches!(row[9], "Approved" | "Received")));
    }

    #[test]
    fn each_row_is_pieces_times_price() {
        for row in rows(&purchase_orders()) {
            let [pieces, price, amount] = [10, 11, 13].map(|n| row[n].parse::<f64>().unwrap());
            assert!((pieces * price - amount).abs() < 0.005, "{row:?}");
        }
    }

    #[test]
    fn the_main_warehouse_is_low_on_three_items() {
        let text = inventory();
        let low = |warehouse: &str| -> Vec<String> {
            let low = |row: &Vec<&str>| {
                row[0] == warehouse && row[5].parse::<i64>().unwrap() < row[6].parse::<i64>().unwrap()
            };
            rows(&text).into_iter().filter(low).map(|row| row[3].to_owned()).collect()
        };
        assert_eq!(low("WH-001"), ["Aluminium profile", "Control valve", "Connector set"]);
        assert_eq!((low("WH-002").len(), low("WH-003").len()), (1, 0));
    }

    #[test]
    fn the_ledger_and_the_closed_quarters_agree_with_purchases() {
        let (ledger, closed) = (ledger(), quarterly_results());
        let sum = |column: usize, category: Option<&str>| -> f64 {
            let wanted = |row: &Vec<&str>| Q4.contains(&&row[0][..7]) && category.is_none_or(|c| row[2] == c);
            rows(&ledger).into_iter().filter(wanted).map(|row| row[column].parse::<f64>().unwrap()).sum()
        };
        assert_eq!(sum(4, Some("Materials")), 1_890_000.0);
        let last = rows(&closed).pop().unwrap().into_iter().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!((last[0].as_str(), last[1].as_str()), ("Q4-2025", "2025-12-31"));
        assert_eq!(last[2].parse::<f64>().unwrap(), sum(3, None));
        assert_eq!(last[3].parse::<f64>().unwrap(), sum(4, None));
    }
}
