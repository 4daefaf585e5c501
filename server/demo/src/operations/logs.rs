//! Log lines of the demo's services for the last two weeks of 2025: a little noise every day, and from the evening of
//! the 30th the payment gateway, whose connection pool was made smaller that day.

use std::fmt::Write as _;

/// Occasional lines: service, level, code, words, interval in days.
const NOISE: [(&str, &str, &str, &str, u32); 8] = [
    ("payment-gateway", "WARN", "PGW-210", "Acquirer answered slowly", 2),
    ("payment-gateway", "ERROR", "PGW-495", "Certificate of a test merchant rejected", 9),
    ("auth-service", "WARN", "AUT-120", "Sign-in from a new country", 1),
    ("order-api", "WARN", "ORD-300", "Stock check retried", 2),
    ("order-api", "ERROR", "ORD-500", "Order rejected by the stock check", 5),
    ("report-server", "WARN", "REP-110", "Disk of /var is filling up", 1),
    ("vpn-gateway", "WARN", "VPN-080", "Licence limit is near", 3),
    ("mail-relay", "ERROR", "MTA-451", "Recipient's server did not take the message", 4),
];

/// Number of payments that failed for lack of a connection, on the 30th and on the 31st.
const EXHAUSTED: [(u32, u32); 2] = [(30, 9), (31, 15)];

pub(super) fn logs() -> String {
    let mut text = String::from("logged_at,time,service,level,code,message\n");
    for day in 18..=31_u32 {
        for (place, (service, level, code, words, every)) in (0_u32..).zip(NOISE) {
            if (day + place).is_multiple_of(every) {
                let (hour, minute) = ((day * 5 + place * 7) % 18, (day * 13 + place * 11) % 60);
                let _ = writeln!(text, "2025-12-{day},{hour:02}:{minute:02},{service},{level},{code},{words}");
            }
        }
        let failed = EXHAUSTED.iter().find(|(on, _)| *on == day).map_or(0, |(_, many)| *many);
        for n in 0..failed {
            // In the evening of the first day, and the night of the second.
            let (hour, minute) = (if day == 30 { 22 + n / 5 } else { n / 6 }, n * 10 % 60 + n / 6);
            let _ = writeln!(
                text,
                "2025-12-{day},{hour:02}:{minute:02},payment-gateway,ERROR,PGW-503,Connection pool exhausted: no connection \
                 within 30 s",
            );
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pool_runs_dry_after_the_change_and_not_before() {
        let text = logs();
        let dry: Vec<&str> = text.lines().filter(|line| line.contains("PGW-503")).collect();
        assert_eq!(dry.len(), 24);
        assert!(dry.iter().all(|line| line.starts_with("2025-12-30,2") || line.starts_with("2025-12-31,0")));
        assert!(text.lines().all(|line| line.split(',').count() == 6));
    }
}
