//! The same bubbles as a table, with the same links.

use leptos::prelude::*;

use super::super::place::Going;
use crate::components::chart::table::{Column, as_table};
use crate::components::words;
use crate::model::analysis::Timeline;

pub fn of(timeline: &Timeline, going: Going) -> AnyView {
    let rows = timeline
        .bubbles
        .iter()
        .map(|bubble| {
            let href = going.href(bubble.picked());
            let marks: Vec<String> = bubble
                .badge
                .map(|b| b.to_string())
                .into_iter()
                .chain((bubble.surveys > 0).then(|| format!("{} of surveys", bubble.surveys)))
                .collect();
            view! {
                <tr>
                    <th scope="row">
                        <a href=href data-noscroll>
                            {bubble.range().name()}
                        </a>
                    </th>
                    <td class="num">{words::whole(bubble.mood.volume)}</td>
                    <td class="num">{bubble.mood.net.map_or_else(|| "–".to_owned(), words::signed)}</td>
                    <td class="num">{words::whole(bubble.mood.negative)}</td>
                    <td class="num">{words::whole(bubble.mood.neutral)}</td>
                    <td class="num">{words::whole(bubble.mood.positive)}</td>
                    <td>{marks.join(", ")}</td>
                </tr>
            }
        })
        .collect_view()
        .into_any();
    let figures = ["Communications", "Net sentiment", "Negative", "Neutral", "Positive"].map(Column::figures);
    let columns = [Column::words("Days")].into_iter().chain(figures).chain([Column::words("Marks")]);
    as_table("communications and sentiment", columns, rows)
}
