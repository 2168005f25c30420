//! Every text of the device, in both languages.

use core::fmt::{self, Write};

use heapless::String;

use super::settings::Language;

/// A text with its numbers filled in.
pub(crate) type Line = String<160>;

/// Formats a line; what does not fit is left out.
pub(super) fn line(text: fmt::Arguments<'_>) -> Line {
    let mut line = Line::new();
    let _ = line.write_fmt(text);
    line
}

macro_rules! phrases {
    ($($name:ident: $english:literal, $kana:literal;)*) => {
        /// A text of the device. `%` stands for a part that is filled in.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Phrase { $($name),* }

        impl Phrase {
            #[cfg(test)]
            pub(super) const ALL: &'static [Phrase] = &[$(Phrase::$name),*];

            pub(super) const fn text(self, language: Language) -> &'static str {
                match (self, language) {
                    $((Phrase::$name, Language::English) => $english,
                      (Phrase::$name, Language::Kana) => $kana,)*
                }
            }
        }
    };
}

impl Phrase {
    pub(super) fn line(self, language: Language) -> Line {
        self.with_all(language, &[])
    }

    /// The text with its number filled in.
    pub(super) fn with(self, language: Language, number: impl fmt::Display) -> Line {
        self.with_all(language, &[&number])
    }

    /// The text with one part after the other filled in.
    pub(super) fn with_all(self, language: Language, parts: &[&dyn fmt::Display]) -> Line {
        let mut line = Line::new();
        let mut parts = parts.iter();
        for (place, text) in self.text(language).split('%').enumerate() {
            // A line has room for every phrase: a test fills in the longest number.
            if place > 0
                && let Some(part) = parts.next()
            {
                let _ = write!(line, "{part}");
            }
            let _ = line.push_str(text);
        }
        line
    }
}

phrases! {
    // Title and main menu.
    PressAny: "Press a button", "ボタンを おしてね";
    MainMenu: "Menu", "メニュー";
    Continue: "Continue", "つづける";
    NewGame: "New game", "あたらしい ゲーム";
    Learn: "Learn to play", "あそびかた";
    Puzzles: "Puzzles", "パズル";
    Analyse: "Analyse", "しらべる";
    Lab: "Lab", "ラボ";
    Settings: "Settings", "せってい";
    About: "About", "このゲームについて";

    // Lessons.
    Learned: "done", "できた";
    Chick: "Chick", "ひよこ";
    Giraffe: "Giraffe", "きりん";
    Elephant: "Elephant", "ぞう";
    Lion: "Lion", "ライオン";
    Catching: "Catching", "とる";
    Dropping: "Dropping", "おく";
    Hen: "Hen", "にわとり";
    CatchingLion: "Catching the lion", "ライオンを キャッチ";
    Trying: "The try", "トライ";
    Repeating: "Repetition", "くりかえし";
    ChickGoes: "Chick: one step ahead. A lifts it, A puts it down.",
        "ひよこは まえに ひとつ。 Aで もって Aで おく。";
    GiraffeGoes: "Giraffe: one step sideways, ahead or back.", "きりんは まえ うしろ よこに ひとつ。";
    GiraffeAhead: "Now ahead.", "つぎは まえへ。";
    ElephantGoes: "Elephant: one step diagonally.", "ぞうは ななめに ひとつ。";
    ElephantBack: "And back again.", "ななめに もどろう。";
    LionGoes: "Lion: one step, any way.", "ライオンは どこへでも ひとつ。";
    LionBack: "Now straight back.", "つぎは うしろへ。";
    CatchIt: "Catch the giraffe: go where it stands.", "きりんの ところへ いって とろう。";
    DropIt: "Yours now! Go right, lift it, drop it.",
        "とった こまは つかえる。 みぎへ いって もって わくに おこう。";
    BecomeHen: "Walk the chick to the far rank.", "ひよこを いちばん むこうへ。";
    HenGoes: "A hen! Any way but diagonally back. Go back.",
        "にわとりに なった! ななめ うしろ いがいへ いける。";
    CatchLion: "Catch the lion, and you win!", "ライオンを キャッチ すれば かち!";
    Try: "Or win by a try: lion to the far rank, where it is safe.",
        "ライオンが むこうに つけば かち。 とられない ところへ!";
    TryFails: "There the other lion would catch yours: that try fails. Look for a safe place.",
        "そこは とられて しまう。 あんぜんな ところを さがそう。";
    RepeatUp: "The same position three times is a draw. Move up.",
        "おなじ かたち 3かいで ひきわけ。 まえへ。";
    RepeatBack: "The other lion moved too. Go back.", "あいても うごいた。 もどろう。";
    RepeatUpAgain: "That was the second time. Up again.", "これで 2かいめ。 もういちど まえへ。";
    RepeatBackAgain: "And back.", "また もどろう。";
    NotThere: "Not quite. Dots show where a piece can go; the frame is where it should.",
        "おしい! てんは いける ところ、 わくは めあて だよ。";
    WellDone: "Well done!", "よくできた!";
    NextLesson: "A: next lesson", "A: つぎへ";
    AllLearned: "That is all. Have fun!", "これで ぜんぶ。 たのしんでね!";

    // New game.
    Start: "Start", "スタート";
    YouPlay: "You play", "プレイヤー";
    First: "first", "せんて";
    Second: "second", "ごて";
    Random: "random", "おまかせ";
    Pair: "2 players", "ふたり";
    Opponent: "Opponent", "あいて";
    Handicap: "Odds", "こまおち";
    FirstWithoutChick: "1st: chick", "せんて ひよこ";
    FirstWithoutElephant: "1st: elephant", "せんて ぞう";
    FirstWithoutGiraffe: "1st: giraffe", "せんて きりん";
    SecondWithoutChick: "2nd: chick", "ごて ひよこ";
    SecondWithoutElephant: "2nd: elephant", "ごて ぞう";
    SecondWithoutGiraffe: "2nd: giraffe", "ごて きりん";
    OutsideDatabase: "With a handicap I play by looking ahead: well, but not perfectly.",
        "こまおちは データベースに ありません。 さきを よんで さします。";
    PlaysPerfectly: "Perfect", "かんぺき";

    // Opponents.
    Opponents: "Opponents", "あいて";
    Mouse: "Mouse", "ねずみ";
    Rabbit: "Rabbit", "うさぎ";
    Frog: "Frog", "かえる";
    Pig: "Pig", "ぶた";
    Penguin: "Penguin", "ペンギン";
    Cat: "Cat", "ねこ";
    Panda: "Panda", "パンダ";
    Fox: "Fox", "きつね";
    Tiger: "Tiger", "とら";
    Owl: "Owl", "ふくろう";
    LevelNumber: "Level %", "レベル%";
    Totals: "W% D% L%", "かち% わけ% まけ%";
    Won: "Won", "かち";
    Lost: "Lost", "まけ";
    WithoutHelp: "no help", "ひとりで";
    BeatenAlone: "You beat me, all by yourself!", "ひとりで かったね! つよい!";
    Beaten: "You beat me! Now without help?", "かったね! つぎは ヒント なしで?";
    PerfectBeaten: "You beat me? That is a first!", "わたしに かつなんて! すごい!";
    Even: "A draw! Once more?", "ひきわけ! もういちど?";
    NotBeaten: "I won! Try again.", "わたしの かち! また やろう。";
    NextUp: "Next: %", "つぎは %";

    // The menu during a game.
    Pause: "Game", "ゲーム";
    Hint: "Hint", "ヒント";
    Undo: "Take back", "まった";
    Moves: "All moves", "すべての て";
    Review: "Review", "ふりかえる";
    Resign: "Resign", "まけました";
    ToMenu: "Main menu", "メニューへ";
    ReallyResign: "Resign?", "まけを みとめる?";
    ReallyReplace: "Give up this game?", "いまの ゲームを やめる?";
    Yes: "Yes", "はい";
    No: "No", "いいえ";

    // Beside the board.
    GoesTo: "% to %", "%が %へ";
    Takes: "% takes %", "%が %を とった";
    Promotes: "% becomes %", "%が %に";
    Drops: "Drops % on %", "%を %に おいた";
    YourMove: "Your move", "あなたのばん";
    FirstMoves: "1st to move", "せんてのばん";
    SecondMoves: "2nd to move", "ごてのばん";
    HintMove: "Hint %", "ヒント %";
    Accept: "A: play it", "Aで さす";
    Thinking: "Thinking", "かんがえてる";
    Check: "Check!", "おうて!";
    SeenTwice: "2nd time", "2かいめ";
    WinIn: "Win in %", "%てで かち";
    LossIn: "Loss in %", "%てで まけ";
    WinInAtLeast: "Win in %+", "%て+ かち";
    LossInAtLeast: "Loss in %+", "%て+ まけ";
    ShortWin: "Win %", "%てで かち";
    ShortLoss: "Loss %", "%てで まけ";
    Winning: "Winning", "かち";
    Losing: "Losing", "まけ";
    Drawn: "Drawn", "ひきわけ";
    Unclear: "Unclear", "わかりません";

    // The end.
    YouWin: "You win!", "あなたの かち!";
    YouLose: "You lose", "あなたの まけ";
    FirstWins: "1st wins!", "せんての かち";
    SecondWins: "2nd wins!", "ごての かち";
    Draw: "A draw", "ひきわけ";
    ByCatch: "Lion caught", "キャッチ!";
    ByTry: "Lion's try", "トライ";
    ByNoMove: "No move", "うごけない";
    ByResigning: "Resigned", "まけました";
    ByLength: "Too long", "ながすぎます";
    GameOver: "Game over", "おしまい";
    Again: "Play again", "もういちど";

    ByAgreement: "Agreed", "ふたりで きめた";
    ByTime: "Time is up", "じかんぎれ";
    FoundIt: "Found it", "みつけたね";

    // Where it was decided.
    TurningPoint: "Turning point", "わかれめ";
    TurnedAt: "Turned: %", "わかれめ %てめ";
    You: "You", "あなた";
    TheFirst: "1st", "せんて";
    TheSecond: "2nd", "ごて";
    ThrewWin: "% %: % threw away the win. % would win.", "% %: %で かちを のがした。 %なら かち。";
    ThrewDraw: "% %: % threw away the draw. % would hold.",
        "% %: %で ひきわけを のがした。 %なら ひきわけ。";
    AlwaysWon: "No mistakes: % was winning from the start.", "さいしょから %の かち でした。";
    AlwaysDrawn: "No mistakes: a draw from the start.", "さいしょから ずっと ひきわけ でした。";
    EndedWon: "% was winning when it ended.", "おわった とき %の かち でした。";
    EndedDrawn: "It was drawn when it ended.", "おわった ときは ひきわけ でした。";
    DecidedBefore: "Decided before move %. I cannot see further.",
        "%てめの まえに きまって いました。";
    FindTheWin: "Find the win", "かちを さがす";
    FindTheDraw: "Find the draw", "ひきわけを さがす";

    // A draw by agreement, and clocks.
    AgreeToDraw: "Agree to a draw?", "ひきわけに しますか?";
    OfferDraw: "This position has come up before. With best play it is a draw. Agree?",
        "おなじ かたちに なりました。 ふたりとも いちばん いい てなら ひきわけ です。";
    Clock: "Clock", "とけい";
    Minutes: "% min", "%ふん";
    MinutesAndMore: "% min + % s", "%ふん+%びょう";
    SecondsAMove: "% s a move", "1て %びょう";
    FirstTimeUp: "Time is up for the first player. The second player wins.",
        "せんての じかんが なくなりました。 ごての かちです。";
    SecondTimeUp: "Time is up for the second player. The first player wins.",
        "ごての じかんが なくなりました。 せんての かちです。";

    // Puzzles.
    PuzzlesSolved: "Puzzles       solved", "パズル";
    Goal: "Win in % plies", "%てで かち";
    SolvedCount: "%", "%もん";
    FindWin: "Win in %", "%てで かとう";
    PuzzlePly: "plies", "%てめ";
    Solved: "Solved!", "せいかい!";
    Solution: "Show a move", "こたえを みる";
    NextPuzzle: "Next puzzle", "つぎの もんだい";
    MissedChances: "You missed", "のがした チャンス";
    LeftToFind: "% left", "あと%";
    FindAWin: "Find a win", "かちを さがそう";
    FindADraw: "Find a draw", "ひきわけ さがし";
    YouMissed: "missed", "のがした て";
    MissedAgain: "That misses it again. Try another move.",
        "それでは また のがします。 もういちど。";
    TooSlow: "That wins later, or not at all. Try another move.",
        "もっと はやい かちかたが あります。 もういちど。";

    // The last games.
    LastGames: "Last games", "これまでの ゲーム";
    Players: "Players", "ふたり";
    WonIn: "won in %", "%てで かち";
    LostIn: "lost in %", "%てで まけ";
    DrawnIn: "drawn in %", "%てで わけ";
    FirstWonIn: "1st won, %", "%てで せんて";
    SecondWonIn: "2nd won, %", "%てで ごて";
    Abandoned: "left at %", "%てで やめた";

    // Analysis and setting up.
    FromGame: "This game", "この ゲーム";
    FromStart: "From the start", "さいしょから";
    SetUp: "Set up", "ならべる";
    Done: "Done", "できた";
    SideToMove: "To move", "てばん";
    StartPosition: "Start position", "さいしょの ならび";
    AllInHand: "Clear board", "ばんを あける";
    PlayFromHere: "Play from here", "ここから さす";
    Turn: "A: turn", "A: むき";
    MissingLion: "Each side needs a lion.", "ライオンは 1ぴきずつです。";
    LionInHand: "A lion cannot be held in hand.", "ライオンは もちごまに なりません。";
    AlreadyOver: "The game is already over in this position.",
        "この ならびでは もう おわっています。";

    // Settings.
    AskLanguage: "Language  ことば", "Language  ことば";
    Language: "Language", "ことば";
    Name: "English", "かな";
    Values: "Show value", "かちまけ ひょうじ";
    Off: "off", "なし";
    ResultOnly: "result", "かちまけ";
    Distance: "distance", "てすうも";
    On: "on", "あり";
    Dots: "Movement dots", "うごける ばしょ";
    Volume: "Sound", "おと";
    Quiet: "quiet", "ちいさい";
    Loud: "loud", "おおきい";
    Brightness: "Brightness", "あかるさ";
    Dark: "low", "くらい";
    Middling: "medium", "ふつう";
    Bright: "high", "あかるい";
    UpsideDown: "Upside down", "さかさま";
    Controller: "Display", "がめん";
    Automatic: "auto", "じどう";
    Sh1106: "SH1106", "SH1106";
    Ssd1306: "SSD1306", "SSD1306";
    Update: "Update", "アップデート";
    ReallyUpdate: "Restart as a USB drive, to copy a new program to it? A: yes  B: no",
        "USBドライブに なって あたらしい プログラムを もらう? A: はい B: いいえ";
    NoUpdate: "There is nothing to update here.", "ここでは アップデート できません。";

    // Lists and pictures.
    Opening: "Start", "はじめ";
    Ply: "Move %", "%てめ";
    Better: "Best ", "よい ";
    AboutText: "Solved: with best play the second player wins in 78 plies.",
        "どうぶつしょうぎは 78てで ごての かち。 すべての きょくめんを しっています。";

    WithDatabase: "database", "データベース";
    WithSearch: "search only", "よみだけ";

    // The lab.
    Queens: "Ways to put % queens", "%クイーン ならべかた";
    Trials: "Trials", "かいすう";
    Estimate: "Estimate", "みつもり";
    Error: "Error", "ごさ";
    Exact: "Exact", "こたえ";
    Paper: "Paper", "ろんぶん";
    Hexominoes: "Hexomino", "ヘキソミノ";
    TrialsDone: "Trials %", "%かい";
    NoneYet: "none yet", "まだ なし";
    OtherBoard: "Left/Right: board", "ひだり みぎ: ばん";

    // The self-test.
    SelfTest: "Self-test", "セルフテスト";
    PressAll: "Press every button", "ボタンを ぜんぶ おしてね";
    AllSeen: "Buttons ok. Press one", "ボタン よし! おすと おわり";
    Flash: "flash", "メモリ";
    Image: "data", "データ";
    Saves: "saves", "セーブ";
    Sound: "ok", "よし";
    Absent: "none", "なし";
    Bad: "bad!", "だめ!";

    // Notices.
    NoImage: "There is no database. I play by looking ahead: well, but not perfectly.",
        "データベースが ありません。 さきを よんで さします。 かんぺきでは ありません。";
    DamagedImage: "The database is damaged. I play by looking ahead.",
        "データベースが こわれています。 さきを よんで さします。";
    DamagedSave: "The saved game is damaged. Starting anew.",
        "セーブが こわれています。 はじめからします。";
    ForeignSave: "The saved data is not from this device. Starting anew.",
        "のこって いたのは セーブでは ありません。 はじめからします。";
    LaterSave: "The saved game is from another version. Starting anew.",
        "セーブの バージョンが ちがいます。 はじめからします。";
    Mishap: "The device restarted:", "とまって しまいました:";
    PleaseTell: "Please report this.", "つくった ひとに しらせてね。";
    SaveFailed: "The game could not be saved.", "セーブ できませんでした。";
}
