//! Choosing a file to import.

use leptos::prelude::*;

use crate::components::form::FileDrop;
use crate::components::section::Section;
use crate::components::words;
use crate::model::import::Entrance;
use crate::t;

#[component]
pub fn Choose(entrance: Entrance) -> impl IntoView {
    let hint = t!("import-choose-hint", mebibytes = entrance.max_bytes >> 20);
    let open = entrance.open;
    view! {
        <form class="import-choose" method="post" action="/desk/import" enctype="multipart/form-data">
            <FileDrop
                id="import-file"
                title=t!("import-drop")
                hint
                accept=".csv,.tsv,.txt,.xlsx,.xlsm,.xls,.xlsb,.ods,.jsonl,.ndjson,.json,.gz,text/csv,application/json,application/gzip"
            />
            <p class="row">
                <button class="button" data-kind="primary">
                    {t!("import-upload")}
                </button>
                <span class="field-hint">{t!("import-upload-hint")}</span>
            </p>
        </form>
        {(!open.is_empty())
            .then(|| {
                view! {
                    <Section id="import-open" title=t!("import-open")>
                        <ul class="import-open">
                            {open
                                .into_iter()
                                .map(|(id, file)| {
                                    view! {
                                        <li>
                                            <a href=format!("/import/{}", words::segment(&id))>{file}</a>
                                        </li>
                                    }
                                })
                                .collect_view()}
                        </ul>
                    </Section>
                }
            })}
    }
    .into_any()
}
