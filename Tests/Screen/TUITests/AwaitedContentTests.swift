import Catalogue
import ClassPanes
import Classes
import Commands
import PlayCore
import PlaybackModel
import Playlists
import ScreenKit
import Subtitles
import TUI
import TestSupport
import Testing

@Suite("Lists that wait for their content")
struct AwaitedContentTests {
    /// Returns the first item of a list before anything is known of it.
    private func opening() -> AppState {
        var state = AppState(terminal: Samples.traits(80, 24))
        state.apply(.itemChanged(PlaylistPosition(index: 0, count: 2)))
        state.apply(.snapshot(opening(.loading)))
        return state
    }

    private func opening(_ status: PlayStatus) -> PlaybackSnapshot {
        var snapshot = PlaybackSnapshot()
        snapshot.status = status
        return snapshot
    }

    private func labels(_ state: AppState) -> [String] { state.panel?.list.rows.map(\.label) ?? [] }

    private func chats(isSought: Bool, _ locations: [String] = []) -> AppAction {
        var chats = Samples.chats
        (chats.isSought, chats.locations, chats.shown) = (isSought, locations, nil)
        return .chats(chats)
    }

    private func press(_ keys: String, in state: inout AppState) -> [Effect] {
        keys.flatMap { state.press($0) }
    }

    // MARK: Chats

    @Test("ROOM-67: the list of chats opens while the folder is being read, and then fills")
    func chatsArrive() {
        var state = Samples.playing()
        state.apply(chats(isSought: true))
        _ = press("gk", in: &state)
        expect(labels(state), is: ["no chat", "Searching…"])
        expect(state.message, is: nil)
        _ = press("j", in: &state)
        #expect(state.press(.enter).isEmpty)
        state.apply(chats(isSought: false, ["/films/a.chat.txt", "/films/b.chat.txt"]))
        expect(labels(state), is: ["no chat", "a.chat.txt", "b.chat.txt"])
        expect(state.press(.enter), is: [.room(.showChatFile("/films/a.chat.txt"))])
    }

    @Test("ROOM-67: the open list of chats closes with a message if the folder has none")
    func chatsAreAbsent() {
        var state = Samples.playing()
        state.apply(chats(isSought: true))
        _ = press("gk", in: &state)
        state.apply(chats(isSought: false))
        expect(state.panel, is: nil)
        expect(state.message?.text, is: "No recorded chat beside this video")
        _ = press("gk", in: &state)
        expect(state.panel, is: nil, "known to be absent")
    }

    // MARK: The item

    private static let kinds: [(PanelKind, String)] = [
        (.chapters, "No chapters in this item"), (.definitions, "This item has no video"),
        (.comments, "Comments are disabled for this item"), (.album, "This item is not part of an album"),
        (.subtitleLines, "No subtitles"),
    ]

    @Test("a list of parts of an item opens while the item is opening, and closes if the item has no such parts")
    func nothingInItem() {
        for (kind, reason) in Self.kinds {
            var state = opening()
            _ = state.open(kind, at: Samples.now)
            expect(labels(state), is: ["Loading…"], "\(kind)")
            expect(state.message, is: nil)
            var snapshot = Samples.snapshot()
            (snapshot.tracks, snapshot.videoTrack, snapshot.chapters) = ([Samples.audioTrack(1, "eng")], nil, [])
            state.apply(.snapshot(snapshot))
            expect(state.panel, is: nil, "\(kind)")
            expect(state.message?.text, is: reason)
        }
    }

    @Test("a list of parts of an item fills when the item is open, with its current row selected")
    func fills() {
        for kind in [PanelKind.chapters, .definitions, .audioTracks] {
            var state = opening()
            _ = state.open(kind, at: Samples.now)
            expect(labels(state), is: ["Loading…"], "\(kind)")
            state.apply(.snapshot(Samples.richSnapshot()))
            expect(state.panel?.kind, is: kind)
            #expect(labels(state).count > 1)
            expect(state.panel?.list.selectedRow?.isCurrent, is: true, "\(kind)")
        }
    }

    @Test("comments are requested if they become available after their list was opened")
    func commentsArrive() {
        var state = opening()
        #expect(state.open(.comments, at: Samples.now).isEmpty)
        #expect(state.press("c").isEmpty)
        expect(state.commentEditor, is: nil, "nothing can be written to yet")
        var services = ServiceState()
        services.comments = CommentList()
        expect(state.apply(.services(services)), is: [.service(.readComments)])
        expect(labels(state), is: ["Reading…"])
        state.apply(.snapshot(Samples.snapshot()))
        expect(state.panel?.kind, is: .comments)
    }

    @Test("keys report that the item is still opening, not that it lacks something")
    func keys() {
        for keys in ["#", "_", "j", "v"] {
            var state = opening()
            #expect(press(keys, in: &state).isEmpty)
            expect(state.message?.text, is: "This item is still opening", "\(keys)")
        }
        for key in [KeyPress.Key.pageUp, .left] {
            var state = opening()
            #expect(state.press(key).isEmpty)
            expect(state.message?.text, is: "This item is still opening")
        }
    }

    @Test("subtitle keys report that files are being read until all of them are read")
    func subtitleFiles() {
        var state = Samples.playing()
        state.apply(.subtitles([.begin(SubtitleWish()), .files(areSought: true)]))
        state.press("j")
        expect(state.message?.text, is: "Reading the subtitles…")
        _ = press("gl", in: &state)
        expect(labels(state), is: ["Reading…"])
        state.apply(.subtitles([.files(areSought: false)]))
        expect(state.panel, is: nil)
        expect(state.message?.text, is: "No subtitles")
    }

    @Test("container subtitles that arrive after the list of lines was opened are read to their end")
    func containerLines() {
        var state = opening()
        _ = press("gl", in: &state)
        let track = SubtitleTrack(origin: .container(stream: 3), format: .ass)
        var snapshot = Samples.snapshot()
        snapshot.tracks.append(
            TrackInfo(
                id: 3, kind: .subtitle(isPicture: false), codec: "ass", language: nil, title: nil, isDefault: true,
                isDecodable: true))
        state.apply(.snapshot(snapshot))
        expect(labels(state), is: ["Reading…"], "the track itself is still to come")
        let arrivals: [SubtitleArrival] = [.begin(SubtitleWish(first: .number(1))), .track(track, isWanted: false)]
        #expect(state.apply(.subtitles(arrivals)).contains(.indexSubtitles))
        expect(labels(state), is: ["Reading…"])
        state.apply(.subtitles([.cues([SubtitleSamples.cue("a", from: 1000, to: 2000)], track.origin)]))
        #expect(labels(state).count == 1 && labels(state) != ["Reading…"])
    }

    // MARK: Changes of item

    @Test("a list opened while an item is opening stays open if the item turns out to be another one")
    func foundItem() {
        // Devices are listed within a class only, and close with it.
        for kind in PanelKind.allCases
        where
            ![.networkQuestion, .contextMenu, .personActions, .wholeText, .captureDevices].contains(kind)
        {
            var state = opening()
            _ = state.open(kind, at: Samples.now)
            guard state.panel?.kind == kind else { continue }
            // A service has found the film, which begins once more as itself.
            state.apply(.itemChanged(PlaylistPosition(index: 0, count: 2)))
            expect(state.panel?.kind, is: kind)
        }
    }

    @Test("another item closes the lists of the previous item's parts, and no other lists")
    func otherItem() {
        for kind in PanelKind.allCases {
            var state = Samples.rich()
            state.apply(.services(Samples.services()), .history(Samples.history()), .audioDevices(Samples.devices))
            _ = state.open(kind, at: Samples.now)
            guard state.panel?.kind == kind else { continue }
            state.apply(.itemChanged(PlaylistPosition(index: 1, count: 20)))
            let stays: Set<PanelKind> = [
                .playlist, .album, .speeds, .audioDevices, .history, .watchLater, .mainMenu,
            ]
            expect(state.panel?.kind, is: (stays.contains(kind) ? kind : nil))
        }
    }

    @Test("the key after the prefix means the same if another item begins in between")
    func prefix() {
        var state = Samples.playing()
        state.press("g")
        state.apply(.itemChanged(PlaylistPosition(index: 1, count: 20)), at: Samples.now + .seconds(600))
        state.apply(chats(isSought: true))
        state.press("k", at: Samples.now + .seconds(1200))
        expect(state.panel?.kind, is: .chats)
    }
}
