//! The bar at the top of every page: mark, navigation, the day the data ends, the connection, the theme.

use leptos::prelude::*;
use leptos_router::hooks::use_location;

use super::icon::{BOB, Icon};
use crate::live::{self, Frame};
use crate::{id, t};

/// The pages in the bar: address, name.
const PAGES: [(&str, &str); 7] = [
    ("/", id!("page-desk")),
    ("/analysis", id!("page-analysis")),
    ("/compare", id!("page-compare")),
    ("/pipeline", id!("page-pipeline")),
    ("/support", id!("page-support")),
    ("/review", id!("page-review")),
    ("/settings", id!("page-settings")),
];

/// Whether a page is public: nothing on it may need a sign-in.
pub fn is_door(path: &str) -> bool {
    path == "/sign-in" || path.starts_with("/join/")
}

#[component]
pub fn TopBar(
    frame: Frame,
    /// "Data to 31 Jan 2026", once it is known.
    #[prop(into)]
    as_of: ViewFn,
    /// The useful pages, once known.
    #[prop(into)]
    nav: ViewFn,
    /// Pending decisions.
    #[prop(into)]
    waiting: ViewFn,
    /// The page's user.
    #[prop(into)]
    who: ViewFn,
) -> impl IntoView {
    let path = use_location().pathname;
    let on_desk = move || path.with(|p| is_current(p, "/"));
    let inside = Memo::new(move |_| path.with(|p| !is_door(p)));
    view! {
        <header class="top-bar">
            <Show when=on_desk>
                <RailToggles frame />
            </Show>
            // On a public page, only the server knows whether somebody is signed in.
            <a class="top-bar-mark" href="/" rel=move || (!inside.get()).then_some("external")>
                <svg viewBox="0 0 14 52" aria-hidden="true">
                    <path d="M7 0V20" stroke="currentColor" stroke-width="1" />
                    <use_ href=BOB x="0" y="18" width="14" height="25" />
                </svg>
                "Plumbline"
            </a>
            <Show when=move || inside.get()>
                {nav.run()}
            </Show>
            <div class="top-bar-end">
                <Show when=move || inside.get()>
                    {waiting.run()} <span class="top-bar-asof">{as_of.run()}</span>
                    <span class="connection" role="status" data-state=move || frame.connection.get().as_str()>
                        {move || frame.connection.get().label()}
                    </span>
                    {who.run()}
                </Show>
                <ThemeButton frame />
            </div>
        </header>
    }
    .into_any()
}

fn is_current(path: &str, href: &str) -> bool {
    let under = |href: &str| path.strip_prefix(href).is_some_and(|rest| matches!(rest.get(..1), None | Some("/")));
    match href {
        "/" => path == "/" || path.starts_with("/c/"),
        "/settings" => under(href) || under("/import") || under("/accounts") || under("/watches"),
        "/review" => under(href) || under("/usage"),
        _ => under(href),
    }
}

/// The pages in the bar, without those that are useless to the viewer.
#[component]
pub fn MainNav(usable: Vec<String>) -> impl IntoView {
    let path = use_location().pathname;
    let links = PAGES.into_iter().filter(|(href, _)| usable.iter().any(|page| page == href)).map(|(href, name)| {
        view! {
            <a href=href aria-current=move || path.with(|p| is_current(p, href)).then_some("page")>
                {t!(name)}
            </a>
        }
    });
    view! {
        <nav class="top-bar-nav" aria-label=t!("bar-pages")>
            {links.collect_view()}
        </nav>
    }
    .into_any()
}

/// Two buttons for one list: a popover on narrow screens, a collapsible column on wide ones.
#[component]
fn RailToggles(frame: Frame) -> impl IntoView {
    let fold = move |_| {
        frame.rail_closed.update(|closed| *closed = !*closed);
        live::remember_rail(frame.rail_closed.get_untracked());
    };
    view! {
        <button
            class="button rail-toggle"
            data-for="narrow"
            data-kind="quiet"
            data-icon
            popovertarget="rail"
            aria-label=t!("rail-title")
        >
            <Icon name="menu" />
        </button>
        <button
            class="button rail-toggle"
            data-for="wide"
            data-kind="quiet"
            data-icon
            aria-label=t!("bar-rail")
            aria-controls="rail"
            aria-expanded=move || (!frame.rail_closed.get()).to_string()
            on:click=fold
        >
            <Icon name="side" />
        </button>
    }
}

#[component]
fn ThemeButton(frame: Frame) -> impl IntoView {
    let label = move || frame.theme.get().label();
    let turn = move |_| {
        frame.theme.update(|theme| *theme = theme.next());
        live::set_theme(frame);
    };
    view! {
        <button
            class="button needs-scripts"
            data-kind="quiet"
            data-icon
            aria-label=label
            title=label
            on:click=turn
        >
            <Icon name="theme" />
        </button>
    }
}
