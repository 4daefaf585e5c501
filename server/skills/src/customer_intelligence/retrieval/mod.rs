//! Retrieval: what was written, and by whom.

mod ask_question;
pub mod call_sheet;
mod find_similar;
mod get_customer_info;
mod get_record;
mod get_relationship_summary;
mod list_records;
mod search_knowledge_base;

pub(super) use search_knowledge_base::find;

use tools::Tool;

pub(super) fn tools() -> Vec<Tool> {
    let mut tools = vec![
        search_knowledge_base::tool(),
        ask_question::tool(),
        find_similar::tool(),
        get_customer_info::tool(),
        call_sheet::tool(),
        get_relationship_summary::tool(),
        get_record::tool(),
    ];
    tools.extend(list_records::tools());
    tools
}
