//! The device with the small image, which knows results but not every distance: every screen says what it can,
//! waits for nothing that will not come, and the turning point of a game is found all the same.

use dobutsu::image::ImageFile;
use dobutsu::play::thinker::Thinker;
use dobutsu_core::database::Edition;
use dobutsu_core::handheld::{
    Button, Frame, Handheld, Language, Match, Reason, Request, Screen, Source, Thinking,
};

struct Rig {
    device: Handheld,
    thinking: Thinking<Thinker>,
}

impl Rig {
    fn new() -> Rig {
        let mut device = Handheld::new(None, 1);
        device.set_language(Language::English);
        device.set_source(Source::SmallDatabase);
        let image = ImageFile::built_in(Edition::Small).unwrap();
        let thinking = Thinking::new(Thinker::probing(image).unwrap());
        Rig { device, thinking }
    }

    fn press(&mut self, buttons: &[Button]) {
        for &button in buttons {
            self.device.press(button);
        }
    }

    /// Lets time pass until nothing is asked for; whatever the screen, that comes soon.
    fn settle(&mut self) {
        for _ in 0..1200 {
            self.device.tick();
            if let Some(Request::Save(_)) = self.device.request() {
                self.device.saved(true);
            }
            let _ = self.thinking.step(&mut self.device, 5_000).unwrap();
            let device_moves = matches!(self.device.screen(), Screen::Board(_))
                && self
                    .device
                    .current_match()
                    .is_some_and(Match::awaits_device);
            if self.device.request().is_none() && !device_moves {
                return;
            }
        }
        panic!("the device waits for what will not come");
    }

    fn choose(&mut self, name: &str) {
        while self.device.has_notice() {
            self.device.press(Button::A);
        }
        for _ in 0..12 {
            if self.device.entry().is_some_and(|entry| &*entry == name) {
                return self.device.press(Button::A);
            }
            self.device.press(Button::Down);
        }
        panic!("the menu has no entry {name}");
    }

    /// The last of all moves, as long as the game goes on.
    fn lose(&mut self) {
        loop {
            self.settle();
            if self.played().finish().is_some() {
                return;
            }
            self.press(&[Button::B]);
            self.choose("All moves");
            self.settle();
            self.press(&[Button::Down; 40]);
            self.press(&[Button::A]);
        }
    }

    fn played(&self) -> &Match {
        self.device.current_match().unwrap()
    }

    fn picture(&self) -> Frame {
        let mut frame = Frame::new();
        self.device.draw(&mut frame);
        frame
    }
}

#[test]
fn results_alone_are_enough_for_every_screen() {
    let mut rig = Rig::new();
    rig.press(&[Button::A]);
    // Values are shown as far as they are known.
    rig.choose("Settings");
    rig.press(&[Button::Down, Button::Right, Button::Right, Button::B]);
    rig.choose("New game");
    // The second player has a won game, and throws it away.
    rig.press(&[Button::Down, Button::Right]);
    rig.choose("Start");
    rig.settle();
    assert!(rig.played().awaits_person());
    rig.press(&[Button::B]);
    rig.choose("Hint");
    rig.settle();
    assert!(rig.device.hint().is_some(), "a hint needs no distance");
    rig.lose();
    let finish = rig.played().finish().unwrap();
    assert!(finish.winner.is_some() && finish.reason != Reason::TooLong);
    assert_eq!(rig.device.missed(), 1, "the slip is known by results alone");

    rig.press(&[Button::A]);
    rig.choose("Turning point");
    rig.settle();
    assert_eq!(rig.device.screen(), Screen::Turning);
    rig.press(&[Button::A]);
    rig.choose("Review");
    rig.settle();
    assert!(matches!(rig.device.screen(), Screen::Review(_)));
    let end = rig.picture();
    rig.press(&[Button::Left; 2]);
    rig.settle();
    assert_ne!(rig.picture(), end);

    // The slip is found again by the hint, and judged by its result.
    rig.press(&[Button::B]);
    rig.choose("Main menu");
    rig.choose("Puzzles");
    rig.choose("You missed");
    rig.press(&[Button::B]);
    rig.choose("Show a move");
    rig.settle();
    rig.press(&[Button::A]);
    rig.settle();
    assert_eq!(rig.played().finish().unwrap().reason, Reason::Found);
}
