//! What the reader makes of well-formed and malformed text, without a store.

use std::io::Write;

use model::record::*;
use proptest::prelude::*;

use super::*;
use crate::enrich::Enricher;
use crate::source;

const FULL: &str = "Date received,Product,Sub-product,Issue,Sub-issue,Consumer complaint narrative,\
    Company public response,Company,State,ZIP code,Tags,Consumer consent provided?,Submitted via,Date sent to company,\
    Company response to consumer,Timely response?,Consumer disputed?,Complaint ID";

fn reader(text: &[u8]) -> Result<Reader, ImportError> {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(text).unwrap();
    Reader::new(source::open(file.path()).unwrap(), "The Bank".to_owned(), "2026-11-22".parse().unwrap())
}

/// All rows in pieces of `most`.
fn pieces(text: impl AsRef<[u8]>, most: u64) -> Vec<Piece> {
    let mut reader = reader(text.as_ref()).unwrap();
    let mut out = Vec::new();
    loop {
        out.push(reader.piece(most));
        if !matches!(out.last().unwrap().end, End::More) {
            return out;
        }
    }
}

/// The first piece, enriched as an import does it.
fn one(text: impl AsRef<[u8]>) -> Piece {
    let mut piece = pieces(text, 1_000).remove(0);
    Enricher::default().enrich(&mut piece.batch);
    piece
}

/// The line numbers and kinds of the bad rows.
fn bad(piece: &Piece) -> Vec<(u64, &'static str)> {
    piece.bad.iter().map(|b| (b.line, b.kind)).collect()
}

#[test]
fn a_row_of_the_full_form() {
    let row = "11/03/2014,Credit card,Store card,Billing disputes,Late fee,\"They wrote \"\"no\"\".\n\nXXXX took {$39.00},  \
        again. This is a terrible fraud.\n\",Answered,\"BANK, N.A.\",GA,606XX,\"Older American, Servicemember\",\
        Consent provided,Postal mail,2014-11-05,Closed with explanation,No,Yes,1096375";
    let piece = one(format!("{FULL}\n{row}\n"));
    assert!(matches!(piece.end, End::Done) && piece.rows == 1 && piece.bad.is_empty());
    let (c, case) = (&piece.batch.communications[0], &piece.batch.cases[0]);
    assert_eq!((c.id.as_str(), case.id.as_str()), ("cfpb-1096375", "case-cfpb-1096375"));
    assert_eq!(c.case_id.as_ref(), Some(&case.id));
    assert_eq!(c.body, "They wrote \"no\".\n\nXXXX took {$39.00},  again. This is a terrible fraud.\n");
    assert_eq!((c.day.to_string().as_str(), c.channel, c.kind), ("2014-11-03", Channel::Letter, Kind::Complaint));
    assert_eq!(c.at, 1_415_016_000_000, "noon of the day");
    assert_eq!(
        (c.category.as_deref(), c.subcategory.as_deref(), c.product.as_deref()),
        (Some("Billing disputes"), Some("Late fee"), Some("credit-card"))
    );
    assert_eq!((c.status, case.status), (CommunicationStatus::Resolved, CaseStatus::Closed));
    assert_eq!((c.sentiment, case.priority), (Some(Sentiment::Negative), Priority::Low));
    assert!(case.sla_breached && case.resolved_at.is_none() && case.sla_deadline.is_none());
    assert_eq!(case.resolution.as_deref(), Some("Closed with explanation"));
    assert_eq!(case.tags, ["Older American", "Servicemember"]);
    assert_eq!(case.description, "Credit card, Store card");
    let attributes: Vec<(&str, &str)> = c.attributes.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
    assert_eq!(
        attributes,
        [
            ("company_response", "Closed with explanation"),
            ("consent", "Consent provided"),
            ("date_sent", "2014-11-05"),
            ("disputed", "Yes"),
            ("language", "eng"),
            ("public_response", "Answered"),
            ("state", "GA"),
            ("sub_product", "Store card"),
            ("submitted_via", "Postal mail"),
            ("tags", "Older American, Servicemember"),
            ("zip_code", "606XX"),
        ]
    );
    assert_eq!(piece.batch.customers, [row::customer("BANK, N.A.")]);
    assert_eq!(piece.batch.customers[0].id, "cust-cfpb-bank-n-a");
    assert_eq!(piece.batch.products, [Product { slug: "credit-card".into(), name: "Credit card".into() }]);
    assert_eq!(piece.batch.last_day, Some(("cfpb".into(), c.day)));
}

#[test]
fn rows_of_the_short_form_are_about_the_named_company() {
    let piece = one("Complaint ID,Submitted via,Date submitted,Date received,State,Product,Issue,\
        Company response to consumer,Timely response?\n\
        7,Web Referral,2017-05-01,2017-05-04,NV,Mortgage,,In progress,Yes\n8,Web,,2017-05-02,,Mortgage,Fees,Untimely response,Yes\n");
    let [a, b] = &piece.batch.communications[..] else { panic!("two rows") };
    assert_eq!(
        (a.day.to_string().as_str(), a.channel, a.status),
        ("2017-05-04", Channel::Referral, CommunicationStatus::InProgress)
    );
    assert_eq!((a.customer_id.as_str(), a.attributes["date_submitted"].as_str()), ("cust-cfpb-the-bank", "2017-05-01"));
    assert_eq!((a.sentiment, a.body.as_str(), a.category.as_deref()), (None, "", None));
    assert_eq!((b.status, piece.batch.cases[1].status), (CommunicationStatus::Open, CaseStatus::Open));
    assert!(!b.attributes.contains_key("state"), "empty cells are no attributes");
    assert_eq!((piece.batch.customers.len(), piece.batch.products.len()), (1, 1));
    assert_eq!(piece.batch.last_day.as_ref().unwrap().1.to_string(), "2017-05-04");
}

#[test]
fn spellings_of_a_company_are_one_customer() {
    let head = "Complaint ID,Date received,Product,Issue,Company";
    let piece = one(format!(
        "{head}\n1,2020-01-01,Loan,Fees,CITI CO.\n2,2020-01-01,Loan,Fees,Citi Co\n3,2020-01-01,Loan,Fees,\n"
    ));
    let customers: Vec<&str> = piece.batch.communications.iter().map(|c| c.customer_id.as_str()).collect();
    assert_eq!(customers, ["cust-cfpb-citi-co", "cust-cfpb-citi-co", "cust-cfpb-the-bank"]);
    let names: Vec<&str> = piece.batch.customers.iter().map(|c| c.name.as_str()).collect();
    assert_eq!(names, ["CITI CO.", "The Bank"]);
}

const SMALL: &str = "Complaint ID,Date received,Product,Issue,Consumer complaint narrative";

#[test]
fn bad_rows_are_left_out_with_their_lines() {
    let mut text = format!("{SMALL}\n1,2020-01-01,Loan,Fees,\"three\nlines\nlong\"\n").into_bytes(); // lines 2 to 4
    text.extend(b"2,2020-01-01,Loan\n"); // 5
    text.extend(b",2020-01-01,Loan,Fees,\n\n\n"); // 6, then two empty lines
    text.extend(b"x7,2020-01-01,Loan,Fees,\"a\nb\"\n"); // 9 and 10
    text.extend(b"8,01.02.2020,Loan,Fees,\n9,,Loan,Fees,\n"); // 11, 12
    text.extend(b"10,2020-01-01,Loan,Fees,\"caf\xe9\"\n"); // 13
    text.extend(b"1,2020-01-01,Loan,Fees,\n"); // 14
    text.extend(b"12,2999-01-01,Loan,Fees,\n13,2020-01-02,Loan,Fees,good\n"); // 15, 16
    text.extend(b"14,2020-01-01,Loan,\"Fees,\nnever closed\n"); // 17 to the end
    let want = [
        (5, "wrong number of fields"),
        (6, "no Complaint ID"),
        (9, "Complaint ID not a number"),
        (11, "date not readable"),
        (12, "no date"),
        (13, "not UTF-8 text"),
        (14, "Complaint ID repeated in the file"),
        (15, "date in the future"),
        (17, "wrong number of fields"),
    ];
    let piece = one(&text);
    assert_eq!(bad(&piece), want);
    let good: Vec<&str> = piece.batch.communications.iter().map(|c| c.id.as_str()).collect();
    assert_eq!((good, piece.rows), (vec!["cfpb-1", "cfpb-13"], 11));
    assert!(piece.bad[8].fault.contains("quotation mark"), "{}", piece.bad[8].fault);
    assert!(piece.bad[5].fault.contains("narrative"), "{}", piece.bad[5].fault);

    let windows =
        text.iter().flat_map(|b| if *b == b'\n' { vec![b'\r', b'\n'] } else { vec![*b] }).collect::<Vec<u8>>();
    assert_eq!(bad(&one(&windows)), want, "the same lines with Windows line ends");
    let one_by_one: Vec<_> = pieces(&text, 1).iter().flat_map(bad).collect();
    assert_eq!(one_by_one, want, "the same lines across pieces");
}

#[test]
fn the_last_row_may_lack_its_line_end() {
    for end in ["\n", "\r\n"] {
        let text = [SMALL, "1,2020-01-01,Loan,Fees,", "2,nonsense,Loan,Fees,"].join(end);
        assert_eq!(bad(&one(text)), [(3, "date not readable")], "{end:?}");
    }
}

#[test]
fn a_row_without_end_stops_the_reading_and_not_the_memory() {
    let text =
        format!("{SMALL}\n1,2020-01-01,Loan,Fees,\n2,2020-01-01,Loan,Fees,\"{}", "word and word\n".repeat(1 << 20));
    let piece = one(text);
    assert_eq!(piece.batch.communications.len(), 1);
    let End::Broken(error) = &piece.end else { panic!("it should end there") };
    assert!(error.to_string().contains("after line 2: the next row has no end"), "{error}");
}

#[test]
fn skipped_rows_are_remembered() {
    let head = "Complaint ID,Date received,Product,Issue,Company";
    let text =
        format!("{head}\n1,2020-01-01,Loan,Fees,CITI\n2,bad\n2,2020-01-01,Loan,Fees,Citi\n1,2020-01-01,Loan,Fees,X\n");
    let mut reader = reader(text.as_bytes()).unwrap();
    reader.skip(2).unwrap();
    let piece = reader.piece(10);
    assert_eq!(bad(&piece), [(5, "Complaint ID repeated in the file")]);
    assert!(piece.batch.customers.is_empty() && piece.batch.products.is_empty(), "they are stored already");
    assert_eq!(piece.batch.communications[0].customer_id, "cust-cfpb-citi");
}

#[test]
fn another_table_is_refused() {
    let error = reader(b"Product,Consumer complaint narrative\nLoan,text\n").err().unwrap().to_string();
    assert!(error.contains("no column \"Complaint ID\"") && error.contains("Product, Consumer"), "{error}");
    assert!(reader(b"just some words\nand more\n").is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever stands in the cells, what the csv writer writes comes back.
    #[test]
    fn written_rows_come_back(
        rows in prop::collection::vec(("\\PC{0,12}", "(\\PC|[\"\n\r,]){0,40}", "[^\r\n\u{0}]{0,12}"), 1..20),
        windows in any::<bool>(),
        most in 1u64..8,
    ) {
        let ends = if windows { csv::Terminator::CRLF } else { csv::Terminator::Any(b'\n') };
        let mut writer = csv::WriterBuilder::new().terminator(ends).from_writer(Vec::new());
        writer.write_record(SMALL.split(',')).unwrap();
        for (i, (product, body, issue)) in rows.iter().enumerate() {
            writer.write_record([&i.to_string(), "2020-02-29", product, issue, body]).unwrap();
        }
        let pieces = pieces(writer.into_inner().unwrap(), most);
        prop_assert!(pieces.iter().all(|p| p.bad.is_empty() && p.rows <= most));
        let back: Vec<&Communication> = pieces.iter().flat_map(|p| &p.batch.communications).collect();
        prop_assert_eq!(back.len(), rows.len());
        for (c, (product, body, issue)) in back.iter().zip(&rows) {
            let kept = if body.trim().is_empty() { "" } else { body.as_str() };
            prop_assert_eq!(&c.body, kept);
            prop_assert_eq!(c.category.as_deref().unwrap_or_default(), issue.trim());
            prop_assert_eq!(c.product.as_deref().unwrap_or_default(), slug(product.trim()));
        }
    }
}
