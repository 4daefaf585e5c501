//! The parts that the browser's half comes in. What the desk's first page needs comes at once; the pages that show a
//! conversation, and all others, are a part each, fetched when one of them is opened, and otherwise once the first page is
//! alive: a page that is left open over an upgrade has what it needs.
//!
//! `frontend/bindgen` cuts the module along these two functions: nothing else may name these pages.

use std::time::Duration;

use leptos::prelude::*;
use leptos::wasm_split::{SplitLoaderError, wasm_split};
use leptos_router::ChooseView;
use leptos_router::hooks::use_url;

use crate::live;
use crate::pages::accounts::{AccountPage, AccountsPage, JoinPage, SignInPage};
use crate::pages::analysis::AnalysisPage;
use crate::pages::audit::AuditPage;
use crate::pages::compare::ComparePage;
use crate::pages::desk::ConversationPage;
use crate::pages::import::{ImportPage, UploadPage};
use crate::pages::memory::MemoryPage;
use crate::pages::pipeline::PipelinePage;
use crate::pages::privacy::{EraseView, PrivacyView, SentView};
use crate::pages::quality::{QualityPage, TwoRunsPage};
use crate::pages::record::RecordPage;
use crate::pages::review::{NothingOpened, ReviewFrame, SessionPage};
use crate::pages::settings::SettingsPage;
use crate::pages::shared::SharedPage;
use crate::pages::support::{CallPage, SupportPage};
use crate::pages::usage::UsagePage;
use crate::pages::words::WordsPage;

/// How often is looked whether the first page is alive, and the parts that it did without can be fetched.
const FETCHED: Duration = Duration::from_millis(200);

/// A page that comes in a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LazyPage {
    Conversation,
    Shared,
    SignIn,
    Join,
    Account,
    Accounts,
    Analysis,
    Compare,
    Pipeline,
    Support,
    Call,
    Review,
    NothingOpened,
    Session,
    Quality,
    TwoRuns,
    Import,
    Upload,
    Words,
    Memory,
    Audit,
    Erase,
    Privacy,
    Sent,
    Settings,
    Usage,
    Record,
}

#[wasm_split(conversation, wasm_split_path = leptos::wasm_split, fallible, preload(fetch_conversation))]
fn conversation(page: LazyPage) -> Result<AnyView, SplitLoaderError> {
    Ok(match page {
        LazyPage::Shared => view! { <SharedPage /> }.into_any(),
        _ => view! { <ConversationPage /> }.into_any(),
    })
}

#[wasm_split(others, wasm_split_path = leptos::wasm_split, fallible, preload(fetch_others))]
fn other(page: LazyPage) -> Result<AnyView, SplitLoaderError> {
    Ok(match page {
        LazyPage::Conversation | LazyPage::Shared => ().into_any(),
        LazyPage::SignIn => view! { <SignInPage /> }.into_any(),
        LazyPage::Join => view! { <JoinPage /> }.into_any(),
        LazyPage::Account => view! { <AccountPage /> }.into_any(),
        LazyPage::Accounts => view! { <AccountsPage /> }.into_any(),
        LazyPage::Analysis => view! { <AnalysisPage /> }.into_any(),
        LazyPage::Compare => view! { <ComparePage /> }.into_any(),
        LazyPage::Pipeline => view! { <PipelinePage /> }.into_any(),
        LazyPage::Support => view! { <SupportPage /> }.into_any(),
        LazyPage::Call => view! { <CallPage /> }.into_any(),
        LazyPage::Review => view! { <ReviewFrame /> }.into_any(),
        LazyPage::NothingOpened => view! { <NothingOpened /> }.into_any(),
        LazyPage::Session => view! { <SessionPage /> }.into_any(),
        LazyPage::Quality => view! { <QualityPage /> }.into_any(),
        LazyPage::TwoRuns => view! { <TwoRunsPage /> }.into_any(),
        LazyPage::Import => view! { <ImportPage /> }.into_any(),
        LazyPage::Upload => view! { <UploadPage /> }.into_any(),
        LazyPage::Words => view! { <WordsPage /> }.into_any(),
        LazyPage::Memory => view! { <MemoryPage /> }.into_any(),
        LazyPage::Audit => view! { <AuditPage /> }.into_any(),
        LazyPage::Erase => view! { <EraseView /> }.into_any(),
        LazyPage::Privacy => view! { <PrivacyView /> }.into_any(),
        LazyPage::Sent => view! { <SentView /> }.into_any(),
        LazyPage::Settings => view! { <SettingsPage /> }.into_any(),
        LazyPage::Usage => view! { <UsagePage /> }.into_any(),
        LazyPage::Record => view! { <RecordPage /> }.into_any(),
    })
}

impl LazyPage {
    const fn shows_a_conversation(self) -> bool {
        matches!(self, Self::Conversation | Self::Shared)
    }

    async fn fetch(self) -> Result<(), SplitLoaderError> {
        if self.shows_a_conversation() { fetch_conversation().await } else { fetch_others().await }
    }
}

impl ChooseView for LazyPage {
    async fn choose(self) -> AnyView {
        // Named on the page that the server sends, so that the browser fetches the part beside the first one.
        #[cfg(feature = "ssr")]
        leptos::prefetch_lazy_fn_on_server(if self.shows_a_conversation() { "conversation" } else { "others" });
        let wanted = use_url().with_untracked(|url| format!("{}{}", url.path(), url.search_params().to_query_string()));
        let page = if self.shows_a_conversation() { conversation(self).await } else { other(self).await };
        match page {
            Ok(page) => page,
            Err(_) => {
                live::open(&wanted);
                std::future::pending().await
            }
        }
    }

    async fn preload(&self) {
        let is_first = Owner::current_shared_context().is_some_and(|shared| shared.during_hydration());
        // The first page stays as the server sent it, which reads without scripts: opened again it would be no better. For
        // any other `choose` turns to the server.
        if self.fetch().await.is_err() && is_first {
            std::future::pending().await
        }
    }
}

/// Fetches all parts, in the browser, once the first page is alive: before, they would only hold it up.
pub fn fetch_all() {
    let shared = Owner::current_shared_context();
    live::every(FETCHED, move |stop| {
        if shared.as_ref().is_some_and(|shared| shared.during_hydration()) {
            return;
        }
        stop.run(());
        leptos::task::spawn_local(async {
            for page in [LazyPage::Conversation, LazyPage::Analysis] {
                let _ = page.fetch().await;
            }
        });
    });
}
