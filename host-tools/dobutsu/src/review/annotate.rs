//! KIF with the value of every move as a comment.

use anyhow::Result;
use dobutsu_core::game::{Side, Square, Value};
use dobutsu_core::player::{Kifu, Verdict};

use super::judge::{Judged, Mark};

/// The beginning of the comments; those of an earlier review are replaced.
const COMMENT: &str = "*dobutsu: ";

/// The text of a kifu in KIF with a comment after each move. Everything else stays as it is.
pub(super) fn annotate(text: &str, judged: &[Judged]) -> Result<String> {
    let mut lines = Vec::new();
    Kifu::read_with(text, |line| lines.push(line))?;
    let mut last = None;
    let mut comments = lines.into_iter().zip(judged).map(|(line, judged)| {
        let comment = comment(judged, last);
        last = Some(judged.diagram.side.printed(judged.mv.to()));
        (line, comment)
    });
    let mut comment = comments.next();
    let mut annotated = String::new();
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        if line.starts_with(COMMENT) {
            continue;
        }
        annotated += line;
        if let Some((_, words)) = comment.take_if(|(move_line, _)| *move_line == number) {
            let end = match line.strip_suffix("\r\n") {
                Some(_) => "\r\n",
                None => "\n",
            };
            if !line.ends_with('\n') {
                annotated.push('\n');
            }
            annotated += &format!("{COMMENT}{words}{end}");
            comment = comments.next();
        }
    }
    Ok(annotated)
}

/// The comment on a move; `last` is the printed square of the move before.
fn comment(judged: &Judged, last: Option<Square>) -> String {
    let value = result(judged.verdict, judged.side());
    let mark = match judged.mark() {
        Mark::Best => return value,
        Mark::Slower(_) => "緩手",
        Mark::Mistake => "疑問手",
        Mark::Blunder => "悪手",
    };
    let diagram = judged.diagram;
    let last = last.map(|last| diagram.side.printed(last));
    let best = diagram.kif(judged.best, last);
    let best_value = result(judged.best_verdict, judged.side());
    format!("{value}。{mark}、最善は{best}で、{best_value}")
}

/// A result after a move of this side, with the plies that are left.
fn result(verdict: Verdict, side: Side) -> String {
    let name = |side| match side {
        Side::Sente => "先手",
        Side::Gote => "後手",
    };
    let win = |side, plies: u8| match plies {
        0 => format!("{}の勝ち", name(side)),
        _ => format!("あと{plies}手で{}の勝ち", name(side)),
    };
    match verdict {
        Verdict::Exact(Value::Win(plies)) => win(side, plies.saturating_sub(1)),
        Verdict::Exact(Value::Loss(plies)) => win(side.other(), plies.saturating_sub(1)),
        Verdict::Exact(Value::Draw) => "引き分け".to_owned(),
        Verdict::Won => format!("{}の勝ち", name(side)),
        Verdict::Lost => format!("{}の勝ち", name(side.other())),
        Verdict::Unclear(_) => "不明".to_owned(),
    }
}
