//! The stream of a run: events into the signal, the connection's state into the frame, and the elapsed time.

use std::time::Duration;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Event, EventSource, MessageEvent};

use crate::live::{Connection, Frame};
use crate::model::run::{Draft, Piece, Run, StoredEvent};
use crate::wire;

/// Delay before reopening a stream that the browser has given up.
const RECONNECT_DELAY: Duration = Duration::from_secs(4);
/// Minimum time between announcements.
const MIN_ANNOUNCE_INTERVAL: Duration = Duration::from_secs(3);
const CLOCK_INTERVAL: Duration = Duration::from_millis(100);

struct Source {
    source: EventSource,
    _message: Closure<dyn FnMut(MessageEvent)>,
    _piece: Closure<dyn FnMut(MessageEvent)>,
    _error: Closure<dyn FnMut(Event)>,
    _open: Closure<dyn FnMut(Event)>,
}

impl Drop for Source {
    fn drop(&mut self) {
        self.source.close();
    }
}

type Slot = StoredValue<Option<Source>, LocalStorage>;

/// Folds the events of a run into its signal until the run is over or the component is gone. It continues after the
/// events that the signal already has, so a reload in the middle loses nothing. What a model is writing goes into the
/// returned signal.
pub fn follow(run: RwSignal<Run>, frame: Frame) -> RwSignal<Draft> {
    let draft = RwSignal::new(Draft::default());
    let slot: Slot = StoredValue::new_local(None);
    Effect::new(move |_| {
        frame.retry.track();
        if !run.with_untracked(|r| r.status.is_over()) {
            open(slot, (run, draft), frame);
        }
    });
    on_cleanup(move || {
        slot.try_set_value(None);
        // Later, when no disposed component is listening any more.
        if frame.connection.try_get_untracked() == Some(Connection::Waiting) {
            set_timeout(
                move || {
                    frame.connection.try_set(Connection::Live);
                },
                Duration::ZERO,
            );
        }
    });
    draft
}

fn open(slot: Slot, (run, draft): (RwSignal<Run>, RwSignal<Draft>), frame: Frame) {
    let (id, seq) = run.with_untracked(|r| (r.id.clone(), r.seq));
    let Ok(source) = EventSource::new(&format!("/api/research/runs/{id}/events?after={seq}")) else { return };

    let message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let Some(stored) = event.data().as_string().and_then(|t| wire::read::<StoredEvent>(&t).ok()) else {
            return;
        };
        run.try_update(|r| r.apply(&stored));
        if draft.try_with_untracked(|d| *d != Draft::default()).unwrap_or(false) {
            draft.try_update(|d| d.overtake(stored.seq));
        }
        if run.try_with_untracked(|r| r.status.is_over()).unwrap_or(true) {
            end(slot);
            frame.connection.try_set(Connection::Live);
        }
    });
    let piece = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let piece = event.data().as_string().and_then(|t| wire::read::<Piece>(&t).ok());
        if let (Some(piece), Some(seq)) = (piece, run.try_with_untracked(|r| r.seq)) {
            draft.try_update(|d| d.hear(&piece, seq));
        }
    });
    let opened = Closure::<dyn FnMut(Event)>::new(move |_| {
        frame.connection.try_set(Connection::Live);
    });
    let error = Closure::<dyn FnMut(Event)>::new(move |_| {
        frame.connection.try_update(|c| {
            if *c == Connection::Live {
                *c = Connection::Waiting;
            }
        });
        let given_up = slot
            .try_with_value(|s| s.as_ref().is_some_and(|s| s.source.ready_state() == EventSource::CLOSED))
            .unwrap_or(false);
        if given_up {
            set_timeout(
                move || {
                    frame.retry.try_update(|n| *n += 1);
                },
                RECONNECT_DELAY,
            );
        }
    });
    source.set_onmessage(Some(message.as_ref().unchecked_ref()));
    let _ = source.add_event_listener_with_callback("delta", piece.as_ref().unchecked_ref());
    source.set_onopen(Some(opened.as_ref().unchecked_ref()));
    source.set_onerror(Some(error.as_ref().unchecked_ref()));
    slot.try_set_value(Some(Source { source, _message: message, _piece: piece, _error: error, _open: opened }));
}

/// Closes at once, and drops later: the dropped closures may be the running ones.
fn end(slot: Slot) {
    slot.try_with_value(|s| s.iter().for_each(|s| s.source.close()));
    set_timeout(move || drop(slot.try_set_value(None)), Duration::ZERO);
}

/// The run's time in milliseconds, which advances between its events.
pub fn elapsed(run: RwSignal<Run>) -> Signal<i64> {
    let known = Memo::new(move |_| run.with(|r| (r.elapsed_ms(), r.status.is_over())));
    let shown = RwSignal::new(known.get_untracked().0);
    Effect::new(move |_| {
        let (ms, over) = known.get();
        shown.update(|now| *now = if over { ms } else { ms.max(*now) });
    });
    Effect::new(move |_| {
        if known.with(|(_, over)| *over) {
            return;
        }
        let tick = move || {
            shown.try_update(|now| *now += CLOCK_INTERVAL.as_millis() as i64);
        };
        if let Ok(handle) = set_interval_with_handle(tick, CLOCK_INTERVAL) {
            on_cleanup(move || handle.clear());
        }
    });
    shown.into()
}

/// The text for announcements: the first at once, then at most one in three seconds, and always the last.
pub fn spoken(text: Signal<String>) -> Signal<String> {
    let said = RwSignal::new(String::new());
    let resting = StoredValue::new(false);
    Effect::new(move |_| {
        let now = text.get();
        if resting.get_value() || said.with_untracked(|s| *s == now) {
            return;
        }
        said.set(now);
        resting.set_value(true);
        set_timeout(
            move || {
                resting.try_set_value(false);
                if let Some(latest) = text.try_get_untracked() {
                    said.try_set(latest);
                }
            },
            MIN_ANNOUNCE_INTERVAL,
        );
    });
    said.into()
}
