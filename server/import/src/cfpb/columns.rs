//! Where each column of an export stands. Columns are found by name, because the two public forms order them
//! differently and leave different ones out; case, spaces and punctuation of a name do not matter.

use csv::ByteRecord;

/// A place in a row; `None` when the file has no such column.
type Place = Option<usize>;

/// The columns of one file. The first four are in every export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns {
    pub id: usize,
    pub received: usize,
    pub product: usize,
    pub issue: usize,
    pub sub_issue: Place,
    pub narrative: Place,
    /// Absent in exports about one company.
    pub company: Place,
    pub submitted_via: Place,
    pub response: Place,
    pub timely: Place,
    /// What has no field of its own in a record: the attribute's name and its place.
    pub attributes: Vec<(&'static str, usize)>,
    /// The names as the file writes them, for messages.
    pub names: Vec<String>,
}

/// What is missing from a header that is no complaint export, and what it reads instead.
#[derive(Debug, PartialEq, Eq)]
pub struct NotAnExport {
    pub missing: String,
    pub found: String,
}

const REQUIRED: [&str; 4] = ["Complaint ID", "Date received", "Product", "Issue"];

/// The attribute that "Date sent to company" becomes; every complaint of the full form has it.
pub const DATE_SENT: &str = "date_sent";

/// Attributes and the columns they come from. The dates are written as ISO days.
const ATTRIBUTES: [(&str, &[&str]); 12] = [
    ("state", &["state"]),
    ("zip_code", &["zipcode"]),
    ("tags", &["tags"]),
    ("sub_product", &["subproduct"]),
    ("company_response", RESPONSE),
    ("public_response", &["companypublicresponse"]),
    ("disputed", &["consumerdisputed"]),
    ("consent", &["consumerconsentprovided"]),
    (DATE_SENT, &["datesenttocompany"]),
    ("date_submitted", &["datesubmitted"]),
    ("submitted_via", &["submittedvia"]),
    ("sample", &["sample"]),
];

const RESPONSE: &[&str] = &["companyresponsetoconsumer", "companyresponse"];

impl Columns {
    /// Reads a header row.
    pub fn find(header: &ByteRecord) -> Result<Self, NotAnExport> {
        let names: Vec<String> = header.iter().map(|name| String::from_utf8_lossy(name).trim().to_owned()).collect();
        let plain: Vec<String> = names.iter().map(|name| bare(name)).collect();
        let place = |wanted: &[&str]| wanted.iter().find_map(|w| plain.iter().position(|name| name == w));
        let [Some(id), Some(received), Some(product), Some(issue)] = REQUIRED.map(|name| place(&[&bare(name)])) else {
            let missing: Vec<String> =
                REQUIRED.iter().filter(|name| place(&[&bare(name)]).is_none()).map(|n| format!("\"{n}\"")).collect();
            return Err(NotAnExport { missing: missing.join(" or "), found: excerpt(&names) });
        };
        let attributes =
            ATTRIBUTES.iter().filter_map(|(name, columns)| Some((*name, place(columns)?))).collect::<Vec<_>>();
        Ok(Self {
            id,
            received,
            product,
            issue,
            sub_issue: place(&["subissue"]),
            narrative: place(&["consumercomplaintnarrative", "complaintwhathappened"]),
            company: place(&["company"]),
            submitted_via: place(&["submittedvia"]),
            response: place(RESPONSE),
            timely: place(&["timelyresponse", "timely"]),
            attributes,
            names,
        })
    }
}

/// A name without what people write differently: `"Timely response?"` is `"timelyresponse"`.
fn bare(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The beginning of a header, harmless on a terminal.
fn excerpt(names: &[String]) -> String {
    let line: String = names.join(", ").chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    match line.char_indices().nth(160) {
        Some((cut, _)) => format!("{}…", &line[..cut]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(header: &str) -> Result<Columns, NotAnExport> {
        Columns::find(&ByteRecord::from(header.split(',').collect::<Vec<_>>()))
    }

    #[test]
    fn names_are_taken_in_any_case_and_order() {
        let columns = find("\u{feff}ISSUE,product , complaint id,Date  Received,timely response").unwrap();
        assert_eq!((columns.issue, columns.product, columns.id, columns.received), (0, 1, 2, 3));
        assert_eq!((columns.timely, columns.company, columns.attributes.len()), (Some(4), None, 0));
    }

    #[test]
    fn what_is_missing_is_named() {
        let error = find("Product,Consumer complaint narrative").unwrap_err();
        assert_eq!(error.missing, "\"Complaint ID\" or \"Date received\" or \"Issue\"");
        assert_eq!(error.found, "Product, Consumer complaint narrative");
        assert!(find(&"x\u{7},".repeat(200)).unwrap_err().found.ends_with('…'));
    }
}
