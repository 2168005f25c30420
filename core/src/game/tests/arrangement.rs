//! Random arrangements of the eight pieces.

use proptest::prelude::*;

use super::super::*;

/// Any arrangement, over or not; about a third of the pieces are in hand.
pub(crate) fn positions() -> impl Strategy<Value = Position> {
    let squares = Just((0..Square::COUNT).collect::<std::vec::Vec<_>>()).prop_shuffle();
    // Where each of two chicks, elephants and giraffes goes: mine or theirs, board or hand, and
    // for a chick on the board, promoted or not.
    let pieces = proptest::array::uniform6((any::<bool>(), 0..3u8, any::<bool>()));
    (squares, pieces).prop_map(|(order, pieces)| {
        let mut order = order.into_iter();
        let mut squares = [None; Square::COUNT];
        let mut hands = Hands::EMPTY;
        let mut put = |owner, kind| {
            let square = order.next().expect("twelve squares hold eight pieces");
            squares[square] = Some(Piece { owner, kind });
        };
        put(Owner::Mine, Kind::Lion);
        put(Owner::Theirs, Kind::Lion);
        for (number, (mine, place, promoted)) in pieces.into_iter().enumerate() {
            let owner = if mine { Owner::Mine } else { Owner::Theirs };
            let held = HandKind::ALL[number / 2];
            if place == 0 {
                hands[(owner, held)] += 1;
            } else if promoted && held == HandKind::Chick {
                put(owner, Kind::Hen);
            } else {
                put(owner, held.kind());
            }
        }
        Position::new(&squares, hands).expect("eight pieces, one lion each")
    })
}

pub(crate) fn diagrams() -> impl Strategy<Value = Diagram> {
    (positions(), any::<bool>(), 1..500u16).prop_map(|(position, sente, number)| Diagram {
        position,
        side: if sente { Side::Sente } else { Side::Gote },
        number,
    })
}
