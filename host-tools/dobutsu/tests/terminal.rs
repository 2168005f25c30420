//! The terminal program in a pseudo-terminal, with keys, resizing, signals and kills.
#![cfg(unix)]

use std::io::{Read, Write};
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use dobutsu::play::picture::{Dots, rows};
use dobutsu_core::handheld::{Button, Frame, Handheld, Language, Request};
use dobutsu_core::player::Kifu;
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// The program in a terminal of its own.
struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    /// What the terminal shows, and everything that was sent to it.
    shown: Arc<Mutex<(vt100::Parser, Vec<u8>)>>,
    /// Ends when the program has closed its side.
    reader: Option<thread::JoinHandle<()>>,
}

const LARGE: PtySize = size(140, 40);

const fn size(cols: u16, rows: u16) -> PtySize {
    PtySize {
        rows,
        cols,
        pixel_width: 0,
        pixel_height: 0,
    }
}

/// Starts the program in a terminal, with its saves and its cache in this folder, in this locale.
fn spawn(home: &Path, locale: &str) -> (Box<dyn Child + Send + Sync>, Box<dyn MasterPty + Send>) {
    let pair = native_pty_system().openpty(LARGE).unwrap();
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_dobutsu"));
    command.args(["play", "--kif"]);
    command.arg(home.join("game.kifu"));
    command.env("HOME", home);
    command.env("XDG_CACHE_HOME", home.join("cache"));
    command.env("XDG_DATA_HOME", home.join("data"));
    command.env("TERM", "xterm-256color");
    command.env("LC_ALL", locale);
    let child = pair.slave.spawn_command(command).unwrap();
    (child, pair.master)
}

impl Terminal {
    /// Starts the program with its saves and its cache in this folder.
    fn start(home: &Path) -> Terminal {
        Terminal::start_in(home, "C")
    }

    /// Starts the program in this locale.
    fn start_in(home: &Path, locale: &str) -> Terminal {
        let (child, master) = spawn(home, locale);
        let parser = vt100::Parser::new(LARGE.rows, LARGE.cols, 0);
        let shown = Arc::new(Mutex::new((parser, Vec::new())));
        let mut output = master.try_clone_reader().unwrap();
        let sink = Arc::clone(&shown);
        let reader = thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                let mut shown = sink.lock().unwrap();
                shown.0.process(&bytes[..count]);
                shown.1.extend_from_slice(&bytes[..count]);
            }
        });
        Terminal {
            child,
            keys: master.take_writer().unwrap(),
            master,
            shown,
            reader: Some(reader),
        }
    }

    fn contents(&self) -> String {
        self.shown.lock().unwrap().0.screen().contents()
    }

    /// Waits until the terminal shows what is wanted.
    ///
    /// # Panics
    ///
    /// After ten minutes, to end a hang.
    fn wait_for(&self, what: &str, wanted: impl Fn(&str) -> bool) {
        let patience = Instant::now() + Duration::from_secs(600);
        while !wanted(&self.contents()) {
            let contents = self.contents();
            assert!(Instant::now() < patience, "no {what} in:\n{contents}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until the terminal shows a new device after these presses.
    fn wait_for_device(&self, buttons: &[Button]) {
        self.wait_for_screen(&format!("{buttons:?}"), &device(buttons), Dots::HalfBlocks);
    }

    /// Waits until the terminal shows the screen of this device.
    fn wait_for_screen(&self, what: &str, device: &Handheld, dots: Dots) {
        let mut frame = Frame::new();
        device.draw(&mut frame);
        let wanted: Vec<String> = rows(&frame, dots).map(|row| format!("│{row}│")).collect();
        self.wait_for(what, |contents| {
            let lines: Vec<&str> = contents.lines().map(str::trim).collect();
            lines.windows(wanted.len()).any(|window| window == wanted)
        });
    }

    /// Quits; returns the exit code and everything that was sent to the terminal.
    fn quit(mut self) -> (u32, String) {
        self.press(&["q"]);
        self.end()
    }

    fn press(&mut self, keys: &[&str]) {
        for key in keys {
            let bytes: &[u8] = match *key {
                "Enter" => b"\r",
                "Up" => b"\x1b[A",
                "Down" => b"\x1b[B",
                "Backspace" => b"\x7f",
                letter => letter.as_bytes(),
            };
            self.keys.write_all(bytes).unwrap();
            self.keys.flush().unwrap();
        }
    }

    fn resize(&self, cols: u16, rows: u16) {
        let mut shown = self.shown.lock().unwrap();
        shown.0.screen_mut().set_size(rows, cols);
        self.master.resize(size(cols, rows)).unwrap();
    }

    fn signal(&self, name: &str) {
        let id = self.child.process_id().unwrap().to_string();
        let sent = Command::new("kill").args(["-s", name, &id]).status();
        assert!(sent.unwrap().success());
    }

    /// Waits for the end; everything that was sent to the terminal.
    fn end(mut self) -> (u32, String) {
        let code = self.child.wait().unwrap().exit_code();
        drop(self.keys);
        drop(self.master);
        self.reader.take().unwrap().join().unwrap();
        let sent = self.shown.lock().unwrap().1.clone();
        (code, String::from_utf8_lossy(&sent).into_owned())
    }
}

/// A home folder.
fn home() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

/// The device after these buttons.
fn device(buttons: &[Button]) -> Handheld {
    let mut device = Handheld::new(None, 1);
    device.set_language(Language::English);
    for &button in buttons {
        device.press(button);
    }
    device
}

/// Checks that the terminal is restored at the end of this output.
fn assert_restored(sent: &str) {
    let left = sent.rfind("\x1b[?1049l").expect("the other screen is left");
    assert!(left > sent.rfind("\x1b[?1049h").unwrap());
    assert!(sent.contains("\x1b[?25h"), "the cursor is shown again");
}

#[test]
fn start_play_resize_quit_and_start_again_where_it_was() {
    use Button::{A, B, Up};
    let home = home();
    let mut terminal = Terminal::start(home.path());
    terminal.wait_for_device(&[]);
    // A new device offers the lessons; above them is the new game.
    terminal.press(&["Enter", "Up", "Enter", "Enter"]);
    terminal.wait_for_device(&[A, Up, A, A]);
    terminal.press(&["Enter", "Up"]);
    let carried = [A, Up, A, A, A, Up];
    terminal.wait_for_device(&carried);
    terminal.resize(80, 24);
    terminal.wait_for_screen("small board", &device(&carried), Dots::Braille);
    terminal.resize(50, 12);
    terminal.wait_for("request for a larger window", |contents| {
        contents.contains("The handheld needs 66x20.")
    });
    terminal.resize(140, 40);
    terminal.wait_for_device(&carried);
    // Put the chick back and leave: the game has begun, and no move was made.
    terminal.press(&["Backspace", "Backspace"]);
    terminal.wait_for_device(&[A, Up, A, A, A, Up, B, B]);
    let (code, sent) = terminal.quit();
    assert_eq!(code, 0);
    let written = std::fs::read_to_string(home.path().join("game.kifu")).unwrap();
    let score = Kifu::read(&written).unwrap();
    assert_eq!((score.game.plies(), score.closing), (0, None));
    assert_restored(&sent);

    // Start again: the game is there. Make a move, and kill the program.
    let mut terminal = Terminal::start(home.path());
    terminal.wait_for_device(&[]);
    terminal.press(&["Enter", "Enter"]);
    terminal.wait_for_device(&[A, Up, A, A]);
    let save = home.path().join("data/dobutsu/handheld.save");
    let before = std::fs::read(&save).unwrap();
    terminal.press(&["Enter", "Up", "Enter"]);
    terminal.wait_for("answer", |_| {
        std::fs::read(&save).unwrap().len() == before.len() + 2
    });
    terminal.signal("KILL");
    terminal.end();

    // Start again: two moves were saved. Then ask the program to end.
    let kept = std::fs::read(&save).unwrap();
    let mut terminal = Terminal::start(home.path());
    terminal.wait_for_device(&[]);
    terminal.press(&["Enter", "Enter"]);
    let mut resumed = Handheld::new(Some(&kept), 1);
    resumed.press(A);
    resumed.press(A);
    assert_eq!(resumed.current_match().unwrap().game().plies(), 2);
    terminal.wait_for_screen("the game after two moves", &resumed, Dots::HalfBlocks);
    terminal.signal("TERM");
    let (code, sent) = terminal.end();
    assert_eq!(code, 0);
    assert_restored(&sent);
    let written = std::fs::read_to_string(home.path().join("game.kifu")).unwrap();
    assert_eq!(Kifu::read(&written).unwrap().game.plies(), 2);
}

#[test]
fn a_new_device_has_the_language_of_the_locale() {
    let home = home();
    let terminal = Terminal::start_in(home.path(), "ja_JP.UTF-8");
    let mut in_kana = Handheld::new(None, 1);
    in_kana.set_language(Language::Kana);
    terminal.wait_for_screen("title in kana", &in_kana, Dots::HalfBlocks);
    terminal.signal("TERM");
    terminal.end();
}

#[test]
fn it_moves_without_any_files() {
    use Button::{A, Up};
    let home = home();
    let mut terminal = Terminal::start(home.path());
    terminal.wait_for_device(&[]);
    terminal.press(&["Enter", "Up", "Enter", "Enter"]);
    let begun = [A, Up, A, A];
    terminal.wait_for_device(&begun);
    let begun = device(&begun);
    let Some(Request::Save(before)) = begun.request() else {
        panic!("a game that has begun is saved");
    };
    terminal.press(&["Enter", "Up", "Enter"]);
    let save = home.path().join("data/dobutsu/handheld.save");
    terminal.wait_for("answer", |_| {
        std::fs::read(&save).is_ok_and(|record| record.len() == before.len() + 2)
    });
    let (code, sent) = terminal.quit();
    assert_eq!(code, 0);
    assert_restored(&sent);
}

/// A file that is not a save is reported, and not lost when the next game is saved.
#[test]
fn a_save_that_cannot_be_read_is_set_aside() {
    let home = home();
    let folder = home.path().join("data/dobutsu");
    std::fs::create_dir_all(&folder).unwrap();
    let letter = b"Dear device, this is a letter.";
    std::fs::write(folder.join("handheld.save"), letter).unwrap();
    let mut terminal = Terminal::start(home.path());
    terminal.wait_for("remark", |contents| {
        contents.contains("that is no save of this device; it is now ")
    });
    // Past the title to the notice.
    let mut afresh = Handheld::new(Some(letter), 1);
    assert!(afresh.has_notice());
    terminal.press(&["Enter"]);
    afresh.press(Button::A);
    terminal.wait_for_screen("notice", &afresh, Dots::HalfBlocks);
    assert_eq!(terminal.quit().0, 0);
    let aside = std::fs::read(folder.join("handheld.save.refused")).unwrap();
    assert_eq!(aside, letter);
}

/// Whether the process exists and is not a zombie.
fn is_running(id: u32) -> bool {
    let state = std::fs::read_to_string(format!("/proc/{id}/stat"));
    state.is_ok_and(|state| !state.contains(") Z "))
}

/// Closing the window ends the process; the game is saved.
#[test]
fn a_terminal_that_goes_away_ends_the_program() {
    let home = home();
    let (mut child, master) = spawn(home.path(), "C");
    let mut output = master.try_clone_reader().unwrap();
    let mut keys = master.take_writer().unwrap();
    let mut shown = Vec::new();
    let mut bytes = [0; 4096];
    let mut read_until = |wanted: &dyn Fn(&str) -> bool| {
        while !wanted(&String::from_utf8_lossy(&shown)) {
            let count = output.read(&mut bytes).unwrap();
            shown.extend_from_slice(&bytes[..count]);
        }
    };
    read_until(&|shown| shown.contains("q = quit"));
    // The game is saved when it begins.
    let save = home.path().join("data/dobutsu/handheld.save");
    keys.write_all(b"\r\x1b[A\r\r").unwrap();
    read_until(&|_| save.exists());
    let id = child.process_id().unwrap();
    assert!(is_running(id));
    drop((output, keys, master));
    child.wait().unwrap();
    assert!(!is_running(id));
    assert!(std::fs::read(&save).is_ok(), "the game is still there");
}

#[test]
fn signals_end_it() {
    for signal in ["TERM", "HUP", "INT"] {
        let home = home();
        let terminal = Terminal::start(home.path());
        terminal.wait_for_device(&[]);
        terminal.signal(signal);
        let (code, sent) = terminal.end();
        assert_eq!(code, 0, "{signal}");
        assert_restored(&sent);
    }
}

#[test]
fn ctrl_z_restores_the_terminal_until_it_continues() {
    let home = home();
    let mut terminal = Terminal::start(home.path());
    terminal.wait_for_device(&[]);
    terminal.press(&["\x1a"]);
    let id = terminal.child.process_id().unwrap();
    terminal.wait_for("stopped process", |_| {
        let state = std::fs::read_to_string(format!("/proc/{id}/stat"));
        state.is_ok_and(|state| state.contains(") T "))
    });
    let sent = terminal.shown.lock().unwrap().1.clone();
    assert_restored(&String::from_utf8_lossy(&sent));
    terminal.signal("CONT");
    terminal.wait_for_device(&[]);
    terminal.press(&["Enter"]);
    terminal.wait_for_device(&[Button::A]);
    assert_eq!(terminal.quit().0, 0);
}

#[test]
fn a_game_that_cannot_be_saved_is_reported_at_the_end() {
    let home = home();
    let mut terminal = Terminal::start(home.path());
    terminal.wait_for_device(&[]);
    // A file instead of the folder: not even root can write there.
    let folder = home.path().join("data/dobutsu");
    std::fs::remove_dir_all(&folder).unwrap();
    std::fs::write(&folder, "").unwrap();
    terminal.press(&["Enter", "Up", "Enter", "Enter"]);
    terminal.wait_for("remark", |contents| contents.contains("cannot write"));
    let (code, sent) = terminal.quit();
    assert_eq!(code, 1);
    let after = sent.rsplit("\x1b[?1049l").next().unwrap();
    assert!(
        after.contains("dobutsu: the game is not saved: cannot write"),
        "{after}"
    );
}

#[test]
fn a_folder_that_cannot_be_made_is_reported_with_the_option_for_another() {
    let home = home();
    std::fs::write(home.path().join("data"), "").unwrap();
    let (code, sent) = Terminal::start(home.path()).end();
    assert_eq!(code, 1);
    assert!(
        sent.contains("--data-dir DIR keeps the game in another folder"),
        "{sent}"
    );
}

#[test]
fn a_second_program_with_the_same_folder_is_refused() {
    let home = home();
    let first = Terminal::start(home.path());
    first.wait_for_device(&[]);
    let second = Terminal::start(home.path());
    let (code, sent) = second.end();
    assert_eq!(code, 1);
    assert!(sent.contains("is being played in another window"), "{sent}");
    assert_eq!(first.quit().0, 0);
}

/// As with `head`, which closes the pipe after a line: no panic, no backtrace.
#[test]
fn a_closed_pipe_ends_a_command_without_a_message() {
    let mut perft = Command::new(env!("CARGO_BIN_EXE_dobutsu"))
        // Long enough that the pipe is closed before the end, also in processes that other tests fork.
        .args(["perft", "20"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(perft.stdout.take());
    let output = perft.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(!output.status.success());
}

#[test]
fn without_a_terminal_it_says_so() {
    let output = Command::new(env!("CARGO_BIN_EXE_dobutsu"))
        .stdin(std::process::Stdio::null())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let sentence = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(
        sentence,
        "dobutsu: playing needs a terminal; --script FILE plays a scenario without one\n"
    );
}
