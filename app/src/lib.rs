//! Plumbline's types, the interface between browser and server, and the pages: compiled once for each side.

pub mod api;
pub mod components;
pub mod i18n;
pub mod live;
mod load;
pub mod pages;
mod parts;

pub use ::model::{self, error, wire};

use components::frame::icon::SPRITE;
use components::frame::keys::KeySheet;
use components::frame::top_bar::TopBar;
use components::posted::is_reply;
use leptos::prelude::*;
use leptos_meta::{MetaTags, Title, provide_meta_context};
use leptos_router::SsrMode;
use leptos_router::components::{ParentRoute, Route, Router, Routes};
use leptos_router::path;
use live::{Frame, THEME_SCRIPT, TIP};
use pages::desk::DeskFrame;
use pages::not_found::NotFound;
use parts::LazyPage;

/// In the context of a page whose style and scripts are missing: the folder where they should be.
#[derive(Clone, Debug)]
pub struct NotBuilt(pub String);

/// The style of that message: above everything else.
const PLAIN: &str = "position: fixed; inset: 0 0 auto; margin: 0; padding: 1rem; background: #fff3bf; color: #000";

/// The document around [`App`], which is sent by the server and never redrawn by the browser.
pub fn shell(options: LeptosOptions) -> impl IntoView {
    let style = format!("/{}/{}.css", options.site_pkg_dir, options.output_name);
    let locale = i18n::locale();
    // The page of a posted form is not at its own address, where the browser's half would look for it.
    let is_reply = is_reply();
    let texts = format!("/{}/messages.{locale}.txt", options.site_pkg_dir);
    view! {
        <!DOCTYPE html>
        <html lang=locale.as_str() data-scripts=is_reply.then_some("off")>
            <head>
                <meta charset="utf-8" />
                <meta name="viewport" content="width=device-width, initial-scale=1" />
                <meta name="color-scheme" content="light dark" />
                <script nonce=leptos::nonce::use_nonce()>{THEME_SCRIPT}</script>
                <link rel="stylesheet" href=style />
                <link rel="preload" r#as="fetch" crossorigin="anonymous" id=i18n::messages::LINK href=texts />
                <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
                <AutoReload options=options.clone() />
                {(!is_reply).then(|| view! { <HydrationScripts options /> })}
                <MetaTags />
            </head>
            <body>
                <App />
                <svg class="sprite" width="0" height="0" aria-hidden="true" inner_html=SPRITE></svg>
                // The text consists of names of symbols, which screen readers would otherwise read out.
                <div class="tip" id=TIP aria-hidden="true" hidden></div>
                // Outside the hydrated part; it has its own style, since the style sheet may be missing.
                {use_context::<NotBuilt>().map(|NotBuilt(folder)| view! { <p role="status" style=PLAIN>{t!("not-built", folder = folder)}</p> })}
            </body>
        </html>
    }
}

/// All pages. `SsrMode::Async`: a page arrives complete, so that it is readable without scripts.
#[component]
pub fn App() -> impl IntoView {
    provide_meta_context();
    let frame = Frame::new();
    provide_context(frame);
    live::open_frame(frame);
    parts::fetch_all();
    let desk = pages::provide_desk();
    let who = pages::provide_who();
    view! {
        <Title formatter=page_title />
        <Router>
            <a class="skip-link" href="#main" rel="external">
                {t!("skip-to-content")}
            </a>
            <TopBar
                frame
                nav=move || view! { <pages::Nav desk /> }
                as_of=move || view! { <pages::AsOf desk /> }
                waiting=move || view! { <pages::WaitingForYou frame /> }
                who=move || view! { <pages::WhoIs who /> }
            />
            <Routes fallback=NotFound>
                <ParentRoute path=path!("") view=DeskFrame ssr=SsrMode::Async>
                    <Route path=path!("") view=LazyPage::Home ssr=SsrMode::Async />
                    <Route path=path!("c/:id") view=LazyPage::Conversation ssr=SsrMode::Async />
                </ParentRoute>
                <Route path=path!("s/:token") view=LazyPage::Shared ssr=SsrMode::Async />
                <Route path=path!("sign-in") view=LazyPage::SignIn ssr=SsrMode::Async />
                <Route path=path!("join/:token") view=LazyPage::Join ssr=SsrMode::Async />
                <Route path=path!("account") view=LazyPage::Account ssr=SsrMode::Async />
                <Route path=path!("accounts") view=LazyPage::Accounts ssr=SsrMode::Async />
                <Route path=path!("analysis") view=LazyPage::Analysis ssr=SsrMode::Async />
                <Route path=path!("compare") view=LazyPage::Compare ssr=SsrMode::Async />
                <Route path=path!("pipeline") view=LazyPage::Pipeline ssr=SsrMode::Async />
                <Route path=path!("support") view=LazyPage::Support ssr=SsrMode::Async />
                <Route path=path!("support/:id") view=LazyPage::Call ssr=SsrMode::Async />
                <ParentRoute path=path!("review") view=LazyPage::Review ssr=SsrMode::Async>
                    <Route path=path!("") view=LazyPage::NothingOpened ssr=SsrMode::Async />
                    <Route path=path!(":id") view=LazyPage::Session ssr=SsrMode::Async />
                </ParentRoute>
                <Route path=path!("quality") view=LazyPage::Quality ssr=SsrMode::Async />
                <Route path=path!("runs/:id/compare") view=LazyPage::TwoRuns ssr=SsrMode::Async />
                <Route path=path!("usage") view=LazyPage::Usage ssr=SsrMode::Async />
                <Route path=path!("import") view=LazyPage::Import ssr=SsrMode::Async />
                <Route path=path!("import/:id") view=LazyPage::Upload ssr=SsrMode::Async />
                <Route path=path!("settings/documents") view=LazyPage::Documents ssr=SsrMode::Async />
                <Route path=path!("settings/tools") view=LazyPage::Tools ssr=SsrMode::Async />
                <Route path=path!("settings/memory") view=LazyPage::Memory ssr=SsrMode::Async />
                <Route path=path!("settings/words") view=LazyPage::Words ssr=SsrMode::Async />
                <Route path=path!("settings/audit") view=LazyPage::Audit ssr=SsrMode::Async />
                <Route path=path!("settings/privacy/erase/:id") view=LazyPage::Erase ssr=SsrMode::Async />
                <Route path=path!("settings/privacy") view=LazyPage::Privacy ssr=SsrMode::Async />
                <Route path=path!("runs/:id/sent") view=LazyPage::Sent ssr=SsrMode::Async />
                <Route path=path!("settings/sources") view=LazyPage::Sources ssr=SsrMode::Async />
                <Route path=path!("settings/sources/:name") view=LazyPage::Source ssr=SsrMode::Async />
                <Route path=path!("settings/mail") view=LazyPage::Mail ssr=SsrMode::Async />
                <Route path=path!("settings/sign-in") view=LazyPage::Provider ssr=SsrMode::Async />
                <Route path=path!("settings") view=LazyPage::Settings ssr=SsrMode::Async />
                <Route path=path!("watches/new") view=LazyPage::NewWatch ssr=SsrMode::Async />
                <Route path=path!("watches") view=LazyPage::Watches ssr=SsrMode::Async />
                <Route path=path!("records/:kind/:id") view=LazyPage::Record ssr=SsrMode::Async />
            </Routes>
            <KeySheet frame />
        </Router>
    }
}

fn page_title(page: String) -> String {
    if page.is_empty() { "Plumbline".to_owned() } else { format!("{page} · Plumbline") }
}
