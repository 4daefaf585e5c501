//! The first page as Markdown: a person's due items and pins.

use app::components::desk::home;
use model::number::exact;
use model::session::home::{Home, HomeList, Pin};
use model::time::{day_of, full_date};

/// `origin` is the prefix of all links.
pub fn markdown(home: &Home, origin: &str) -> String {
    let mut out = String::new();
    if !home.pins.is_empty() {
        out.push_str("## Pinned\n\n");
        home.pins.iter().for_each(|it| out.push_str(&pin(it, origin)));
        out.push('\n');
    }
    home.lists.iter().for_each(|it| out.push_str(&list(it, origin)));
    if out.is_empty() { "Nothing waits.\n".into() } else { out }
}

fn pin(pin: &Pin, origin: &str) -> String {
    let changed = pin.change.zip(pin.before.as_ref()).map(|(change, (before, at))| {
        let sign = if change > 0.0 { "+" } else { "" };
        let why: Vec<String> = pin.why.iter().map(|(topic, n)| format!("{topic} {n:+}")).collect();
        let why = if why.is_empty() { String::new() } else { format!(": {}", why.join(", ")) };
        format!(" {sign}{} since {} ({before}){why}.", exact(change), full_date(day_of(*at)))
    });
    format!(
        "- [{}]({origin}/c/{}) {}{}\n",
        line(&pin.question),
        pin.session,
        line(&pin.says),
        changed.unwrap_or_default()
    )
}

fn list(list: &HomeList, origin: &str) -> String {
    let rows = list.rows.iter().map(|row| {
        let at = format!("{origin}{}", app::components::words::record_href(row.kind, &row.id));
        format!("- {}: [{}]({at}), {}\n", line(&row.customer), line(&home::text(row)), home::mark(&row.mark))
    });
    format!("## {} ({})\n\n{}\n", home::title(&list.kind), list.total, rows.collect::<String>())
}

/// On one line, without Markdown syntax.
fn line(text: &str) -> String {
    let plain = |c: char| if matches!(c, '[' | ']' | '<' | '>' | '`' | '*' | '|') { ' ' } else { c };
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().map(plain).collect()
}
