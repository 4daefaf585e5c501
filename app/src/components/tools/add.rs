//! Adding an MCP server or an API. Plain forms: the server connects, and redirects back.

use leptos::prelude::*;

use crate::components::form::{Field, TextField};
use crate::components::section::Section;
use crate::t;

#[component]
fn NameField(id: &'static str) -> impl IntoView {
    view! {
        <TextField
            id
            label=t!("tools-name")
            name="name"
            note=t!("tools-name-note")
            maxlength=24
            verbatim=true
            required=true
        />
    }
}

#[component]
pub fn AddServer() -> impl IntoView {
    view! {
        <Section id="tools-add-mcp" title=t!("tools-add-mcp") about=t!("tools-add-mcp-about")>
            <form class="tools-add" method="post" action="/settings/tools/mcp">
                <NameField id="tools-mcp-name" />
                <TextField
                    id="tools-mcp-url"
                    label=t!("tools-address")
                    name="url"
                    kind="url"
                    placeholder="https://crm.example/mcp".to_owned()
                    required=true
                />
                <TextField
                    id="tools-mcp-token"
                    label=t!("tools-token")
                    name="token"
                    kind="password"
                    note=t!("tools-token-note")
                    autocomplete="off"
                />
                <TextField
                    id="tools-mcp-issuer"
                    label=t!("tools-issuer")
                    name="issuer"
                    kind="url"
                    note=t!("tools-issuer-note")
                />
                <p class="row">
                    <button class="button" data-kind="primary">
                        {t!("tools-add")}
                    </button>
                </p>
            </form>
            <p class="muted small">{t!("tools-programs")}</p>
        </Section>
    }
    .into_any()
}

#[component]
pub fn AddApi() -> impl IntoView {
    view! {
        <Section id="tools-add-api" title=t!("tools-add-api") about=t!("tools-add-api-about")>
            <form class="tools-add" method="post" action="/settings/tools/api" enctype="multipart/form-data">
                <NameField id="tools-api-name" />
                <TextField
                    id="tools-api-url"
                    label=t!("tools-description-address")
                    name="url"
                    kind="url"
                    placeholder="https://orders.example/openapi.json".to_owned()
                />
                <Field id="tools-api-file" label=t!("tools-description-file")>
                    <input
                        id="tools-api-file"
                        name="file"
                        type="file"
                        accept=".json,.yaml,.yml,application/json,application/yaml"
                        aria-describedby="tools-api-file-hint"
                    />
                    <small id="tools-api-file-hint">{t!("tools-description-file-note")}</small>
                </Field>
                <TextField
                    id="tools-api-base"
                    label=t!("tools-base-url")
                    name="baseUrl"
                    kind="url"
                    note=t!("tools-base-url-note")
                />
                <TextField
                    id="tools-api-key"
                    label=t!("tools-key")
                    name="key"
                    kind="password"
                    note=t!("tools-token-note")
                    autocomplete="off"
                />
                <TextField
                    id="tools-api-header"
                    label=t!("tools-key-header")
                    name="keyHeader"
                    note=t!("tools-key-header-note")
                    verbatim=true
                />
                <p class="row">
                    <button class="button" data-kind="primary">
                        {t!("tools-add")}
                    </button>
                </p>
            </form>
        </Section>
    }
    .into_any()
}
