//! Clickable chart marks: each is a link to the question box with the mark's scope. Without scripts the link is
//! followed; with them the page stays. Pages without a question box define their own targets.

use leptos::prelude::*;

use crate::components::desk::about::{self, Picking};
use crate::model::chart::Chart;
use crate::model::run::Scope;
use crate::{id, t};

/// Links for chart marks on pages without a composer, by the value each mark shows.
#[derive(Clone, Copy)]
pub struct Leads {
    pub href: fn(&Scope) -> String,
    /// The text after the name of a mark: "Show its sessions".
    pub does: &'static str,
}

/// What makes a chart's marks clickable. `None` if the page has neither a composer nor links.
#[derive(Clone, Default)]
pub struct Marks(Option<(Scope, Way)>);

#[derive(Clone, Copy)]
enum Way {
    Asks(Picking),
    Leads(Leads),
}

/// A mark's target and label.
#[derive(Clone)]
pub struct Link {
    pub href: String,
    pub label: String,
    scope: StoredValue<Scope>,
    picking: Option<Picking>,
}

impl Marks {
    pub fn for_chart(chart: &Chart) -> Self {
        let way = || use_context::<Picking>().map(Way::Asks).or_else(|| use_context::<Leads>().map(Way::Leads));
        Self(chart.scope.clone().and_then(|scope| Some((scope, way()?))))
    }

    pub const fn any(&self) -> bool {
        self.0.is_some()
    }

    /// The role of the drawing: one picture, or a group of links.
    pub const fn role(&self) -> &'static str {
        if self.any() { "group" } else { "img" }
    }

    /// The link of a mark; `label` has its name and value.
    pub fn link(&self, filter: Option<&Scope>, label: String) -> Option<Link> {
        let (chart, way) = self.0.as_ref()?;
        let scope = chart.and(filter?);
        let (href, does, picking) = match way {
            Way::Asks(picking) => {
                let href = picking.session.with_value(|session| about::href(session, Some(&scope)));
                (href, id!("chart-ask"), Some(*picking))
            }
            Way::Leads(Leads { href, does }) => (href(&scope), *does, None),
        };
        let label = format!("{label}. {}", t!(does));
        Some(Link { href, label, scope: StoredValue::new(scope), picking })
    }
}

impl Link {
    /// Acts like following the link, without leaving the page, if it is about a question.
    pub fn click(&self) -> impl Fn(leptos::ev::MouseEvent) + 'static + use<> {
        let (scope, picking) = (self.scope, self.picking);
        move |event| {
            let Some(picking) = picking else { return };
            if !(event.ctrl_key() || event.meta_key() || event.shift_key() || event.alt_key()) {
                event.prevent_default();
                picking.pick.run(scope.get_value());
            }
        }
    }

    /// The value of `aria-current`: set on the mark in the next question's scope.
    pub fn current(&self) -> impl Fn() -> Option<&'static str> + Send + Sync + 'static + use<> {
        let (scope, about) = (self.scope, self.picking.map(|picking| picking.about));
        let is_it = move |about: &Option<Scope>| about.as_ref().is_some_and(|a| scope.with_value(|s| s == a));
        move || about.is_some_and(|about| about.with(is_it)).then_some("true")
    }
}

/// A part of a drawing, inside a link if there is one.
pub fn linked(link: Option<Link>, drawn: AnyView) -> AnyView {
    match link {
        Some(link) => {
            let (click, current) = (link.click(), link.current());
            view! {
                <g>
                    <a class="mark" href=link.href aria-label=link.label aria-current=current on:click=click>
                        {drawn}
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
