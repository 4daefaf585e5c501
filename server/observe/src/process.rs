//! Process statistics on Linux; `None` on other systems.

/// The kernel's clock ticks per second: 100 on all supported systems.
const CLOCK_TICKS_PER_SEC: f64 = 100.0;

/// Resident memory in bytes.
pub fn resident_bytes() -> Option<u64> {
    resident(&std::fs::read_to_string("/proc/self/status").ok()?)
}

/// CPU seconds used by this process, in user and kernel mode.
pub fn cpu_seconds() -> Option<f64> {
    cpu(&std::fs::read_to_string("/proc/self/stat").ok()?)
}

fn resident(status: &str) -> Option<u64> {
    let kilobytes = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    kilobytes.split_whitespace().next()?.parse::<u64>().ok()?.checked_mul(1024)
}

/// The program's name may contain spaces and brackets: the fields begin after the last bracket.
fn cpu(stat: &str) -> Option<f64> {
    let (_, rest) = stat.rsplit_once(')')?;
    let mut times = rest.split_whitespace().skip(11).map(|field| field.parse::<f64>().ok());
    Some((times.next()?? + times.next()??) / CLOCK_TICKS_PER_SEC)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernels_words_are_read() {
        assert_eq!(resident("Name:\tplumbline\nVmHWM:\t 900 kB\nVmRSS:\t   854 kB\n"), Some(854 * 1024));
        let stat = "42 (plumb) line) S 1 42 42 0 -1 4194560 100 0 0 0 250 50 0 0 20 0 9 0 100 200 300";
        assert_eq!(cpu(stat), Some(3.0));
        assert_eq!((resident("VmRSS:\tmuch"), cpu("42 (plumbline) S 1")), (None, None));
    }
}
