//! The same bubbles as a table, with the same links.

use leptos::prelude::*;

use super::super::place::Going;
use crate::components::words;
use crate::model::analysis::{Picked, Timeline};
use crate::model::run::Bubble;

pub fn of(timeline: &Timeline, going: Going) -> AnyView {
    let rows = timeline
        .bubbles
        .iter()
        .map(|bubble| {
            let picked = Picked {
                day: Some(bubble.from),
                last_day: (bubble.to > bubble.from).then_some(bubble.to),
                ..Picked::default()
            };
            let href = going.place.with_untracked(|place| place.choosing(picked).href());
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
                            {Bubble::of(bubble.from, bubble.to).label()}
                        </a>
                    </th>
                    <td class="num">{words::whole(bubble.mood.volume)}</td>
                    <td class="num">{bubble.mood.sentiment.map_or_else(|| "–".to_owned(), words::signed)}</td>
                    <td class="num">{words::whole(bubble.mood.negative)}</td>
                    <td class="num">{words::whole(bubble.mood.neutral)}</td>
                    <td class="num">{words::whole(bubble.mood.positive)}</td>
                    <td>{marks.join(", ")}</td>
                </tr>
            }
        })
        .collect_view();
    let head = ["Communications", "Mean sentiment", "Negative", "Neutral", "Positive"];
    view! {
        <details class="chart-table">
            <summary>"As a table"</summary>
            <div class="scroll" tabindex="0" role="region" aria-label="Table of communications and sentiment">
                <table class="table">
                    <thead>
                        <tr>
                            <th scope="col">"Days"</th>
                            {head.map(|name| view! { <th scope="col" class="num">{name}</th> }).into_iter().collect_view()}
                            <th scope="col">"Marks"</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        </details>
    }
    .into_any()
}
