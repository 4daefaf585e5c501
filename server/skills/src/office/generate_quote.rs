//! `generate_quote`: an offer to a customer with its items and total, computed in the smallest unit of money.

use std::fmt::Write as _;

use chrono::{Days, NaiveDate};
use model::approval::FieldChange;
use schemars::JsonSchema;
use serde::Deserialize;

use super::drafts::{self, Draft};
use super::text;
use tools::{ActContext, ToolError};

/// Maximum items, and validity of a quote.
const POSITIONS: usize = 100;
const VALIDITY_DAYS: u64 = 30;

/// Maximum quantity of an item, and unit price in hundredths.
const PIECES: u32 = 1_000_000;
const MAX_PRICE_HUNDREDTHS: f64 = 1e10;

#[derive(Deserialize, JsonSchema)]
pub(super) struct Args {
    /// As "ACC-107".
    customer_id: String,
    /// At most 100.
    products: Vec<Product>,
    /// Three letters, as EUR.
    currency: String,
}

#[derive(Deserialize, JsonSchema)]
struct Product {
    /// What is offered.
    name: String,
    #[schemars(range(min = 1, max = 1_000_000))]
    quantity: u32,
    /// For one, without tax, with at most two decimals. Only a price that the person or a tool gave.
    unit_price: f64,
}

/// A product with its amount; money in hundredths.
struct Position {
    name: String,
    quantity: u32,
    price: i64,
}

impl Position {
    fn of(product: &Product) -> Result<Self, ToolError> {
        let name = text::line("name of a product", &product.name)?;
        if !(1..=PIECES).contains(&product.quantity) {
            let text = format!("quantity of {name} is {}; give 1 to {PIECES}.", product.quantity);
            return Err(ToolError::new(text));
        }
        let hundredths = product.unit_price * 100.0;
        if !(0.0..=MAX_PRICE_HUNDREDTHS).contains(&hundredths) || (hundredths - hundredths.round()).abs() > 1e-4 {
            let text = format!("unit_price of {name} is not a price. Give it as 12.50, not negative.");
            return Err(ToolError::new(text));
        }
        Ok(Self { name, quantity: product.quantity, price: hundredths.round() as i64 })
    }

    fn total(&self) -> i64 {
        self.price * i64::from(self.quantity)
    }
}

pub(super) fn draft(ctx: &ActContext, args: Args) -> Result<Draft, ToolError> {
    let customer = text::line("customer_id", &args.customer_id)?;
    if customer.len() > 60 || !customer.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.')) {
        return Err(ToolError::new("customer_id has letters, digits and hyphens, as ACC-107. Look it up first."));
    }
    let currency = args.currency.trim().to_ascii_uppercase();
    if currency.len() != 3 || !currency.chars().all(|c| c.is_ascii_uppercase()) {
        return Err(ToolError::new("currency is three letters, as EUR or USD."));
    }
    if !(1..=POSITIONS).contains(&args.products.len()) {
        let text = format!("products has {} positions; a quote has 1 to {POSITIONS}.", args.products.len());
        return Err(ToolError::new(text));
    }
    let positions = args.products.iter().map(Position::of).collect::<Result<Vec<_>, _>>()?;
    let total = money(positions.iter().map(Position::total).sum());
    let mut changes = vec![FieldChange::new("Customer", &customer)];
    changes.extend(positions.iter().map(|position| {
        let Position { name, quantity, price } = position;
        let sum = money(position.total());
        FieldChange::new(name, format!("{quantity} × {} = {sum} {currency}", money(*price)))
    }));
    changes.push(FieldChange::new("Total", format!("{total} {currency}")));
    let content = quote(&customer, &positions, &currency, ctx.tool.as_of, &drafts::mark(&ctx.key));
    Ok(Draft {
        title: format!("Write a quote to {customer} over {total} {currency}"),
        changes,
        about: format!("quote {customer}"),
        end: "md",
        text: None,
        content,
        what: "The quote",
        next: "Open it in any editor, check the prices and add what is missing.",
    })
}

fn quote(customer: &str, positions: &[Position], currency: &str, day: NaiveDate, mark: &str) -> String {
    let until = day.checked_add_days(Days::new(VALIDITY_DAYS)).unwrap_or(day);
    let mut out = format!(
        "# Quote {mark}\n\nCustomer: {customer}  \nDate: {}  \nValid until: {}\n\n| Position | Product | Quantity | Unit price \
         ({currency}) | Amount ({currency}) |\n| ---: | --- | ---: | ---: | ---: |\n",
        day.format("%-d %B %Y"),
        until.format("%-d %B %Y"),
    );
    for (n, position) in positions.iter().enumerate() {
        let name = position.name.replace('\\', "\\\\").replace('|', "\\|");
        let (price, total) = (money(position.price), money(position.total()));
        let _ = writeln!(out, "| {} | {name} | {} | {price} | {total} |", n + 1, position.quantity);
    }
    let total = money(positions.iter().map(Position::total).sum());
    let _ = write!(out, "\n**Total: {total} {currency}**, without tax.\n");
    out
}

/// Hundredths as printed: 12,345.60.
fn money(hundredths: i64) -> String {
    format!("{}.{:02}", model::number::whole(hundredths / 100), hundredths % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(name: &str, quantity: u32, unit_price: f64) -> Result<Position, ToolError> {
        Position::of(&Product { name: name.to_owned(), quantity, unit_price })
    }

    #[test]
    fn a_quote_adds_up_to_the_cent() {
        let positions = [position("Filling unit F10", 2, 7_900.0).unwrap(), position("Box | spare", 3, 0.1).unwrap()];
        let day = NaiveDate::from_ymd_opt(2026, 1, 31).unwrap();
        assert_eq!(
            quote("ACC-107", &positions, "EUR", day, "0123456789"),
            "# Quote 0123456789\n\nCustomer: ACC-107  \nDate: 31 January 2026  \nValid until: 2 March 2026\n\n\
             | Position | Product | Quantity | Unit price (EUR) | Amount (EUR) |\n| ---: | --- | ---: | ---: | ---: |\n\
             | 1 | Filling unit F10 | 2 | 7,900.00 | 15,800.00 |\n| 2 | Box \\| spare | 3 | 0.10 | 0.30 |\n\n\
             **Total: 15,800.30 EUR**, without tax.\n"
        );
        assert_eq!((money(5), money(123_456_789)), ("0.05".to_owned(), "1,234,567.89".to_owned()));
    }

    #[test]
    fn what_is_no_price_says_so() {
        for price in [-1.0, f64::NAN, f64::INFINITY, 1.005, 1e12] {
            let error = position("Box", 1, price).err().unwrap().message;
            assert!(error.contains("unit_price of Box"), "{price}: {error}");
        }
        assert!(position("Box", 0, 1.0).err().unwrap().message.contains("quantity"));
        assert!(position("a\nb", 1, 1.0).err().unwrap().message.contains("line break"));
        // The largest possible quote is still exact.
        let most = position("Box", PIECES, MAX_PRICE_HUNDREDTHS / 100.0).unwrap();
        assert!(most.total().checked_mul(POSITIONS as i64).is_some());
    }
}
