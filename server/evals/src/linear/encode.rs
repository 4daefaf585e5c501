//! Writes weights as the file that [`linear::weights::Weights::decode`] reads.

use linear::weights::{Label, MAGIC};

/// Encodes labels, and weights by bucket and label, in any order; those that round to zero are dropped.
pub fn encode(labels: &[Label], mut all: Vec<(u32, u8, f32)>) -> Vec<u8> {
    let mut out = MAGIC.to_vec();
    out.push(labels.len() as u8);
    for label in labels {
        out.push(label.name.len() as u8);
        out.extend_from_slice(label.name.as_bytes());
        for figure in [label.bias, label.scale, label.threshold] {
            out.extend_from_slice(&figure.to_le_bytes());
        }
    }
    all.sort_unstable_by_key(|(bucket, label, _)| (*bucket, *label));
    let sized = all.iter().map(|(bucket, label, weight)| {
        let scale = labels.get(usize::from(*label)).map_or(1.0, |l| l.scale);
        (*bucket, *label, (weight / scale).round().clamp(-127.0, 127.0) as i8)
    });
    let sized: Vec<(u32, u8, i8)> = sized.filter(|(_, _, size)| *size != 0).collect();
    let groups: Vec<_> = sized.chunk_by(|a, b| a.0 == b.0).collect();
    out.extend_from_slice(&(groups.len() as u32).to_le_bytes());
    let mut before = 0;
    for group in groups {
        let mut step = group[0].0 - before;
        before = group[0].0;
        while step >= 0x80 {
            out.push((step as u8) | 0x80);
            step >>= 7;
        }
        out.push(step as u8);
        out.push(group.len() as u8);
        out.extend(group.iter().flat_map(|(_, label, size)| [*label, size.to_le_bytes()[0]]));
    }
    out
}

#[cfg(test)]
mod tests {
    use linear::features::Feature;
    use linear::weights::Weights;

    use super::*;

    #[test]
    fn what_was_written_is_read_and_damage_is_told() {
        let label = |name: &str| Label { name: name.into(), bias: -1.0, scale: 0.1, threshold: 0.5 };
        let labels = [label("yes"), label("no")];
        let file = encode(&labels, vec![(70_000, 1, -2.0), (3, 0, 1.0), (3, 1, 0.001), (3, 1, 12.0)]);
        let read = Weights::decode(&file).unwrap();
        assert_eq!(read.labels, labels);
        let feature = |bucket, word| Feature { bucket, value: 1.0, word };
        let logits = read.logits(&[feature(3, 2), feature(70_000, 0), feature(9, 1)]);
        assert_eq!((logits[0].1, logits[1].1), (2, 2));
        assert!((logits[0].0 - 0.0).abs() < 1e-5 && (logits[1].0 - 9.0).abs() < 1e-4, "{logits:?}");
        for cut in [0, 5, 20, file.len() - 1] {
            assert!(Weights::decode(&file[..cut]).is_err());
        }
        assert!(Weights::decode(&[file.as_slice(), b"more"].concat()).is_err());
    }
}
