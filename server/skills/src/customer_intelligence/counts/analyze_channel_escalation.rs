//! `analyze_channel_escalation`: how many conversations moved to another channel, and which.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use model::record::{Channel, ChatMode, EscalatedFrom};
use model::run::ToolOutput;
use model::run::drill_through::FigureRule;
use model::time::full_date;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::counted::{of, part};
use crate::filters::{self, CommonFilterArgs, ResolvedFilter};
use crate::{evidence, figures};
use query::catalog::Column;
use query::check::Predicate;
use query::subset::{Subset, filled, is, not};
use query::{filter_codec, presets, values};
use store::analytics::{Data, Order};
use tools::{ToolContext, ToolError};

const METHOD: &str = "A communication is an escalation when its record says where the conversation began. The rate is of all \
    conversations where it began, the share is of all communications where it went.";

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Args {
    /// chatbot, chat (with a person) or email.
    from_channel: Option<String>,
    /// human-agent (a chat with a person), phone, chat, email, letter or social.
    to_channel: Option<String>,
    time_range: Option<String>,
    category: Option<String>,
    product: Option<String>,
    customer_id: Option<String>,
}

/// The target of an escalation: a chat with a person, or any communication of a channel.
type Target = (Channel, Option<ChatMode>);

pub async fn run(ctx: ToolContext, args: Args) -> Result<ToolOutput, ToolError> {
    let from = args.from_channel.as_deref().map(source).transpose()?;
    let to = args.to_channel.as_deref().map(target).transpose()?;
    let base = CommonFilterArgs {
        time_range: args.time_range,
        category: args.category,
        product: args.product,
        customer_id: args.customer_id,
        ..CommonFilterArgs::default()
    };
    let mut n = filters::resolve_filter(&ctx, &base.into(), Data::Communications).await?;
    for (name, value) in [("fromChannel", from.map(|f| f.as_str())), ("toChannel", to.map(target_name))] {
        n.used.extend(value.map(|v| (name.to_owned(), v.into())));
    }
    let days = n.settle_days(&ctx).await?;
    let arrived = to.map(arriving).unwrap_or_default();
    let went = Predicate::And([vec![came_from(from)], arrived.clone()].concat());
    let escalated = n.subset.and(went.clone());
    let daily = presets::by_day(&ctx.db, Data::Communications, &escalated).await?;
    let total: i64 = daily.iter().map(|(_, count)| count).sum();
    let paths = paths(&ctx, &escalated).await?;
    let (source, target) = (from.map(beginning), to.map(|_| Predicate::And(arrived.clone())));
    // People call both "chats"; the tool does not.
    let from_bots = || Predicate::And([vec![came_from(Some(EscalatedFrom::Chatbot))], arrived].concat());
    let bots = (from == Some(EscalatedFrom::Chat)).then(from_bots);
    let (began, reached) = (count(&ctx, &n, source.as_ref()).await?, count(&ctx, &n, target.as_ref()).await?);
    let also = count(&ctx, &n, bots.as_ref()).await?;
    let read = presets::count(&ctx.db, Data::Communications, &n.subset).await?;
    let summary = summary(&n, (from, to), total, (began, reached), &daily);
    let data = json!({
        "totalEscalations": total, "alsoFromChatbot": also,
        "conversationsAtSource": began, "escalationRate": began.filter(|b| *b > 0).map(|b| figures::share(total, b)),
        "communicationsAtTarget": reached, "shareOfTarget": reached.filter(|r| *r > 0).map(|r| figures::share(total, r)),
        "dailyBreakdown": figures::series(&daily, "date"),
        "byPath": paths.iter().map(|((from, to), count)| json!({
            "path": format!("{from} to {to}"), "count": count, "share": figures::share(*count, total),
        })).collect::<Vec<Value>>(),
        "timeRange": n.time_json(), "filters": n.used, "method": METHOD,
    });
    let mut charts = Vec::new();
    let bars: Vec<(String, i64)> = paths.iter().map(|((f, t), count)| (format!("{f} to {t}"), *count)).collect();
    if let Some((path, most)) = bars.first() {
        let subtitle = format!("Escalations by path, {}", days.label());
        charts.push(figures::bars(figures::leads(path, *most, total), subtitle, "escalations", &bars, total));
    }
    if let Some((day, most)) = figures::peak(&daily).filter(|_| daily.len() > 2) {
        let finding = format!("Most on {}: {}", full_date(day), figures::number(most));
        charts.push(figures::days(finding, format!("Escalations a day, {}", days.label()), "escalations", &daily));
    }
    let sources = evidence::examples(&ctx.db, &escalated, Order::Latest, 4).await?;
    let rules = counts(&went, [source, target, bots], &paths);
    Ok(ToolOutput { sources, charts, ..n.output(summary, data, (read, read), rules) })
}

/// A conversation that came from there, or from anywhere.
fn came_from(from: Option<EscalatedFrom>) -> Predicate {
    match from {
        Some(from) => is("escalated_from", &[from.as_str()]),
        None => filled(Column::own("escalated_from")),
    }
}

/// A communication of a channel, or a chat of a mode.
fn arriving((channel, mode): Target) -> Vec<Predicate> {
    let mode = mode.map(|mode| is("chat_mode", &[mode.as_str()]));
    [is("channel", &[channel.as_str()])].into_iter().chain(mode).collect()
}

/// A conversation with this origin.
fn beginning(from: EscalatedFrom) -> Predicate {
    let chatbot = || is("chat_mode", &[ChatMode::Chatbot.as_str()]);
    match from {
        EscalatedFrom::Chatbot => chatbot(),
        EscalatedFrom::Chat => Predicate::And(vec![is("channel", &["chat"]), not(chatbot())]),
        EscalatedFrom::Email => is("channel", &["email"]),
    }
}

/// How many messages match; `None` without a condition.
async fn count(ctx: &ToolContext, n: &ResolvedFilter, test: Option<&Predicate>) -> Result<Option<i64>, ToolError> {
    let Some(test) = test else { return Ok(None) };
    Ok(Some(presets::count(&ctx.db, Data::Communications, &n.subset.and(test.clone())).await?))
}

/// The messages behind the figures.
fn counts(
    went: &Predicate,
    [source, target, bots]: [Option<Predicate>; 3],
    paths: &[((String, String), i64)],
) -> Vec<FigureRule> {
    let mut all = vec![
        part("/totalEscalations", went),
        of("/escalationRate", went),
        of("/shareOfTarget", went),
        FigureRule::at("/dailyBreakdown/*").counts("/count").by("@day", &["/date"]).only(filter_codec::json(went)),
    ];
    all.extend(source.map(|test| part("/conversationsAtSource", &test)));
    all.extend(target.map(|test| part("/communicationsAtTarget", &test)));
    all.extend(bots.map(|test| part("/alsoFromChatbot", &test)));
    for (at, ((from, to), _)) in paths.iter().enumerate() {
        let end = match to.parse::<ChatMode>() {
            Ok(mode) => vec![is("chat_mode", &[mode.as_str()])],
            Err(_) => vec![is("channel", &[to.as_str()]), not(filled(Column::own("chat_mode")))],
        };
        let path = Predicate::And([vec![is("escalated_from", &[from.as_str()]), went.clone()], end].concat());
        all.push(of(&format!("/byPath/{at}"), &path).counts("/count"));
    }
    all
}

/// The possible origins of a conversation.
fn source(text: &str) -> Result<EscalatedFrom, ToolError> {
    let wanted = text.trim().to_lowercase();
    let found = match wanted.as_str() {
        "bot" | "chat bot" | "chatbots" | "assistant" => Some(EscalatedFrom::Chatbot),
        "chats" | "human-agent" | "live chat" => Some(EscalatedFrom::Chat),
        "mail" | "e-mail" | "emails" => Some(EscalatedFrom::Email),
        _ => wanted.parse().ok(),
    };
    let known: Vec<String> = EscalatedFrom::ALL.iter().map(ToString::to_string).collect();
    found.ok_or_else(|| ToolError::unknown("fromChannel", text, &known))
}

/// The possible targets: "human-agent" is a chat mode, all others are channels.
fn target(text: &str) -> Result<Target, ToolError> {
    let wanted = text.trim().to_lowercase().replace([' ', '_'], "-");
    if ["human-agent", "human", "human-agents", "agent", "person"].contains(&wanted.as_str()) {
        return Ok((Channel::Chat, Some(ChatMode::HumanAgent)));
    }
    let known: Vec<String> =
        Channel::ALL.iter().map(ToString::to_string).chain([ChatMode::HumanAgent.to_string()]).collect();
    values::channel(text).map(|c| (c, None)).ok_or_else(|| ToolError::unknown("toChannel", text, &known))
}

fn target_name((channel, mode): Target) -> &'static str {
    mode.map_or(channel.as_str(), |m| m.as_str())
}

/// Counts by path, largest first. A path ends at a chat mode, or at a channel without modes.
async fn paths(ctx: &ToolContext, escalated: &Subset) -> Result<Vec<((String, String), i64)>, ToolError> {
    let columns = ["escalated_from", "channel", "chat_mode"];
    let found = presets::by_columns(&ctx.db, Data::Communications, escalated, columns).await?;
    let mut paths: BTreeMap<(String, String), i64> = BTreeMap::new();
    for ([from, channel, mode], count) in found {
        if let (Some(from), Some(to)) = (from, mode.or(channel)) {
            *paths.entry((from, to)).or_default() += count;
        }
    }
    let mut all: Vec<_> = paths.into_iter().collect();
    all.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    Ok(all)
}

fn summary(
    n: &ResolvedFilter,
    (from, to): (Option<EscalatedFrom>, Option<Target>),
    total: i64,
    (began, reached): (Option<i64>, Option<i64>),
    daily: &[(NaiveDate, i64)],
) -> String {
    let from_text = from.map(|f| format!(" from {f}")).unwrap_or_default();
    let to_text = to.map(|t| format!(" to {}", target_name(t))).unwrap_or_default();
    let of = n.about();
    let many = if total == 1 { "escalation" } else { "escalations" };
    let mut text = format!("{} {many}{from_text}{to_text}{of} ({})", figures::number(total), n.days.label());
    if let (Some(began), Some(from)) = (began.filter(|b| *b > 0), from) {
        let (rate, began) = (figures::percent(total, began), figures::number(began));
        text.push_str(&format!("; {rate}% of {began} {from} conversations"));
    }
    if let (Some(reached), Some(to)) = (reached.filter(|r| *r > 0), to) {
        let (share, reached) = (figures::percent(total, reached), figures::number(reached));
        text.push_str(&format!("; {share}% of {reached} communications by {}", target_name(to)));
    }
    match figures::peak(daily) {
        Some((day, most)) if daily.len() > 1 => {
            format!("{text}. Most on {}: {}.", full_date(day), figures::number(most))
        }
        _ => format!("{text}."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn channels_by_many_names() {
        assert_eq!(source("Chatbot"), Ok(EscalatedFrom::Chatbot));
        assert_eq!(source("e-mail"), Ok(EscalatedFrom::Email));
        assert_eq!(source("emial").unwrap_err().instead(), Some("email"));
        assert!(source("phone").unwrap_err().message.contains("There is: chatbot, email, chat"));
        assert_eq!(target("human agent"), Ok((Channel::Chat, Some(ChatMode::HumanAgent))));
        assert_eq!(target("calls"), Ok((Channel::Phone, None)));
        assert!(target("pigeon").unwrap_err().message.contains("human-agent"));
    }
}
