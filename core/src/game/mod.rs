//! The rules of the game.
