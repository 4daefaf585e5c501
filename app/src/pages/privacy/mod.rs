//! Settings, privacy: retention periods, pseudonyms, processors, and erasing customers.

pub mod erase;
pub mod sent;

use leptos::prelude::*;
use leptos_router::hooks::use_query_map;

use crate::api::privacy::get_privacy;
use crate::components::chart::table::{Column, region};
use crate::components::frame::notice::Notice;
use crate::load::load;
use crate::model::privacy::{PrivacyPage, Processor, Retained};
use crate::model::time::day_of;
use crate::pages::{Page, fetched};
use crate::{i18n, id, t};

pub use erase::{EraseLink, EraseView};
pub use sent::SentView;

#[component]
pub fn PrivacyView() -> impl IntoView {
    let query = use_query_map();
    let erased = move || query.with(|q| q.get("erased").is_some());
    let page = load(|| (), |()| get_privacy());
    view! {
        <Page class="page settings" title=t!("page-privacy") about=t!("settings-privacy-about") settings="/settings/privacy">
            {move || {
                erased()
                    .then(|| {
                        view! {
                            <Notice tone="ok" icon="check" title=t!("settings-erased")>
                                <p>{t!("settings-erased-means")}</p>
                            </Notice>
                        }
                    })
            }}
            {fetched(t!("settings-loading"), page, move |page| view! { <Whole page /> }.into_any())}
        </Page>
    }
    .into_any()
}

#[component]
fn Whole(page: PrivacyPage) -> impl IntoView {
    let stand_ins = if page.stand_ins { t!("settings-stand-ins-on") } else { t!("settings-stand-ins-off") };
    let keeps = match page.keep_sent.as_str() {
        "digest" => t!("settings-keeps-digest"),
        _ => t!("settings-keeps-sent"),
    };
    let kept = page.kept.into_iter().map(kept_row).collect_view();
    let rows = view! {
        {kept}
        <tr>
            <th scope="row">{t!("settings-audit-log")}</th>
            <td>{t!("settings-kept-for-good")}</td>
            <td></td>
            <td></td>
            <td>{t!("settings-kept-audit")}</td>
        </tr>
    };
    let columns = [
        id!("settings-kept-what"),
        id!("settings-kept-days"),
        id!("settings-kept-count"),
        id!("settings-kept-oldest"),
        id!("settings-kept-setting"),
    ];
    let columns = columns.map(|id| Column::words(&t!(id)));
    let nobody = page.processors.is_empty();
    let processors = page.processors.into_iter().map(processor_row).collect_view();
    view! {
        <section class="stack" aria-labelledby="privacy-kept">
            <h2 id="privacy-kept">{t!("settings-kept")}</h2>
            {region(&t!("settings-kept-table"), "", Some(t!("settings-kept-table")), columns, rows.into_any())}
        </section>
        <section class="stack" aria-labelledby="privacy-stand-ins">
            <h2 id="privacy-stand-ins">{t!("settings-stand-ins")}</h2>
            <p>{stand_ins}</p>
            <p>{keeps} " " {t!("settings-keeps-shown")}</p>
        </section>
        <section class="stack" aria-labelledby="privacy-processors">
            <h2 id="privacy-processors">{t!("settings-processors")}</h2>
            {if nobody {
                view! { <p>{t!("settings-processors-none")}</p> }.into_any()
            } else {
                view! { <ul>{processors}</ul> }.into_any()
            }}
        </section>
        <section class="stack" aria-labelledby="privacy-erase">
            <h2 id="privacy-erase">{t!("settings-erase")}</h2>
            <p>{t!("settings-erase-how")}</p>
            <div class="scroll" tabindex="0" role="group" aria-label=t!("settings-erase-command")>
                <code>"plumbline privacy erase CUSTOMER_ID --yes"</code>
            </div>
        </section>
    }
    .into_any()
}

fn kept_row(kept: Retained) -> impl IntoView {
    let days = match kept.days {
        0 => t!("settings-kept-for-good"),
        days => t!("settings-kept-for", count = days),
    };
    let oldest = kept.oldest.map(|at| i18n::full_date(day_of(at)));
    view! {
        <tr>
            <th scope="row">{kept.what}</th>
            <td>{days}</td>
            <td>{i18n::whole(kept.count)}</td>
            <td>{oldest}</td>
            <td>
                <code>{kept.setting}</code>
            </td>
        </tr>
    }
}

fn processor_row(processor: Processor) -> impl IntoView {
    let host =
        (!processor.host.is_empty()).then(|| format!(" {}", t!("settings-processor-host", host = processor.host)));
    let what = t!("settings-processor-kind", kind = processor.kind.as_str());
    view! {
        <li>
            <strong>{processor.name}</strong>
            {host}
            {format!(", {what}")}
        </li>
    }
}
