//! Interprets measurements of a line: five checks in the order of B-038, with the thresholds of B-039. Pure: figures
//! in, findings out.

use model::support::local;
use model::support::records::{Bandwidth, LinkStatus, Ping, Port, Signal};
use serde::Serialize;

use super::answer::rounded;

/// Packet loss over the last day from which it is a problem, in per cent (B-039: "packet loss >5%").
pub const LOSS: f64 = 5.0;
/// Loss from which the line itself is at fault, in per cent (B-036 "critical >10%", B-043 "packet loss >10% …
/// escalate").
pub const LOSS_CRITICAL: f64 = 10.0;
/// Jitter from which it is a problem, in milliseconds (B-039: "jitter >50").
pub const JITTER_MS: f64 = 50.0;
/// Maximum spread of a day's speeds, as a share of their mean (B-039: "intermittent if speed variance > 50% of
/// average"). The variance proper has another unit than a speed, so the range is compared: the highest minus the
/// lowest. A single drop to half the speed is what a caller means by "it comes and goes".
pub const SPREAD: f64 = 0.5;
/// The lowest signal-to-noise ratio that is still good, in dB (B-039: "<30 dB … poor").
pub const SNR_DB: f64 = 30.0;
/// The highest bit error rate that is still good (B-039: ">0.0001 = poor").
pub const BIT_ERRORS: f64 = 0.0001;
/// Latency that is no longer healthy, in milliseconds (B-036: "healthy <5% loss and <100 ms").
pub const LATENCY_MS: f64 = 100.0;

/// The data on a line. `None` is a missing service: no customer has records of that kind.
#[derive(Clone, Debug, Default)]
pub struct Line {
    pub port: Option<Vec<Port>>,
    pub ip: Option<Option<String>>,
    /// The newest measurement; none if the customer has no television.
    pub signal: Option<Option<Signal>>,
    /// Those of the last day.
    pub pings: Option<Vec<Ping>>,
    pub bandwidth: Option<Vec<Bandwidth>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    Warning,
    /// A customer cannot repair it (B-043).
    Critical,
}

/// A problem.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Issue {
    pub code: &'static str,
    pub severity: Severity,
    /// One sentence with the figure.
    pub detail: String,
}

/// Mean packet loss, in per cent.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Loss {
    pub has_packet_loss: bool,
    pub avg_packet_loss: f64,
    pub test_count: usize,
}

impl Line {
    /// One port down among several counts.
    pub fn port_status(&self) -> &'static str {
        match self.port.as_deref() {
            None | Some([]) => "unknown",
            Some(ports) if ports.iter().any(|p| p.status == LinkStatus::Down) => "down",
            Some(_) => "up",
        }
    }

    pub fn loss(&self) -> Loss {
        let pings = self.pings.as_deref().unwrap_or_default();
        let mean = rounded(mean(pings.iter().map(Ping::loss_percent)).unwrap_or_default());
        Loss { has_packet_loss: mean > LOSS, avg_packet_loss: mean, test_count: pings.len() }
    }

    /// The problems, in the order of the checks.
    pub fn issues(&self) -> Vec<Issue> {
        [self.of_port(), self.of_ip(), self.of_signal(), self.of_loss()]
            .into_iter()
            .flatten()
            .chain(self.of_bandwidth())
            .collect()
    }

    fn of_port(&self) -> Option<Issue> {
        let down = self.port.iter().flatten().find(|p| p.status == LinkStatus::Down)?;
        let since = down.changed_at.map(|at| format!(" since {}", local::full(at))).unwrap_or_default();
        Some(issue("port_down", Severity::Critical, format!("The port {} is down{since}.", down.id)))
    }

    fn of_ip(&self) -> Option<Issue> {
        let none = matches!(self.ip, Some(None));
        none.then(|| issue("no_ip", Severity::Warning, "The line has no IP address.".into()))
    }

    fn of_signal(&self) -> Option<Issue> {
        let signal = self.signal.as_ref()?.as_ref()?;
        let errors = signal.bit_error_rate.unwrap_or_default();
        if signal.signal_noise_ratio_db >= SNR_DB && errors <= BIT_ERRORS {
            return None;
        }
        let detail = format!(
            "The television signal is poor: signal to noise {} dB, bit error rate {errors}.",
            rounded(signal.signal_noise_ratio_db)
        );
        Some(issue("poor_signal", Severity::Warning, detail))
    }

    fn of_loss(&self) -> Option<Issue> {
        let loss = self.loss();
        let severity = if loss.avg_packet_loss > LOSS_CRITICAL { Severity::Critical } else { Severity::Warning };
        let detail = format!(
            "On average {}% of the packets were lost in the last 24 hours ({} tests).",
            loss.avg_packet_loss, loss.test_count
        );
        loss.has_packet_loss.then(|| issue("packet_loss", severity, detail))
    }

    fn of_bandwidth(&self) -> Vec<Issue> {
        let all = self.bandwidth.as_deref().unwrap_or_default();
        let mut found = Vec::new();
        if let Some(jitter) = mean(all.iter().filter_map(|b| b.jitter_ms)).map(rounded).filter(|j| *j > JITTER_MS) {
            let detail = format!("The jitter was {jitter} ms on average in the last 24 hours.");
            found.push(issue("high_jitter", Severity::Warning, detail));
        }
        let speeds = || all.iter().map(|b| b.download_mbps);
        if let Some(average) = mean(speeds()).filter(|a| *a > 0.0) {
            let (low, high) = (speeds().fold(f64::INFINITY, f64::min), speeds().fold(0.0, f64::max));
            if high - low > SPREAD * average {
                let detail = format!(
                    "The speed went between {} and {} Mbit/s in the last 24 hours, {} on average.",
                    rounded(low),
                    rounded(high),
                    rounded(average)
                );
                found.push(issue("intermittent", Severity::Critical, detail));
            }
        }
        found
    }

    /// One or two sentences about all of it.
    pub fn interpretation(&self, issues: &[Issue]) -> String {
        let mut text = match issues {
            [] => "No fault was found on the line.".to_owned(),
            all => all.iter().map(|i| i.detail.as_str()).collect::<Vec<_>>().join(" "),
        };
        let checks = [
            ("the port", self.port.is_none()),
            ("the IP address", self.ip.is_none()),
            ("the television signal", self.signal.is_none()),
            ("packet loss", self.pings.is_none()),
            ("bandwidth", self.bandwidth.is_none()),
        ];
        let missing: Vec<&str> = checks.into_iter().filter(|(_, missing)| *missing).map(|(what, _)| what).collect();
        if !missing.is_empty() {
            text.push_str(&format!(" Not checked, because nothing is recorded: {}.", missing.join(", ")));
        }
        text
    }
}

/// The verdict of a ping test on a line (B-036).
pub fn ping_status(loss_percent: f64, avg_latency_ms: Option<f64>) -> &'static str {
    if loss_percent > LOSS_CRITICAL {
        "critical"
    } else if loss_percent >= LOSS || avg_latency_ms.is_none_or(|ms| ms >= LATENCY_MS) {
        "warning"
    } else {
        "healthy"
    }
}

fn issue(code: &'static str, severity: Severity, detail: String) -> Issue {
    Issue { code, severity, detail }
}

fn mean(figures: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = figures.fold((0.0, 0_u32), |(sum, count), f| (sum + f, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ping(lost: i64) -> Ping {
        Ping {
            at: 0,
            packets_sent: 1_000,
            packets_received: 1_000 - lost,
            min_latency_ms: Some(8.0),
            avg_latency_ms: Some(10.0),
            max_latency_ms: Some(15.0),
        }
    }

    fn speed(download_mbps: f64, jitter_ms: f64) -> Bandwidth {
        Bandwidth { at: 0, download_mbps, upload_mbps: None, jitter_ms: Some(jitter_ms) }
    }

    fn port(status: LinkStatus) -> Port {
        Port { id: "P1".into(), switch_id: "S1".into(), address_id: None, status, changed_at: None }
    }

    /// A healthy line.
    fn well() -> Line {
        Line {
            port: Some(vec![port(LinkStatus::Up)]),
            ip: Some(Some("10.0.0.2".into())),
            signal: Some(Some(Signal { at: 0, signal_noise_ratio_db: 36.0, bit_error_rate: Some(0.000_01) })),
            pings: Some(vec![ping(0), ping(2)]),
            bandwidth: Some(vec![speed(290.0, 3.0), speed(300.0, 5.0)]),
        }
    }

    fn codes(line: &Line) -> Vec<(&'static str, Severity)> {
        line.issues().iter().map(|i| (i.code, i.severity)).collect()
    }

    #[test]
    fn a_line_on_which_all_is_well_has_no_issue() {
        assert_eq!(codes(&well()), []);
        assert_eq!((well().port_status(), well().loss().avg_packet_loss), ("up", 0.1));
    }

    #[test]
    fn each_threshold_divides_where_the_requirement_says() {
        use Severity::{Critical, Warning};
        let losing = |lost| Line { pings: Some(vec![ping(lost)]), ..well() };
        let jittery = |ms| Line { bandwidth: Some(vec![speed(100.0, ms)]), ..well() };
        let varying = |low| Line { bandwidth: Some(vec![speed(low, 1.0), speed(125.0, 1.0)]), ..well() };
        let noisy = |db, errors| Line {
            signal: Some(Some(Signal { at: 0, signal_noise_ratio_db: db, bit_error_rate: Some(errors) })),
            ..well()
        };
        for (line, want) in [
            (losing(50), vec![]),
            (losing(51), vec![("packet_loss", Warning)]),
            (losing(100), vec![("packet_loss", Warning)]),
            (losing(101), vec![("packet_loss", Critical)]),
            (jittery(50.0), vec![]),
            (jittery(50.1), vec![("high_jitter", Warning)]),
            // 125 minus 75 is half of 100; 125 minus 74 is more than half of 99.5.
            (varying(75.0), vec![]),
            (varying(74.0), vec![("intermittent", Critical)]),
            (noisy(30.0, 0.0001), vec![]),
            (noisy(29.9, 0.0001), vec![("poor_signal", Warning)]),
            (noisy(30.0, 0.000_11), vec![("poor_signal", Warning)]),
            (
                Line { port: Some(vec![port(LinkStatus::Up), port(LinkStatus::Down)]), ..well() },
                vec![("port_down", Critical)],
            ),
            (Line { ip: Some(None), ..well() }, vec![("no_ip", Warning)]),
        ] {
            assert_eq!(codes(&line), want, "{line:?}");
        }
    }

    #[test]
    fn issues_come_in_the_order_of_the_checks() {
        let bad = Line {
            port: Some(vec![port(LinkStatus::Down)]),
            ip: Some(None),
            signal: Some(Some(Signal { at: 0, signal_noise_ratio_db: 20.0, bit_error_rate: None })),
            pings: Some(vec![ping(200)]),
            bandwidth: Some(vec![speed(10.0, 80.0), speed(300.0, 80.0)]),
        };
        let names: Vec<&str> = bad.issues().iter().map(|i| i.code).collect();
        assert_eq!(names, ["port_down", "no_ip", "poor_signal", "packet_loss", "high_jitter", "intermittent"]);
    }

    #[test]
    fn what_is_not_recorded_is_said_and_no_fault() {
        let nothing = Line::default();
        assert_eq!((nothing.port_status(), codes(&nothing)), ("unknown", vec![]));
        let told = nothing.interpretation(&[]);
        assert!(told.contains("Not checked") && told.contains("packet loss"), "{told}");
        assert!(!well().interpretation(&[]).contains("Not checked"));
    }

    #[test]
    fn ping_tests_are_sorted_into_three() {
        for (loss, latency, want) in [
            (4.9, Some(99.9), "healthy"),
            (5.0, Some(20.0), "warning"),
            (10.0, Some(20.0), "warning"),
            (0.0, Some(100.0), "warning"),
            (10.1, Some(20.0), "critical"),
            (100.0, None, "critical"),
        ] {
            assert_eq!(ping_status(loss, latency), want, "{loss}% {latency:?}");
        }
    }
}
