//! Impossible wishes, and what must fit the chip.

use std::string::String;

use super::packing::{PackingError, PackingNode};
use super::*;

#[test]
fn impossible_settings_are_refused_in_a_sentence() {
    let queens = Queens::new(8).unwrap();
    let refusal = |settings| match Composite::<_, DEPTH>::new(&queens, settings, 0) {
        Ok(_) => String::new(),
        Err(error) => std::format!("{error}"),
    };
    assert_eq!(refusal(settings(Cutoff::Level(8), 0)), "");
    assert_eq!(
        refusal(settings(Cutoff::Level(9), 0)),
        "the cutoff level is deeper than the tree"
    );
    let windows =
        |width| Windows::for_width::<_, 7>(&queens, &settings(Cutoff::Level(4), 0), width);
    assert_eq!(windows(0), Err(SetupError::NoWidth));
    assert_eq!(windows(9), Err(SetupError::TooDeep));
    assert!(matches!(
        Composite::<_, 7>::new(&queens, settings(Cutoff::Level(4), 0), 0),
        Err(SetupError::TooDeep)
    ));
}

#[test]
fn impossible_boxes_are_refused() {
    let pieces = free_polyominoes(6);
    let refusal =
        |region: Option<Region>, pieces: &[Piece]| Packing::new(&region.unwrap(), pieces).err();
    assert_eq!(
        refusal(Region::rectangle(19, 11), &pieces),
        Some(PackingError::CellsDiffer)
    );
    assert_eq!(
        refusal(Region::rectangle(15, 14), &pieces),
        Some(PackingError::BoxTooLarge)
    );
    assert_eq!(refusal(Region::rectangle(30, 7), &pieces), None);
    assert_eq!(
        refusal(Region::rectangle(1, 1), &[]),
        Some(PackingError::TooManyPieces)
    );
    let long = Piece::from_cells((0..7).map(|row| (0, row))).unwrap();
    assert_eq!(
        refusal(Region::rectangle(7, 1), &[long]),
        Some(PackingError::PieceTooLarge)
    );
    let apart = Piece::from_cells([(0, 7), (1, 0)]).unwrap();
    assert_eq!(
        refusal(Region::rectangle(2, 1), &[apart]),
        Some(PackingError::PieceInParts)
    );
    assert!(Region::rectangle(0, 1).is_none() && Region::rectangle(1, 17).is_none());
}

/// What the chip has to hold; the module's documentation quotes these.
#[test]
fn everything_fits_the_chip() {
    assert!(size_of::<Packing>() <= 43 * 1024);
    assert!(48 * size_of::<PackingNode>() <= 4 * 1024);
    assert!(size_of::<Statistics>() <= 2304);
}
