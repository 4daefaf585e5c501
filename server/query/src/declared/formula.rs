//! The arithmetic of a declared column: columns, numbers, `+ - * /`, brackets, and `days(FROM, TO)` between two dates.
//! It is parsed into a tree, and only the tree is compiled, so no text of a declaration reaches a statement.

/// An arithmetic expression over columns: as written, by name, `table.column`, or `column` of the source's own table.
#[derive(Clone, Debug, PartialEq)]
pub enum Formula<C = String> {
    Column(C),
    Number(f64),
    /// Whole days between two dates, negative if the second is before the first; by day, ignoring hours.
    Days(C, C),
    Binary(Box<Formula<C>>, Sign, Box<Formula<C>>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    Plus,
    Minus,
    Times,
    /// Division; no value if by zero.
    Over,
}

/// Maximum nesting of brackets.
const DEPTH: usize = 20;

impl Formula {
    /// Parses one: `unit_price * quantity * (1 - discount)`. Column names with characters other than letters, digits
    /// and `_` are in double quotes.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut reader = Reader { rest: text, depth: 0 };
        let formula = reader.sum()?;
        match reader.rest.trim_start() {
            "" => Ok(formula),
            rest => Err(format!("\"{rest}\" is not understood in the formula \"{text}\"")),
        }
    }
}

impl<C> Formula<C> {
    /// The columns in it.
    pub fn columns(&self) -> Vec<&C> {
        match self {
            Self::Column(column) => vec![column],
            Self::Number(_) => Vec::new(),
            Self::Days(from, to) => vec![from, to],
            Self::Binary(a, _, b) => [a.columns(), b.columns()].concat(),
        }
    }

    /// Those that must be dates; the others are numbers.
    pub fn moments(&self) -> Vec<&C> {
        match self {
            Self::Column(_) | Self::Number(_) => Vec::new(),
            Self::Days(from, to) => vec![from, to],
            Self::Binary(a, _, b) => [a.moments(), b.moments()].concat(),
        }
    }

    /// The same with its columns replaced.
    ///
    /// # Errors
    /// The first error of `find`.
    pub fn over<D, E>(&self, find: &impl Fn(&C) -> Result<D, E>) -> Result<Formula<D>, E> {
        Ok(match self {
            Self::Column(column) => Formula::Column(find(column)?),
            Self::Number(number) => Formula::Number(*number),
            Self::Days(from, to) => Formula::Days(find(from)?, find(to)?),
            Self::Binary(a, sign, b) => Formula::Binary(Box::new(a.over(find)?), *sign, Box::new(b.over(find)?)),
        })
    }
}

struct Reader<'a> {
    rest: &'a str,
    depth: usize,
}

impl Reader<'_> {
    fn eat(&mut self, signs: &[(char, Sign)]) -> Option<Sign> {
        let rest = self.rest.trim_start();
        let (c, sign) = signs.iter().find(|(c, _)| rest.starts_with(*c))?;
        self.rest = &rest[c.len_utf8()..];
        Some(*sign)
    }

    fn sum(&mut self) -> Result<Formula, String> {
        let mut left = self.product()?;
        while let Some(sign) = self.eat(&[('+', Sign::Plus), ('-', Sign::Minus)]) {
            left = Formula::Binary(Box::new(left), sign, Box::new(self.product()?));
        }
        Ok(left)
    }

    fn product(&mut self) -> Result<Formula, String> {
        let mut left = self.one()?;
        while let Some(sign) = self.eat(&[('*', Sign::Times), ('/', Sign::Over)]) {
            left = Formula::Binary(Box::new(left), sign, Box::new(self.one()?));
        }
        Ok(left)
    }

    fn one(&mut self) -> Result<Formula, String> {
        self.rest = self.rest.trim_start();
        if let Some(inner) = self.rest.strip_prefix('(') {
            self.depth += 1;
            if self.depth > DEPTH {
                return Err(format!("a formula has at most {DEPTH} nested brackets"));
            }
            self.rest = inner;
            let formula = self.sum()?;
            self.depth -= 1;
            self.rest = self.rest.trim_start().strip_prefix(')').ok_or("a bracket of the formula is not closed")?;
            return Ok(formula);
        }
        let number = self.rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(self.rest.len());
        if number > 0 {
            let (text, rest) = self.rest.split_at(number);
            self.rest = rest;
            return text.parse().map(Formula::Number).map_err(|_| format!("\"{text}\" is not a number"));
        }
        let quoted = self.rest.starts_with('"');
        let name = self.column()?;
        if name == "days" && !quoted && self.rest.trim_start().starts_with('(') {
            return self.days();
        }
        Ok(Formula::Column(name))
    }

    /// The rest of `days(FROM, TO)`.
    fn days(&mut self) -> Result<Formula, String> {
        self.sign('(')?;
        let from = self.column()?;
        self.sign(',')?;
        let to = self.column()?;
        self.sign(')')?;
        Ok(Formula::Days(from, to))
    }

    fn sign(&mut self, sign: char) -> Result<(), String> {
        let rest = self.rest.trim_start().strip_prefix(sign);
        self.rest = rest.ok_or("days takes two moments: days(opened, closed)")?.trim_start();
        Ok(())
    }

    /// `column` or `table.column`.
    fn column(&mut self) -> Result<String, String> {
        let name = self.name()?;
        match self.rest.strip_prefix('.') {
            Some(rest) => {
                self.rest = rest;
                Ok(format!("{name}.{}", self.name()?))
            }
            None => Ok(name),
        }
    }

    /// A name, bare or in double quotes.
    fn name(&mut self) -> Result<String, String> {
        if let Some(inner) = self.rest.strip_prefix('"') {
            let end = inner.find('"').ok_or("a quoted name of the formula has no end")?;
            self.rest = &inner[end + 1..];
            return Ok(inner[..end].to_owned());
        }
        let end = self.rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(self.rest.len());
        if end == 0 {
            let what = self.rest.chars().next().map_or("the end".to_owned(), |c| format!("\"{c}\""));
            return Err(format!("the formula has {what} where a column or a number should be"));
        }
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest;
        Ok(name.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_bind_as_in_arithmetic() {
        let formula = Formula::read("unit_price * quantity * (1 - d.\"the discount\")").unwrap();
        assert_eq!(formula.columns(), ["unit_price", "quantity", "d.the discount"]);
        let Formula::Binary(_, Sign::Times, last) = formula else { panic!() };
        assert!(matches!(*last, Formula::Binary(_, Sign::Minus, _)));
        let Formula::Binary(_, Sign::Plus, right) = Formula::read("a + b / 2").unwrap() else { panic!() };
        assert!(matches!(*right, Formula::Binary(_, Sign::Over, _)));
    }

    #[test]
    fn what_is_no_formula_says_why() {
        for (text, why) in [
            ("a +", "the end"),
            ("a; drop table x", "\"; drop table x\""),
            ("(a", "not closed"),
            ("\"a", "no end"),
            ("1.2.3", "not a number"),
            (&"(".repeat(30), "nested"),
        ] {
            let error = Formula::read(text).unwrap_err();
            assert!(error.contains(why), "{text}: {error}");
        }
    }
}
