//! `call_sheet`: what to know before a call with a customer, on one sheet. From the same queries as the figures of
//! other tools; the texts are the customer's own.

mod points;
mod said;

use base::own_words;
use chrono::{Days, Months, NaiveDate};
use import::signals::{self, LEAVING, SIGNAL};
use model::record::sheet::{CallSheet, MoodTurn, SheetCase, SheetContact, SheetDocument, SheetMood, SheetProduct};
use model::record::{Case, Chunk, Communication, Customer, Document, DocumentKind, Sentiment};
use model::run::ToolOutput;
use model::run::drill_through::FigureRule;
use model::text::excerpt;
use model::time::{self, DateRange, full_date};
use serde_json::json;

use self::points::points;
use self::said::{PROMISE, cut, day_in, promised, wish};
use super::get_customer_info::{about, introduction};
use crate::filters::{self, CustomerArgs};
use crate::quote::{own, telling};
use crate::signatories::signatories;
use crate::{counted, evidence, figures};
use query::ast::{Dataset, Op};
use query::catalog::{Catalog, Column, ColumnExpr, ColumnType};
use query::check::{Predicate, Scalar};
use query::presets::{self, GroupBy, SentimentCounts};
use query::run::LIMIT;
use query::subset::{Subset, is};
use query::values::UNANSWERED;
use query::{drill_through as behind, filter_codec, listing};
use search::words;
use store::analytics::{Data, Order};
use store::{Db, StoreError, records};
use tools::{ToolContext, ToolError};

/// Maximum rows of each part.
const MAX_CASES: u32 = 6;
const MAX_CONTACTS: u32 = 3;
const MAX_WANTS: u32 = 3;
const MAX_PROMISES: usize = 3;
const MAX_DOCUMENTS: usize = 2;
/// Newest documents examined, and words that one shares with a message that it may answer.
const EXAMINED: usize = 12;
const MIN_SHARED_WORDS: usize = 3;
/// Maximum length of what a document says, in characters.
const MAX_EXCERPT_CHARS: usize = 200;
const MAX_PRODUCTS: usize = 4;
/// Messages on either side of the sentiment comparison, maximum and minimum.
const EACH: (usize, usize) = (10, 3);
/// How long an announced move is recalled.
const HALF_YEAR: Days = Days::new(180);
/// Change of the mean between two months that is reported.
const MIN_MEAN_CHANGE: f64 = 0.3;

pub async fn run(ctx: ToolContext, args: CustomerArgs) -> Result<ToolOutput, ToolError> {
    Ok(sheet(&ctx, &args.customer_id).await?.1)
}

/// The sheet of a customer, by id or name, and as a result.
///
/// # Errors
/// For an unknown customer, for one who never wrote, and when the store fails.
pub async fn sheet(ctx: &ToolContext, customer: &str) -> Result<(CallSheet, ToolOutput), ToolError> {
    let (customer, n, (_, last)) = filters::contact(ctx, customer).await?;
    let months = presets::feeling_by(&ctx.db, &n.subset, GroupBy::Month).await?;
    let total = months.iter().map(|month| month.total).sum();
    let standing = presets::standing(&ctx.db, &n.subset).await?;
    let open = n.subset.and(presets::unfinished());
    let open = listing::cases(&ctx.db, &open, Order::Deadline, MAX_CASES).await?;
    let latest = evidence::communications(&ctx.db, &n.subset, Order::Latest, MAX_CONTACTS).await?;
    let unanswered = is("status", &UNANSWERED);
    let waiting = n.subset.and(unanswered.clone());
    let unanswered_communications = presets::count(&ctx.db, Data::Communications, &waiting).await?;
    let breached = listing::cases(&ctx.db, &n.subset.and(presets::late()), Order::Latest, MAX_CASES).await?;
    let wants = waiting.and(is("kind", &["complaint", "request", "enquiry"]));
    let wants = evidence::communications(&ctx.db, &wants, Order::Latest, MAX_WANTS).await?;
    let products = products(ctx, &n.subset).await?;
    let mut sheet = CallSheet {
        tier: customer.tier,
        segment: customer.segment.clone(),
        region: customer.region.clone(),
        relationship_manager: customer.relationship_manager.clone(),
        since: customer.since,
        as_of: ctx.as_of,
        total_communications: total,
        last_contact: last,
        days_since_contact: (ctx.as_of - last).num_days().max(0),
        open_cases: standing.open,
        overdue_cases: standing.overdue,
        breached_cases: standing.breached,
        breached_case_ids: breached.into_iter().map(|case| case.id).collect(),
        unanswered_communications,
        leaving: leaving(ctx, &n.subset).await?,
        cases: open.iter().map(|case| due(case, ctx.as_of)).collect(),
        people: signatories(ctx, &n.subset, &customer.name).await?,
        contacts: latest.iter().map(|c| contact(ctx, c, cut(&said(c)))).collect(),
        wants: wants.iter().map(|c| contact(ctx, c, cut(&wish(&own(c)).unwrap_or_else(|| said(c))))).collect(),
        promises: promises(ctx, &n.subset, MAX_PROMISES).await?,
        mood: mood(ctx, &n.subset, &months).await?,
        announcements: announcements(ctx, &n.subset, &products, &wants).await?,
        products,
        points: Vec::new(),
        customer_id: customer.id.clone(),
        customer_name: customer.name.clone(),
    };
    sheet.points = points(&sheet);
    let mut sources = vec![about(&customer)];
    sources.extend(evidence::of_communications(&ctx.db, &latest, "").await?);
    sources.extend(evidence::of_cases(&ctx.db, &open).await?);
    let messages = vec![
        FigureRule::count("/totalCommunications"),
        counted::part("/unansweredCommunications", &unanswered),
        FigureRule::at("/products/*").counts("/count").by("product", &["/slug"]),
        FigureRule::at("/contacts/*").by("@id", &["/id"]),
        FigureRule::at("/people/*").by("@id", &["/id"]),
    ];
    let mut cases = counted::standing();
    cases.push(FigureRule::at("/cases/*").by("@id", &["/id"]));
    let mut output =
        ToolOutput { sources, ..n.output(summary(&customer, &sheet), json!(sheet), (total, total), messages) };
    output.counted.push(n.counts_of(Data::Cases, cases));
    Ok((sheet, output))
}

/// The sentence that says most of what a message is about.
fn said(c: &Communication) -> String {
    telling(&own(c), c, "").to_owned()
}

/// A case as of a day.
pub fn due(case: &Case, as_of: NaiveDate) -> SheetCase {
    let deadline = case.sla_deadline.map(time::day_of);
    let left = deadline.map(|day| (day - as_of).num_days());
    SheetCase {
        id: case.id.clone(),
        title: case.title.clone(),
        priority: case.priority,
        opened: case.day,
        deadline,
        days_left: left.filter(|days| *days >= 0),
        days_overdue: left.filter(|days| *days < 0).map(|days| -days),
        assigned_to: case.assigned_to.clone(),
    }
}

fn contact(ctx: &ToolContext, c: &Communication, text: String) -> SheetContact {
    SheetContact {
        id: c.id.clone(),
        date: c.day,
        channel: c.channel,
        kind: c.kind,
        sentiment: c.sentiment,
        topic: c.subcategory.clone().or_else(|| c.category.clone()),
        subject: c.subject.clone().filter(|subject| !subject.trim().is_empty()),
        // Nothing would give a pseudonym to a name that is unknown to the data.
        signed_by: own_words::signatory(&c.body).filter(|_| !ctx.by_model),
        text,
        due: None,
        unanswered: UNANSWERED.contains(&c.status.as_str()),
        unauthenticated: c.is_unauthenticated(),
    }
}

/// What a customer wrote of a topic: of the messages that share most of its words, the newest, with the sentence that
/// says most of it, an amount before other words. `None` if none shares half of them.
pub async fn on_topic(ctx: &ToolContext, customer: &str, topic: &str) -> Result<Option<SheetContact>, ToolError> {
    const EXAMINED: u32 = 200;
    let (_, n, _) = filters::contact(ctx, customer).await?;
    let stems: Vec<String> = words::distinct(topic).into_iter().collect();
    let shared = |text: &str| {
        let own = words::distinct(text);
        stems.iter().filter(|stem| own.contains(stem)).count()
    };
    let all = evidence::communications(&ctx.db, &n.subset, Order::Latest, EXAMINED).await?;
    let text = |c: &Communication| {
        let labels = [c.category.as_deref(), c.subcategory.as_deref(), c.subject.as_deref()];
        format!("{} {}", labels.into_iter().flatten().collect::<Vec<_>>().join(" "), own(c))
    };
    // The first of equals is the newest.
    let best = all.iter().filter(|c| !c.may_be_forged()).map(|c| (shared(&text(c)), c)).rev().max_by_key(|(n, _)| *n);
    let Some((_, c)) = best.filter(|(n, _)| *n > 0 && 2 * n >= stems.len()) else { return Ok(None) };
    Ok(Some(contact(ctx, c, cut(telling(&own(c), c, topic)))))
}

/// Sentences of messages that mention a promise, newest first.
pub async fn promises(ctx: &ToolContext, subset: &Subset, most: usize) -> Result<Vec<SheetContact>, ToolError> {
    let holds = |words: &&str| Predicate::Is {
        column: Column::at(ColumnExpr::Own("body"), ColumnType::Text),
        op: Op::Contains,
        values: vec![Scalar::Text((*words).to_owned())],
    };
    let spoken = subset.and(Predicate::Or(PROMISE.iter().map(holds).collect()));
    let found = evidence::communications(&ctx.db, &spoken, Order::Latest, 2 * most as u32).await?;
    let told = |c: Communication| {
        if c.may_be_forged() {
            return None;
        }
        let own = own(&c);
        let sentence = promised(&own)?;
        Some(SheetContact { due: day_in(sentence, c.day), ..contact(ctx, &c, cut(sentence)) })
    };
    Ok(found.into_iter().filter_map(told).take(most).collect())
}

/// The newest message of the last half year that says that the customer wants to leave.
async fn leaving(ctx: &ToolContext, subset: &Subset) -> Result<Option<SheetContact>, ToolError> {
    let catalog = Catalog::of(&*ctx.vocabulary.get(&ctx.db).await?);
    let reader = filter_codec::Reader { catalog: &catalog, dataset: Dataset::Communications };
    let Ok(wants) = reader.is(SIGNAL, Some(LEAVING)) else { return Ok(None) };
    let lately = DateRange { from: ctx.as_of.checked_sub_days(HALF_YEAR), to: Some(ctx.as_of) };
    let found = evidence::communications(&ctx.db, &subset.on(lately).and(wants), Order::Latest, 1).await?;
    let says = |c: &Communication| cut(&signals::sentence(c).unwrap_or_else(|| said(c)));
    Ok(found.iter().find(|c| !c.may_be_forged()).map(|c| contact(ctx, c, says(c))))
}

async fn products(ctx: &ToolContext, subset: &Subset) -> Result<Vec<SheetProduct>, ToolError> {
    let names = records::products(&ctx.db).await?;
    let name = |slug: &str| names.iter().find(|p| p.slug == slug).map_or_else(|| slug.to_owned(), |p| p.name.clone());
    let groups = presets::by_group(&ctx.db, Data::Communications, subset, GroupBy::Product).await?;
    let product =
        |(slug, count): (Option<String>, i64)| slug.map(|slug| SheetProduct { name: name(&slug), slug, count });
    Ok(groups.into_iter().filter_map(product).take(MAX_PRODUCTS).collect())
}

/// The number of latest messages and their mean score, and the mean of as many before them; `None` if there are too
/// few.
///
/// # Errors
/// When the store fails.
pub async fn lately(db: &Db, subset: &Subset) -> Result<Option<(i64, f64, f64)>, StoreError> {
    let scores = listing::latest_scores(db, subset, 2 * EACH.0 as u32).await?;
    let each = (scores.len() / 2).min(EACH.0);
    let mean = |part: &[f64]| figures::round2(part.iter().sum::<f64>() / part.len() as f64);
    Ok((each >= EACH.1).then(|| (each as i64, mean(&scores[..each]), mean(&scores[each..2 * each]))))
}

/// The latest messages compared with those before, and the month with the largest change of the mean within a year.
async fn mood(ctx: &ToolContext, subset: &Subset, months: &[SentimentCounts]) -> Result<SheetMood, ToolError> {
    let lately = lately(&ctx.db, subset).await?;
    Ok(SheetMood {
        of_each: lately.map_or(0, |(each, ..)| each),
        last_mean: lately.map(|(_, last, _)| last),
        previous_mean: lately.map(|(.., before)| before),
        turn: turn(ctx, subset, months).await?,
    })
}

async fn turn(ctx: &ToolContext, subset: &Subset, months: &[SentimentCounts]) -> Result<Option<MoodTurn>, ToolError> {
    let since = ctx.as_of.checked_sub_months(Months::new(12)).unwrap_or(ctx.as_of);
    let mut scored: Vec<(NaiveDate, f64)> = months
        .iter()
        .filter_map(|month| Some((format!("{}-01", month.value.as_ref()?).parse().ok()?, month.mean()?)))
        .collect();
    scored.sort_by_key(|(month, _)| *month);
    let turns = scored.windows(2).filter(|pair| pair[1].0 >= since).map(|pair| (pair[1].0, pair[1].1, pair[0].1));
    let largest = turns.max_by(|a, b| (a.1 - a.2).abs().total_cmp(&(b.1 - b.2).abs()).then(a.0.cmp(&b.0)));
    let Some((month, mean, before)) = largest.filter(|(_, now, before)| (now - before).abs() >= MIN_MEAN_CHANGE) else {
        return Ok(None);
    };
    let mood = if mean < before { Sentiment::Negative } else { Sentiment::Positive };
    let of_month = subset.on(time::month_of(month).unwrap_or(DateRange::ALL));
    let of_mood = of_month.with(|scope| scope.sentiment = Some(mood));
    let topics = presets::by_group(&ctx.db, Data::Communications, &of_mood, GroupBy::Topic).await?;
    let most = topics.into_iter().find_map(|(topic, count)| Some((topic?, count)));
    let message = match &most {
        Some((topic, _)) => {
            let about = of_mood.with(|scope| scope.topic = Some(topic.clone()));
            listing::ids(&ctx.db, Data::Communications, &about, Order::Oldest, 1).await?.pop()
        }
        None => None,
    };
    let (topic, messages) = most.map_or((None, 0), |(topic, count)| (Some(topic), count));
    Ok(Some(MoodTurn { month: month.format("%B %Y").to_string(), mean, mean_before: before, topic, messages, message }))
}

/// The newest documents about the customer's products; first those that may answer a message of theirs.
async fn announcements(
    ctx: &ToolContext,
    subset: &Subset,
    products: &[SheetProduct],
    wants: &[Communication],
) -> Result<Vec<SheetDocument>, ToolError> {
    if products.is_empty() {
        return Ok(Vec::new());
    }
    let of = is("product", &products.iter().map(|p| p.slug.as_str()).collect::<Vec<_>>());
    let query = behind::documents(of, subset.as_of, DateRange { from: None, to: Some(subset.as_of) });
    let ids = listing::of_query(&ctx.db, &query, Order::Latest, EXAMINED, LIMIT).await?;
    let mut all = Vec::new();
    for id in ids {
        let document = records::document(&ctx.db, &id).await?;
        let name = |slug: String| products.iter().find(|p| p.slug == slug).map_or(slug, |p| p.name.clone());
        let answered = wants.iter().find_map(|want| Some((want.id.clone(), answer_to(&document, want)?)));
        let first = || document.chunks.first().map(|chunk| first_sentence(&chunk.text)).unwrap_or_default();
        let (answers, says) = answered.map_or_else(|| (None, first()), |(want, says)| (Some(want), says));
        all.push(SheetDocument {
            id: document.id,
            title: document.title,
            kind: document.kind,
            date: document.day,
            product: document.product.map(name).unwrap_or_default(),
            says,
            answers,
        });
    }
    all.sort_by_key(|document| document.answers.is_none());
    all.truncate(MAX_DOCUMENTS);
    Ok(all)
}

/// What a release note or notice says of an earlier message about its product, if it speaks in the same words.
fn answer_to(document: &Document, want: &Communication) -> Option<String> {
    let kind = matches!(document.kind, DocumentKind::ReleaseNote | DocumentKind::Notice);
    if !kind || document.day < want.day || document.product.is_none() || document.product != want.product {
        return None;
    }
    let text = own(want);
    let asked = [want.subcategory.as_deref(), want.subject.as_deref(), Some(text.as_str())];
    let asked = asked.into_iter().flatten().collect::<Vec<_>>().join(" ");
    let shared = |chunk: &&Chunk| words::distinct(&words::matched(&chunk.text, &asked).join(" ")).len();
    let chunk = document.chunks.iter().max_by_key(shared).filter(|chunk| shared(chunk) >= MIN_SHARED_WORDS)?;
    Some(excerpt::marked(&chunk.text, words::excerpt(&chunk.text, &asked, MAX_EXCERPT_CHARS)))
}

/// A document's first sentence, "…" if it is long.
fn first_sentence(text: &str) -> String {
    let first = own_words::sentences(text, 1).first().copied().unwrap_or_default();
    excerpt::marked(first, excerpt::beginning(first, MAX_EXCERPT_CHARS))
}

fn summary(customer: &Customer, sheet: &CallSheet) -> String {
    let cases = match (sheet.open_cases, sheet.overdue_cases) {
        (0, _) => "No case is open".to_owned(),
        (open, overdue) => {
            format!("{} open {}, {} overdue", figures::number(open), if open == 1 { "case" } else { "cases" }, overdue)
        }
    };
    let ago = match sheet.days_since_contact {
        0 => "today".to_owned(),
        1 => "1 day ago".to_owned(),
        days => format!("{} days ago", figures::number(days)),
    };
    let unanswered = match sheet.unanswered_communications {
        0 => String::new(),
        1 => " 1 message is unanswered.".to_owned(),
        many => format!(" {} messages are unanswered.", figures::number(many)),
    };
    let last = full_date(sheet.last_contact);
    format!("{} {cases}.{unanswered} Last contact on {last}, {ago}.", introduction(customer))
}

#[cfg(test)]
mod tests {
    use model::record::{Channel, CommunicationStatus, Kind};

    use super::*;

    #[test]
    fn a_release_note_may_answer_an_earlier_message_in_the_same_words() {
        let want = Communication {
            id: "m-1".into(),
            customer_id: "c".into(),
            case_id: None,
            channel: Channel::Email,
            chat_mode: None,
            escalated_from: None,
            status: CommunicationStatus::Open,
            kind: Kind::Complaint,
            category: None,
            subcategory: Some("Login failures".into()),
            product: Some("mobile-banking".into()),
            sentiment: None,
            sentiment_score: None,
            subject: None,
            body: "Since the update we are locked out. The device check ends before the code arrives.".into(),
            at: 0,
            day: "2026-01-20".parse().unwrap(),
            attributes: Default::default(),
            source: "test".into(),
        };
        let document = |kind, day: &str, text: &str| Document {
            id: "doc".into(),
            kind,
            title: "Mobile banking 6.2.1".into(),
            product: Some("mobile-banking".into()),
            day: day.parse().unwrap(),
            source: "test".into(),
            chunks: vec![Chunk { id: "doc#1".into(), position: 1, heading: None, text: text.into() }],
        };
        let note = "Version 6.2.1 gives more time to the device check. Customers who were locked out get a new code.";
        let answers = |kind, day: &str, text: &str| answer_to(&document(kind, day, text), &want);
        assert_eq!(answers(DocumentKind::ReleaseNote, "2026-01-27", note).as_deref(), Some(note));
        assert_eq!(answers(DocumentKind::ReleaseNote, "2026-01-15", note), None, "it came before the message");
        assert_eq!(answers(DocumentKind::Article, "2026-01-27", note), None);
        assert_eq!(answers(DocumentKind::ReleaseNote, "2026-01-27", "Large type follows with 6.2.2."), None);
    }
}
