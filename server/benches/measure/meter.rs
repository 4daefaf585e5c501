//! A process's resource usage according to the kernel: CPU time, memory, open files. Linux only.

use std::fs;
use std::time::Duration;

use anyhow::{Context, Result};

/// The kernel's unit of CPU time in `/proc`, 1/100 s on every Linux that Debian ships.
const TICK: Duration = Duration::from_millis(10);

/// CPU time, in user and kernel mode, of a process with all its threads.
pub fn cpu(process: u32) -> Result<Duration> {
    let text = fs::read_to_string(format!("/proc/{process}/stat"))?;
    // The name is in brackets and may contain anything; the fields are counted after it.
    let fields: Vec<&str> = text.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |at: usize| -> Result<u32> { Ok(fields.get(at).context("a short /proc/…/stat")?.parse()?) };
    Ok(TICK * (ticks(11)? + ticks(12)?))
}

/// CPU time used by all processes of the machine.
pub fn cpu_of_machine() -> Result<Duration> {
    let text = fs::read_to_string("/proc/stat")?;
    let line = text.lines().next().context("an empty /proc/stat")?;
    let ticks: Vec<u64> = line.split_whitespace().skip(1).filter_map(|n| n.parse().ok()).collect();
    // user, nice, system, then idle and iowait, which do not count, then interrupts.
    let busy = ticks.iter().take(3).chain(ticks.iter().skip(5).take(2)).sum::<u64>();
    Ok(Duration::from_millis(busy * 10))
}

/// Resident memory in MiB: the peak, and now.
pub fn memory(process: u32) -> Result<(f64, f64)> {
    let text = fs::read_to_string(format!("/proc/{process}/status"))?;
    let of = |name: &str| -> Result<f64> {
        let line = text.lines().find_map(|l| l.strip_prefix(name)).context("a short /proc/…/status")?;
        Ok(line.trim_matches([':', ' ', '\t', 'k', 'B']).parse::<f64>()? / 1024.0)
    };
    Ok((of("VmHWM")?, of("VmRSS")?))
}

/// Open files and sockets.
pub fn files(process: u32) -> Result<usize> {
    Ok(fs::read_dir(format!("/proc/{process}/fd"))?.count())
}
