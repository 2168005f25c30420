//! The failure before the last reset, for the owner to report.

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
        // The rest is left out: the beginning has the kind.
        let _ = mishap.place.write_fmt(place);
        mishap
    }

    /// A panic in this line of a file, which is named without its folders.
    pub fn panic(file: &str, line: u32) -> Mishap {
        let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
        Mishap::at(format_args!("{name}:{line}"))
    }

    /// A fault at an instruction, called from another.
    pub fn fault(instruction: u32, caller: u32) -> Mishap {
        Mishap::at(format_args!("fault at {instruction:08x} {caller:08x}"))
    }

    /// A stack overflow.
    pub fn overflow() -> Mishap {
        Mishap::at(format_args!("fault at the stack's end"))
    }

    /// A reset by the watchdog.
    pub fn hang() -> Mishap {
        Mishap::at(format_args!("watchdog"))
    }

    /// The kind and place in a few words.
    pub fn place(&self) -> &str {
        &self.place
    }
}
