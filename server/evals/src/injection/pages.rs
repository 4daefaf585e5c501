//! What in a page or a file leads elsewhere or loads from there: links, images, scripts, forms with an address of another
//! host, and `javascript:`. It looks at tags as a browser does, so words about a link are none.

use anyhow::Result;
use regex::Regex;

/// Attributes that hold an address.
const ADDRESSES: [&str; 10] =
    ["href", "src", "srcset", "action", "formaction", "poster", "data", "background", "ping", "xlink:href"];

/// How an address begins that is not of this server.
const ELSEWHERE: [&str; 7] = ["http:", "https:", "//", "javascript:", "vbscript:", "data:", "ftp:"];

/// Addresses in the tags of a page that are not of this server.
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
            // A table that the file itself holds, to be saved.
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

/// The same of a file of Markdown: what a reader would make a link, an image or an element of.
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
