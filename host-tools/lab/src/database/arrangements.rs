//! The paper's table 1: ways to lay the eight pieces on board and in hands.
//!
//! The side to move is fixed, mirror images count twice, and positions that cannot arise count too.

/// Squares of the board.
const SQUARES: u64 = 12;

/// The number of arrangements with 0 to 6 pieces in hand.
pub(super) fn by_hands() -> [u64; 7] {
    let mut counts = [0; 7];
    // Two lions, each its owner's, on different squares.
    let lions = SQUARES * (SQUARES - 1);
    for giraffes in 0..=2 {
        for elephants in 0..=2 {
            for chicks in 0..=2 {
                let mut free = SQUARES - 2;
                let ways = lions
                    * pair(giraffes, 2, &mut free)
                    * pair(elephants, 2, &mut free)
                    // One that lies on the board may be a hen.
                    * pair(chicks, 4, &mut free);
                counts[(giraffes + elephants + chicks) as usize] += ways;
            }
        }
    }
    counts
}

/// Ways to lay two equal pieces, `in_hand` of them in hands and the others on the free squares; `faces` is
/// the number of states of a piece on the board, its owner included.
fn pair(in_hand: u64, faces: u64, free: &mut u64) -> u64 {
    let on_board = 2 - in_hand;
    let squares = match on_board {
        0 => 1,
        1 => *free,
        _ => *free * (*free - 1) / 2,
    };
    *free -= on_board;
    // Of equal pieces in hand only the number of each owner counts.
    squares * faces.pow(on_board as u32) * (in_hand + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_1_is_the_papers() {
        let counts = by_hands();
        let paper = [
            638_668_800,
            638_668_800,
            242_161_920,
            44_098_560,
            4_134_240,
            190_080,
            3_564,
        ];
        assert_eq!(counts, paper);
        assert_eq!(counts.iter().sum::<u64>(), 1_567_925_964);
    }
}
