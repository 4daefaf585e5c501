//! A short name for a browser, so that people recognise their sign-ins. Nothing else of its user agent is stored.

/// Markers in user agents; specific ones come before the general ones that the same browsers also send.
const BROWSERS: [(&str, &str); 9] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Vivaldi/", "Vivaldi"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];

const SYSTEMS: [(&str, &str); 8] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
    ("BSD", "BSD"),
];

/// "Firefox, Linux" from a `User-Agent` header; `None` if neither is recognised.
pub fn in_short(agent: &str) -> Option<String> {
    let first =
        |of: &[(&'static str, &'static str)]| of.iter().find(|(mark, _)| agent.contains(mark)).map(|(_, is)| *is);
    match (first(&BROWSERS), first(&SYSTEMS)) {
        (Some(browser), Some(system)) => Some(format!("{browser}, {system}")),
        (one, other) => one.or(other).map(str::to_owned),
    }
}

#[cfg(test)]
mod tests {
    use super::in_short;

    #[test]
    fn a_browser_is_known_by_its_marks() {
        for (agent, short) in [
            ("Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", Some("Firefox, Linux")),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 \
                 Safari/537.36 Edg/142.0.0.0",
                Some("Edge, Windows"),
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) \
                 Version/18.6 Safari/605.1.15",
                Some("Safari, macOS"),
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \
                 CriOS/142.0 Mobile/15E148 Safari/604.1",
                Some("Chrome, iPhone"),
            ),
            ("<script>alert(1)</script>", None),
        ] {
            assert_eq!(in_short(agent).as_deref(), short, "{agent}");
        }
    }
}
