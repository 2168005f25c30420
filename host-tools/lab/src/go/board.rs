//! A Go board: stones, moves and captures, as the hash-list experiment needs them.
//!
//! Stones are placed, and groups without liberties are removed. Legality is not checked beyond that: ko
//! is ignored, and a record may contain suicide, which some rules allow.

/// Lines each way.
pub const SIZE: usize = 19;

/// A point, counted from the upper left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    row: u8,
    column: u8,
}

impl Point {
    /// The point on this row and column, if both are below [`SIZE`].
    pub const fn new(row: usize, column: usize) -> Option<Point> {
        if row < SIZE && column < SIZE {
            Some(Point {
                row: row as u8,
                column: column as u8,
            })
        } else {
            None
        }
    }

    /// Lines from the top.
    pub const fn row(self) -> usize {
        self.row as usize
    }

    /// Lines from the left.
    pub const fn column(self) -> usize {
        self.column as usize
    }
}

/// The colour of a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Black.
    Black,
    /// White.
    White,
}

impl Colour {
    /// The opponent.
    pub const fn other(self) -> Colour {
        match self {
            Colour::Black => Colour::White,
            Colour::White => Colour::Black,
        }
    }
}

/// A set of points, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Points([u32; SIZE]);

const ROW: u32 = (1 << SIZE) - 1;

impl Points {
    /// Whether the point is in the set.
    pub fn contains(&self, point: Point) -> bool {
        self.0[point.row()] >> point.column() & 1 == 1
    }

    /// The number of its points.
    pub fn len(&self) -> usize {
        self.0.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// Whether it has no point.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&row| row == 0)
    }

    /// One row, its leftmost point in the lowest bit; empty off the board.
    pub fn row(&self, row: usize) -> u32 {
        self.0.get(row).copied().unwrap_or(0)
    }

    fn insert(&mut self, point: Point) {
        self.0[point.row()] |= 1 << point.column();
    }

    fn remove(&mut self, point: Point) {
        self.0[point.row()] &= !(1 << point.column());
    }

    fn without(&self, other: &Points) -> Points {
        Points(std::array::from_fn(|row| self.0[row] & !other.0[row]))
    }

    /// The set and all points next to it.
    fn grown(&self) -> Points {
        Points(std::array::from_fn(|row| {
            let here = self.0[row];
            let above = if row > 0 { self.0[row - 1] } else { 0 };
            let below = if row + 1 < SIZE { self.0[row + 1] } else { 0 };
            (here | here << 1 | here >> 1 | above | below) & ROW
        }))
    }

    fn transposed(&self) -> Points {
        let mut turned = Points::default();
        for row in 0..SIZE {
            for column in 0..SIZE {
                turned.0[column] |= (self.0[row] >> column & 1) << row;
            }
        }
        turned
    }

    fn within(&self, other: &Points) -> Points {
        Points(std::array::from_fn(|row| self.0[row] & other.0[row]))
    }
}

/// A point that already has a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occupied;

impl std::fmt::Display for Occupied {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a stone is played where none can be")
    }
}

impl std::error::Error for Occupied {}

/// The stones on a 19×19 board, black ones first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct GoBoard([Points; 2]);

impl GoBoard {
    /// The board without stones.
    pub fn new() -> GoBoard {
        GoBoard::default()
    }

    /// The stones of one colour.
    pub fn stones(&self, colour: Colour) -> &Points {
        &self.0[colour as usize]
    }

    /// The stone on the point.
    pub fn at(&self, point: Point) -> Option<Colour> {
        [Colour::Black, Colour::White]
            .into_iter()
            .find(|&colour| self.stones(colour).contains(point))
    }

    /// The board turned over the diagonal from the upper left corner.
    pub fn transposed(&self) -> GoBoard {
        GoBoard(self.0.map(|stones| stones.transposed()))
    }

    /// The board with black and white exchanged.
    pub fn recoloured(&self) -> GoBoard {
        let [black, white] = self.0;
        GoBoard([white, black])
    }

    /// Places a stone, or removes one with `None`, without capturing.
    pub fn set(&mut self, point: Point, stone: Option<Colour>) {
        self.0.iter_mut().for_each(|stones| stones.remove(point));
        if let Some(colour) = stone {
            self.0[colour as usize].insert(point);
        }
    }

    /// Plays a stone and returns the number of stones it captured. A group that takes its own last liberty
    /// and captures nothing is removed itself.
    pub fn play(&mut self, colour: Colour, point: Point) -> Result<usize, Occupied> {
        if self.at(point).is_some() {
            return Err(Occupied);
        }
        self.0[colour as usize].insert(point);
        let mut captured = 0;
        for neighbour in neighbours(point) {
            captured += self.take_if_dead(colour.other(), neighbour);
        }
        if captured == 0 {
            self.take_if_dead(colour, point);
        }
        Ok(captured)
    }

    /// Removes the group of this colour at the point if it has no liberty; returns its size.
    fn take_if_dead(&mut self, colour: Colour, point: Point) -> usize {
        let own = *self.stones(colour);
        if !own.contains(point) {
            return 0;
        }
        let mut group = Points::default();
        group.insert(point);
        loop {
            let grown = group.grown();
            let next = grown.within(&own);
            if next == group {
                let [black, white] = &self.0;
                let liberties = grown.without(black).without(white);
                if !liberties.is_empty() {
                    return 0;
                }
                self.0[colour as usize] = own.without(&group);
                return group.len();
            }
            group = next;
        }
    }
}

fn neighbours(point: Point) -> impl Iterator<Item = Point> {
    let (row, column) = (point.row(), point.column());
    [
        (row.wrapping_sub(1), column),
        (row + 1, column),
        (row, column.wrapping_sub(1)),
        (row, column + 1),
    ]
    .into_iter()
    .filter_map(|(row, column)| Point::new(row, column))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(row: usize, column: usize) -> Point {
        Point::new(row, column).unwrap()
    }

    #[test]
    fn a_surrounded_stone_is_taken() {
        let mut board = GoBoard::new();
        board.play(Colour::White, point(0, 0)).unwrap();
        assert_eq!(board.play(Colour::Black, point(0, 1)), Ok(0));
        assert_eq!(board.play(Colour::Black, point(1, 0)), Ok(1));
        assert_eq!(board.at(point(0, 0)), None);
        assert_eq!(board.play(Colour::Black, point(1, 0)), Err(Occupied));
    }

    #[test]
    fn capturing_comes_before_suicide() {
        // White plays into the black eye at the corner and takes the group's last liberty.
        let mut board = GoBoard::new();
        for (row, column) in [(0, 1), (1, 0), (1, 1)] {
            board.play(Colour::Black, point(row, column)).unwrap();
        }
        for (row, column) in [(0, 2), (1, 2), (2, 0), (2, 1)] {
            board.play(Colour::White, point(row, column)).unwrap();
        }
        assert_eq!(board.play(Colour::White, point(0, 0)), Ok(3));
        assert_eq!(board.stones(Colour::Black).len(), 0);
    }

    #[test]
    fn a_stone_without_liberties_does_not_stay() {
        let mut board = GoBoard::new();
        board.play(Colour::Black, point(0, 1)).unwrap();
        board.play(Colour::Black, point(1, 0)).unwrap();
        assert_eq!(board.play(Colour::White, point(0, 0)), Ok(0));
        assert_eq!(board.at(point(0, 0)), None);
    }
}
