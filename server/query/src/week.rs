//! The days of the week and its parts, by name.

/// The weekdays, from Monday.
pub const WEEKDAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// Saturday and Sunday, and the other days.
pub const PARTS_OF_WEEK: [&str; 2] = ["weekends", "working days"];

/// The part of the week of a weekday; counted from Monday.
pub const fn part_of_week(weekday: usize) -> &'static str {
    PARTS_OF_WEEK[(weekday < 5) as usize]
}
