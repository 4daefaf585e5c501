//! Requests from a page to the server. Below the typed interface they are a single kind of resource, so that the code
//! for requesting, waiting and reading embedded data is in the browser's module once, not once per type.

use std::any::Any;
use std::convert::Infallible;
use std::marker::PhantomData;
use std::pin::Pin;
use std::sync::Arc;

use codee::{Decoder, Encoder};
use leptos::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::AppError;
use crate::wire;

/// A request. Awaiting it gives the answer.
pub struct Load<T> {
    asked: Resource<Answer, ByPage>,
    of: PhantomData<fn() -> T>,
}

/// A request that may fail.
pub type Loaded<T> = Load<Result<T, AppError>>;

impl<T> Clone for Load<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Load<T> {}

/// Requests something, and again whenever its `source` changes.
pub fn load<S, T, F>(
    source: impl Fn() -> S + Send + Sync + 'static,
    fetcher: impl Fn(S) -> F + Send + Sync + 'static,
) -> Load<T>
where
    S: PartialEq + Clone + Send + Sync + 'static,
    T: Serialize + DeserializeOwned + Send + Sync + 'static,
    F: Future<Output = T> + Send + 'static,
{
    let source: Box<dyn Fn() -> Source + Send + Sync> = Box::new(move || Source::new(source()));
    let fetcher: Box<dyn Fn(Source) -> Coming<Answer> + Send + Sync> = Box::new(move |source| {
        let coming = source.value.downcast_ref::<S>().cloned().map(&fetcher);
        Box::pin(async move {
            match coming {
                Some(coming) => Answer::new(coming.await),
                None => std::future::pending().await,
            }
        })
    });
    Load { asked: Resource::new_with_options(source, fetcher, false), of: PhantomData }
}

/// The result of a request, as rendered by `coming`; `fallback` until it first arrives.
pub fn shown<F, V>(fallback: ViewFn, coming: impl Fn() -> F + Send + Sync + 'static) -> AnyView
where
    F: Future<Output = V> + Send + 'static,
    V: IntoAny,
{
    let coming = move || -> Coming<AnyView> {
        let coming = coming();
        Box::pin(async move { coming.await.into_any() })
    };
    transition(fallback, Box::new(coming))
}

/// Likewise, with nothing until then.
pub fn awaited<F, V>(coming: impl Fn() -> F + Send + Sync + 'static) -> AnyView
where
    F: Future<Output = V> + Send + 'static,
    V: IntoAny,
{
    shown(ViewFn::default(), coming)
}

fn transition(fallback: ViewFn, coming: Box<dyn Fn() -> Coming<AnyView> + Send + Sync>) -> AnyView {
    view! { <Transition fallback=move || fallback.run()>{move || Suspend::new(coming())}</Transition> }.into_any()
}

/// A future answer.
pub type Coming<T> = Pin<Box<dyn Future<Output = T> + Send>>;
type Anything = dyn Any + Send + Sync;

impl<T: DeserializeOwned + Clone + Send + Sync + 'static> IntoFuture for Load<T> {
    type Output = T;
    type IntoFuture = Coming<T>;

    fn into_future(self) -> Coming<T> {
        let asked = self.asked.into_future();
        Box::pin(async move {
            let answer = match asked.await {
                Answer::Value { value, .. } => value.downcast_ref::<T>().cloned(),
                Answer::Text(text) => wire::read(&text)
                    .inspect_err(|error| leptos::logging::error!("what came with the page cannot be read: {error}"))
                    .ok(),
            };
            match answer {
                Some(answer) => answer,
                // The page stays unchanged.
                None => std::future::pending().await,
            }
        })
    }
}

/// The key of a request.
#[derive(Clone)]
struct Source {
    value: Arc<Anything>,
    equals: fn(&Anything, &Anything) -> bool,
}

impl Source {
    fn new<S: PartialEq + Send + Sync + 'static>(value: S) -> Self {
        Self { value: Arc::new(value), equals: |a, b| a.downcast_ref::<S>() == b.downcast_ref::<S>() }
    }
}

impl PartialEq for Source {
    fn eq(&self, other: &Self) -> bool {
        (self.equals)(&*self.value, &*other.value)
    }
}

#[derive(Clone)]
enum Answer {
    /// As received from the server, or computed there.
    Value {
        value: Arc<Anything>,
        #[cfg(feature = "ssr")]
        encode: fn(&Anything) -> Result<String, serde_json::Error>,
    },
    /// As embedded in the page.
    Text(Arc<str>),
}

impl Answer {
    fn new<T: Serialize + Send + Sync + 'static>(value: T) -> Self {
        Self::Value {
            value: Arc::new(value),
            #[cfg(feature = "ssr")]
            encode: |value| serde_json::to_string(&value.downcast_ref::<T>()),
        }
    }
}

/// The codec for answers embedded in pages: JSON, which is parsed when awaited.
struct ByPage;

impl Encoder<Answer> for ByPage {
    type Error = serde_json::Error;
    type Encoded = String;

    fn encode(answer: &Answer) -> Result<String, Self::Error> {
        match answer {
            #[cfg(feature = "ssr")]
            Answer::Value { value, encode } => encode(&**value),
            // Browsers render no pages.
            #[cfg(not(feature = "ssr"))]
            Answer::Value { .. } => Ok(String::new()),
            Answer::Text(text) => Ok(text.as_ref().to_owned()),
        }
    }
}

impl Decoder<Answer> for ByPage {
    type Error = Infallible;
    type Encoded = str;

    fn decode(text: &str) -> Result<Answer, Infallible> {
        Ok(Answer::Text(text.into()))
    }
}
