//! Plays a recorded conversation: its runs are folded again from their events, at their original pace, with long waits
//! shortened. Everything is shown initially, so it can be read without playing it.

use std::time::Duration;

use leptos::prelude::*;

use crate::api::research::get_events;
use crate::components::form::FormError;
use crate::live::{self, Frame};
use crate::model::run::{Run, StoredEvent};
use crate::model::time;
use crate::{i18n, t};

/// Maximum wait between two events, in milliseconds; a model may have thought for minutes.
const MAX_WAIT_MS: i64 = 2_000;
/// Minimum wait, so that simultaneous events appear one by one.
const MIN_WAIT_MS: i64 = 40;

/// The recording and the current position.
#[derive(Clone, Copy)]
struct Player {
    /// The runs that were recorded, oldest first.
    runs: StoredValue<Vec<RwSignal<Run>>>,
    /// Their events in order, once fetched, with the index of their run.
    events: StoredValue<Vec<(usize, StoredEvent)>>,
    total: RwSignal<usize>,
    /// How many events are shown.
    at: RwSignal<usize>,
    playing: RwSignal<bool>,
    problem: RwSignal<Option<String>>,
}

impl Player {
    fn new(runs: Vec<RwSignal<Run>>) -> Self {
        Self {
            runs: StoredValue::new(runs),
            events: StoredValue::new(Vec::new()),
            total: RwSignal::new(0),
            at: RwSignal::new(0),
            playing: RwSignal::new(false),
            problem: RwSignal::new(None),
        }
    }

    /// Fetches the events if needed, then continues with `then`.
    fn ready(self, then: impl FnOnce(Self) + 'static) {
        if self.total.get_untracked() > 0 {
            return then(self);
        }
        let ids: Vec<String> =
            self.runs.with_value(|all| all.iter().map(|r| r.with_untracked(|r| r.id.clone())).collect());
        leptos::task::spawn_local(async move {
            let mut all = Vec::new();
            for (n, id) in ids.into_iter().enumerate() {
                match get_events(id).await {
                    Ok(events) => all.extend(events.into_iter().map(|e| (n, e))),
                    Err(error) => {
                        self.problem.try_set(Some(error.to_string()));
                        return;
                    }
                }
            }
            // The page may be gone by now.
            let total = all.len();
            if self.events.try_set_value(all).is_none() && self.total.try_set(total).is_none() {
                self.at.set(total);
                then(self);
            }
        });
    }

    /// Shows the first `n` events of the recording.
    fn show(self, n: usize) {
        let at = self.at.get_untracked();
        self.events.with_value(|events| {
            self.runs.with_value(|runs| {
                if n == at + 1 {
                    // The usual case: one more.
                    if let Some((run, event)) = events.get(at) {
                        runs[*run].update(|r| r.apply(event));
                    }
                } else {
                    for (i, run) in runs.iter().enumerate() {
                        let own = events.iter().take(n).filter(|(of, _)| *of == i);
                        run.update(|r| *r = folded(r, own.map(|(_, e)| e)));
                    }
                }
            });
        });
        self.at.set(n);
    }

    /// Shows one more event; restarts if all are shown.
    fn step(self) {
        let (at, total) = (self.at.get_untracked(), self.total.get_untracked());
        self.show(if at >= total { 1 } else { at + 1 });
    }

    /// Likewise, on the reader's request.
    fn step_once(self) {
        self.playing.set(false);
        self.ready(Self::step);
    }

    fn play_or_pause(self) {
        if self.playing.get_untracked() {
            self.playing.set(false);
            return;
        }
        self.ready(|player| {
            if player.at.get_untracked() >= player.total.get_untracked() {
                player.show(1);
            }
            player.playing.set(true);
        });
    }

    fn skip(self) {
        self.playing.set(false);
        self.show(self.total.get_untracked());
    }

    /// The wait before the next event.
    fn wait(self) -> Duration {
        let at = self.at.get_untracked();
        let between =
            self.events.with_value(|events| match (at.checked_sub(1).and_then(|n| events.get(n)), events.get(at)) {
                (Some((of, before)), Some((run, next))) if of == run => next.at - before.at,
                _ => MAX_WAIT_MS,
            });
        Duration::from_millis(between.clamp(MIN_WAIT_MS, MAX_WAIT_MS).unsigned_abs())
    }

    /// Advances from event to event while playing.
    fn run(self) {
        Effect::new(move |_| {
            let (at, total) = (self.at.get(), self.total.get());
            match self.playing.get() {
                true if at >= total => self.playing.set(false),
                true => live::later(self.wait(), move || self.step()),
                false => {}
            }
        });
    }
}

/// The run folded from its first events.
fn folded<'a>(run: &Run, events: impl Iterator<Item = &'a StoredEvent>) -> Run {
    let mut new = Run::new(run.id.clone());
    new.session_id.clone_from(&run.session_id);
    new.question.clone_from(&run.question);
    events.for_each(|event| new.apply(event));
    new
}

/// The explanation of a recording, and its buttons.
#[component]
pub fn RecordedBar(
    /// The runs that were recorded, oldest first.
    runs: Vec<RwSignal<Run>>,
    frame: Frame,
) -> impl IntoView {
    let day_of = |r: &Run| (r.model.clone(), i18n::full_date(time::day_of(r.started_at)));
    let (model, day) = runs.first().map(|r| r.with_untracked(day_of)).unwrap_or_default();
    let player = Player::new(runs);
    player.run();
    live::on_key(frame, move |key| {
        match key {
            "p" => player.play_or_pause(),
            "." => player.step_once(),
            _ => return false,
        }
        true
    });
    let (at, total, playing) = (player.at, player.total, player.playing);
    let whole = Memo::new(move |_| at.get() >= total.get());
    let told = move || match (at.get(), total.get()) {
        (_, 0) => String::new(),
        (at, total) if at >= total => t!("desk-events", count = total),
        (at, total) => t!("desk-event-of", n = at, count = total),
    };
    view! {
        <section class="recorded" aria-label=t!("desk-recorded")>
            <p class="recorded-told">
                <b>{t!("recorded-with-model")}</b>
                {t!("desk-recorded-told", model = model, day = day)}
            </p>
            <div class="recorded-play needs-scripts" role="group" aria-label=t!("desk-replay")>
                <button class="button" data-size="small" data-act="play" on:click=move |_| player.play_or_pause()>
                    {move || if playing.get() { t!("desk-pause") } else { t!("desk-replay") }} " " <kbd>"p"</kbd>
                </button>
                <button class="button" data-size="small" data-act="step" on:click=move |_| player.step_once()>
                    {t!("desk-step")} " " <kbd>"."</kbd>
                </button>
                <button
                    class="button"
                    data-size="small"
                    data-act="skip"
                    disabled=whole
                    on:click=move |_| player.skip()
                >
                    {t!("desk-show-all")}
                </button>
                <span class="recorded-at">{told}</span>
            </div>
            <FormError problem=player.problem />
        </section>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::run::RunEvent;

    #[test]
    fn a_run_is_folded_from_its_first_events() {
        let event = |seq, event| StoredEvent { run_id: "r".into(), seq, at: seq * 10, event };
        let events = [
            event(1, RunEvent::Thinking { iteration: 1, max_iterations: 3 }),
            event(2, RunEvent::Thought { iteration: 1, text: "Look.".into() }),
            event(3, RunEvent::FollowUps { questions: vec!["And now?".into()] }),
        ];
        let mut whole = Run::new("r");
        whole.question = "Why?".into();
        events.iter().for_each(|e| whole.apply(e));
        let part = folded(&whole, events[..2].iter());
        assert_eq!((part.seq, part.question.as_str(), part.follow_ups.len()), (2, "Why?", 0));
        assert_eq!(folded(&part, events.iter()), whole, "played to the end it is what it was");
    }
}
