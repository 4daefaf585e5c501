//! External references in a page or a file: links, images, scripts, forms with an address on another host, and
//! `javascript:`. Tags are parsed as in a browser, so text about a link does not count.

use anyhow::Result;
use regex::Regex;

/// Attributes with an address.
const ADDRESSES: [&str; 10] =
    ["href", "src", "srcset", "action", "formaction", "poster", "data", "background", "ping", "xlink:href"];

/// Prefixes of external addresses.
const ELSEWHERE: [&str; 7] = ["http:", "https:", "//", "javascript:", "vbscript:", "data:", "ftp:"];

/// External addresses in a page's tags.
pub fn elsewhere(html: &str) -> Result<Vec<String>> {
    let tags = Regex::new(r#"<[a-zA-Z](?:[^<>"']|"[^"]*"|'[^']*')*>"#)?;
    let attributes = Regex::new(r#"([a-zA-Z:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))"#)?;
    let mut found = Vec::new();
    for tag in tags.find_iter(html) {
        for attribute in attributes.captures_iter(tag.as_str()) {
            let name = attribute[1].to_ascii_lowercase();
            let value = (2..=4).find_map(|n| attribute.get(n)).map_or("", |value| value.as_str());
            let address: String = value.chars().filter(|c| !c.is_whitespace() && !c.is_control()).collect();
            let address = address.to_ascii_lowercase();
            // A table in the file itself, for saving.
            let table = address.starts_with("data:text/csv;");
            let elsewhere = !table && ELSEWHERE.iter().any(|begin| address.starts_with(begin));
            let leads = elsewhere && ADDRESSES.contains(&name.as_str());
            let handles = name.starts_with("on") && name.len() > 4 && !name.contains([':', '-']);
            if leads || handles {
                found.push(format!("{name}={value}"));
            }
        }
    }
    Ok(found)
}

/// The same for a Markdown file: what would be rendered as a link, an image or an element.
pub fn in_markdown(text: &str) -> Vec<String> {
    let marks = ["](", "]:", "://", "<", "www."];
    let lines = text.lines().filter(|line| marks.iter().any(|mark| line.contains(mark)));
    lines.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_lead_elsewhere_and_words_do_not() {
        for html in [
            r#"<a href="https://evil.example/">x</a>"#,
            "<img src='//evil.example/p.png'>",
            "<img alt=x src=http://evil.example>",
            r#"<a class="b" href=" java
script:alert(1)">x</a>"#,
            r#"<p onclick="x()">y</p>"#,
        ] {
            assert_eq!(elsewhere(html).unwrap().len(), 1, "{html}");
        }
        for html in [
            r#"<a href="/records/communication/comm-1">https://evil.example</a>"#,
            r#"<svg xmlns="http://www.w3.org/2000/svg"><use href="https-none"></use></svg>"#,
            r#"<p aria-label="see href=https://evil.example">&lt;img src="https://evil.example"&gt;</p>"#,
            r##"<a href="#source-1">1</a>"##,
        ] {
            assert_eq!(elsewhere(html).unwrap(), Vec::<String>::new(), "{html}");
        }
        assert_eq!(in_markdown("a [1]\n![x](y)\nhttps:\\//z\nhttps://z").len(), 2);
    }
}
