//! The table key of a position.

use crate::game::Position;

/// A well-mixed key, different for every position.
///
/// Four Feistel rounds over the two halves of the packed position: each round can be undone,
/// so no two positions share a key, and each costs two 32-bit multiplications, which the chip
/// does in a cycle where a 64-bit one is a call.
pub fn key(position: Position) -> u64 {
    let packed = position.pack();
    let (mut high, mut low) = ((packed >> 32) as u32, packed as u32);
    low ^= round(high, 0x9E37_79B1);
    high ^= round(low, 0x85EB_CA77);
    low ^= round(high, 0xC2B2_AE3D);
    high ^= round(low, 0x27D4_EB2F);
    (high as u64) << 32 | low as u64
}

/// One round: mixes a half by a factor.
pub(super) fn round(half: u32, factor: u32) -> u32 {
    let mixed = (half ^ half >> 15).wrapping_mul(factor);
    (mixed ^ mixed >> 13).wrapping_mul(0x165_667B1)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::vec::Vec;

    use super::*;
    use crate::game::After;

    /// Positions from the start, breadth first.
    fn walk(count: usize) -> Vec<Position> {
        let mut seen = HashSet::from([Position::START]);
        let mut order = std::vec![Position::START];
        let mut next = 0;
        while order.len() < count {
            let position = order[next];
            next += 1;
            for mv in position.moves() {
                if let After::Position(child) = position.play(mv)
                    && child.value_by_rule().is_none()
                    && seen.insert(child)
                {
                    order.push(child);
                }
            }
        }
        order
    }

    #[test]
    fn keys_are_distinct_and_spread() {
        let positions = walk(100_000);
        let keys: HashSet<u64> = positions.iter().map(|&p| key(p)).collect();
        assert_eq!(keys.len(), positions.len());
        // Neighbouring positions fill a table of M slots as random keys would: M(1 − α^t).
        const M: usize = 65_536;
        for shift in [48, 0, 8] {
            let slots: HashSet<u64> = keys.iter().map(|key| key >> shift & 0xFFFF).collect();
            let expected = M as f64 * (1.0 - (1.0 - 1.0 / M as f64).powi(keys.len() as i32));
            let off = (slots.len() as f64 - expected).abs();
            assert!(off < 5.0 * 0.4 * 256.0, "bits from {shift}: off by {off}");
        }
    }
}
