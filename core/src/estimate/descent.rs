//! One step of a random descent: a child, and what choosing it does to the product.

use super::{Branching, Problem, Product, Random, Settings, windows::promise};

/// Chooses a child of `node` and multiplies `product` by one over its chance. `None` if nothing
/// below the node can count.
#[inline]
pub(super) fn choose<P: Problem>(
    problem: &P,
    settings: &Settings,
    node: &mut P::Node,
    random: &mut Random,
    product: &mut Product,
) -> Option<P::Node> {
    match settings.choice {
        Branching::Uniform => {
            let branches = problem.branches(node);
            product.scale(branches);
            problem.skip(node, random.below(branches));
            problem.descend(node)
        }
        Branching::Lookahead => {
            let (child, total, own) = look_ahead(problem, settings, node, random)?;
            product.scale(total);
            product.divide(own);
            Some(child)
        }
    }
}

/// Chooses a child in proportion to its promise; returns it with the sum of all promises and
/// its own. `None` if no child has any.
fn look_ahead<P: Problem>(
    problem: &P,
    settings: &Settings,
    node: &P::Node,
    random: &mut Random,
) -> Option<(P::Node, u32, u32)> {
    let promise = |child: &P::Node| promise(problem, settings, child);
    let mut siblings = node.clone();
    let mut total = 0;
    while let Some(child) = problem.descend(&mut siblings) {
        total += promise(&child);
    }
    let mut chosen = random.below(total);
    let mut siblings = node.clone();
    while let Some(child) = problem.descend(&mut siblings) {
        let own = promise(&child);
        if chosen < own {
            return Some((child, total, own));
        }
        chosen -= own;
    }
    None
}
