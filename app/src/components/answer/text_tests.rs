//! Requirements on parsing answers: offsets, brackets, blocks, and text that only looks like markup.

use super::*;

fn claim(text: &str, words: &str, kind: ClaimKind) -> Claim {
    let start = text.find(words).unwrap();
    Claim { kind, start, end: start + words.len(), text: words.into(), found: None, problem: None }
}

fn text(words: &str) -> Span {
    Span::Text(words.into())
}

#[test]
fn blocks_are_told_apart() {
    let answer = "First line\nsecond line.\n\n### Drivers\n- one\n- two\n  goes on\nAfter the list.";
    let want = vec![
        Block::Paragraph(vec![text("First line\nsecond line.")]),
        Block::Heading(vec![text("Drivers")]),
        Block::List(vec![vec![text("one")], vec![text("two\n  goes on")]]),
        Block::Paragraph(vec![text("After the list.")]),
    ];
    assert_eq!(blocks(answer, &[], 0), want);
    assert_eq!(blocks(&answer.replace('\n', "\r\n"), &[], 0).len(), 4);
    assert_eq!(blocks(" \n\n", &[], 0), vec![]);
}

#[test]
fn claims_lie_at_their_bytes() {
    let answer = "Für Müller 84% von 412.";
    let claims = [claim(answer, "412", ClaimKind::Number), claim(answer, "84%", ClaimKind::Percent)];
    let want = vec![text("Für Müller "), Span::Claim(1), text(" von "), Span::Claim(0), text(".")];
    assert_eq!(blocks(answer, &claims, 0), vec![Block::Paragraph(want)]);
}

#[test]
fn wrong_offsets_and_overlaps_stay_text() {
    let answer = "Für 84%";
    let mut beyond = claim(answer, "84%", ClaimKind::Percent);
    beyond.end = 99;
    let mut inside_a_character = claim(answer, "84%", ClaimKind::Percent);
    (inside_a_character.start, inside_a_character.end) = (2, 4);
    assert_eq!(blocks(answer, &[beyond, inside_a_character], 0), vec![Block::Paragraph(vec![text(answer)])]);
    let both = [claim(answer, "84%", ClaimKind::Percent), claim(answer, "84", ClaimKind::Number)];
    assert_eq!(blocks(answer, &both, 0), vec![Block::Paragraph(vec![text("Für "), Span::Claim(0)])]);
}

#[test]
fn citations_hang_on_the_word_before_and_join() {
    let got = blocks("It closes. [3] [1][3] Slow [9] [a] [0] x[2]", &[], 4);
    let want = vec![
        text("It closes."),
        Span::Citations(vec![Cite::One(3), Cite::One(1)]),
        text(" Slow [9] [a] [0] x"),
        Span::Citations(vec![Cite::One(2)]),
    ];
    assert_eq!(got, vec![Block::Paragraph(want)]);
}

#[test]
fn brackets_hold_numbers_and_ranges() {
    for (bracket, want) in [
        ("[3, 5]", Some(vec![Cite::One(3), Cite::One(5)])),
        ("[3,3]", Some(vec![Cite::One(3)])),
        ("[3-16]", Some(vec![Cite::Range(3, 16)])),
        ("[3–16]", Some(vec![Cite::Range(3, 16)])),
        ("[1, 3 – 5, 20]", Some(vec![Cite::One(1), Cite::Range(3, 5), Cite::One(20)])),
        ("[1][2-4]", Some(vec![Cite::One(1), Cite::Range(2, 4)])),
        // A range must ascend, and each of its numbers must exist.
        ("[5-3]", None),
        ("[4-4]", None),
        ("[3-21]", None),
        ("[0-2]", None),
        ("[3, 21]", None),
        ("[3-]", None),
        ("[3,]", None),
        ("[-3]", None),
        ("[1-2-3]", None),
        ("[+3]", None),
        ("[]", None),
        ("[00003]", None),
    ] {
        let line = match want {
            Some(cites) => vec![text("x"), Span::Citations(cites)],
            None => vec![text(&format!("x {bracket}"))],
        };
        assert_eq!(blocks(&format!("x {bracket}"), &[], 20), vec![Block::Paragraph(line)], "{bracket}");
    }
}

#[test]
fn a_citation_of_what_is_not_there_is_a_claim() {
    let answer = "It closes. [1] Slow. [9]";
    let got = blocks(answer, &[claim(answer, "[9]", ClaimKind::Citation)], 2);
    let want = vec![text("It closes."), Span::Citations(vec![Cite::One(1)]), text(" Slow. "), Span::Claim(0)];
    assert_eq!(got, vec![Block::Paragraph(want)]);
}

#[test]
fn a_claim_may_cross_a_line_but_not_a_block() {
    let answer = "He said \"a\nb\" there.\n\nEnd";
    let quoted = claim(answer, "\"a\nb\"", ClaimKind::Quotation);
    let across = claim(answer, "there.\n\nEnd", ClaimKind::Quotation);
    let got = blocks(answer, &[quoted, across], 0);
    let want = vec![
        Block::Paragraph(vec![text("He said "), Span::Claim(0), text(" there.")]),
        Block::Paragraph(vec![text("End")]),
    ];
    assert_eq!(got, want);
}

#[test]
fn what_looks_like_html_is_text() {
    let answer = "<img src=x onerror=alert(1)> **bold** [link](http://x)";
    assert_eq!(blocks(answer, &[], 9), vec![Block::Paragraph(vec![text(answer)])]);
}

#[test]
fn a_table_is_read_cell_by_cell() {
    let answer = "As it was:\n| Topic | Count | |\n|:--|--:|---|\n| Logins | 140 | [1] |\n| Fees | -3% |\nAfter it.\n\n| no | table |";
    let got = blocks(answer, &[claim(answer, "140", ClaimKind::Number)], 1);
    let table = Table {
        head: vec![vec![text("Topic")], vec![text("Count")], vec![]],
        rows: vec![
            vec![vec![text("Logins")], vec![Span::Claim(0)], vec![Span::Citations(vec![Cite::One(1)])]],
            vec![vec![text("Fees")], vec![text("-3%")], vec![]],
        ],
        figures: vec![false, true, true],
    };
    let want = vec![
        Block::Paragraph(vec![text("As it was:")]),
        Block::Table(table),
        Block::Paragraph(vec![text("After it.")]),
        Block::Paragraph(vec![text("| no | table |")]),
    ];
    assert_eq!(got, want);
    for broken in ["|", "||\n|--", "| a |\n|--|\n|", "|--|\n|--|\n||||", "| Ž |\n|---|\n| Ž | Ž | Ž |"] {
        blocks(broken, &[], 1);
    }
}
