//! The fields for columns, and their names in other programs' exports.

use crate::engine::RecordKind;

/// A field of a record, as named in mappings.
#[derive(Debug)]
pub struct Field {
    pub name: &'static str,
    /// Required.
    pub needed: bool,
    /// The field that can replace it.
    pub instead: Option<&'static str>,
    /// Only this kind of record has it, so it identifies the kind of file.
    pub telling: bool,
    /// Accepted column names, separated by `|`, without case, spaces and punctuation; best first.
    aliases: &'static str,
}

impl Field {
    /// The column most likely to be this field.
    pub fn guess<'a>(&self, header: &'a [String]) -> Option<&'a str> {
        let names = std::iter::once(self.name).chain(self.aliases.split('|')).filter(|name| !name.is_empty());
        let names: Vec<String> = names.map(plain).collect();
        let find = |fits: fn(&str, &str) -> bool| names.iter().find_map(|n| header.iter().find(|h| fits(&plain(h), n)));
        // `tweet_created` is a date like `created`, but a `name` may be the name of anything.
        let ends = |header: &str, name: &str| name.len() >= 5 && header.ends_with(name);
        find(|header, name| header == name).or_else(|| find(ends).filter(|_| self.needed)).map(String::as_str)
    }
}

/// A name without case, spaces and punctuation.
pub fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

const fn may(name: &'static str, aliases: &'static str) -> Field {
    Field { name, needed: false, instead: None, telling: false, aliases }
}

const fn must(name: &'static str, aliases: &'static str) -> Field {
    Field { name, needed: true, instead: None, telling: false, aliases }
}

const fn tells(field: Field) -> Field {
    Field { telling: true, ..field }
}

const fn or(field: Field, instead: &'static str) -> Field {
    Field { instead: Some(instead), ..field }
}

const CUSTOMER: &str = "customername|client|clientname|account|accountname|company|companyname|organization|\
    organisation|user|username|author|authorid|from|sender|requester|contact";
const CUSTOMER_ID: &str = "custid|clientid|accountid|companyid|userid|requesterid";
const WHEN: &str = "date|datetime|time|timestamp|createdat|created|createddate|createdon|creationdate|sentat|sent|\
    receivedat|received|datereceived|opened|openedat|opendate|day";
const CATEGORY: &str = "topic|issue|reason|intent|type|tickettype|class";

static COMMUNICATION: [Field; 20] = [
    may("id", "messageid|communicationid|ticketid|tweetid|complaintid|recordid|uuid|number|no|ref|reference"),
    or(must("customer", CUSTOMER), "customer_id"),
    may("customer_id", CUSTOMER_ID),
    may("customer_tier", "tier"),
    may("customer_segment", "segment"),
    may("customer_region", "region"),
    must("at", WHEN),
    tells(may("channel", "via|medium|source|submittedvia|origin")),
    may("chat_mode", ""),
    may("escalated_from", ""),
    may("status", "state"),
    may("kind", "communicationtype"),
    may("category", CATEGORY),
    may("subcategory", "subtopic|subissue|subtype"),
    may("product", "productname|service|productline"),
    may("sentiment", "airlinesentiment|mood|polarity"),
    may("subject", "title|summary|headline"),
    tells(may("body", "text|message|content|comment|comments|narrative|description|tweet|review|feedback|transcript")),
    may("case_id", "case|caseno|casenumber"),
    may("sentiment_score", "score"),
];

static CASE: [Field; 21] = [
    may("id", "caseid|casenumber|caseno|ticketid|ticketnumber|incidentnumber|number|key|ref|reference"),
    or(must("customer", CUSTOMER), "customer_id"),
    may("customer_id", CUSTOMER_ID),
    may("customer_tier", "tier"),
    may("customer_segment", "segment"),
    may("customer_region", "region"),
    must("title", "subject|summary|shortdescription|headline|casetitle|name"),
    may("description", "details|body|text|content"),
    may("category", CATEGORY),
    may("subcategory", "subtopic|subissue|subtype"),
    may("product", "productname|service|productline"),
    may("status", "state|casestatus|incidentstate"),
    tells(may("priority", "severity|urgency")),
    may("assigned_to", "assignee|owner|agent|assignedto|handler"),
    must("created_at", WHEN),
    may("updated_at", "updated|modified|lastmodified|sysupdatedat|lastupdated"),
    may("resolved_at", "resolved|closed|closedat|closeddate|resolutiondate"),
    tells(may("sla_deadline", "due|duedate|duedatetime|deadline|slatarget")),
    may("tags", "labels|keywords"),
    may("resolution", "outcome|solution|closecode|resolutioncode"),
    may("sla_breached", "breached|slamissed"),
];

static CUSTOMER_FIELDS: [Field; 7] = [
    may("id", "customerid|custid|clientid|accountid|companyid|uuid|number|no"),
    must(
        "name",
        "customer|customername|client|clientname|account|accountname|company|companyname|fullname|organization",
    ),
    tells(may("tier", "level|class|grade|loyalty")),
    tells(may("segment", "sector|industry|type|customertype")),
    may("region", "state|country|area|territory|officelocation|location"),
    tells(may("relationship_manager", "manager|owner|salesagent|rm|accountmanager|advisor")),
    may("since", "customersince|joined|signupdate|created|createdat|onboarded"),
];

static DOCUMENT: [Field; 6] = [
    may("id", "docid|documentid|articleid|uuid|number"),
    must("title", "name|headline|subject"),
    must("body", "text|content|article|description|abstract"),
    tells(may("kind", "documenttype|doctype")),
    may("product", "productname|service"),
    may("day", "date|published|publishedat|updated|updatedat|created|createdat"),
];

/// The fields of a kind of record.
pub fn for_kind(what: RecordKind) -> &'static [Field] {
    match what {
        RecordKind::Communication => &COMMUNICATION,
        RecordKind::Case => &CASE,
        RecordKind::Customer => &CUSTOMER_FIELDS,
        RecordKind::Document => &DOCUMENT,
    }
}
