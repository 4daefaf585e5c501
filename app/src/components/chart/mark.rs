//! The marks of a chart that one can ask about: each is a link to the question box with what it stands for. Without
//! scripts the link is followed; with them the page stays where it is.

use leptos::prelude::*;

use crate::components::desk::about::{self, Picking};
use crate::model::chart::Chart;
use crate::model::run::Scope;

/// What makes the marks of one chart clickable. On a page where nobody asks, nothing.
#[derive(Clone, Default)]
pub struct Marks(Option<(Scope, Picking)>);

/// One mark: where it leads, and what it is called.
#[derive(Clone)]
pub struct Link {
    pub href: String,
    pub label: String,
    scope: StoredValue<Scope>,
    picking: Picking,
}

impl Marks {
    pub fn of(chart: &Chart) -> Self {
        Self(chart.scope.clone().zip(use_context::<Picking>()))
    }

    pub const fn any(&self) -> bool {
        self.0.is_some()
    }

    /// The role of the drawing: one picture, or a group of links.
    pub const fn role(&self) -> &'static str {
        if self.any() { "group" } else { "img" }
    }

    /// The link of a mark; `label` says its name and its value.
    pub fn link(&self, filter: Option<&Scope>, label: String) -> Option<Link> {
        let (chart, picking) = self.0.as_ref()?;
        let scope = chart.and(filter?);
        let href = picking.session.with_value(|session| about::href(session, Some(&scope)));
        let label = format!("{label}. Ask about it");
        Some(Link { href, label, scope: StoredValue::new(scope), picking: *picking })
    }
}

impl Link {
    /// Does what following the link does, without leaving the page.
    pub fn click(&self) -> impl Fn(leptos::ev::MouseEvent) + 'static + use<> {
        let (scope, picking) = (self.scope, self.picking);
        move |event| {
            if !(event.ctrl_key() || event.meta_key() || event.shift_key() || event.alt_key()) {
                event.prevent_default();
                picking.pick.run(scope.get_value());
            }
        }
    }

    /// The value of `aria-current`: set on the mark that the next question is about.
    pub fn current(&self) -> impl Fn() -> Option<&'static str> + Send + Sync + 'static + use<> {
        let (scope, about) = (self.scope, self.picking.about);
        move || about.with(|about| about.as_ref().is_some_and(|a| scope.with_value(|s| s == a))).then_some("true")
    }
}

/// A part of a drawing, inside a link where there is one.
pub fn linked(link: Option<Link>, drawn: AnyView) -> AnyView {
    match link {
        Some(link) => {
            let (click, current) = (link.click(), link.current());
            view! {
                <g>
                    <a class="mark" href=link.href aria-label=link.label aria-current=current on:click=click>
                        <g aria-hidden="true">{drawn}</g>
                    </a>
                </g>
            }
            .into_any()
        }
        None => drawn,
    }
}

/// A name in the table under a drawing, with the same link.
pub fn named(link: Option<Link>, name: String) -> AnyView {
    match link {
        Some(link) => {
            let click = link.click();
            view! {
                <a href=link.href data-noscroll on:click=click>
                    {name}
                </a>
            }
            .into_any()
        }
        None => name.into_any(),
    }
}
