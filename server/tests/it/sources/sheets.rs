//! Workbooks as sources: headers of several rows, merged cells, typed values, totals, and files that are hostile or
//! broken.

use std::io::Write as _;
use std::path::Path;

use rust_xlsxwriter::{ExcelDateTime, Format, Formula, Workbook, Worksheet, XlsxError};
use server::sources::{Opener, Place, Places};
use server::store::Db;

use super::{app, asked};

type Written = Result<(), XlsxError>;

/// Fills a sheet.
type Fill = fn(&mut Worksheet) -> Written;

/// A workbook with a sheet for each name.
fn workbook(path: &Path, sheets: &[(&str, Fill)]) {
    let mut workbook = Workbook::new();
    for (name, write) in sheets {
        write(workbook.add_worksheet().set_name(*name).unwrap()).unwrap();
    }
    workbook.save(path).unwrap();
}

fn texts(sheet: &mut Worksheet, row: u32, from: u16, texts: &[&str]) -> Written {
    for (column, text) in (from..).zip(texts).filter(|(_, text)| !text.is_empty()) {
        sheet.write_string(row, column, *text)?;
    }
    Ok(())
}

/// A title, a header, a formula with its last value, days, times, flags and a total.
fn sales(sheet: &mut Worksheet) -> Written {
    let (day, percent) = (Format::new().set_num_format("dd.mm.yyyy"), Format::new().set_num_format("0 %"));
    sheet.merge_range(0, 0, 0, 5, "Sales of 2026", &Format::new().set_bold())?;
    texts(sheet, 2, 0, &["City", "Sold on", "Amount", "Discount", "Paid", "Amount net"])?;
    for (row, (city, date, amount, discount, paid)) in (3..).zip([
        ("Riga", 1, 100.0, 0.1, true),
        ("Riga", 2, 50.5, 0.0, false),
        ("Oslo", 3, 20.0, 0.25, true),
        ("Oslo", 4, 0.5, 0.0, true),
    ]) {
        let date = ExcelDateTime::from_ymd(2026, 1, date)?;
        sheet.write_string(row, 0, city)?;
        sheet.write_datetime_with_format(row, 1, &date, &day)?;
        sheet.write_number(row, 2, amount)?;
        sheet.write_number_with_format(row, 3, discount, &percent)?;
        sheet.write_boolean(row, 4, paid)?;
        let formula = Formula::new(format!("=C{0}*(1-D{0})", row + 1));
        sheet.write_formula(row, 5, formula.set_result((amount * (1.0 - discount)).to_string()))?;
    }
    texts(sheet, 7, 0, &["Total"])?;
    sheet.write_formula(7, 2, Formula::new("=SUM(C4:C7)").set_result("171"))?;
    Ok(())
}

/// Three rows of names: two of merged groups, and one of columns.
fn plan(sheet: &mut Worksheet) -> Written {
    let plain = Format::new();
    sheet.merge_range(0, 0, 2, 0, "Region", &plain)?;
    sheet.merge_range(0, 1, 0, 4, "Sales", &plain)?;
    sheet.merge_range(1, 1, 1, 2, "2025", &plain)?;
    sheet.merge_range(1, 3, 1, 4, "2026", &plain)?;
    texts(sheet, 2, 1, &["plan", "actual", "plan", "actual"])?;
    for (row, (region, numbers)) in (3..).zip([("North", [1.0, 2.0, 3.0, 4.0]), ("South", [10.0, 20.0, 30.0, 40.0])]) {
        sheet.write_string(row, 0, region)?;
        for (column, number) in (1..).zip(numbers) {
            sheet.write_number(row, column, number)?;
        }
    }
    Ok(())
}

fn empty(_: &mut Worksheet) -> Written {
    Ok(())
}

async fn drafted(path: &Path, loaded: &Path, name: &str) -> String {
    let places = Places { declarations: Vec::new(), loaded: loaded.to_owned() };
    let place = Place::read(&path.display().to_string()).unwrap();
    place.draft(name, &[], &places, false).await.unwrap().text
}

#[tokio::test]
async fn sheets_are_tables_with_the_names_and_types_that_people_see() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("shop.xlsx");
    workbook(&file, &[("Sales", sales), ("Plan", plan), ("Empty", empty)]);
    let text = drafted(&file, &folder.path().join(".loaded"), "shop").await;
    assert!(text.contains("table: Sales") && text.contains("table: Plan") && !text.contains("Empty"), "{text}");
    assert!(text.contains("time: sold_on"), "{text}");
    assert!(text.contains("paid: {column: Paid, type: flag}"), "{text}");
    assert!(text.contains("sales_2026_actual"), "{text}");
    let (app, _folder) = app(&[("shop.yaml", &text)]).await;
    let names: Vec<String> =
        app.services.agent.names().sources().iter().map(|opened| opened.source.name.as_str().to_owned()).collect();
    assert_eq!(names.len(), 2, "{names:?}: {text}");
    let (sales, plan) =
        (&names[usize::from(!names[0].contains("sales"))], &names[usize::from(!names[0].contains("plan"))]);
    let (answer, data) = asked(&app, &format!("total amount by city in {}", sales.replace('_', " "))).await;
    assert_eq!(data["all"]["sumAmount"].as_f64(), Some(171.0), "{answer} {data}");
    // A yes/no column is a condition, not a dimension.
    let noun = sales.replace('_', " ");
    let (answer, data) = asked(&app, &format!("which city was paid most in {noun}")).await;
    assert!(!answer.contains("no has the most") && !answer.contains(", no:"), "{answer} {data}");
    let (answer, data) = asked(&app, &format!("how many rows by region in {}", plan.replace('_', " "))).await;
    assert_eq!(data["total"].as_i64(), Some(2), "{answer} {data}");
}

/// What is said about a folder with this file, and how many sources can be queried.
async fn said(folder: &Path, table: &str) -> (Vec<String>, usize) {
    let path = folder.join("declared.yaml");
    let text = format!(
        "connections: {{here: {{folder: data}}}}\nsources:\n- {{name: a, table: {table}, connection: here, measures: \
         {{amount: {{column: Amount}}}}}}\n"
    );
    std::fs::write(&path, text).unwrap();
    let own = Db::open("sqlite::memory:").await.unwrap();
    let mut opener = Opener::new(own, folder.join(".loaded"), "2026-01-31".parse().unwrap());
    let report = opener.file(&path).await;
    (report.lines(), opener.opened.len())
}

#[tokio::test]
async fn a_sheet_that_can_be_read_in_two_ways_is_refused_with_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    std::fs::create_dir_all(&data).unwrap();
    let cases: [(&str, Fill, &str); 3] = [
        (
            "Bare",
            |sheet| {
                for row in 0..3 {
                    sheet.write_string(row, 0, "Riga")?.write_number(row, 1, 1.5)?;
                }
                Ok(())
            },
            "no row above it names the columns. Insert a row",
        ),
        (
            "Twice",
            |sheet| {
                for row in [0, 5] {
                    texts(sheet, row, 0, &["City", "Amount"])?;
                    sheet.write_string(row + 1, 0, "Riga")?.write_number(row + 1, 1, 1.5)?;
                }
                Ok(())
            },
            "a second table seems to begin in row 6. Put each table on a sheet of its own.",
        ),
        (
            "Stray",
            |sheet| {
                texts(sheet, 0, 0, &["City", "Amount"])?;
                sheet.write_string(1, 0, "Riga")?.write_number(1, 1, 1.5)?.write_string(1, 5, "see Ann")?;
                Ok(())
            },
            "column F has values and no name. Name every column",
        ),
    ];
    for (name, write, want) in cases {
        workbook(&data.join("book.xlsx"), &[(name, write)]);
        let (lines, opened) = said(folder.path(), name).await;
        assert!(opened == 0 && lines.iter().any(|line| line.contains(want)), "{name}: {lines:?}");
        assert!(lines[0].contains(&format!("book.xlsx, sheet {name}: ")), "{lines:?}");
    }
}

#[tokio::test]
async fn files_that_are_no_workbook_or_hold_too_much_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    std::fs::create_dir_all(&data).unwrap();
    let zipped = |parts: &[(&str, Vec<u8>)]| {
        let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
        for (name, content) in parts {
            zip.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
            zip.write_all(content).unwrap();
        }
        zip.finish().unwrap().into_inner()
    };
    let bomb = zipped(&[("xl/workbook.xml", vec![b' '; 80 << 20])]);
    assert!(bomb.len() < 1 << 20);
    for (name, content, want) in [
        ("t.xlsx", b"<html><table>".to_vec(), "is no workbook inside"),
        ("t.xls", Vec::new(), "is empty"),
        ("t.xlsx", b"PK\x03\x04 cut off".to_vec(), "cannot be read as a workbook"),
        ("t.xls", b"\xd0\xcf\x11\xe0 cut off".to_vec(), "cannot be read as a workbook"),
        ("t.ods", zipped(&[("content.xml", b"<a>".to_vec())]), "cannot be read as a workbook"),
        ("t.xlsx", zipped(&[("Index/Document.iwa", Vec::new())]), "Apple Numbers"),
        ("t.xlsx", bomb, "unpacks to more than 64 MiB"),
    ] {
        std::fs::write(data.join(name), content).unwrap();
        let (lines, opened) = said(folder.path(), "t").await;
        assert!(
            opened == 0 && lines.iter().any(|line| line.contains(name) && line.contains(want)),
            "{want}: {lines:?}"
        );
        std::fs::remove_file(data.join(name)).unwrap();
    }
    // Cells as far apart as a sheet has them cost no memory; the name of the last column is missing.
    workbook(
        &data.join("far.xlsx"),
        &[("Far", |sheet| {
            texts(sheet, 0, 0, &["City", "Amount"])?;
            sheet.write_string(1, 0, "Riga")?.write_number(1, 1, 1.5)?.write_number(1_048_575, 16_383, 1.0)?;
            Ok(())
        })],
    );
    let (lines, opened) = said(folder.path(), "Far").await;
    assert!(opened == 0 && lines[0].contains("column XFD has values and no name"), "{lines:?}");
}

#[tokio::test]
async fn workbooks_of_a_folder_have_distinct_tables_and_those_of_a_pattern_are_one() {
    fn rows(sheet: &mut Worksheet) -> Written {
        texts(sheet, 0, 0, &["City", "Amount"])?;
        sheet.write_string(1, 0, "Riga")?.write_number(1, 1, 2.0)?;
        Ok(())
    }
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    std::fs::create_dir_all(&data).unwrap();
    for name in ["2025-01.xlsx", "2025-02.xlsx"] {
        workbook(&data.join(name), &[("Sales", rows)]);
    }
    let loaded = folder.path().join(".loaded");
    let text = drafted(&data, &loaded, "months").await;
    assert!(text.contains("2025-01 Sales") && text.contains("2025-02 Sales"), "{text}");
    let text = drafted(&data.join("2025-*.xlsx"), &loaded, "months").await;
    assert!(text.contains(": 2 rows"), "{text}");
    // A sheet without a name of its own is named by its file.
    workbook(&data.join("orders.xlsx"), &[("Sheet1", rows)]);
    assert!(drafted(&data.join("orders.xlsx"), &loaded, "orders").await.contains("table: orders"));
}

/// Headings that contain words for a period, beside a day and a plain column.
fn plants(sheet: &mut Worksheet) -> Written {
    let day = Format::new().set_num_format("dd.mm.yyyy");
    texts(sheet, 0, 0, &["Plant", "Made on", "Output", "2025 second half output", "Q3 2025 target", "2024 budget"])?;
    for (row, (plant, year, numbers)) in (1..).zip([
        ("Riga", 2024, [700.0, 20_001.0, 30_002.0, 40_003.0]),
        ("Riga", 2025, [1_200.0, 1.0, 2.0, 3.0]),
        ("Oslo", 2025, [34.0, 5.0, 6.0, 7.0]),
    ]) {
        sheet.write_string(row, 0, plant)?;
        sheet.write_datetime_with_format(row, 1, &ExcelDateTime::from_ymd(year, 9, 1)?, &day)?;
        for (column, number) in (2..).zip(numbers) {
            sheet.write_number(row, column, number)?;
        }
    }
    Ok(())
}

#[tokio::test]
async fn a_heading_with_a_period_in_it_is_a_column_and_any_other_period_is_one() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("plants.xlsx");
    workbook(&file, &[("Plants", plants)]);
    let text = drafted(&file, &folder.path().join(".loaded"), "plants").await;
    let (app, _folder) = app(&[("plants.yaml", &text)]).await;
    for (question, total) in [
        ("2025 second half output by plant", "20007"),
        ("Q3 2025 target by plant", "10003.33"),
        ("total 2024 budget", "40013"),
        ("total 2024 budget in 2025", "10"),
        ("total output in 2025", "1234"),
        ("total output", "1934"),
    ] {
        let (answer, data) = asked(&app, question).await;
        let sum = data["all"]
            .as_object()
            .and_then(|all| all.iter().find(|(name, _)| name.starts_with("sum") || name.starts_with("average")));
        let sum = sum.and_then(|(_, sum)| sum.as_f64()).map(|sum| sum.to_string());
        assert_eq!(sum.as_deref(), Some(total), "{question}: {answer} {data}\n{text}");
    }
}
