use super::*;

fn one(text: &str) -> Record {
    let mut records = read(text.as_bytes()).unwrap();
    assert_eq!(records.len(), 1);
    records.remove(0)
}

fn black(column: u8, row: u8) -> Step {
    Step::Play(Colour::Black, (column, row))
}

fn white(column: u8, row: u8) -> Step {
    Step::Play(Colour::White, (column, row))
}

#[test]
fn reads_a_plain_game() {
    let record = one("(;GM[1]FF[4]SZ[19]GN[a game];B[qd];W[dp])");
    assert_eq!(record.name.as_deref(), Some("a game"));
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
    assert_eq!(record.name.as_deref(), Some("xy"));
    assert_eq!(record.steps, [black(1, 1)]);
    let latin = read(b"(;PB[\xE9\xA0]GN[\xFF];B[cc])").unwrap();
    assert_eq!(latin[0].steps, [black(2, 2)]);
}

#[test]
fn takes_old_and_sloppy_writing() {
    let record = one("From: me (hello)\n( ;GaMe[1]SiZe[9]\n  Black [cc] ; White[] ;B[tt])\n");
    let passes = [Step::Pass(Colour::White), Step::Pass(Colour::Black)];
    assert_eq!(record.size, (9, 9));
    assert_eq!(record.steps, [black(2, 2), passes[0], passes[1]]);
    assert_eq!(
        one("(;B[aa];W[bb]").steps.len(),
        2,
        "cut off after a property"
    );
    assert_eq!(read(b"(;B[aa])\n\n(;W[bb])").unwrap().len(), 2);
}

#[test]
fn sets_stones_up() {
    let record = one("(;SZ[19:13]AB[aa][bb:cd]AE[bb])");
    assert_eq!(record.size, (19, 13));
    assert_eq!(record.steps.len(), 1 + 6 + 1);
    assert_eq!(record.steps[7], Step::SetUp((1, 1), None));
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
        fault("(;SZ[9]\n\n;B[jj])"),
        "line 3: \"jj\" is not a point of the board"
    );
    assert_eq!(fault("(;SZ[0])"), "line 1: \"0\" is not a board size");
    assert_eq!(
        fault("(;SZ[52];B[zz]SZ[19])"),
        "line 1: the board changes its size during the game"
    );
    assert_eq!(
        fault("(;B[a])"),
        "line 1: \"a\" is not a point of the board"
    );
}
