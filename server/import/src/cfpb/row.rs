//! One row of an export as a communication and the case opened for it.
//!
//! Cell text stays as published: masked words (`XXXX`), masked ZIP codes (`606XX`) and amounts (`{$39.00}`) too.
//! Deliberately not here: `resolved_at`. An export says when a complaint was sent to the company, not when it was closed.

use chrono::NaiveDate;
use csv::ByteRecord;
use model::record::*;
use model::time::noon;

use super::columns::Columns;
use super::fault::Fault;

/// The `source` of every record from here.
pub const SOURCE: &str = "cfpb";

/// A row with a right number of fields, all of them text.
pub struct Row<'a> {
    record: &'a ByteRecord,
    columns: &'a Columns,
}

impl<'a> Row<'a> {
    /// Checks the form of a row. `lines` is how many lines of the file it takes.
    pub fn new(record: &'a ByteRecord, columns: &'a Columns, lines: impl Fn() -> u64) -> Result<Self, Fault> {
        if record.len() != columns.names.len() {
            return Err(Fault::Fields { found: record.len(), expected: columns.names.len(), lines: lines() });
        }
        // A NUL is UTF-8, but no database of ours keeps it.
        if let Some(place) = record.iter().position(|cell| std::str::from_utf8(cell).is_err() || cell.contains(&0)) {
            return Err(Fault::Encoding { column: columns.names[place].clone() });
        }
        Ok(Self { record, columns })
    }

    /// A cell as it stands; empty where the file has no such column.
    fn raw(&self, place: Option<usize>) -> &'a str {
        place.and_then(|i| self.record.get(i)).and_then(|cell| std::str::from_utf8(cell).ok()).unwrap_or_default()
    }

    fn cell(&self, place: usize) -> &'a str {
        self.raw(Some(place)).trim()
    }

    /// The Complaint ID, which tells one complaint from another in every export.
    pub fn id(&self) -> Result<u32, Fault> {
        match self.cell(self.columns.id) {
            "" => Err(Fault::NoId),
            text => text.parse().map_err(|_| Fault::Id(text.to_owned())),
        }
    }

    /// The day in "Date received", exactly as the file gives it. `latest` is the last day that can be true.
    pub fn day(&self, latest: NaiveDate) -> Result<NaiveDate, Fault> {
        match self.cell(self.columns.received) {
            "" => Err(Fault::NoDate),
            text => match read_day(text) {
                None => Err(Fault::Date(text.to_owned())),
                Some(day) if day > latest => Err(Fault::Future(day)),
                Some(day) => Ok(day),
            },
        }
    }

    /// The company's name; empty in exports about a single company.
    pub fn company(&self) -> &'a str {
        self.raw(self.columns.company).trim()
    }

    pub fn product(&self) -> &'a str {
        self.cell(self.columns.product)
    }

    /// The two records of a row whose id and day are known, as the file gives them: not enriched.
    pub fn records(&self, id: u32, day: NaiveDate, customer_id: &str) -> (Communication, Case) {
        let body = match self.raw(self.columns.narrative) {
            blank if blank.trim().is_empty() => "",
            text => text,
        };
        let case = self.case(id, day, customer_id);
        let communication = Communication {
            id: communication_id(id),
            customer_id: customer_id.to_owned(),
            case_id: Some(case.id.clone()),
            channel: channel(self.raw(self.columns.submitted_via).trim()),
            status: match case.status {
                CaseStatus::Closed => CommunicationStatus::Resolved,
                CaseStatus::InProgress => CommunicationStatus::InProgress,
                _ => CommunicationStatus::Open,
            },
            kind: Kind::Complaint,
            category: case.category.clone(),
            subcategory: case.subcategory.clone(),
            product: case.product.clone(),
            subject: Some(case.title.clone()),
            body: body.to_owned(),
            at: case.created_at,
            day,
            attributes: case.attributes.clone(),
            source: SOURCE.to_owned(),
            ..Communication::default()
        };
        (communication, case)
    }

    fn case(&self, id: u32, day: NaiveDate, customer_id: &str) -> Case {
        let category = filled(self.cell(self.columns.issue));
        let subcategory = filled(self.raw(self.columns.sub_issue));
        let title = match (&category, &subcategory) {
            (Some(issue), Some(part)) => format!("{issue}: {part}"),
            (issue, part) => issue.clone().or_else(|| part.clone()).unwrap_or_else(|| "Complaint".to_owned()),
        };
        let response = self.raw(self.columns.response).trim();
        let status = match response {
            r if r.starts_with("Closed") => CaseStatus::Closed,
            "In progress" => CaseStatus::InProgress,
            _ => CaseStatus::Open,
        };
        let attributes = self.attributes();
        Case {
            id: format!("case-cfpb-{id}"),
            customer_id: customer_id.to_owned(),
            title,
            description: self.description(),
            category,
            subcategory,
            product: filled(self.product()).map(|name| slug(&name)),
            status,
            priority: priority(Tier::Standard, None),
            created_at: noon(day),
            updated_at: noon(day),
            day,
            sla_breached: self.raw(self.columns.timely).trim().eq_ignore_ascii_case("no"),
            sla_told: !self.raw(self.columns.timely).trim().is_empty(),
            tags: attributes.get("tags").map(|t| t.split(',').filter_map(filled).collect()).unwrap_or_default(),
            resolution: (status == CaseStatus::Closed).then(|| response.to_owned()),
            attributes,
            source: SOURCE.to_owned(),
            ..Case::default()
        }
    }

    fn attributes(&self) -> Attributes {
        let value = |name: &str, text: &str| match read_day(text) {
            Some(day) if name.starts_with("date_") => day.to_string(),
            _ => text.to_owned(),
        };
        let cells = self.columns.attributes.iter().map(|(name, place)| (*name, self.cell(*place)));
        cells.filter(|(_, text)| !text.is_empty()).map(|(name, text)| (name.to_owned(), value(name, text))).collect()
    }

    /// What the complaint is about. The narrative stays with the communication: it is not kept twice.
    fn description(&self) -> String {
        let part = self.columns.attributes.iter().find(|(name, _)| *name == "sub_product");
        match (self.product(), part.map_or("", |(_, place)| self.cell(*place))) {
            (product, "") => product.to_owned(),
            (product, part) => format!("{product}, {part}"),
        }
    }
}

/// The id under which a complaint is stored.
pub fn communication_id(id: u32) -> String {
    format!("cfpb-{id}")
}

/// The company as a customer. Spellings that differ in case or punctuation are one customer.
pub fn customer(name: &str) -> Customer {
    Customer {
        id: customer_id(name),
        name: name.to_owned(),
        segment: "company".to_owned(),
        source: SOURCE.to_owned(),
        ..Customer::default()
    }
}

/// `"cust-cfpb-{slug of the name}"`.
pub fn customer_id(name: &str) -> String {
    format!("cust-cfpb-{}", slug(name))
}

fn channel(submitted_via: &str) -> Channel {
    match submitted_via.to_ascii_lowercase().as_str() {
        "phone" => Channel::Phone,
        "email" => Channel::Email,
        "postal mail" => Channel::Letter,
        "fax" => Channel::Fax,
        "referral" | "web referral" => Channel::Referral,
        // The CFPB takes nearly all complaints on its web site; the cell itself stays among the attributes.
        _ => Channel::Web,
    }
}

fn filled(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// A day as `2014-11-03` or as `11/03/2014`, with or without a time after it.
pub fn read_day(text: &str) -> Option<NaiveDate> {
    let day = text.split(['T', ' ']).next().unwrap_or_default();
    let number = |part: Option<&str>| -> Option<u32> {
        part.filter(|p| p.len() <= 4 && p.bytes().all(|b| b.is_ascii_digit())).and_then(|p| p.parse().ok())
    };
    let (year, month, day) = if day.contains('/') {
        let mut parts = day.split('/');
        let (month, day, year) = (number(parts.next())?, number(parts.next())?, number(parts.next())?);
        parts.next().is_none().then_some((year, month, day))?
    } else {
        let mut parts = day.split('-');
        let (year, month, day) = (number(parts.next())?, number(parts.next())?, number(parts.next())?);
        parts.next().is_none().then_some((year, month, day))?
    };
    // Two digits of a year would be read as the first century.
    (year >= 1000).then(|| NaiveDate::from_ymd_opt(year.try_into().ok()?, month, day))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_in_both_forms() {
        for (text, want) in [
            ("2014-11-03", "2014-11-03"),
            ("11/03/2014", "2014-11-03"),
            ("1/3/2014", "2014-01-03"),
            ("2019-09-01T12:00:00-05:00", "2019-09-01"),
        ] {
            assert_eq!(read_day(text), want.parse().ok(), "{text}");
        }
        for text in
            ["", "03.11.2014", "13/01/2014", "2014-02-30", "11/03/14", "2014-11", "a/b/c", "2014-11-03-04", "+1/2/2014"]
        {
            assert_eq!(read_day(text), None, "{text}");
        }
    }

    #[test]
    fn channels() {
        for (cell, want) in [
            ("Web", Channel::Web),
            ("Phone", Channel::Phone),
            ("Email", Channel::Email),
            ("Postal mail", Channel::Letter),
            ("Fax", Channel::Fax),
            ("Referral", Channel::Referral),
            ("Web Referral", Channel::Referral),
        ] {
            assert_eq!(channel(cell), want, "{cell}");
        }
    }
}
