//! Choosing a file. The field itself accepts dropped files, so that no script is needed.

use leptos::prelude::*;

use crate::components::frame::icon::Icon;
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
            <label class="import-drop" for="import-file">
                <Icon name="doc" />
                <span class="import-drop-title">{t!("import-drop")}</span>
                <span class="field-hint" id="import-hint">{hint}</span>
                <input
                    id="import-file"
                    name="file"
                    type="file"
                    accept=".csv,.tsv,.txt,.xlsx,.xlsm,.xls,.xlsb,.ods,.jsonl,.ndjson,.json,.gz,text/csv,application/json,application/gzip"
                    aria-describedby="import-hint"
                    required
                />
            </label>
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
