//! A declaration as a form: what its draft offers, and what of it is used.

use std::collections::BTreeMap;

use super::declaration::{
    Connection, DimensionSaid, File, JoinText, MeasureSaid, Problem, Short, SourceText, Visible, parse,
};
use super::stored::hidden;
use super::write::write;
use model::sources::declared::{DimensionForm, JoinForm, MeasureForm, TableForm};
use serde_saphyr::{Location, Spanned};

type Secrets = BTreeMap<String, String>;

/// The tables of a draft, with what the current declaration uses of them.
///
/// # Errors
/// If the declaration cannot be parsed; a draft always can.
pub fn tables(draft: &str, current: &str) -> Result<Vec<TableForm>, Problem> {
    let (offered, used) = (offered(draft, current)?, parse::<File>(current)?);
    let secret = left_out(draft);
    let form = |source: &SourceText| {
        let own = used.sources.iter().find(|own| own.name.value == source.name.value);
        let left_out = secret.iter().filter(|(name, _)| *name == source.name.value).map(|(_, text)| text.clone());
        TableForm { left_out: left_out.collect(), ..table(source, own) }
    };
    Ok(offered.sources.iter().map(form).collect())
}

/// The declaration with the choices of a form. Its fields are numbered by their places in [`tables`]: `t0.used`,
/// `t0.many`, `t0.d2.used`, `t0.m1.unit`, `t0.j0.agreed`.
///
/// # Errors
/// If the declaration cannot be parsed.
pub fn changed(draft: &str, current: &str, field: &dyn Fn(&str) -> Option<String>) -> Result<String, Problem> {
    let mut file = offered(draft, current)?;
    let checked = |name: String| field(&name).is_some();
    let text = |name: String| field(&name).map(|text| text.trim().to_owned());
    let listed = |name: String| {
        let text = field(&name)?;
        Some(text.split(',').map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect::<Vec<_>>())
    };
    let filled = |name: String| text(name).map(|text| Some(text).filter(|text| !text.is_empty()));
    let mut kept = Vec::new();
    for (t, mut source) in file.sources.drain(..).enumerate() {
        if !checked(format!("t{t}.used")) {
            continue;
        }
        if let Some(many) = filled(format!("t{t}.many")) {
            // The singular follows the plural.
            source.one = source.one.filter(|_| many == source.many);
            source.many = many;
        }
        source.synonyms = listed(format!("t{t}.synonyms")).unwrap_or(source.synonyms);
        source.visible = if checked(format!("t{t}.everyone")) { Visible::Everyone } else { Visible::Unlimited };
        let (mut d, mut m) = (0, 0);
        source.dimensions.retain(|_, said| {
            let at = format!("t{t}.d{d}");
            d += 1;
            let Short(said) = &mut said.value;
            said.synonyms = listed(format!("{at}.synonyms")).unwrap_or_else(|| std::mem::take(&mut said.synonyms));
            checked(format!("{at}.used"))
        });
        source.measures.retain(|_, said| {
            let at = format!("t{t}.m{m}");
            m += 1;
            let Short(said) = &mut said.value;
            said.synonyms = listed(format!("{at}.synonyms")).unwrap_or_else(|| std::mem::take(&mut said.synonyms));
            said.unit = filled(format!("{at}.unit")).unwrap_or_else(|| said.unit.take());
            said.aggregation = filled(format!("{at}.aggregation")).unwrap_or_else(|| said.aggregation.take());
            checked(format!("{at}.used"))
        });
        for (j, join) in source.joins.iter_mut().enumerate() {
            join.agreed = checked(format!("t{t}.j{j}.agreed"));
        }
        if let Some(time) = text(format!("t{t}.time")) {
            source.time = source.dimensions.contains_key(&time).then(|| plain(time));
        }
        kept.push(source);
    }
    file.sources = kept;
    Ok(write(&file))
}

/// A text that a person changed, with the secrets that belong to it: passwords in its addresses become secrets, and
/// another address gets none of the old one.
///
/// # Errors
/// If the text cannot be parsed, or a password in it cannot be replaced.
pub fn sealed(current: &str, text: &str, secrets: &Secrets) -> Result<(String, Secrets), Problem> {
    let addresses = |file: &File| -> Vec<Connection> { file.connections.values().map(|c| c.value.clone()).collect() };
    let (before, after) = (addresses(&parse(current)?), addresses(&parse(text)?));
    if before == after {
        return Ok((text.to_owned(), secrets.clone()));
    }
    let (mut text, mut found) = (text.to_owned(), Secrets::new());
    let open = |url: &String| !url.contains("${") && !hidden(url).1.is_empty();
    for url in after.iter().filter_map(|connection| connection.url.as_ref()).filter(|url| open(url)) {
        let (shown, password) = hidden(url);
        text = text.replace(url, &shown);
        found.extend(password);
    }
    if addresses(&parse(&text)?).iter().filter_map(|connection| connection.url.as_ref()).any(open) {
        return Err(Problem::new(0, "Write the address with its password as it is, between double quotes."));
    }
    Ok((text, found))
}

/// The tables, dimensions and measures of the draft, as the current declaration has them where it does, and what it has
/// besides. Connections are the current ones.
fn offered(draft: &str, current: &str) -> Result<File, Problem> {
    let (mut all, used) = (parse::<File>(draft)?, parse::<File>(current)?);
    for source in used.sources {
        match all.sources.iter_mut().find(|own| own.name.value == source.name.value) {
            Some(own) => {
                let (mut dimensions, mut measures) = (own.dimensions.clone(), own.measures.clone());
                dimensions.extend(source.dimensions.clone());
                measures.extend(source.measures.clone());
                *own = SourceText { dimensions, measures, ..source };
            }
            None => all.sources.push(source),
        }
    }
    all.connections = used.connections;
    Ok(all)
}

fn plain(text: String) -> Spanned<String> {
    Spanned::new(text, Location::UNKNOWN, Location::UNKNOWN)
}

fn table(source: &SourceText, own: Option<&SourceText>) -> TableForm {
    let dimension = |(name, said): (&String, &Spanned<Short<DimensionSaid>>)| {
        let Short(said) = &said.value;
        DimensionForm {
            name: name.clone(),
            column: said.column.clone().unwrap_or_else(|| name.clone()),
            kind: said.r#type.clone().unwrap_or_default(),
            // A table that is not used offers all of it.
            used: own.is_none_or(|own| own.dimensions.contains_key(name)),
            synonyms: said.synonyms.join(", "),
        }
    };
    let measure = |(name, said): (&String, &Spanned<Short<MeasureSaid>>)| {
        let Short(said) = &said.value;
        MeasureForm {
            name: name.clone(),
            expression: said.formula.clone().or_else(|| said.column.clone()).unwrap_or_else(|| name.clone()),
            used: own.is_none_or(|own| own.measures.contains_key(name)),
            aggregation: said.aggregation.clone().unwrap_or_else(|| "sum".to_owned()),
            unit: said.unit.clone().unwrap_or_default(),
            synonyms: said.synonyms.join(", "),
        }
    };
    let join = |join: &JoinText| JoinForm {
        table: join.table.value.clone(),
        on: join.on.value.0.iter().map(|(here, there)| format!("{here} = {there}")).collect::<Vec<_>>().join(", "),
        agreed: join.agreed,
    };
    TableForm {
        name: source.name.value.clone(),
        table: source.table.value.clone(),
        used: own.is_some(),
        many: source.many.clone().unwrap_or_default(),
        synonyms: source.synonyms.join(", "),
        time: source.time.as_ref().map(|time| time.value.clone()).unwrap_or_default(),
        for_everyone: source.visible == Visible::Everyone,
        dimensions: source.dimensions.iter().map(dimension).collect(),
        measures: source.measures.iter().map(measure).collect(),
        joins: source.joins.iter().map(join).collect(),
        ..TableForm::default()
    }
}

/// The columns that a draft left out, from its comments: the source's name, and the column with the reason.
fn left_out(draft: &str) -> Vec<(String, String)> {
    let (mut name, mut all) = (String::new(), Vec::new());
    for line in draft.lines() {
        if let Some(own) = line.strip_prefix("- name: ") {
            name = own.trim_matches('"').to_owned();
        } else if let Some(text) = line.strip_prefix("  # left out: ") {
            all.push((name.clone(), text.to_owned()));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRAFT: &str = "connections:\n  shop: {url: 'postgres://reader:${PASSWORD}@host/shop'}\nsources:\n\
        - name: orders\n  many: orders\n  connection: shop\n  table: orders\n  # left out: card, its values look like card numbers\n  joins:\n  - {table: people, on: {person: id}, agreed: false}\n\
        \x20 time: ordered\n  dimensions:\n    ordered: {column: ordered, type: date}\n    shipped: {column: shipped, type: date}\n    city: city\n  measures:\n    amount: amount\n    weight: {column: weight, aggregation: avg}\n\
        - name: logs\n  connection: shop\n  table: logs\n  dimensions:\n    level: level\n";

    fn saved(current: &str, fields: &[(&str, &str)]) -> String {
        let field = |name: &str| fields.iter().find(|(own, _)| *own == name).map(|(_, value)| (*value).to_owned());
        changed(DRAFT, current, &field).unwrap()
    }

    #[test]
    fn a_form_changes_what_it_shows_and_offers_what_was_left_out_again() {
        let forms = tables(DRAFT, DRAFT).unwrap();
        assert_eq!(forms.iter().map(|form| form.used).collect::<Vec<_>>(), [true, true]);
        assert_eq!(forms[0].left_out, ["card, its values look like card numbers"]);
        let text = saved(
            DRAFT,
            &[
                ("t0.used", "on"),
                ("t0.many", "sales"),
                ("t0.synonyms", "deals, turnover"),
                ("t0.time", "shipped"),
                ("t0.everyone", "on"),
                ("t0.d1.used", "on"),
                ("t0.d1.synonyms", "sent"),
                ("t0.d2.used", "on"),
                ("t0.m0.used", "on"),
                ("t0.m0.unit", "EUR"),
                ("t0.m0.aggregation", "max"),
                ("t0.j0.agreed", "on"),
            ],
        );
        for part in [
            "many: sales",
            "synonyms: [deals, turnover]",
            "time: shipped",
            "visible: everyone",
            "shipped: {column: shipped, type: date, synonyms: [sent]}",
            "city: {column: city}",
            "amount: {column: amount, aggregation: max, unit: EUR}",
            "{table: people, on: {person: id}}",
            "url: \"postgres://reader:${PASSWORD}@host/shop\"",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(!text.contains("logs") && !text.contains("weight") && !text.contains("ordered:"), "{text}");
        let forms = tables(DRAFT, &text).unwrap();
        assert_eq!(forms[0].dimensions.iter().map(|d| d.used).collect::<Vec<_>>(), [false, true, true]);
        assert_eq!((forms[0].many.as_str(), forms[0].measures[1].used, forms[1].used), ("sales", false, false));
    }

    #[test]
    fn a_time_that_is_no_longer_used_goes_with_its_dimension() {
        let text = saved(DRAFT, &[("t0.used", "on"), ("t0.time", "ordered"), ("t0.d2.used", "on")]);
        assert!(!text.contains("time:") && text.contains("city"), "{text}");
    }

    #[test]
    fn a_password_belongs_to_its_address() {
        let secrets = Secrets::from([("PASSWORD".to_owned(), "old".to_owned())]);
        let kept = sealed(DRAFT, &DRAFT.replace("many: orders", "many: deals"), &secrets).unwrap();
        assert!(kept.0.contains("many: deals") && kept.1 == secrets);
        // Another host gets no password; a new one is hidden.
        let (_, moved) = sealed(DRAFT, &DRAFT.replace("@host", "@elsewhere"), &secrets).unwrap();
        assert!(moved.is_empty());
        let (text, new) = sealed(DRAFT, &DRAFT.replace("${PASSWORD}", "new"), &secrets).unwrap();
        assert!(text.contains("reader:${PASSWORD}@host") && new["PASSWORD"] == "new", "{text}");
    }

    #[test]
    fn a_broken_declaration_says_where() {
        assert!(tables(DRAFT, "sources: [").is_err());
    }
}
