//! Properties of the rules, most of them against a slow, obvious twin.

pub(crate) mod arrangement;
mod notation;
mod twin;

use std::collections::BTreeSet;
use std::string::{String, ToString};
use std::vec::Vec;

use proptest::prelude::*;

pub(crate) use self::arrangement::{diagrams, positions};
use super::bitboards::SafeMove;
use super::*;

/// Every conceivable move, legal or not.
fn conceivable() -> Vec<Move> {
    let steps = Square::ALL
        .into_iter()
        .flat_map(|from| Square::ALL.map(|to| Move::Step { from, to }));
    let drops = HandKind::ALL
        .into_iter()
        .flat_map(|kind| Square::ALL.map(|to| Move::Drop { kind, to }));
    steps.chain(drops).collect()
}

#[test]
fn squares_are_numbered_down_the_files() {
    for (number, square) in Square::ALL.into_iter().enumerate() {
        assert_eq!(square.index(), number);
        assert_eq!(Square::at(square.file(), square.rank()), Some(square));
    }
}

#[test]
fn every_code_is_a_move_and_back() {
    for code in 0..=u8::MAX {
        match Move::from_code(code) {
            Some(mv) => assert_eq!(mv.code(), code),
            None => assert!(usize::from(code) >= Move::CODES),
        }
    }
    for mv in conceivable() {
        assert_eq!(Move::from_code(mv.code()), Some(mv));
    }
}

/// A mobility by making the moves.
fn mobility(position: Position) -> Mobility {
    let lion = position.lion(Owner::Mine);
    let safe = |mv: &Move| match position.play(*mv) {
        // As if a lion were caught like any other piece, and the game went on.
        After::Caught => {
            let from_lion = matches!(*mv, Move::Step { from, .. } if from == lion);
            let lion = if from_lion { mv.to() } else { lion };
            let others = position.attackers(Owner::Theirs, lion) & !SquareSet::of(mv.to());
            others.is_empty()
        }
        After::Position(child) => !child.can_catch(),
    };
    let safe: Vec<Move> = position.moves().into_iter().filter(safe).collect();
    let steps = |mv: &&Move| matches!(mv, Move::Step { from, .. } if *from == lion);
    let tries = |mv: &Move| steps(&mv) && SquareSet::FAR_RANK.contains(mv.to());
    Mobility {
        wins_now: position.can_catch() || safe.iter().any(tries),
        lion_steps: safe.iter().filter(steps).count() as u8,
        safe_moves: safe.len() as u8,
        attackers: position.attackers(Owner::Theirs, lion).len() as u8,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    #[test]
    fn sets_of_squares_are_sets(bits in any::<[[bool; Square::COUNT]; 2]>()) {
        let [left, right] = bits.map(|bits| {
            let members = Square::ALL.into_iter().filter(move |square| bits[square.index()]);
            members.map(SquareSet::of).fold(SquareSet::EMPTY, |set, square| set | square)
        });
        for square in Square::ALL {
            let [a, b] = bits.map(|bits| bits[square.index()]);
            prop_assert_eq!(left.contains(square), a);
            prop_assert_eq!((left & right).contains(square), a && b);
            prop_assert_eq!((left | right).contains(square), a || b);
            prop_assert_eq!((!left).contains(square), !a);
        }
        prop_assert_eq!(!!left, left);
        let listed: Vec<Square> = left.into_iter().collect();
        prop_assert!(listed.is_sorted() && listed.len() == left.len());
        prop_assert!(listed.iter().all(|&square| left.contains(square)));
    }

    #[test]
    fn bitboards_agree_with_the_moves(position in positions()) {
        let moves = position.moves().into_iter();
        let children: Vec<Position> = moves
            .filter_map(|mv| match position.play(mv) {
                After::Position(child) if !child.is_decided() => Some(child),
                _ => None,
            })
            .collect();
        let boards = Bitboards::of(position);
        let found: Vec<Position> = boards.safe_moves().map(|mv| boards.child(mv)).collect();
        prop_assert_eq!(&found, &children);
        prop_assert_eq!(&safe_children(position).collect::<Vec<_>>(), &children);
        prop_assert_eq!(boards.mobility(), mobility(position));
        prop_assert_eq!(boards.wins_now(), mobility(position).wins_now);
        prop_assert_eq!(boards.has_safe_move(), mobility(position).safe_moves > 0);
    }

    #[test]
    fn a_move_that_cannot_decide_leaves_a_safe_one(position in positions()) {
        let boards = Bitboards::of(position);
        let deciding: Vec<SafeMove> = boards.deciding_moves().collect();
        for mv in boards.safe_moves() {
            let child = boards.child(mv);
            let may_decide = deciding.contains(&mv) && boards.may_decide(mv);
            if !may_decide && !boards.wins_now() {
                let tries = mobility(child).wins_now;
                let is_open = mobility(child).safe_moves > 0 && !Bitboards::of(child).may_be_tried();
                prop_assert!(tries || is_open);
            }
        }
    }

    #[test]
    fn a_move_is_generated_if_and_only_if_it_is_legal(position in positions()) {
        let generated: BTreeSet<Move> = position.moves().into_iter().collect();
        let legal: BTreeSet<Move> =
            conceivable().into_iter().filter(|&mv| position.is_legal(mv)).collect();
        prop_assert_eq!(position.moves().len(), generated.len(), "a move is generated twice");
        prop_assert_eq!(generated, legal);
    }

    #[test]
    fn moves_and_what_they_lead_to_equal_the_twin(diagram in diagrams()) {
        let ours: BTreeSet<(String, Option<String>)> = diagram
            .position
            .moves()
            .into_iter()
            .map(|mv| {
                let next = match diagram.position.play(mv) {
                    After::Caught => None,
                    After::Position(position) => Some(diagram.next(position).to_string()),
                };
                (diagram.usi(mv).to_string(), next)
            })
            .collect();
        prop_assert_eq!(ours, twin::moves(&diagram.to_string()));
    }

    #[test]
    fn catching_and_check_equal_the_twin(diagram in diagrams()) {
        let sfen = diagram.to_string();
        let catches = |moves: BTreeSet<(String, Option<String>)>| {
            moves.into_iter().any(|(_, next)| next.is_none())
        };
        prop_assert_eq!(diagram.position.can_catch(), catches(twin::moves(&sfen)));
        let passed = diagram.next(diagram.position.rotated()).to_string();
        prop_assert_eq!(diagram.position.in_check(), catches(twin::moves(&passed)));
    }

    #[test]
    fn the_ending_equals_the_twin(diagram in diagrams()) {
        let ours = diagram.position.ending().map(|ending| match ending {
            Ending::Try(owner) => diagram.side.of(owner),
            Ending::NoMove => diagram.side.other(),
        });
        prop_assert_eq!(ours, twin::winner(&diagram.to_string()));
    }

    #[test]
    fn a_position_is_decided_if_and_only_if_the_rules_give_a_value(position in positions()) {
        prop_assert_eq!(position.is_decided(), position.value_by_rule().is_some());
    }

    #[test]
    fn every_move_keeps_a_valid_position(position in positions()) {
        for mv in position.moves() {
            if let After::Position(next) = position.play(mv) {
                prop_assert_eq!(Position::unpack(next.pack()), Ok(next));
            }
        }
    }

    #[test]
    fn turning_and_mirroring_twice_change_nothing(position in positions()) {
        prop_assert_eq!(position.rotated().rotated(), position);
        prop_assert_eq!(position.mirrored().mirrored(), position);
        prop_assert_eq!(position.rotated().mirrored(), position.mirrored().rotated());
    }

    #[test]
    fn mirroring_commutes_with_moving(position in positions()) {
        for mv in position.moves() {
            let straight = position.play(mv);
            let mirrored = position.mirrored().play(mv.mirrored());
            match (straight, mirrored) {
                (After::Caught, After::Caught) => {}
                (After::Position(a), After::Position(b)) => prop_assert_eq!(a.mirrored(), b),
                _ => prop_assert!(false, "only one of the two caught the lion"),
            }
        }
    }

    #[test]
    fn the_canonical_form_is_one_of_the_two_and_the_same_for_both(position in positions()) {
        let canonical = position.canonical();
        prop_assert!(canonical == position || canonical == position.mirrored());
        prop_assert_eq!(position.mirrored().canonical(), canonical);
        prop_assert_eq!(canonical.canonical(), canonical);
    }

    #[test]
    fn eight_bytes_with_one_bit_wrong_are_not_taken_for_another_count(
        position in positions(),
        bit in 0..64u32,
    ) {
        // One flipped bit changes one square or one hand, so all eight pieces are only left if a piece
        // on the board changed: its owner, since a chick and a hen never differ by one bit.
        let flipped = Position::unpack(position.pack() ^ 1 << bit);
        if let Ok(other) = flipped.and_then(Position::complete) {
            prop_assert!(bit < 48);
            prop_assert_eq!(other.occupied(), position.occupied());
        }
    }

    #[test]
    fn unchecked_bytes_never_panic(packed in any::<u64>()) {
        let position = Position::unpack_unchecked(packed);
        let _ = (position.canonical(), position.ending(), position.in_check());
        for mv in position.moves() {
            let _ = position.play(mv);
        }
    }
}

/// Puts each of the pieces left into the mover's hand or on any free square, and calls `each`
/// with every position that gives.
fn arrange(position: Position, left: &[HandKind], from: usize, each: &mut impl FnMut(Position)) {
    let Some((&held, rest)) = left.split_first() else {
        return each(position);
    };
    // The second of a pair goes after the first, so that no arrangement comes twice; the hand
    // stands for square 12.
    let next = |place| {
        if rest.first() == Some(&held) {
            place
        } else {
            0
        }
    };
    let kinds: &[Kind] = match held {
        HandKind::Chick => &[Kind::Chick, Kind::Hen],
        HandKind::Elephant => &[Kind::Elephant],
        HandKind::Giraffe => &[Kind::Giraffe],
    };
    for square in Square::ALL.into_iter().skip(from) {
        if position.piece_at(square).is_some() {
            continue;
        }
        for &kind in kinds {
            let owner = Owner::Mine;
            let placed = position.placed(square, Piece { owner, kind });
            arrange(placed, rest, next(square.index()), each);
        }
    }
    arrange(position.taken(Owner::Mine, held), rest, next(12), each);
}

/// As [`Position::moves`], but without a list that could be too short.
fn count_moves(position: Position) -> usize {
    conceivable()
        .into_iter()
        .filter(|&mv| position.is_legal(mv))
        .count()
}

/// A piece of theirs, given to the mover's hand instead, takes away no move and may add drops. So
/// it is enough to look at arrangements in which they have only the lion.
#[test]
#[ignore = "long: every arrangement of the mover's pieces"]
fn no_arrangement_has_more_than_forty_moves() {
    let pieces: Vec<HandKind> = HandKind::ALL
        .into_iter()
        .flat_map(|kind| [kind, kind])
        .collect();
    let mut most = 0;
    let kind = Kind::Lion;
    for mine in Square::ALL {
        for theirs in Square::ALL.into_iter().filter(|&theirs| theirs != mine) {
            let lions = [(Owner::Mine, mine), (Owner::Theirs, theirs)];
            let lions = lions.into_iter().fold(
                Position::unpack_unchecked(0),
                |position, (owner, square)| position.placed(square, Piece { owner, kind }),
            );
            arrange(lions, &pieces, 0, &mut |position| {
                most = most.max(count_moves(position))
            });
        }
    }
    assert_eq!(most, MAX_MOVES);
}
