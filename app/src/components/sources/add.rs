//! Adding a source: an address or a file. A plain form, which leads to the page of the draft.

use leptos::prelude::*;

use crate::components::form::{FileDrop, TextField};
use crate::components::posted::{PostedForm, is_reply};
use crate::components::section::Section;
use crate::t;

#[component]
pub fn AddSource(max_bytes: u64) -> impl IntoView {
    view! {
        <Section id="sources-add" title=t!("sources-add") about=t!("sources-add-means")>
            <form class="import-choose" method="post" action="/desk/sources" enctype="multipart/form-data">
                <PostedForm action="/desk/sources" with="file">""</PostedForm>
                <FileDrop
                    id="source-file"
                    title=t!("import-drop")
                    hint=t!("sources-file-hint", mebibytes = max_bytes >> 20)
                    accept=".xlsx,.xlsm,.xls,.xlsb,.ods,.csv,.tsv,.jsonl,.ndjson,.parquet,.db,.sqlite,.sqlite3,.gz"
                />
                <p class="row">
                    <button class="button" data-kind="primary">
                        {t!("sources-file-look")}
                    </button>
                    <span class="field-hint">{t!("sources-upload-stays")}</span>
                </p>
            </form>
            <h3>{t!("sources-address-title")}</h3>
            <form class="settings-form" method="post" action="/desk/sources" enctype="multipart/form-data">
                <PostedForm action="/desk/sources" with="address">
                    <TextField
                        id="source-address"
                        label=t!("sources-address")
                        name="address"
                        note=t!("sources-address-hint")
                        placeholder="postgres://host/shop?sslmode=verify-full".to_owned()
                        autocomplete="off"
                        verbatim=true
                        required=true
                    />
                    <TextField id="source-user" label=t!("sources-user") name="user" autocomplete="off" verbatim=true />
                    <TextField id="source-password" label=t!("sources-password") name="password" kind="password" autocomplete="new-password" />
                    <details open=is_reply()>
                        <summary>{t!("sources-more")}</summary>
                        <TextField id="source-key" label=t!("sources-api-key") name="api_key" kind="password" autocomplete="new-password" />
                        <TextField
                            id="source-tables"
                            label=t!("sources-only-tables")
                            name="tables"
                            hint=t!("sources-only-tables-hint")
                            autocomplete="off"
                            verbatim=true
                        />
                        <TextField id="source-name" label=t!("sources-own-name") name="name" hint=t!("sources-own-name-hint") autocomplete="off" verbatim=true />
                    </details>
                </PostedForm>
                <p class="row">
                    <button class="button" data-kind="primary">
                        {t!("sources-address-look")}
                    </button>
                    <span class="field-hint">{t!("sources-address-kept")}</span>
                </p>
            </form>
        </Section>
    }
    .into_any()
}
