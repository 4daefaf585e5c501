//! The parts of the browser's module. What the desk's first page needs is loaded at once; all other pages, and what
//! opens beside an answer, are in a few parts, fetched when one of them is opened, and otherwise once the first page is
//! hydrated: a page left open during an upgrade has what it needs.
//!
//! `frontend/bindgen` splits the module at the functions marked `wasm_split`, here and in `pages/desk/beside.rs`:
//! nothing else may refer to what they show.

use std::time::Duration;

use leptos::prelude::*;
use leptos::wasm_split::{SplitLoaderError, wasm_split};
use leptos_router::ChooseView;
use leptos_router::hooks::use_url;

use crate::components::beside::Open;
use crate::live;
use crate::pages::accounts::{AccountPage, AccountsPage, JoinPage, SignInPage};
use crate::pages::analysis::AnalysisPage;
use crate::pages::audit::AuditPage;
use crate::pages::compare::ComparePage;
use crate::pages::desk::{ConversationPage, EmptyDesk, fetch_panel};
use crate::pages::documents::DocumentsPage;
use crate::pages::import::{ImportPage, UploadPage};
use crate::pages::memory::MemoryPage;
use crate::pages::pipeline::PipelinePage;
use crate::pages::privacy::{EraseView, PrivacyView, SentView};
use crate::pages::quality::{QualityPage, TwoRunsPage};
use crate::pages::record::RecordPage;
use crate::pages::review::{NothingOpened, ReviewFrame, SessionPage};
use crate::pages::settings::{MailPage, ProviderPage, SettingsPage};
use crate::pages::shared::SharedPage;
use crate::pages::sources::{SourcePage, SourcesPage};
use crate::pages::support::{CallPage, SupportPage};
use crate::pages::tools::ToolsPage;
use crate::pages::usage::UsagePage;
use crate::pages::watches::{NewWatchPage, WatchesPage};
use crate::pages::words::WordsPage;

/// How often to check whether the first page is hydrated, so that the remaining parts can be fetched.
const HYDRATION_POLL_INTERVAL: Duration = Duration::from_millis(200);

/// Declares each part with its pages.
macro_rules! parts {
    ($($part:ident $of:ident $name:ident $fetch:ident { $($page:ident => $view:ident,)+ })+) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Part {
            $($part,)+
        }

        impl Part {
            const ALL: &[Self] = &[$(Self::$part,)+];

            /// Its name in `frontend/bindgen`.
            #[cfg(feature = "ssr")]
            const fn name(self) -> &'static str {
                match self {
                    $(Self::$part => stringify!($name),)+
                }
            }

            async fn fetch(self) -> Result<(), SplitLoaderError> {
                match self {
                    $(Self::$part => $fetch().await,)+
                }
            }

            async fn view(self, page: LazyPage) -> Result<AnyView, SplitLoaderError> {
                match self {
                    $(Self::$part => $of(page).await,)+
                }
            }
        }

        /// A page that is not loaded completely at once.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum LazyPage {
            /// The desk before the first question, of which only what opens beside it is loaded later.
            Home,
            $($($page,)+)+
        }

        impl LazyPage {
            const fn part(self) -> Option<Part> {
                match self {
                    Self::Home => None,
                    $($(Self::$page)|+ => Some(Part::$part),)+
                }
            }
        }

        $(
            #[wasm_split($name, wasm_split_path = leptos::wasm_split, fallible, preload($fetch))]
            fn $of(page: LazyPage) -> Result<AnyView, SplitLoaderError> {
                Ok(match page {
                    $(LazyPage::$page => view! { <$view /> }.into_any(),)+
                    _ => ().into_any(),
                })
            }
        )+
    };
}

parts! {
    Records of_records records fetch_records {
        Record => RecordPage,
    }
    Conversations of_conversations conversations fetch_conversations {
        Conversation => ConversationPage,
        Shared => SharedPage,
    }
    Figures of_figures figures fetch_figures {
        Analysis => AnalysisPage,
        Compare => ComparePage,
        Pipeline => PipelinePage,
    }
    Calls of_calls calls fetch_calls {
        Support => SupportPage,
        Call => CallPage,
    }
    Reviews of_reviews reviews fetch_reviews {
        Review => ReviewFrame,
        NothingOpened => NothingOpened,
        Session => SessionPage,
        Quality => QualityPage,
        TwoRuns => TwoRunsPage,
        Usage => UsagePage,
    }
    Settings of_settings settings fetch_settings {
        SignIn => SignInPage,
        Join => JoinPage,
        Account => AccountPage,
        Accounts => AccountsPage,
        Import => ImportPage,
        Upload => UploadPage,
        Documents => DocumentsPage,
        Tools => ToolsPage,
        Words => WordsPage,
        Memory => MemoryPage,
        Audit => AuditPage,
        Erase => EraseView,
        Privacy => PrivacyView,
        Sent => SentView,
        Settings => SettingsPage,
        Mail => MailPage,
        Provider => ProviderPage,
        Watches => WatchesPage,
        NewWatch => NewWatchPage,
        Sources => SourcesPage,
        Source => SourcePage,
    }
}

impl LazyPage {
    /// Whether something is open beside the page at the current address.
    fn has_panel(self) -> bool {
        matches!(self, Self::Home | Self::Conversation)
            && use_url().with_untracked(|url| !Open::from_pairs(|name| url.search_params().get(name)).is_nothing())
    }
}

impl ChooseView for LazyPage {
    async fn choose(self) -> AnyView {
        // Named in the server's page, so that the browser fetches the parts in parallel with the first one.
        #[cfg(feature = "ssr")]
        for part in self.part().into_iter().chain(self.has_panel().then_some(Part::Records)) {
            leptos::prefetch_lazy_fn_on_server(part.name());
        }
        let wanted = use_url().with_untracked(|url| format!("{}{}", url.path(), url.search_params().to_query_string()));
        let page = match self.part() {
            None => return view! { <EmptyDesk /> }.into_any(),
            Some(part) => part.view(self).await,
        };
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
        let panel = self.has_panel();
        let page = match self.part() {
            Some(part) => part.fetch().await,
            None => Ok(()),
        };
        let panel = if panel { fetch_panel().await } else { Ok(()) };
        // The first page stays as sent by the server, readable without scripts: opening it again would not improve it.
        // For any other, `choose` requests it from the server.
        if page.and(panel).is_err() && is_first {
            std::future::pending().await
        }
    }
}

/// Fetches all parts, in the browser, once the first page is hydrated: earlier they would only delay it.
pub fn fetch_all() {
    let shared = Owner::current_shared_context();
    live::every(HYDRATION_POLL_INTERVAL, move |stop| {
        if shared.as_ref().is_some_and(|shared| shared.during_hydration()) {
            return;
        }
        stop.run(());
        leptos::task::spawn_local(async {
            for part in Part::ALL {
                let _ = part.fetch().await;
            }
            let _ = fetch_panel().await;
        });
    });
}
