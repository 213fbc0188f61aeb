import Cells
import Commands
import HomeScreen
import PlayCore
import PlaybackModel
import ScreenKit
import Subtitles

extension Keymap {
    /// The player's keys; mpv's if mpv has one.
    package static let player = Keymap([playing, seeking, sound, subtitles, picture, panels, screen])

    private static func character(_ characters: Character...) -> [KeyPress] {
        characters.map { KeyPress(.character($0)) }
    }
    private static func key(_ key: KeyPress.Key) -> [KeyPress] { [KeyPress(key)] }
    private static func shift(_ key: KeyPress.Key) -> [KeyPress] { [KeyPress(key, .shift)] }
    private static func alt(_ keys: KeyPress.Key...) -> [KeyPress] { keys.map { KeyPress($0, .alt) } }
    private static func control(_ character: Character) -> [KeyPress] { [KeyPress(.character(character), .control)] }

    private static let playing = Group(
        title: trMark("Playing"),
        entries: [
            Entry(trMark("play or pause"), Binding(character(" ", "p"), .togglePause)),
            Entry(
                trMark("step one frame back or forward"), Binding(character(","), .step(-1)),
                Binding(character("."), .step(1))
            ),
            Entry(
                trMark("decrease or increase the speed"), Binding(character("["), .multiplyRate(1 / 1.1)),
                Binding(character("]"), .multiplyRate(1.1))),
            Entry(
                trMark("halve or double the speed"), Binding(character("{"), .multiplyRate(0.5)),
                Binding(character("}"), .multiplyRate(2))),
            Entry(trMark("normal speed"), Binding(key(.backspace) + character("="), .resetRate)),
            Entry(trMark("A-B loop: set start, set end, clear"), Binding(character("l"), .toggleABLoop)),
            Entry(trMark("loop the file"), Binding(character("L"), .toggleLoopFile)),
            Entry(
                trMark("previous or next item"), Binding(character("<"), .moveItem(-1)),
                Binding(character(">"), .moveItem(1))),
            Entry(trMark("next item, or the focused control"), Binding(key(.enter), .activate)),
        ])

    private static let seeking = Group(
        title: trMark("Seeking"),
        entries: [
            Entry(
                trMark("seek 5 seconds back or forward"), Binding(key(.left), .seek(seconds: -5, .keyframe)),
                Binding(key(.right), .seek(seconds: 5, .keyframe))),
            Entry(
                trMark("seek 1 minute back or forward"), Binding(key(.down), .seek(seconds: -60, .keyframe)),
                Binding(key(.up), .seek(seconds: 60, .keyframe))),
            Entry(trMark("seek exactly 1 second back or forward"), shift: .left, .right) {
                .seek(seconds: $0, .exact)
            },
            Entry(trMark("seek exactly 5 seconds back or forward"), shift: .down, .up) {
                .seek(seconds: 5 * $0, .exact)
            },
            Entry(trMark("seek 10 minutes back or forward"), shift: .pageDown, .pageUp) {
                .seek(seconds: 600 * $0, .keyframe)
            },
            Entry(
                trMark("previous or next chapter"), Binding(key(.pageDown) + character("!"), .seekChapter(-1)),
                Binding(key(.pageUp), .seekChapter(1))),
            Entry(trMark("jump back"), Binding(character("b"), .jumpBack)),
            Entry(trMark("skip the ad or part, or go to the highlight"), Binding(character("X"), .leavePart)),
            Entry(trMark("learn more about the ad"), Binding(go: "X", .learnMore)),
            Entry(trMark("go to the start"), Binding(key(.home), .seekStart)),
            Entry(trMark("go to the end"), Binding(key(.end), .seekEnd)),
            // Digits alone have mpv's meanings: picture settings and volume.
            Entry(
                trMark("go to 0, 10 … 90 percent"),
                range: (0...9).map { digit in
                    Binding([KeyPress(.character(Character("\(digit)")), .alt)], .seekTenths(digit))
                }),
            Entry(trMark("go to a time, such as 1:23:45 or 50%"), Binding(character("g"), .prefix)),
            Entry(trMark("go to the live edge"), Binding(go: "e", .goToLive)),
            Entry(
                trMark("undo the last seek"), Binding(shift(.backspace), .revertSeek),
                Binding(goInstead: .backspace, .revertSeek)),
        ])

    private static let sound = Group(
        title: trMark("Sound"),
        entries: [
            Entry(
                trMark("volume down or up"), Binding(character("9", "/"), .changeVolume(-2)),
                Binding(character("0", "*"), .changeVolume(2))),
            Entry(trMark("mute"), Binding(character("m"), .toggleMute)),
            Entry(trMark("channels: both, left, right"), Binding(character("C"), .cycleChannels)),
            Entry(trMark("next audio track"), Binding(character("#"), .cycleAudioTrack)),
            Entry(
                trMark("sound 0.1 seconds earlier or later"), Binding(control("-"), .changeAudioDelay(-100)),
                Binding(control("+") + control("="), .changeAudioDelay(100)),
                Binding(goInstead: .character("["), .changeAudioDelay(-100)),
                Binding(goInstead: .character("]"), .changeAudioDelay(100))),
            Entry(trMark("speed up silence: on or off"), Binding(go: "P", .toggleSilence)),
        ])

    private static let subtitles = Group(
        title: trMark("Subtitles"),
        entries: [
            Entry(
                trMark("previous or next track, or off"), Binding(character("J"), .cycleSubtitles(-1)),
                Binding(character("j"), .cycleSubtitles(1))),
            Entry(trMark("hide or show subtitles"), Binding(character("v"), .toggleSubtitles(.first))),
            Entry(
                trMark("hide or show second subtitles"),
                Binding([KeyPress(.character("v"), .alt)], .toggleSubtitles(.second)),
                Binding(goInstead: .character("v"), .toggleSubtitles(.second))),
            Entry(
                trMark("0.1 seconds earlier or later"), Binding(character("z"), .changeSubtitleDelay(-100)),
                Binding(character("Z", "x"), .changeSubtitleDelay(100))),
            Entry(
                trMark("move up or down (r also retries after an error)"), Binding(character("r"), .moveSubtitles(1)),
                Binding(character("R"), .moveSubtitles(-1))),
            Entry(
                trMark("previous or next line"), Binding([KeyPress(.left, .control)], .seekSubtitle(-1)),
                Binding([KeyPress(.right, .control)], .seekSubtitle(1)),
                Binding(goInstead: .character(","), .seekSubtitle(-1)),
                Binding(goInstead: .character("."), .seekSubtitle(1))),
        ])

    private static let picture = Group(
        title: trMark("Picture"),
        entries: [
            Entry(trMark("scaling: fit, fill, stretch"), Binding(character("w"), .cycleScaling)),
            Entry(
                trMark("zoom out or in"), Binding(alt(.character("-")), .view(.zoom(-1))),
                Binding(alt(.character("+"), .character("=")), .view(.zoom(1))),
                Binding(goInstead: .character("Z"), .view(.zoom(-1))),
                Binding(goInstead: .character("z"), .view(.zoom(1)))),
            Entry(
                trMark("look further left or right in the picture"), Binding(alt(.left), .view(.panX(1))),
                Binding(alt(.right), .view(.panX(-1))), Binding(goInstead: .character("<"), .view(.panX(1))),
                Binding(goInstead: .character(">"), .view(.panX(-1)))),
            Entry(
                trMark("look further up or down in the picture"), Binding(alt(.up), .view(.panY(1))),
                Binding(alt(.down), .view(.panY(-1))), Binding(goInstead: .character("("), .view(.panY(1))),
                Binding(goInstead: .character(")"), .view(.panY(-1)))),
            Entry(
                trMark("undo zoom and moves"), Binding(alt(.backspace), .view(.reset)),
                Binding(goInstead: .character("x"), .view(.reset))),
            Entry(trMark("rotate by 90 degrees"), Binding(go: "r", .view(.rotate))),
            Entry(trMark("aspect ratio: the file's, 16:9, 4:3, 2.35"), Binding(character("A"), .view(.cycleAspect))),
            Entry(trMark("360° video: automatic, off, sphere, cube"), Binding(go: "V", .view(.cycleProjection))),
            Entry(trMark("deinterlacing: off, on, automatic"), Binding(go: "i", .view(.cycleDeinterlacing))),
            Entry(trMark("picture only"), Binding(character("f"), .toggleScreenMode)),
            Entry(
                trMark("floating picture; Shift and arrows move it"), Binding(character("c"), .toggleFloating)),
            Entry(trMark("danmaku: the chat over the picture"), Binding(go: "f", .toggleDanmaku)),
            Entry(trMark("next video track or angle, or sound only"), Binding(character("_"), .cycleVideoTrack)),
            Entry(trMark("sound only, on or off"), Binding(character("a"), .toggleAudioOnly)),
            Entry(
                trMark("contrast down or up"), Binding(character("1"), .adjust(.contrast, -1)),
                Binding(character("2"), .adjust(.contrast, 1))),
            Entry(
                trMark("brightness down or up"), Binding(character("3"), .adjust(.brightness, -1)),
                Binding(character("4"), .adjust(.brightness, 1))),
            Entry(
                trMark("gamma down or up"), Binding(character("5"), .adjust(.gamma, -1)),
                Binding(character("6"), .adjust(.gamma, 1))),
            Entry(
                trMark("saturation down or up"), Binding(character("7"), .adjust(.saturation, -1)),
                Binding(character("8"), .adjust(.saturation, 1))),
        ])

    private static let panels = Group(
        title: trMark("Choosing from a list"),
        entries: [
            Entry(
                trMark("playlist"), Binding(key(.function(8)), .open(.playlist)), Binding(go: "p", .open(.playlist))),
            Entry(
                trMark("subtitles"), Binding(character("s"), .open(.subtitles)), Binding(go: "s", .open(.subtitles))),
            Entry(trMark("audio tracks"), Binding(go: "a", .open(.audioTracks))),
            Entry(trMark("all tracks"), Binding(key(.function(9)), .open(.tracks)), Binding(go: "t", .open(.tracks))),
            Entry(trMark("chapters"), Binding(go: "c", .open(.chapters))),
            Entry(trMark("comments"), Binding(go: "C", .open(.comments))),
            Entry(trMark("recorded chats"), Binding(go: "k", .open(.chats))),
            Entry(trMark("album"), Binding(go: "A", .open(.album))),
            Entry(trMark("subtitle lines"), Binding(go: "l", .open(.subtitleLines))),
            Entry(trMark("history"), Binding(go: "h", .open(.history))),
            Entry(trMark("continue watching"), Binding(go: "w", .open(.watchLater))),
            Entry(trMark("sound device"), Binding(go: "d", .open(.audioDevices))),
            Entry(
                trMark("definition"), Binding(character("d"), .open(.definitions)),
                Binding(go: "q", .open(.definitions))),
            Entry(trMark("home: folders, what to continue, downloads"), Binding(go: "H", .home(.toggle))),
            Entry(
                trMark("open a path, an address or a search"), Binding(control("o"), .home(.openLocation)),
                Binding(go: "o", .home(.openLocation))),
            Entry(trMark("downloads"), Binding(go: "D", .downloads(.toggle))),
            Entry(trMark("download the playing item"), Binding(character("D"), .downloads(.queue))),
            Entry(trMark("menu"), Binding(control("p"), .open(.mainMenu)), Binding(go: "m", .open(.mainMenu))),
            Entry(
                trMark("context menu"),
                Binding(key(.function(16)) + shift(.function(10)), .open(.contextMenu)),
                Binding(goInstead: .character("M"), .open(.contextMenu))),
        ])

    private static let screen = Group(
        title: trMark("Screen"),
        entries: [
            Entry(trMark("control bar: never, automatic, always"), Binding(key(.delete), .cycleBar)),
            Entry(
                trMark("focus the next or previous control"), Binding(key(.tab), .moveFocus(1)),
                Binding(shift(.tab), .moveFocus(-1))),
            Entry(trMark("show the progress"), Binding(character("o", "P"), .showProgress)),
            Entry(trMark("show the time always: on or off"), Binding(character("O"), .toggleOSD)),
            Entry(trMark("statistics"), Binding(character("i"), .toggleStatistics)),
            Entry(
                trMark("screenshot of the picture in full resolution"), Binding(character("S"), .screenshot(.source))),
            Entry(trMark("screenshot of the picture as shown"), Binding(go: "S", .screenshot(.shown))),
            Entry(trMark("screenshot of the screen as text"), Binding(control("s"), .screenshot(.screen))),
            Entry(trMark("next layout of the control bar"), Binding(go: "L", .cycleLayout)),
            Entry(
                trMark("show the keys"), Binding(character("?"), .toggleHelp), Binding(go: "b", .toggleHelp),
                Binding(key(.function(1)), .toggleHelp)),
            Entry(trMark("redraw the screen"), Binding(control("l"), .redraw)),
            Entry(trMark("back: close what is open"), Binding(key(.escape), .back)),
            Entry(trMark("back to where it was opened from, else quit"), Binding(character("q"), .leave)),
            Entry(trMark("quit"), Binding(character("Q") + control("w"), .quit)),
        ])
}
