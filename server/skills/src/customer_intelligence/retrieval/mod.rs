//! Retrieval: what was written, and by whom.

mod answer_kind;
mod ask_question;
mod asked_documents;
pub mod call_sheet;
mod document_passages;
mod find_similar;
mod get_customer_info;
mod get_record;
mod get_relationship_summary;
mod list_records;
mod named_documents;
mod search_knowledge_base;

pub(super) use search_knowledge_base::find;

use tools::Tool;

pub(super) fn tools() -> Vec<Tool> {
    let mut tools = tools::reads! {
        "search_knowledge_base" => search_knowledge_base: "Finds messages and documents by words, with excerpts. \
            For examples, quotations, background.",
        "ask_question" => ask_question: "Answers how, what and whether in quoted sections of documents, with how many \
            messages came before and since; else in sentences of messages.",
        "find_similar" => find_similar: "Finds messages that say the same as a given one.",
        "get_customer_info" => get_customer_info: "Who one customer is: tier, segment, region, manager, numbers of \
            messages and cases, mood, latest messages.",
        "call_sheet" => call_sheet: "Before a call with one customer: open cases, last contacts, wishes, promises, \
            mood, points to make.",
        "get_relationship_summary" => get_relationship_summary: "One customer's contact over the years: first and \
            last, how much, channels, topics, mood by year, cases.",
        "get_record" => get_record: "Reads cases, messages or documents by id, whole, up to ten at once: \
            status, priority, deadline, assignee, text, notes.",
    };
    tools.extend(list_records::tools());
    tools
}
