//! Rate limits and budgets per caller: calls, questions and sign-in attempts per minute, and the cost of questions per
//! day. Counts per minute are in memory and per process; those per day are in the store.

pub mod standing;

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use arc_swap::ArcSwap;
use governor::clock::{Clock, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{Quota, RateLimiter};
use model::error::AppError;
use model::number::whole;
use standing::{LimitUsage, MINUTE_S, note};

use crate::auth::Caller;
use crate::config::ServerSettings;
use crate::store::{Db, metrics};

/// After this many counts, callers inactive for long are forgotten.
const TIDY_EVERY: u32 = 1024;

/// Most event streams per caller: some pages, each with a run or two.
const STREAMS: usize = 20;

/// A day in milliseconds.
const DAY_MS: i64 = 24 * 3600 * 1000;

/// The limits of all callers.
pub struct Limits {
    sign_in: Option<Rate>,
    ask: Option<Rate>,
    calls: Option<Rate>,
    /// Open event streams per caller.
    streams: Mutex<HashMap<String, usize>>,
    /// Tokens and US dollars per user and UTC day; 0 for unlimited.
    budgets: ArcSwap<(u64, f64)>,
}

/// A rate per minute, counted per key.
struct Rate {
    name: &'static str,
    limiter: RateLimiter<String, DefaultKeyedStateStore<String>, DefaultClock, StateInformationMiddleware>,
    counted: AtomicU32,
    a_minute: u32,
}

impl Rate {
    /// `None` if unlimited.
    fn of(name: &'static str, a_minute: u32) -> Option<Self> {
        let limiter = RateLimiter::keyed(Quota::per_minute(NonZeroU32::new(a_minute)?)).with_middleware();
        Some(Self { name, limiter, counted: AtomicU32::new(0), a_minute })
    }

    /// Counts one; if that exceeds the limit, returns the seconds until the next is allowed.
    fn take(&self, key: &str) -> Result<(), u64> {
        if self.counted.fetch_add(1, Ordering::Relaxed).is_multiple_of(TIDY_EVERY) {
            self.limiter.retain_recent();
        }
        let now = DefaultClock::default().now();
        let (remaining, waits) = match self.limiter.check_key(&key.to_owned()) {
            Ok(state) => (state.remaining_burst_capacity(), None),
            Err(until) => (0, Some(until.wait_time_from(now).as_secs() + 1)),
        };
        let (name, quota, window_s) = (self.name, u64::from(self.a_minute), MINUTE_S);
        note(LimitUsage::refilling(name, quota, remaining.into(), window_s));
        waits.map_or(Ok(()), Err)
    }
}

impl Limits {
    pub fn new(settings: &ServerSettings) -> Self {
        Self {
            sign_in: Rate::of("sign-in", settings.rate_sign_in.value),
            ask: Rate::of("questions", settings.rate_ask.value),
            calls: Rate::of("calls", settings.rate_calls.value),
            streams: Mutex::default(),
            budgets: ArcSwap::from_pointee((settings.day_tokens.value, settings.day_cost_usd.value)),
        }
    }

    /// Budgets from now on.
    pub fn set_budgets(&self, settings: &ServerSettings) {
        self.budgets.store(Arc::new((settings.day_tokens.value, settings.day_cost_usd.value)));
    }

    /// Tokens and US dollars per user and UTC day; 0 for unlimited.
    pub fn day(&self) -> (u64, f64) {
        **self.budgets.load()
    }

    /// Counts a call of any kind.
    ///
    /// # Errors
    /// `TooMany`, as for all of these.
    pub fn call(&self, caller: Option<&Caller>, address: Option<IpAddr>) -> Result<(), AppError> {
        check(self.calls.as_ref(), counted(caller, address), "calls")
    }

    /// Counts a sign-in attempt or an invalid token. By address, whatever name is claimed, on this machine too.
    pub fn sign_in(&self, address: Option<IpAddr>) -> Result<(), AppError> {
        let key = address.map_or_else(|| "unknown".to_owned(), network);
        check(self.sign_in.as_ref(), Some(key), "attempts to sign in")
    }

    /// Counts an event stream while the returned value is kept.
    pub fn stream(self: &Arc<Self>, caller: Option<&Caller>, address: Option<IpAddr>) -> Result<Stream, AppError> {
        let Some(key) = counted(caller, address) else { return Ok(Stream(None)) };
        let mut open = self.streams.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(key.clone()).or_default();
        if *count >= STREAMS {
            let detail = format!("{STREAMS} streams of events are open already. Close one, or read the run by its id.");
            return Err(AppError::TooMany { detail, retry_after_s: 5 });
        }
        *count += 1;
        Ok(Stream(Some((self.clone(), key))))
    }

    /// Counts a question.
    pub fn ask(&self, caller: &Caller) -> Result<(), AppError> {
        let address = caller.address.as_deref().and_then(|address| address.parse().ok());
        check(self.ask.as_ref(), counted(Some(caller), address), "questions")
    }

    /// Whether a user may spend more on the UTC day of `now` (UTC milliseconds). The cost of unfinished runs is not yet
    /// known, so concurrent runs may exceed the budget.
    pub async fn budget(&self, db: &Db, user: &str, now: i64) -> Result<(), AppError> {
        let (day_tokens, day_cost_usd) = self.day();
        if day_tokens == 0 && day_cost_usd <= 0.0 {
            return Ok(());
        }
        let left = DAY_MS - now.rem_euclid(DAY_MS);
        let (tokens, cost) = metrics::spent(db, user, now + left - DAY_MS).await?;
        if day_tokens > 0 {
            note(LimitUsage::of_tokens(day_tokens, u64::try_from(tokens).unwrap_or_default(), left / 1000));
        }
        let used = if day_tokens > 0 && tokens >= i64::try_from(day_tokens).unwrap_or(i64::MAX) {
            format!("{} tokens", whole(i64::try_from(day_tokens).unwrap_or(i64::MAX)))
        } else if day_cost_usd > 0.0 && cost >= day_cost_usd {
            format!("{:.2} US dollars", day_cost_usd)
        } else {
            return Ok(());
        };
        Err(AppError::TooMany {
            detail: format!("You have used today's {used}. It starts again at midnight UTC."),
            retry_after_s: u64::try_from(left / 1000).unwrap_or_default() + 1,
        })
    }
}

/// A counted event stream.
pub struct Stream(Option<(Arc<Limits>, String)>);

impl Drop for Stream {
    fn drop(&mut self) {
        let Some((limits, key)) = &self.0 else { return };
        let mut open = limits.streams.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(key) {
            *count -= 1;
            if *count == 0 {
                open.remove(key);
            }
        }
    }
}

/// The key for counting a caller: an account's name, otherwise the address. `None` for the local user without an
/// account, who is never locked out of their own desk.
fn counted(caller: Option<&Caller>, address: Option<IpAddr>) -> Option<String> {
    if let Some(account) = caller.and_then(|known| known.account.as_deref()) {
        return Some(format!("account {account}"));
    }
    let local = caller.is_some_and(|known| known.name == "local");
    match address {
        Some(address) if local && address.is_loopback() => None,
        Some(address) => Some(network(address)),
        None => (!local).then(|| "unknown".to_owned()),
    }
}

/// The part of an address by which clients are counted: for IPv6 only the first half, since one subscriber has all
/// addresses that share it.
fn network(address: IpAddr) -> String {
    match address {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).to_string()
        }
    }
}

fn check(rate: Option<&Rate>, key: Option<String>, what: &str) -> Result<(), AppError> {
    let (Some(rate), Some(key)) = (rate, key) else { return Ok(()) };
    rate.take(&key).map_err(|seconds| AppError::TooMany {
        detail: format!("At most {} {what} a minute are let through. Try again in {seconds} s.", rate.a_minute),
        retry_after_s: seconds,
    })
}

#[cfg(test)]
mod tests {
    use model::account::Role;

    use super::*;

    fn account(name: &str) -> Caller {
        Caller { account: Some(name.into()), name: name.into(), ..Caller::local(Role::Manager) }
    }

    #[test]
    fn each_is_counted_apart() {
        let rate = Rate::of("calls", 2);
        let take = |key: Option<String>| check(rate.as_ref(), key, "calls");
        let (ann, bob) = (account("ann"), account("bob"));
        let far = Some("203.0.113.9".parse().unwrap());
        for _ in 0..2 {
            assert!(take(counted(Some(&ann), far)).is_ok());
        }
        let refused = take(counted(Some(&ann), None));
        assert!(matches!(refused, Err(AppError::TooMany { retry_after_s: 1..=31, .. })), "{refused:?}");
        assert!(take(counted(Some(&bob), far)).is_ok());
        assert!(take(counted(None, far)).is_ok());
        assert!(Rate::of("calls", 0).is_none());
    }

    #[test]
    fn so_many_streams_are_open_at_once() {
        let settings = crate::config::Config::gather(&Default::default(), |_| None, std::path::Path::new("")).unwrap();
        let limits = Arc::new(Limits::new(&settings.server));
        let ann = account("ann");
        let mut open: Vec<Stream> = (0..STREAMS).map(|_| limits.stream(Some(&ann), None).unwrap()).collect();
        assert!(matches!(limits.stream(Some(&ann), None), Err(AppError::TooMany { .. })));
        assert!(limits.stream(Some(&account("bob")), None).is_ok());
        open.pop();
        assert!(limits.stream(Some(&ann), None).is_ok());
        drop(open);
        assert!(limits.streams.lock().unwrap().is_empty());
    }

    #[test]
    fn this_machine_without_accounts_is_not_counted() {
        let (here, far) = (Some("::1".parse().unwrap()), Some("2001:db8:1:2:3:4:5:6".parse().unwrap()));
        let local = Caller::local(Role::Admin);
        assert_eq!(counted(Some(&local), here), None);
        assert_eq!(counted(Some(&local), None), None);
        assert_eq!(counted(Some(&local), far).as_deref(), Some("2001:db8:1:2::"));
        // Once there are accounts, callers without one are anonymous here too.
        assert_eq!(counted(None, here).as_deref(), Some("::"));
    }
}
