//! Where the device stopped the last time, for its owner to report.

use core::fmt::Write;

use heapless::String;

/// A panic, a fault or a hang that ended in a reset. A notice reports it once, after the title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mishap {
    place: String<32>,
}

impl Mishap {
    fn at(place: core::fmt::Arguments) -> Mishap {
        let mut mishap = Mishap {
            place: String::new(),
        };
        // What does not fit is left out: the beginning says what kind it is.
        let _ = mishap.place.write_fmt(place);
        mishap
    }

    /// The program gave up in this line of a file; of the folders before its name nothing is said.
    pub fn panic(file: &str, line: u32) -> Mishap {
        let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
        Mishap::at(format_args!("{name}:{line}"))
    }

    /// The processor gave up at an instruction, called from another.
    pub fn fault(instruction: u32, caller: u32) -> Mishap {
        Mishap::at(format_args!("fault at {instruction:08x} {caller:08x}"))
    }

    /// There was no stack left.
    pub fn overflow() -> Mishap {
        Mishap::at(format_args!("fault at the stack's end"))
    }

    /// The watchdog was not fed.
    pub fn hang() -> Mishap {
        Mishap::at(format_args!("watchdog"))
    }

    /// Where it was, in a few words.
    pub fn place(&self) -> &str {
        &self.place
    }
}
