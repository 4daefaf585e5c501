//! Documents of the firm on a chart of days: a line on their day, their name above if it fits, and a link to the
//! document.

use leptos::prelude::*;

use super::scale::{at, fit};
use crate::components::words;
use crate::model::answer::SourceKind;
use crate::model::chart::Marker;
use crate::{i18n, t};

/// Rows of names.
const LABEL_ROWS: usize = 3;
/// The height of a row.
pub const ROW: f64 = 16.0;
/// The mean width of a letter at 12 px.
const MEAN_CHAR_WIDTH: f64 = 6.3;

/// The position of a marker's name: its row, and the name if it fits, with whether it is to the left of its line.
pub type Place = (usize, Option<(String, bool)>);

/// Places names at these x, row by row, without overlaps, between 0 and `right`; also returns the number of rows.
pub fn place<'a>(names: impl Iterator<Item = (f64, &'a str)>, right: f64, longest: f64) -> (Vec<Place>, usize) {
    let mut taken: [Vec<(f64, f64)>; LABEL_ROWS] = Default::default();
    let mut places = Vec::new();
    for (x, name) in names {
        let text = fit(name, longest);
        let long = text.chars().count() as f64 * MEAN_CHAR_WIDTH + 14.0;
        let sides = [(x - 6.0, x + long, false), (x - long, x + 6.0, true)];
        let free = |row: &usize, (from, to, _): (f64, f64, bool)| {
            from >= 0.0 && to <= right + 6.0 && taken[*row].iter().all(|(a, b)| to <= *a || *b <= from)
        };
        let found = (0..LABEL_ROWS).find_map(|row| Some((row, sides.into_iter().find(|side| free(&row, *side))?)));
        if let Some((row, (from, to, _))) = found {
            taken[row].push((from, to));
        }
        places.push(found.map_or((0, None), |(row, (_, _, left))| (row, Some((text, left)))));
    }
    let rows = places.iter().map(|(row, _)| row + 1).max().unwrap_or(0);
    (places, rows)
}

/// "Mobile app 5.2, release note of 15 January 2026".
pub fn label(title: &str, kind: &str, day: chrono::NaiveDate) -> String {
    t!("chart-document", title = title, kind = kind, date = i18n::full_date(day))
}

/// A document at `x`, from the row of its name down to `bottom`.
pub fn draw(document: &str, label: String, x: f64, (row, name): &Place, bottom: f64) -> AnyView {
    let y = 4.0 + ROW * *row as f64;
    let name = name.as_ref().map(|(text, left)| {
        let (dx, anchor) = if *left { (-7.0, "end") } else { (7.0, "start") };
        view! {
            <text x=at(x + dx) y=at(y + 10.0) text-anchor=anchor class="c-ink">
                {text.clone()}
            </text>
        }
    });
    view! {
        <g>
            <a class="mark event" href=words::record_href(SourceKind::Document, document) aria-label=label>
                <path class="c-plumb-soft" d=format!("M{} {}V{}", at(x), at(y), at(bottom)) />
                <path class="c-plumb" stroke-width="2" d=format!("M{} {}H{}", at(x - 4.0), at(y), at(x + 4.0)) />
                <rect class="c-hit" x=at(x - 6.0) y=at(y - 4.0) width="12" height="20" />
                {name}
            </a>
        </g>
    }
    .into_any()
}

/// The documents, each with a link, under the table of the days.
pub fn listed(markers: &[Marker]) -> Option<AnyView> {
    (!markers.is_empty()).then(|| {
        let rows = markers
            .iter()
            .map(|m| {
                let href = words::record_href(SourceKind::Document, &m.document);
                view! {
                    <li>
                        <a href=href>{m.title.clone()}</a>
                        {t!("chart-document-kind", kind = m.kind.as_str(), date = i18n::full_date(m.day))}
                    </li>
                }
            })
            .collect_view();
        view! {
            <ul class="chart-documents" aria-label=t!("chart-documents")>
                {rows}
            </ul>
        }
        .into_any()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_beside_each_other_or_in_rows() {
        let names = [(50.0, "Mobile app 5.2"), (60.0, "Fee notice"), (300.0, "Maintenance")];
        let (places, rows) = place(names.into_iter(), 320.0, 200.0);
        assert_eq!((places[0].0, places[1].0, places[2].0, rows), (0, 1, 0, 2));
        assert_eq!(places[2].1, Some(("Maintenance".into(), true)), "no room at the right");
        assert_eq!(place(std::iter::empty(), 320.0, 200.0), (Vec::new(), 0));
    }
}
