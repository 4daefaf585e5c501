//! Arithmetic as people write it: numbers, `+ - * /` and brackets.

/// The value of a formula, and the numbers in it.
pub fn value(text: &str) -> Result<(f64, Vec<f64>), String> {
    let mut parser = Parser { rest: text, depth: 0, numbers: Vec::new() };
    let value = parser.sum()?;
    match parser.peek() {
        None if value.is_finite() => Ok((value, parser.numbers)),
        None => Err("it divides by zero".into()),
        Some(c) => Err(format!("\"{c}\" is not understood; numbers, + - * / and brackets are")),
    }
}

/// Maximum nesting of brackets.
const MAX_DEPTH: usize = 20;

struct Parser<'a> {
    rest: &'a str,
    depth: usize,
    numbers: Vec<f64>,
}

impl Parser<'_> {
    fn peek(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start();
        self.rest.chars().next()
    }

    fn take(&mut self, wanted: &[char]) -> Option<char> {
        let next = self.peek().filter(|c| wanted.contains(c))?;
        self.rest = &self.rest[next.len_utf8()..];
        Some(next)
    }

    fn sum(&mut self) -> Result<f64, String> {
        let mut value = self.product()?;
        while let Some(sign) = self.take(&['+', '-', '−']) {
            let next = self.product()?;
            value = if sign == '+' { value + next } else { value - next };
        }
        Ok(value)
    }

    fn product(&mut self) -> Result<f64, String> {
        let mut value = self.factor()?;
        while let Some(sign) = self.take(&['*', '×', '/', '÷']) {
            let next = self.factor()?;
            value = if matches!(sign, '*' | '×') { value * next } else { value / next };
        }
        Ok(value)
    }

    fn factor(&mut self) -> Result<f64, String> {
        if self.take(&['-', '−']).is_some() {
            self.depth += 1;
            let inner = if self.depth > MAX_DEPTH { Err("it is too deep".to_owned()) } else { self.factor() };
            self.depth -= 1;
            return inner.map(|v| -v);
        }
        if self.take(&['(']).is_some() {
            self.depth += 1;
            let inner = if self.depth > MAX_DEPTH { Err("it is too deep".to_owned()) } else { self.sum() }?;
            self.depth -= 1;
            return self.take(&[')']).map(|_| inner).ok_or_else(|| "a bracket is not closed".into());
        }
        self.peek();
        let end = self.rest.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ','))).unwrap_or(self.rest.len());
        let (digits, rest) = self.rest.split_at(end);
        let number: f64 = digits.replace(',', "").parse().map_err(|_| "a number is missing".to_owned())?;
        self.rest = rest;
        self.numbers.push(number);
        Ok(if self.take(&['%']).is_some() { number / 100.0 } else { number })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_worked_out_in_their_order() {
        for (text, want) in [
            ("140 / 412 * 100", Ok(140.0 / 412.0 * 100.0)),
            ("(140 + 115 + 91) / 412", Ok(346.0 / 412.0)),
            ("1,234 - 34", Ok(1200.0)),
            ("-3 × (2 − 5)", Ok(9.0)),
            ("34% - 28%", Ok(0.34 - 0.28)),
            ("1 / 0", Err("it divides by zero")),
            ("1 +", Err("a number is missing")),
            ("(1", Err("a bracket is not closed")),
            ("2 x 3", Err("\"x\" is not understood; numbers, + - * / and brackets are")),
        ] {
            assert_eq!(value(text).map(|(v, _)| v), want.map_err(str::to_owned), "{text}");
        }
        assert!(value(&"(".repeat(10_000)).is_err() && value(&"-".repeat(10_000)).is_err());
    }
}
