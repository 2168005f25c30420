//! The terminal program in a pseudo-terminal, with keys, resizing, signals and kills.
#![cfg(unix)]

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use dobutsu::play::picture::{Dots, rows};
use dobutsu::play::script::fingers;
use dobutsu_core::handheld::{Button, Frame, Handheld, Language};
use dobutsu_core::player::Kifu;
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use tempfile::TempDir;

/// The program in a terminal of its own, and a device that shows the same.
struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    /// What the terminal shows, and everything that was sent to it.
    shown: Arc<Mutex<(vt100::Parser, Vec<u8>)>>,
    /// Ends when the program has closed its side.
    reader: thread::JoinHandle<()>,
    device: Handheld,
}

const fn size(cols: u16, rows: u16) -> PtySize {
    PtySize {
        rows,
        cols,
        pixel_width: 0,
        pixel_height: 0,
    }
}

const LARGE: PtySize = size(140, 40);

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

/// The file that the program saves to.
fn save(home: &TempDir) -> PathBuf {
    home.path().join("data/dobutsu/handheld.save")
}

/// The keys of some buttons.
fn keys(buttons: &[Button]) -> Vec<u8> {
    let key = |button: &Button| match button {
        Button::Up => &b"\x1b[A"[..],
        Button::Down => b"\x1b[B",
        Button::Right => b"\x1b[C",
        Button::Left => b"\x1b[D",
        Button::A => b"\r",
        Button::B => b"\x7f",
    };
    buttons.iter().flat_map(key).copied().collect()
}

impl Terminal {
    /// Starts the program in this locale.
    fn spawn(home: &TempDir, locale: &str) -> Terminal {
        let record = fs::read(save(home)).ok();
        let mut device = Handheld::new(record.as_deref(), 1);
        if record.is_none() {
            device.set_language(match locale {
                "C" => Language::English,
                _ => Language::Kana,
            });
        }
        let (child, master) = spawn(home.path(), locale);
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
            reader,
            device,
        }
    }

    /// Starts the program, and waits until it shows the title.
    fn start(home: &TempDir) -> Terminal {
        let terminal = Terminal::spawn(home, "C");
        terminal.wait_for_device(Dots::HalfBlocks);
        terminal
    }

    /// Waits until this holds for the contents of the terminal.
    ///
    /// # Panics
    /// After ten minutes, to end a hang.
    fn wait_for(&self, what: &str, is_there: impl Fn(&str) -> bool) {
        let deadline = Instant::now() + Duration::from_secs(600);
        loop {
            let contents = self.shown.lock().unwrap().0.screen().contents();
            if is_there(&contents) {
                return;
            }
            assert!(Instant::now() < deadline, "no {what} in:\n{contents}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn wait_for_text(&self, text: &str) {
        self.wait_for(text, |contents| contents.contains(text));
    }

    /// Waits until the terminal shows what the device shows.
    fn wait_for_device(&self, dots: Dots) {
        let mut frame = Frame::new();
        self.device.draw(&mut frame);
        let wanted: Vec<String> = rows(&frame, dots).map(|row| format!("│{row}│")).collect();
        self.wait_for(&wanted.join("\n"), |contents| {
            let lines: Vec<&str> = contents.lines().map(str::trim).collect();
            lines.windows(wanted.len()).any(|window| window == wanted)
        });
    }

    fn send(&mut self, bytes: &[u8]) {
        self.keys.write_all(bytes).unwrap();
        self.keys.flush().unwrap();
    }

    /// Presses buttons (`A 2xUp`) on both, and waits until both show the same.
    fn press(&mut self, buttons: &str) {
        let buttons = fingers::presses(buttons).unwrap();
        self.send(&keys(&buttons));
        for button in buttons {
            self.device.press(button);
        }
        self.wait_for_device(Dots::HalfBlocks);
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

    /// Everything that was sent to the terminal.
    fn sent(&self) -> String {
        String::from_utf8_lossy(&self.shown.lock().unwrap().1).into_owned()
    }

    /// Waits for the end; returns the exit code and everything that was sent to the terminal.
    fn end(mut self) -> (u32, String) {
        let code = self.child.wait().unwrap().exit_code();
        drop((self.keys, self.master));
        self.reader.join().unwrap();
        let sent = String::from_utf8_lossy(&self.shown.lock().unwrap().1).into_owned();
        (code, sent)
    }

    /// Quits by the key.
    fn quit(mut self) -> (u32, String) {
        self.send(b"q");
        self.end()
    }
}

fn home() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// Whether the terminal is restored at the end of this output: the other screen is left, and the cursor is shown again.
fn is_restored(sent: &str) -> bool {
    sent.rfind("\x1b[?1049l") > sent.rfind("\x1b[?1049h") && sent.contains("\x1b[?25h")
}

fn assert_restored(sent: &str) {
    assert!(is_restored(sent), "{sent:?}");
}

#[test]
fn start_play_resize_quit_and_start_again_where_it_was() {
    let home = home();
    let kifu = home.path().join("game.kifu");
    let plies = || {
        let text = fs::read_to_string(&kifu).unwrap();
        Kifu::read(&text).unwrap().game.plies()
    };
    let mut terminal = Terminal::start(&home);
    // A new device offers the lessons; above them is the new game.
    terminal.press("A Up 2xA");
    terminal.press("A Up");
    terminal.resize(80, 24);
    terminal.wait_for_device(Dots::Braille);
    terminal.resize(50, 12);
    terminal.wait_for_text("The handheld needs 66x20.");
    terminal.resize(140, 40);
    terminal.wait_for_device(Dots::HalfBlocks);
    // Puts the chick back and leaves: the game has begun, and no move was made.
    terminal.press("2xB");
    let (code, sent) = terminal.quit();
    assert_eq!((code, plies()), (0, 0));
    assert_restored(&sent);

    // Starts again, makes a move, and kills the program once the device has answered.
    let mut terminal = Terminal::start(&home);
    terminal.press("2xA");
    let before = fs::read(save(&home)).unwrap().len();
    terminal.send(&keys(&[Button::A, Button::Up, Button::A]));
    terminal.wait_for("answer", |_| {
        fs::read(save(&home)).unwrap().len() == before + 2
    });
    terminal.signal("KILL");
    terminal.end();

    // Starts again: two moves were saved.
    let mut terminal = Terminal::start(&home);
    terminal.press("2xA");
    let played = terminal.device.current_match().unwrap();
    assert_eq!(played.game().plies(), 2);
    terminal.signal("TERM");
    let (code, sent) = terminal.end();
    assert_eq!((code, plies()), (0, 2));
    assert_restored(&sent);
}

#[test]
fn a_new_device_has_the_language_of_the_locale() {
    let home = home();
    let terminal = Terminal::spawn(&home, "ja_JP.UTF-8");
    terminal.wait_for_device(Dots::HalfBlocks);
    assert_eq!(terminal.quit().0, 0);
}

/// A file that is not a save is reported, and not lost when the next game is saved.
#[test]
fn a_save_that_cannot_be_read_is_set_aside() {
    let home = home();
    let save = save(&home);
    fs::create_dir_all(save.parent().unwrap()).unwrap();
    let letter = b"Dear device, this is a letter.";
    fs::write(&save, letter).unwrap();
    let mut terminal = Terminal::start(&home);
    terminal.wait_for_text("that is no save of this device; it is now ");
    assert!(terminal.device.has_notice());
    terminal.press("A");
    assert_eq!(terminal.quit().0, 0);
    let aside = fs::read(save.with_extension("save.refused")).unwrap();
    assert_eq!(aside, letter);
}

/// Whether the process is in this state (`T` is stopped, `Z` a zombie); `None` if there is no such process.
fn is_in_state(id: u32, state: char) -> Option<bool> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    Some(stat.contains(&format!(") {state} ")))
}

/// Closing the window ends the process; the game is saved.
#[test]
fn a_terminal_that_is_closed_ends_the_program() {
    let home = home();
    let (mut child, master) = spawn(home.path(), "C");
    let mut output = master.try_clone_reader().unwrap();
    let mut writer = master.take_writer().unwrap();
    let mut shown = Vec::new();
    let mut bytes = [0; 4096];
    let mut read_until = |is_there: &dyn Fn(&str) -> bool| {
        while !is_there(&String::from_utf8_lossy(&shown)) {
            let count = output.read(&mut bytes).unwrap();
            shown.extend_from_slice(&bytes[..count]);
        }
    };
    read_until(&|shown| shown.contains("q = quit"));
    // The game is saved when it begins.
    let buttons = [Button::A, Button::Up, Button::A, Button::A];
    writer.write_all(&keys(&buttons)).unwrap();
    read_until(&|_| save(&home).exists());
    let id = child.process_id().unwrap();
    assert_eq!(is_in_state(id, 'Z'), Some(false));
    drop((output, writer, master));
    child.wait().unwrap();
    assert_ne!(is_in_state(id, 'Z'), Some(false));
    assert!(save(&home).exists(), "the game is still there");
}

#[test]
fn signals_end_it() {
    for signal in ["HUP", "INT"] {
        let home = home();
        let terminal = Terminal::start(&home);
        terminal.signal(signal);
        let (code, sent) = terminal.end();
        assert_eq!(code, 0, "{signal}");
        assert_restored(&sent);
    }
}

#[test]
fn ctrl_z_restores_the_terminal_until_it_continues() {
    let home = home();
    let mut terminal = Terminal::start(&home);
    terminal.send(b"\x1a");
    let id = terminal.child.process_id().unwrap();
    terminal.wait_for("stopped process", |_| is_in_state(id, 'T') == Some(true));
    // What it has sent before may arrive later.
    terminal.wait_for("restored terminal", |_| is_restored(&terminal.sent()));
    terminal.signal("CONT");
    terminal.wait_for_device(Dots::HalfBlocks);
    terminal.press("A");
    assert_eq!(terminal.quit().0, 0);
}

#[test]
fn a_game_that_cannot_be_saved_is_reported_at_the_end() {
    let home = home();
    let mut terminal = Terminal::start(&home);
    // A file instead of the folder: not even root can write there.
    let folder = home.path().join("data/dobutsu");
    fs::remove_dir_all(&folder).unwrap();
    fs::write(&folder, "").unwrap();
    let buttons = fingers::presses("A Up 2xA").unwrap();
    terminal.send(&keys(&buttons));
    terminal.wait_for_text("cannot write");
    let (code, sent) = terminal.quit();
    assert_eq!(code, 1);
    let after = sent.rsplit("\x1b[?1049l").next().unwrap();
    let error = "dobutsu: the game is not saved: cannot write";
    assert!(after.contains(error), "{after}");
}

#[test]
fn a_folder_that_cannot_be_used_is_reported() {
    let blocked = home();
    fs::write(blocked.path().join("data"), "").unwrap();
    let used = home();
    let other = Terminal::start(&used);
    for (home, error) in [
        (&blocked, "--data-dir DIR stores the game in another folder"),
        (&used, "is being played in another window"),
    ] {
        let (code, sent) = Terminal::spawn(home, "C").end();
        assert_eq!(code, 1);
        assert!(sent.contains(error), "{sent}");
    }
    assert_eq!(other.quit().0, 0);
}

/// As with `head`, which closes the pipe after a line: no panic, no backtrace.
#[test]
fn a_closed_pipe_ends_a_command_without_a_message() {
    let mut perft = Command::new(env!("CARGO_BIN_EXE_dobutsu"))
        // Long enough that the pipe is closed before the end, also in processes that other tests fork.
        .args(["perft", "20"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(perft.stdout.take());
    let output = perft.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(!output.status.success());
}

#[test]
fn without_a_terminal_it_names_the_option_for_scenarios() {
    let (code, _, error) = crate::common::run(&[], b"");
    let wanted = "dobutsu: playing needs a terminal; --script FILE plays a scenario without one\n";
    assert_eq!((code, &error[..]), (Some(1), wanted));
}
