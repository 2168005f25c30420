//! `cargo lab choices`: what the stages of a choice cost, and what they save.
//!
//! The best move of a position is stored as answers to questions; the better the reader predicts
//! them, the fewer bytes they take, and the longer it looks, the better it predicts. Plans are
//! taught with some random choices and measured with others, through the reader's own code.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail, ensure};
use dobutsu::build;
use dobutsu::solve::open_or_solve;
use dobutsu::train::choices::{Cost, Recipe, Sizes, Worth, teach_recipes};
use dobutsu_core::database::plan::{MAX_MEMO, MAX_NESTED, MAX_STAGES, Settings, Stage, StageKind};

/// How many bytes the choices take against what a choice costs.
///
/// A stage is bits,lines,gap,cap and, unless it is a half step by the networks' scores, its kind:
/// n4 for four nested half steps, r4 for four that start again from the candidates, p for a proof
/// with a budget of its own, t for one with a budget for the whole choice; for a proof the gap is
/// the longest line, in plies, that is expected. A space separates stages; `none` is no stage.
#[derive(clap::Args)]
pub struct Args {
    /// Stages of the plan for wins
    #[arg(long, value_name = "STAGES", value_parser = parse_plan)]
    wins: Stages,
    /// Stages of the plan for delays
    #[arg(long, value_name = "STAGES", value_parser = parse_plan)]
    delays: Stages,
    /// What evaluations, questions, looks and near looks count, moves compared at a node of a
    /// nested stage and the stages they are compared by, gap, bits and size of the memo; without it no choice
    /// remembers what it has found out
    #[arg(long, value_name = "E,Q,L,N,MOVES,STAGES,GAP,BITS,MEMO", value_parser = parse_settings)]
    settings: Option<Settings>,
    /// How many choices teach a plan
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    taught: usize,
    /// How many choices measure it
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    tested: usize,
    /// How often each choice is gone through
    #[arg(long, value_name = "N", default_value_t = 8)]
    rounds: usize,
    /// A file that `dobutsu solve` wrote [default: the one in the user's cache folder]
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Networks that `dobutsu train` wrote [default: those this program was made with]
    #[arg(long, value_name = "FILE")]
    networks: Option<PathBuf>,
}

/// The stages of a plan.
#[derive(Clone, Debug)]
struct Stages(Vec<Stage>);

/// A plan from words like `8,4,9,300`.
fn parse_plan(text: &str) -> Result<Stages> {
    let words = text.split_whitespace().filter(|&word| word != "none");
    let stages: Vec<Stage> = words.map(parse_stage).collect::<Result<_>>()?;
    ensure!(stages.len() <= MAX_STAGES, "more than {MAX_STAGES} stages");
    Ok(Stages(stages))
}

fn bits(text: &str) -> Result<u16> {
    let bits: f32 = text.parse().with_context(|| format!("{text} bits"))?;
    Ok((bits * 256.0).round() as u16)
}

fn parse_stage(word: &str) -> Result<Stage> {
    let numbers: Vec<&str> = word.split(',').collect();
    let [sure, lines, gap, cap, kind @ ..] = &numbers[..] else {
        bail!("{word} is not a stage: bits, lines, gap and cap are");
    };
    let kind = match kind {
        [] => StageKind::Step,
        ["p"] => StageKind::Proof { in_all: false },
        ["t"] => StageKind::Proof { in_all: true },
        &[kind] => {
            let steps = kind.strip_prefix(['n', 'r']).context("an unknown kind")?;
            StageKind::Nested {
                steps: steps.parse().with_context(|| format!("{steps} steps"))?,
                restarts: kind.starts_with('r'),
            }
        }
        _ => bail!("{word} has too many numbers"),
    };
    Ok(Stage {
        sure: bits(sure)?,
        lines: lines.parse().with_context(|| format!("{lines} lines"))?,
        gap: match kind {
            StageKind::Proof { .. } => gap.parse().with_context(|| format!("{gap} plies"))?,
            _ => bits(gap)?,
        },
        cap: cap.parse().with_context(|| format!("a cap of {cap}"))?,
        kind,
    })
}

fn parse_settings(text: &str) -> Result<Settings> {
    let numbers: Vec<&str> = text.split(',').collect();
    let &[
        evaluation,
        question,
        look,
        near,
        moves,
        nested,
        gap,
        sure,
        memo,
    ] = &numbers[..]
    else {
        bail!("{text} is not nine numbers");
    };
    let byte = |text: &str| text.parse::<u8>().with_context(|| text.to_string());
    ensure!(
        usize::from(byte(moves)?) <= MAX_NESTED && byte(memo)? <= MAX_MEMO,
        "more than {MAX_NESTED} moves, or a memo above {MAX_MEMO}"
    );
    Ok(Settings {
        evaluation: byte(evaluation)?,
        question: byte(question)?,
        look: byte(look)?,
        near: byte(near)?,
        moves: byte(moves)?,
        nested: byte(nested)?,
        gap: bits(gap)?,
        sure: bits(sure)?,
        memo: byte(memo)?,
    })
}

/// Runs the experiment.
pub fn run(args: Args) -> Result<ExitCode> {
    let networks = build::networks(args.networks.as_deref())?;
    let solved = open_or_solve(args.from.as_deref())?;
    let recipes = [args.wins, args.delays].map(|Stages(stages)| Recipe {
        stages,
        settings: args.settings,
    });
    let sizes = Sizes {
        taught: args.taught,
        tested: args.tested,
        rounds: args.rounds,
    };
    let taught = teach_recipes(&solved, &networks, &recipes, sizes)?;
    for ((plan, worth), name) in taught.iter().zip(["wins", "delays"]) {
        print(name, plan.len(), worth);
    }
    Ok(ExitCode::SUCCESS)
}

/// A number of what a choice takes.
type Number = fn(&Cost) -> f64;

fn print(name: &str, bytes: usize, worth: &Worth) {
    println!(
        "{name}: {:.4} MB, a plan of {bytes} bytes; first {:.4}, later {:.3}, proven {:.4}",
        worth.entropy / 1e6,
        worth.first,
        worth.later,
        worth.proven,
    );
    let reached: Vec<String> = worth.reached.iter().map(|x| format!("{x:.2}")).collect();
    println!("  stages reached: {}", reached.join(" "));
    println!("  mean, median, 99th percentile, most:");
    let rows: [(&str, Number); 6] = [
        ("cost as counted", |cost| f64::from(cost.counted)),
        ("evaluations", |cost| f64::from(cost.counts.evaluations)),
        ("loss questions", |cost| f64::from(cost.counts.questions)),
        ("looks", |cost| f64::from(cost.counts.looks)),
        ("near looks", |cost| f64::from(cost.counts.nears)),
        // As the database's third study weighs them, with eight looks to a near one.
        ("C", |cost| {
            let looks = cost.counts.looks + 8 * cost.counts.nears;
            0.65 * f64::from(cost.counts.evaluations)
                + 6.35 * f64::from(cost.counts.questions)
                + 0.27 * f64::from(looks)
        }),
    ];
    for (name, number) in rows {
        let mut numbers: Vec<f64> = worth.costs.iter().map(number).collect();
        numbers.sort_unstable_by(f64::total_cmp);
        let at = |share: usize| numbers[(numbers.len() - 1) * share / 100];
        let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
        println!(
            "  {name:<16}{mean:9.1}{:8.0}{:8.0}{:8.0}",
            at(50),
            at(99),
            at(100)
        );
    }
}
