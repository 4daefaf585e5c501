//! Volume against sentiment: the topics of each product among critical, watch, strength and noise. Points are links
//! that select their topic.

use leptos::prelude::*;

use super::place::Going;
use super::{Multiples, multiple, select, shape};
use crate::components::chart::scale::{at, fit};
use crate::components::chart::table::{Column, as_table};
use crate::components::words;
use crate::model::analysis::{Picked, Quadrant, QuadrantGroup, QuadrantItem, Quadrants};
use crate::{i18n, t};

const WIDTH: f64 = 240.0;
const HEIGHT: f64 = 172.0;
/// Space above and below for the names of the quadrants.
const INSET: f64 = 26.0;
/// Points named in the drawing.
const MAX_LABELLED_POINTS: usize = 4;

#[component]
pub fn QuadrantsView(quadrants: Quadrants) -> impl IntoView {
    let going = expect_context::<Going>();
    let (volume, sentiment) = (quadrants.volume_midline, quadrants.sentiment_midline);
    let volume = i18n::locale().exact(volume);
    let midlines = t!("analysis-midlines", volume = volume, net = words::signed(sentiment));
    let multiples = Multiples {
        id: "quadrants",
        title: t!("analysis-quadrants"),
        about: midlines,
        label: t!("analysis-topics"),
        figures: quadrants.groups.iter().enumerate().map(|group| figure(&quadrants, group, going)).collect(),
        none: t!("analysis-quadrants-none"),
        rest: table(&quadrants, going),
    };
    multiples.view()
}

/// "3 topics critical", "2 topics to watch", "none critical".
fn finding(items: &[QuadrantItem]) -> String {
    let count = |wanted: Quadrant| items.iter().filter(|item| item.quadrant == wanted).count();
    match (count(Quadrant::Critical), count(Quadrant::Watch)) {
        (0, 0) => t!("analysis-none-critical"),
        (0, n) => t!("analysis-to-watch", count = n),
        (n, _) => t!("analysis-critical", count = n),
    }
}

fn place(quadrants: &Quadrants, item: &QuadrantItem) -> (f64, f64) {
    let along = item.mood.volume as f64 / quadrants.axis.max(1) as f64;
    let up = item.mood.net.unwrap_or(0.0);
    (12.0 + along * (WIDTH - 24.0), INSET + (1.0 - up) / 2.0 * (HEIGHT - 2.0 * INSET))
}

fn said(item: &QuadrantItem) -> String {
    let net = item.mood.net.map_or_else(|| t!("analysis-not-judged"), words::signed);
    let (topic, quadrant) = (item.topic.as_str(), item.quadrant.as_str());
    t!("analysis-topic", topic = topic, volume = item.mood.volume, net = net, quadrant = quadrant)
}

fn picked(group: &QuadrantGroup, item: &QuadrantItem) -> Picked {
    Picked { topic: Some(item.topic.clone()), of: group.product.clone(), ..Picked::default() }
}

fn figure(quadrants: &Quadrants, (n, group): (usize, &QuadrantGroup), going: Going) -> AnyView {
    let middle_x = 12.0 + quadrants.volume_midline / quadrants.axis.max(1) as f64 * (WIDTH - 24.0);
    let middle_y = INSET + (1.0 - quadrants.sentiment_midline) / 2.0 * (HEIGHT - 2.0 * INSET);
    let current = RwSignal::new(0);
    let prefix = format!("topic-{n}-");
    let last = group.items.len().saturating_sub(1);
    let names = names(quadrants, group);
    let points = group
        .items
        .iter()
        .enumerate()
        .map(|(i, item)| {
            let (x, y) = place(quadrants, item);
            let name = names.iter().find(|name| name.of == i).map(|name| {
                view! {
                    <text x=at(name.at.0) y=at(name.at.1) text-anchor=name.anchor class="c-ink">
                        {name.text.clone()}
                    </text>
                }
            });
            let drawn = view! {
                <circle class="c-hit" cx=at(x) cy=at(y) r="12" />
                {shape::mark(item.mood.tone(), (x, y), 5.5)}
                {shape::outline(item.mood.tone(), (x, y), 5.5)}
                {name}
            };
            let choice = (picked(group, item), said(item));
            select(going, "mark bubble", choice, (&prefix, (i, last), current), drawn.into_any())
        })
        .collect_view();
    let drawn = view! {
        <rect x="0.5" y="0.5" width=at(WIDTH - 1.0) height=at(HEIGHT - 1.0) class="c-grid" />
        <path d=format!("M{} 0V{HEIGHT}M0 {}H{WIDTH}", at(middle_x), at(middle_y)) class="c-axis" />
        {Quadrant::ALL.iter().map(|quadrant| corner(*quadrant, group, going)).collect_view()} {points}
    };
    let label = t!("analysis-quadrants-of", name = group.name.as_str());
    multiple(&group.name, finding(&group.items), label, (WIDTH, HEIGHT), drawn.into_any())
}

/// The name of a quadrant in its corner, which selects everything in it.
fn corner(quadrant: Quadrant, group: &QuadrantGroup, going: Going) -> AnyView {
    let right = matches!(quadrant, Quadrant::Strength | Quadrant::Critical);
    let below = matches!(quadrant, Quadrant::Watch | Quadrant::Critical);
    let (x, anchor) = if right { (WIDTH - 6.0, "end") } else { (6.0, "start") };
    let y = if below { HEIGHT - 7.0 } else { 15.0 };
    let name = t!("analysis-quadrant", quadrant = quadrant.as_str());
    let wide = 12.0 + 7.0 * name.chars().count() as f64;
    let topics = group.items.iter().filter(|item| item.quadrant == quadrant).count();
    let text = view! {
        <text x=at(x) y=at(y) text-anchor=anchor>
            {name}
        </text>
    };
    if topics == 0 {
        return text.into_any();
    }
    let picked = Picked { quadrant: Some(quadrant), of: group.product.clone(), ..Picked::default() };
    let href = going.href(picked.clone());
    let said = t!("analysis-corner", name = group.name.as_str(), quadrant = quadrant.as_str(), count = topics);
    view! {
        <a
            class="mark"
            href=format!("{href}#selection")
            aria-label=said
            aria-current=move || going.place.with(|place| picked.is_in(&place.picked)).then_some("true")
            on:click=going.click(href)
        >
            <rect class="c-hit" x=at(if right { WIDTH - wide } else { 0.0 }) y=at(y - 14.0) width=at(wide) height="20" />
            {text}
        </a>
    }
    .into_any()
}

/// A name beside its point: which point, the text, its position, and the text anchor.
struct Name {
    of: usize,
    text: String,
    at: (f64, f64),
    anchor: &'static str,
}

/// The names of the largest topics that have room: to the right, to the left, above or below.
fn names(quadrants: &Quadrants, group: &QuadrantGroup) -> Vec<Name> {
    let mut taken: Vec<(f64, f64, f64)> = vec![
        (0.0, 44.0, 11.0),
        (WIDTH - 60.0, WIDTH, 11.0),
        (0.0, 44.0, HEIGHT - 11.0),
        (WIDTH - 60.0, WIDTH, HEIGHT - 11.0),
    ];
    // No name may cover another point.
    taken.extend(group.items.iter().map(|item| place(quadrants, item)).map(|(x, y)| (x - 6.0, x + 6.0, y)));
    let mut out = Vec::new();
    for (i, item) in group.items.iter().enumerate() {
        if out.len() == MAX_LABELLED_POINTS {
            break;
        }
        let (x, y) = place(quadrants, item);
        let text = fit(&item.topic, 116.0);
        let long = text.chars().count() as f64 * 6.2;
        let half = long / 2.0;
        let places = [
            ((x + 9.0, x + 11.0 + long), y, (x + 11.0, y + 4.0), "start"),
            ((x - 11.0 - long, x - 9.0), y, (x - 11.0, y + 4.0), "end"),
            ((x - half, x + half), y - 13.0, (x, y - 9.0), "middle"),
            ((x - half, x + half), y + 14.0, (x, y + 18.0), "middle"),
            ((x - long + 6.0, x + 6.0), y - 13.0, (x + 6.0, y - 9.0), "end"),
            ((x - long + 6.0, x + 6.0), y + 14.0, (x + 6.0, y + 18.0), "end"),
            ((x - long + 8.0, x + 8.0), y + 26.0, (x + 8.0, y + 30.0), "end"),
            ((x - long + 8.0, x + 8.0), y - 25.0, (x + 8.0, y - 21.0), "end"),
        ];
        let free = |(from, to): (f64, f64), at: f64| {
            from >= 2.0
                && to <= WIDTH - 2.0
                && taken.iter().all(|(a, b, ty)| to <= *a || *b <= from || (ty - at).abs() > 11.5)
        };
        if let Some((span, middle, at, anchor)) = places.into_iter().find(|(span, middle, _, _)| free(*span, *middle)) {
            taken.push((span.0, span.1, middle));
            out.push(Name { of: i, text, at, anchor });
        }
    }
    out
}

fn table(quadrants: &Quadrants, going: Going) -> AnyView {
    let rows = quadrants
        .groups
        .iter()
        .flat_map(|group| group.items.iter().map(move |item| (group, item)))
        .map(|(group, item)| {
            view! {
                <tr>
                    <th scope="row">
                        <a href=going.href(picked(group, item)) data-noscroll>
                            {item.topic.clone()}
                        </a>
                    </th>
                    <td>{group.name.clone()}</td>
                    <td class="num">{i18n::whole(item.mood.volume)}</td>
                    <td class="num">{item.mood.net.map_or_else(|| "–".to_owned(), words::signed)}</td>
                    <td>{t!("analysis-quadrant", quadrant = item.quadrant.as_str())}</td>
                </tr>
            }
        })
        .collect_view()
        .into_any();
    let columns = [
        Column::Words(t!("analysis-column-topic")),
        Column::Words(t!("analysis-product")),
        Column::Figures(t!("analysis-column-communications")),
        Column::Figures(t!("analysis-column-net")),
        Column::Words(t!("analysis-column-quadrant")),
    ];
    as_table(&t!("analysis-quadrants-table"), columns, rows)
}
