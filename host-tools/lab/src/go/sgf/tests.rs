use super::*;

fn one(text: &str) -> Record {
    let mut records = read(text.as_bytes()).unwrap();
    assert_eq!(records.len(), 1);
    records.remove(0)
}

fn black(column: usize, row: usize) -> Step {
    Step::Play(Colour::Black, Point::new(row, column).unwrap())
}

fn white(column: usize, row: usize) -> Step {
    Step::Play(Colour::White, Point::new(row, column).unwrap())
}

#[test]
fn reads_a_plain_game() {
    let record = one("(;GM[1]FF[4]SZ[19]GN[a game];B[qd];W[dp])");
    assert_eq!(record.steps, [black(16, 3), white(3, 15)]);
}

#[test]
fn follows_the_first_variation() {
    let record = one("(;B[aa](;W[bb](;B[cc])(;B[dd]))(;W[ee];B[ff]))");
    assert_eq!(record.steps, [black(0, 0), white(1, 1), black(2, 2)]);
}

#[test]
fn texts_may_hold_anything() {
    let record = one("(;C[a ) and a \\] and (;B[aa\\]\\\\]GN[x\\\ny];B[bb]C[(;])");
    assert_eq!(record.steps, [black(1, 1)]);
    let latin = read(b"(;PB[\xE9\xA0]GN[\xFF];B[cc])").unwrap();
    assert_eq!(latin[0].steps, [black(2, 2)]);
}

#[test]
fn takes_old_and_sloppy_writing() {
    let record = one("From: me (hello)\n( ;GaMe[1]SiZe[19]\n  Black [cc] ; White[] ;B[tt])\n");
    assert_eq!(record.steps, [black(2, 2), Step::Pass, Step::Pass]);
    assert_eq!(
        one("(;B[aa];W[bb]").steps.len(),
        2,
        "cut off after a property"
    );
    assert_eq!(read(b"(;B[aa])\n\n(;W[bb])").unwrap().len(), 2);
}

#[test]
fn sets_stones_up() {
    let record = one("(;SZ[19:19]AB[aa][bb:cd]AE[bb])");
    assert_eq!(record.steps.len(), 1 + 6 + 1);
    assert_eq!(
        record.steps[7],
        Step::SetUp(Point::new(1, 1).unwrap(), None)
    );
    let oblong = one("(;B[aa]SZ[19:13];B[bb])");
    assert!(!oblong.is_full_size && oblong.steps.is_empty());
}

#[test]
fn says_what_is_wrong_and_where() {
    let fault = |text: &str| read(text.as_bytes()).unwrap_err().to_string();
    assert_eq!(fault("hello (there)"), "line 1: no game begins in the file");
    assert_eq!(
        fault("(;B[aa]\n;W[bb"),
        "line 2: a value is opened by [ and never closed"
    );
    assert_eq!(
        fault("(;SZ[19]\n\n;B[tj])"),
        "line 3: \"tj\" is not a point of the board"
    );
    assert_eq!(
        fault("(;B[a])"),
        "line 1: \"a\" is not a point of the board"
    );
}
