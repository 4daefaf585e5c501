//! Which messages belong to which case.

use std::collections::HashMap;

/// The code for no case.
const NO_CASE: u32 = u32::MAX;

/// The cases of messages: a number per case id, and per message the number of its case.
#[derive(Debug, Default)]
pub struct Belonging {
    pub(super) names: Vec<Box<str>>,
    numbers: HashMap<Box<str>, u32>,
    pub(super) of: Vec<u32>,
}

impl Belonging {
    /// Sets the case of the message at a place, either a known message's or the next one.
    pub fn put(&mut self, at: usize, case: Option<&str>) {
        let number = case.map_or(NO_CASE, |id| match self.numbers.get(id) {
            Some(number) => *number,
            None => {
                let number = self.names.len() as u32;
                self.names.push(id.into());
                self.numbers.insert(id.into(), number);
                number
            }
        });
        if at == self.of.len() {
            self.of.push(number);
        } else {
            self.of[at] = number;
        }
    }
}
