//! Plumbline's nouns, the seam between browser and server, and the pages: compiled once for each side.

pub mod api;
pub mod components;
pub mod error;
pub mod live;
pub mod model;
pub mod pages;
pub mod wire;

use components::frame::icon::SPRITE;
use components::frame::keys::KeySheet;
use components::frame::top_bar::TopBar;
use leptos::prelude::*;
use leptos_meta::{MetaTags, Title, provide_meta_context};
use leptos_router::SsrMode;
use leptos_router::components::{ParentRoute, Route, Router, Routes};
use leptos_router::path;
use live::{Frame, THEME_SCRIPT, TIP};
use pages::accounts::{AccountPage, AccountsPage, JoinPage, SignInPage};
use pages::analysis::AnalysisPage;
use pages::audit::AuditPage;
use pages::compare::ComparePage;
use pages::desk::{ConversationPage, DeskFrame, EmptyDesk};
use pages::import::{ImportPage, UploadPage};
use pages::not_found::NotFound;
use pages::pipeline::PipelinePage;
use pages::privacy::{EraseView, PrivacyView, SentView};
use pages::record::RecordPage;
use pages::review::{NothingOpened, ReviewFrame, SessionPage};
use pages::settings::SettingsPage;
use pages::shared::SharedPage;
use pages::support::{CallPage, SupportPage};
use pages::words::WordsPage;

/// The document around [`App`]: what the server sends and the browser never draws again.
pub fn shell(options: LeptosOptions) -> impl IntoView {
    let style = format!("/{}/{}.css", options.site_pkg_dir, options.output_name);
    view! {
        <!DOCTYPE html>
        <html lang="en">
            <head>
                <meta charset="utf-8" />
                <meta name="viewport" content="width=device-width, initial-scale=1" />
                <meta name="color-scheme" content="light dark" />
                <script nonce=leptos::nonce::use_nonce()>{THEME_SCRIPT}</script>
                <link rel="stylesheet" href=style />
                <link rel="icon" href="/favicon.ico" sizes="16x16 32x32 48x48" />
                <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
                <AutoReload options=options.clone() />
                <HydrationScripts options />
                <MetaTags />
            </head>
            <body>
                <App />
                <svg class="sprite" width="0" height="0" aria-hidden="true" inner_html=SPRITE></svg>
                // Its words are the names of the marks, which are read out as such.
                <div class="tip" id=TIP aria-hidden="true" hidden></div>
            </body>
        </html>
    }
}

/// Every page. `SsrMode::Async`: the whole page comes at once, so that it reads without scripts.
#[component]
pub fn App() -> impl IntoView {
    provide_meta_context();
    let frame = Frame::new();
    provide_context(frame);
    live::open_frame(frame);
    let desk = pages::provide_desk();
    let who = pages::provide_who();
    view! {
        <Title formatter=page_title />
        <Router>
            <a class="skip-link" href="#main" rel="external">
                "Skip to content"
            </a>
            <TopBar
                frame
                as_of=move || view! { <pages::AsOf desk /> }
                waiting=move || view! { <pages::WaitingForYou frame /> }
                who=move || view! { <pages::WhoIs who /> }
            />
            <Routes fallback=NotFound>
                <ParentRoute path=path!("") view=DeskFrame ssr=SsrMode::Async>
                    <Route path=path!("") view=EmptyDesk ssr=SsrMode::Async />
                    <Route path=path!("c/:id") view=ConversationPage ssr=SsrMode::Async />
                </ParentRoute>
                <Route path=path!("s/:token") view=SharedPage ssr=SsrMode::Async />
                <Route path=path!("sign-in") view=SignInPage ssr=SsrMode::Async />
                <Route path=path!("join/:token") view=JoinPage ssr=SsrMode::Async />
                <Route path=path!("account") view=AccountPage ssr=SsrMode::Async />
                <Route path=path!("accounts") view=AccountsPage ssr=SsrMode::Async />
                <Route path=path!("analysis") view=AnalysisPage ssr=SsrMode::Async />
                <Route path=path!("compare") view=ComparePage ssr=SsrMode::Async />
                <Route path=path!("pipeline") view=PipelinePage ssr=SsrMode::Async />
                <Route path=path!("support") view=SupportPage ssr=SsrMode::Async />
                <Route path=path!("support/:id") view=CallPage ssr=SsrMode::Async />
                <ParentRoute path=path!("review") view=ReviewFrame ssr=SsrMode::Async>
                    <Route path=path!("") view=NothingOpened ssr=SsrMode::Async />
                    <Route path=path!(":id") view=SessionPage ssr=SsrMode::Async />
                </ParentRoute>
                <Route path=path!("import") view=ImportPage ssr=SsrMode::Async />
                <Route path=path!("import/:id") view=UploadPage ssr=SsrMode::Async />
                <Route path=path!("settings/words") view=WordsPage ssr=SsrMode::Async />
                <Route path=path!("settings/audit") view=AuditPage ssr=SsrMode::Async />
                <Route path=path!("settings/privacy/erase/:id") view=EraseView ssr=SsrMode::Async />
                <Route path=path!("settings/privacy") view=PrivacyView ssr=SsrMode::Async />
                <Route path=path!("runs/:id/sent") view=SentView ssr=SsrMode::Async />
                <Route path=path!("settings") view=SettingsPage ssr=SsrMode::Async />
                <Route path=path!("records/:kind/:id") view=RecordPage ssr=SsrMode::Async />
            </Routes>
            <KeySheet frame />
        </Router>
    }
}

fn page_title(page: String) -> String {
    if page.is_empty() { "Plumbline".to_owned() } else { format!("{page} · Plumbline") }
}
