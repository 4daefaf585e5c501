//! Importing a provider's tables from a folder.

use std::path::Path;

use clap::Parser;
use server::import::engine::BadRow;
use server::import::support::folder::{self, Maps, Read};
use server::store::Db;
use server::store::support::{self, customers, tables, tables::Cell};

/// `full` contains the town; `empty` nothing.
pub async fn tell(full: &Db, empty: &Db) {
    a_dry_run_and_bad_rows(empty).await;
    nothing_is_half_imported(empty).await;
    columns_may_have_other_names(empty).await;
    the_town_comes_back_out_of_files(full, empty).await;
}

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).unwrap();
}

async fn import(db: &Db, folder: &Path, maps: &Maps, dry: bool) -> Result<(Vec<Read>, Vec<String>), String> {
    let mut bad = Vec::new();
    let files = folder::open(folder, maps).map_err(|e| e.to_string())?;
    let tell = |file: &str, row: &BadRow| {
        bad.push(format!("{}:{} {}", Path::new(file).file_name().unwrap().display(), row.line, row.fault));
    };
    let read = folder::import(db, files, dry, tell).await.map_err(|e| e.to_string())?;
    Ok((read, bad))
}

async fn a_dry_run_and_bad_rows(db: &Db) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path();
    write(
        path,
        "customers.csv",
        "id,name,phone,status\nC1,Ona Petraitė,8 612 34567,active\nC2,,,active\nC3,X,no,active\nC4,Y,,gone\n",
    );
    write(
        path,
        "ping_tests.csv",
        "customer_id;at;packets_sent;packets_received;avg_latency_ms\nC1;2026-01-31T10:00:00Z;20;19;12,5\nC9;2026-01-31T10:00:00Z;20;19;\nC1;soon;20;19;\nC1;2026-01-31\n",
    );
    let (read, bad) = import(db, path, &Maps::new(), true).await.unwrap();
    let told: Vec<(&str, u64, u64)> = read.iter().map(|r| (r.table, r.rows, r.bad)).collect();
    assert_eq!(told, [("customers", 1, 3), ("ping_tests", 1, 3)]);
    assert_eq!(
        read[0].first[0],
        [("id", "C1"), ("name", "Ona Petraitė"), ("phone", "+37061234567"), ("status", "active")]
            .map(|(n, v)| (n, v.to_owned()))
    );
    assert_eq!(
        bad,
        [
            "customers.csv:3 name is empty",
            "customers.csv:4 phone \"no\" is not a telephone number",
            "customers.csv:5 status \"gone\" is not one of active, suspended, cancelled",
            "ping_tests.csv:3 customer_id \"C9\" is in no row of customers",
            "ping_tests.csv:4 at \"soon\" is not a date",
            "ping_tests.csv:5 2 fields where the header has 5",
        ]
    );
    assert!(!support::holds(db, &tables::CUSTOMERS).await.unwrap(), "a dry run stores nothing");
    import(db, path, &Maps::new(), false).await.unwrap();
    import(db, path, &Maps::new(), false).await.unwrap();
    assert_eq!(support::count(db, &tables::CUSTOMERS).await.unwrap(), 1);
    let ping = support::network::ping(db, "C1").await.unwrap().unwrap();
    assert_eq!((ping.loss_percent(), ping.avg_latency_ms), (5.0, Some(12.5)));
}

async fn nothing_is_half_imported(db: &Db) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path();
    write(path, "customers.csv", "id,name,status\nC7,Jonas,active\n");
    // A packed file that breaks off after its beginning.
    let mut packed = Vec::new();
    let mut gz = flate2::write::GzEncoder::new(&mut packed, flate2::Compression::default());
    let rows: String = (0..20_000).map(|n| format!("C7,{},{n}\n", 1_700_000_000_000_i64 + n)).collect();
    std::io::Write::write_all(&mut gz, format!("customer_id,at,download_mbps\n{rows}").as_bytes()).unwrap();
    gz.finish().unwrap();
    packed.truncate(packed.len() / 2);
    std::fs::write(path.join("bandwidth_logs.csv.gz"), packed).unwrap();
    let error = import(db, path, &Maps::new(), false).await.unwrap_err();
    assert!(error.contains("ends unexpectedly"), "{error}");
    assert!(customers::get(db, "C7").await.unwrap().is_none());
    assert!(!support::holds(db, &tables::BANDWIDTH_LOGS).await.unwrap());
}

async fn columns_may_have_other_names(db: &Db) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path();
    write(path, "customers.csv", "Customer ID,Full name,Mobile,Būsena\nC8,Rasa Rimkutė,861299999,veikia\n");
    let error = import(db, path, &Maps::new(), false).await.unwrap_err();
    assert!(error.contains("no column was found for status") && error.contains("[customers.columns]"), "{error}");
    let maps =
        folder::read_maps("[customers.columns]\nstatus = \"Būsena\"\n[customers.values.status]\nveikia = \"active\"");
    let (read, bad) = import(db, path, &maps.unwrap(), false).await.unwrap();
    assert_eq!((read[0].rows, bad.len()), (1, 0));
    assert_eq!(customers::by_phone(db, "+37061299999").await.unwrap()[0].id, "C8");
    for (text, says) in [
        ("[clients.columns]\nid = \"x\"", "no table \"clients\""),
        ("[customers.columns]\nage = \"x\"", "no column \"age\""),
        ("customers = 1", "customers"),
    ] {
        let error = folder::read_maps(text).unwrap_err();
        assert!(error.contains(says), "{error}");
    }
    write(path, "custommers.csv", "id\n1\n");
    assert!(import(db, path, &Maps::new(), false).await.unwrap_err().contains("no such table"));
    let missing = path.join("missing");
    assert!(import(db, &missing, &Maps::new(), false).await.unwrap_err().contains("is not a folder"));
}

/// All tables written as files and imported give the town again, by the command itself.
async fn the_town_comes_back_out_of_files(full: &Db, empty: &Db) {
    let dir = tempfile::tempdir().unwrap();
    for rows in demo::town::generate() {
        let mut csv = csv::Writer::from_path(dir.path().join(format!("{}.csv", rows.table.name))).unwrap();
        csv.write_record(rows.table.columns.iter().map(|c| c.name)).unwrap();
        for row in &rows.rows {
            csv.write_record(row.iter().map(|cell| match cell {
                Cell::Nothing => String::new(),
                Cell::Text(text) => text.clone(),
                Cell::Whole(n) => n.to_string(),
                Cell::Number(n) => n.to_string(),
                Cell::Flag(yes) => yes.to_string(),
            }))
            .unwrap();
        }
        csv.flush().unwrap();
    }
    #[derive(Parser)]
    struct Cli {
        #[command(flatten)]
        args: server::cmd::import::Args,
    }
    let cli = Cli::parse_from(["import", "support", &dir.path().display().to_string()]);
    server::cmd::import::run(empty, cli.args).await.unwrap();
    // Two tickets were opened in the full one, each with an entry; the empty one had two customers and a ping test.
    for table in tables::ALL {
        let more = match table.name {
            "tickets" | "customer_history" => (2, 0),
            "customers" => (0, 2),
            "ping_tests" => (0, 1),
            _ => (0, 0),
        };
        let (a, b) = (support::count(full, table).await.unwrap(), support::count(empty, table).await.unwrap());
        assert_eq!(a + more.1, b + more.0, "{}", table.name);
    }
    for id in ["CUST001", "CUST070", "CUST300"] {
        assert_eq!(customers::get(full, id).await.unwrap(), customers::get(empty, id).await.unwrap());
        assert_eq!(customers::addresses(full, id).await.unwrap(), customers::addresses(empty, id).await.unwrap());
        let (a, b) = (support::network::pings(full, id, 0).await, support::network::pings(empty, id, 0).await);
        assert_eq!(a.unwrap(), b.unwrap());
    }
    assert_eq!(support::now(full).await.unwrap(), Some(demo::town::NOW));
}
