//! The same bubbles as a table, with the same links.

use leptos::prelude::*;

use super::super::named;
use super::super::place::Going;
use crate::components::chart::table::{Column, as_table};
use crate::components::words;
use crate::model::analysis::Timeline;
use crate::{i18n, id, t};

pub fn view(timeline: &Timeline, going: Going) -> AnyView {
    let rows = timeline
        .bubbles
        .iter()
        .map(|bubble| {
            let href = going.href(bubble.picked());
            let marks: Vec<String> = bubble
                .badge
                .map(|b| t!("analysis-badge", badge = b.as_str()))
                .into_iter()
                .chain((bubble.surveys > 0).then(|| t!("analysis-of-surveys", count = bubble.surveys)))
                .collect();
            view! {
                <tr>
                    <th scope="row">
                        <a href=href data-noscroll>
                            {named(&bubble.range())}
                        </a>
                    </th>
                    <td class="num">{i18n::whole(bubble.mood.volume)}</td>
                    <td class="num">{bubble.mood.net.map_or_else(|| "–".to_owned(), words::signed)}</td>
                    <td class="num">{i18n::whole(bubble.mood.negative)}</td>
                    <td class="num">{i18n::whole(bubble.mood.neutral)}</td>
                    <td class="num">{i18n::whole(bubble.mood.positive)}</td>
                    <td>{marks.join(", ")}</td>
                </tr>
            }
        })
        .collect_view()
        .into_any();
    let figures = [
        id!("analysis-column-communications"),
        id!("analysis-column-net"),
        id!("analysis-column-negative"),
        id!("analysis-column-neutral"),
        id!("analysis-column-positive"),
    ]
    .map(|name| Column::Figures(t!(name)));
    let days = Column::Words(t!("analysis-column-days"));
    let columns = [days].into_iter().chain(figures).chain([Column::Words(t!("analysis-column-marks"))]);
    as_table(&t!("analysis-events-table"), columns, rows)
}
