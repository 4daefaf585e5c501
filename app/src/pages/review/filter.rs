//! The filters of the list, as in the address.

use leptos_router::params::ParamsMap;

use crate::components::words::segment;
use crate::model::review::ReviewFilter;

/// Sessions per page of the list.
pub const PAGE: i64 = 50;

/// The default order.
const DEFAULT_SORT: &str = "risk";

/// Parses the filters. Invalid fields are ignored; the server validates the rest.
pub fn from_query(query: &ParamsMap) -> ReviewFilter {
    let text = |name: &str| query.get(name).map(|v| v.trim().to_owned()).filter(|v| !v.is_empty());
    let offset = text("offset").and_then(|v| v.parse().ok()).filter(|n: &i64| *n > 0);
    ReviewFilter {
        q: text("q"),
        from: text("from").and_then(|v| v.parse().ok()),
        to: text("to").and_then(|v| v.parse().ok()),
        user_id: text("userId"),
        status: text("status"),
        rating: text("rating"),
        tool: text("tool"),
        error: text("error").map(|v| v == "true").filter(|on| *on),
        min_tokens: text("minTokens").and_then(|v| v.parse().ok()).filter(|n| *n > 0),
        group: text("group"),
        only: text("only"),
        sort: text("sort").or_else(|| Some(DEFAULT_SORT.to_owned())),
        limit: Some(PAGE),
        offset,
    }
}

/// Serialises the filters, with the question mark; empty if there are none.
pub fn to_query(filter: &ReviewFilter) -> String {
    let fields = [
        ("q", filter.q.clone()),
        ("from", filter.from.map(|d| d.to_string())),
        ("to", filter.to.map(|d| d.to_string())),
        ("userId", filter.user_id.clone()),
        ("status", filter.status.clone()),
        ("rating", filter.rating.clone()),
        ("tool", filter.tool.clone()),
        ("error", filter.error.filter(|on| *on).map(|_| "true".to_owned())),
        ("minTokens", filter.min_tokens.map(|n| n.to_string())),
        ("group", filter.group.clone()),
        ("only", filter.only.clone()),
        ("sort", filter.sort.clone().filter(|s| s != DEFAULT_SORT)),
        ("offset", filter.offset.filter(|n| *n > 0).map(|n| n.to_string())),
    ];
    let parts: Vec<String> =
        fields.into_iter().filter_map(|(name, value)| Some(format!("{name}={}", segment(&value?)))).collect();
    if parts.is_empty() { String::new() } else { format!("?{}", parts.join("&")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(pairs: &[(&str, &str)]) -> ParamsMap {
        pairs.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect()
    }

    #[test]
    fn the_address_keeps_what_was_chosen() {
        let pairs =
            [("q", "log in & out"), ("from", "2026-01-02"), ("error", "true"), ("sort", "slowest"), ("offset", "50")];
        let filter = from_query(&query(&pairs));
        assert_eq!(filter.from, "2026-01-02".parse().ok());
        assert_eq!(to_query(&filter), "?q=log%20in%20%26%20out&from=2026-01-02&error=true&sort=slowest&offset=50");
    }

    #[test]
    fn empty_and_wrong_fields_do_not_filter() {
        let pairs = [("q", "  "), ("from", "yesterday"), ("minTokens", "-4"), ("sort", "risk"), ("offset", "x")];
        let filter = from_query(&query(&pairs));
        assert_eq!(to_query(&filter), "");
        assert_eq!(filter.set_count(), 0);
    }
}
