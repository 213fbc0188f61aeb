import Cells
import Commands
import PlayCore
import PlaybackModel
import Playlists
import ScreenKit
import Subtitles
import TUI
import TestSupport
import Testing

@Suite("Panels")
struct PanelTests {
    @Test(
        "UI-07: each panel has keys that open it",
        arguments: [
            ("g-p", PanelKind.playlist), ("g-s", .subtitles), ("g-a", .audioTracks), ("g-t", .tracks),
            ("g-c", .chapters), ("g-d", .audioDevices), ("g-q", .definitions), ("g-m", .mainMenu),
            ("s", .subtitles), ("d", .definitions),
        ])
    func keys(_ keys: String, _ kind: PanelKind) {
        var state = Samples.rich()
        for key in keys where key != "-" { state.press(key) }
        expect(state.panel?.kind, is: kind)
    }

    @Test(
        "UI-07: function keys and Ctrl+p also open panels, the same key closes one, and another key replaces it")
    func functionKeys() {
        let keys: [(KeyPress, PanelKind)] = [
            (KeyPress(.function(8)), .playlist), (KeyPress(.function(9)), .tracks),
            (KeyPress(.character("p"), .control), .mainMenu), (KeyPress(.function(16)), .contextMenu),
            (KeyPress(.function(10), .shift), .contextMenu),
        ]
        for (key, kind) in keys {
            var state = Samples.rich()
            state.press(key.key, key.modifiers)
            expect(state.panel?.kind, is: kind)
            state.press(key.key, key.modifiers)
            expect(state.panel, is: nil)
        }
        var state = Samples.rich()
        state.press(.function(8))
        state.press(.function(9))
        expect(state.panels.map(\.kind), is: [.tracks])
    }

    @Test(
        "Esc and q close a panel but never the player, Esc returns to a menu, and an open panel keeps the bar")
    func closing() {
        var state = Samples.rich()
        state.press("d")
        #expect(state.holdsBar)
        #expect(state.press("q").isEmpty)
        expect(state.panel, is: nil)
        state.press(.character("p"), .control)
        state.press(.enter)
        expect(state.panels.map(\.kind), is: [.mainMenu, .playlist])
        state.press(.escape)
        expect(state.panel?.kind, is: .mainMenu)
        state.press("1")
        state.press(.escape)
        expect(state.panel?.list.filter, is: nil)
        #expect(state.panel != nil)
        state.press(.escape)
        expect(state.panel, is: nil)
        #expect(!state.holdsBar)
        // Space pauses, and other keys of the player have no effect here.
        state.press("d")
        expect(state.press(" "), is: [.command(.togglePause)])
        #expect(state.press(.left).isEmpty)
        #expect(state.press("[").isEmpty)
        expect(state.panel?.kind, is: .definitions)
        state.apply(.snapshot(Samples.failed()))
        expect(state.panel, is: nil)
    }

    @Test("CTRL-06, INFO-03: definitions are listed with name and size, and choosing one selects its track")
    func definitions() {
        var state = Samples.rich()
        state.press("d")
        let rows = state.panel?.list.rows ?? []
        expect(rows.map(\.label), is: ["1080p", "360p", "2160p", "Audio only"])
        expect(rows.map(\.detail), is: ["1920×1080  h264", "640×360  h264", "3840×2160  vvc", ""])
        expect(rows.map(\.isCurrent), is: [true, false, false, false])
        expect(rows.map { $0.refusal != nil }, is: [false, false, true, false])
        state.press("j")
        expect(state.press(.enter), is: [.command(.selectTrack(.video, id: 5))])
        expect(state.panel, is: nil)
        expect(state.snapshot.videoTrack, is: 5)
        // A definition out of range or already playing has no effect.
        #expect(state.choose(.definition(9), at: Samples.now).isEmpty)
        #expect(state.choose(.definition(-1), at: Samples.now).isEmpty)
        #expect(state.choose(.definition(1), at: Samples.now).isEmpty)
        // A definition that cannot be decoded is refused, and the list stays open.
        state.press("d")
        state.press("j")
        #expect(state.press(.enter).isEmpty)
        #expect(state.panel != nil)
    }

    @Test("INFO-03, INFO-04: keys of definitions are unique, and sound only is one of them")
    func definitionList() {
        let twice = TrackInfo(
            id: 8, kind: .video(width: 1080, height: 1920, framesPerSecond: nil), codec: "h264", language: nil,
            title: "Tall", isDefault: false, isDecodable: true)
        let definitions = TrackDefinitions([Samples.videoTrack, twice, Samples.audioTrack(1, "eng")])
        expect(definitions.list.map(\.definitionKey.rawValue), is: ["1080p", "1080p-2", "audio"])
        expect(definitions.list.map(\.definitionName), is: ["1080p", "Tall", "audio"])
        expect(definitions.list.map(\.isAudio), is: [false, false, true])
        expect(definitions.list.map(\.height), is: [1080, 1920, 0])
        expect(definitions.videoTracks, is: [0, 8, nil])
        expect(definitions.index(ofVideoTrack: 8), is: 1)
        expect(definitions.index(ofVideoTrack: nil), is: 2)
        #expect(TrackDefinitions([Samples.audioTrack(1, "eng")]).list.isEmpty)
        expect(TrackDefinitions([Samples.videoTrack]).list.map(\.isAudio), is: [false])
    }

    @Test("CTRL-15: a switches to sound only and back to the previous definition")
    func audioOnly() {
        var state = Samples.rich()
        _ = state.choose(.definition(1), at: Samples.now)
        expect(state.press("a"), is: [.command(.selectTrack(.video, id: nil))])
        expect(state.press("a"), is: [.command(.selectTrack(.video, id: 5))])
        // Without a previous picture, a selects the first track that can be decoded.
        var sound = Samples.richSnapshot()
        sound.videoTrack = nil
        state = Samples.with(sound)
        expect(state.press("a"), is: [.command(.selectTrack(.video, id: 0))])
    }

    @Test("UI-22: the captions button opens subtitles and audio tracks in one panel")
    func captions() {
        var state = Samples.rich()
        let button = Samples.place(.closedCaption, state)
        state.mouse(.press(.left), button.column, button.row)
        expect(state.panel?.kind, is: .captions)
        let labels = state.panel?.list.rows.map(\.label)
        expect(
            labels,
            is: [
                "Subtitles", "off", "English", "中文", "Commentary", "add a file…", "Sound", "off", "English", "Chinese",
            ])
        expect(state.panel?.list.selection, is: .subtitle(0))
        state.press("G")
        expect(state.press(.enter), is: [.command(.selectTrack(.audio, id: 2))])
        state.apply(.subtitles(Samples.noSubtitles))
        var single = Samples.richSnapshot()
        single.tracks.remove(at: 2)
        state.apply(.snapshot(single))
        #expect(state.bar.layout.isRemoved(.closedCaption))
        state.apply(.subtitles(Samples.subtitles()))
        #expect(!state.bar.layout.isRemoved(.closedCaption))
    }

    @Test("CTRL-07: Enter shows subtitles in the first slot, s in the second, and off removes them")
    func subtitles() {
        var state = Samples.rich()
        state.press("s")
        state.press("j")
        state.press("k")
        #expect(state.press("s").isEmpty)
        expect(state.subtitles.set.selection(.first), is: nil)
        expect(state.subtitles.set.selection(.second), is: 0)
        expect(state.panel?.kind, is: .subtitles)
        expect(state.panel?.list.selectedRow?.slot, is: .second)
        state.press("j")
        state.press(.enter)
        expect(state.panel, is: nil)
        expect(state.subtitles.set.selection(.first), is: 1)
        state.press("s")
        state.press("g")
        state.press(.enter)
        expect(state.subtitles.set.selection(.first), is: nil)
        // Bitmaps are drawn by the session.
        state.press("s")
        state.press("G")
        state.press("k")
        expect(state.press(.enter), is: [.command(.selectTrack(.subtitle, id: 9))])
        expect(state.press("v"), is: [.command(.selectTrack(.subtitle, id: nil))])
        state.press("s")
        // While a filter is typed, s is a letter.
        state.press("e")
        state.press("s")
        expect(state.panel?.list.filter, is: "es")
    }

    @Test("a subtitle file's path is typed or pasted, and Esc keeps the text for the next time")
    func addingSubtitles() {
        var state = Samples.rich()
        state.press("s")
        state.press("G")
        #expect(state.press(.enter).isEmpty)
        for key in "/a q" { state.press(key) }
        state.press(.escape)
        expect(state.pathPrompt, is: nil)
        expect(state.panel?.kind, is: .subtitles)
        state.press(.enter)
        expect(state.pathPrompt?.text, is: "/a q")
        state.press(.backspace)
        state.apply(.input(.paste("b.srt\u{1B} ")))
        expect(state.press(.enter), is: [.addSubtitles(TrackFileRequest(path: "/a b.srt"))])
        expect(state.panel, is: nil)
        expect(state.pathPrompt, is: nil)
        expect(" '/a b/c.srt' ".typedPath, is: "/a b/c.srt")
    }

    @Test("CTRL-03: a chosen chapter is sought exactly, and the mark of the current one follows the time")
    func chapters() {
        var state = Samples.rich()
        for key in "gc" { state.press(key) }
        expect(state.panel?.list.rows.map(\.detail), is: ["0:00:00", "0:10:00", "0:20:00", "0:40:00"])
        expect(state.panel?.list.rows.firstIndex(where: \.isCurrent), is: 1)
        let next = Samples.now + .seconds(446)
        expect(state.nextChange(after: Samples.now).map { $0 <= next + .milliseconds(1) }, is: true)
        state.apply(.tick(output: OutputTotals()), at: next + .milliseconds(1))
        expect(state.panel?.list.rows.firstIndex(where: \.isCurrent), is: 2)
        expect(state.panel?.list.selection, is: .chapter(1))
        state.press("G")
        expect(state.press(.enter), is: [.command(.seek(.chapter(3), .exact))])
        state.report { $0.chapters = [] }
        for key in "gc" { state.press(key) }
        expect(state.panel, is: nil)
        expect(state.message?.text, is: "No chapters in this item")
    }

    @Test("the playlist marks and selects the playing item, and Enter plays the selected one")
    func playlist() {
        var state = Samples.rich()
        state.press(.function(8))
        expect(state.panel?.list.rows.count, is: 20)
        expect(state.panel?.list.selection, is: .item(2))
        #expect(state.press(.enter).isEmpty)
        state.press(.function(8))
        for key in "17" { state.press(key) }
        expect(state.press(.enter), is: [.moveTo(16)])
        // The list can still be opened after a failure.
        state.apply(.snapshot(Samples.failed()))
        state.press(.function(8))
        expect(state.panel?.kind, is: .playlist)
        expect(state.press(.enter), is: [.retry])
    }

    @Test(
        "PLAY-33: d and Del remove an item, Ctrl with arrows moves it, and the selection stays with its item"
    )
    func changingPlaylist() {
        var state = Samples.rich()
        state.press(.function(8))
        state.press("j")
        expect(state.panel?.list.selection, is: .item(3))
        expect(state.press("d"), is: [.external(.playlist(.remove(2)))])
        expect(state.message?.text, is: "Removed from the playlist: Lecture 3.mkv")
        expect(state.press(.delete), is: [.external(.playlist(.remove(2)))])
        expect(state.press(.up, .control), is: [.external(.playlist(.move(2, to: 1)))])
        expect(state.press(.down, .control), is: [.external(.playlist(.move(2, to: 4)))])
        // The list's owner reports it without the item, and with the playing item in another place.
        var list = state.list
        list.items.remove(at: 2)
        list.items.swapAt(0, 1)
        state.apply(.playlist(list, PlaylistPosition(index: 0, count: 19)))
        expect(state.panel?.list.rows.count, is: 19)
        expect(state.panel?.list.selection, is: .item(4))
        expect(state.panel?.list.rows.first?.isCurrent, is: true)
        expect(state.panel?.list.rows.first?.id, is: .item(2))
        expect(state.press(.enter), is: [.moveTo(2)])
        // The list stays open when another item begins.
        state.press(.function(8))
        state.press("G")
        state.apply(.itemChanged(PlaylistPosition(index: 1, count: 19)))
        expect(state.panel?.kind, is: .playlist)
        expect(state.panel?.list.selection, is: .item(20))
        expect(state.press(.down, .control), is: [])
        // While a filter is typed, d is a letter, and an item cannot be moved among the filtered rows.
        state.press("/")
        state.press("d")
        expect(state.panel?.list.filter, is: "d")
        expect(state.press(.up, .control), is: [])
        var one = Samples.rich()
        one.apply(.playlist(PlaylistContents(locations: ["a"], index: 0), PlaylistPosition()))
        one.press(.function(8))
        expect(one.press("d"), is: [])
        expect(one.message?.text, is: "This is the only item")
    }

    @Test("UI-23: the route button needs a second output, and lists the devices again to choose one")
    func devices() {
        var state = Samples.rich()
        #expect(!state.bar.layout.isRemoved(.externalRoute))
        let route = Samples.place(.externalRoute, state)
        expect(state.mouse(.press(.left), route.column, route.row), is: [.listAudioDevices])
        expect(state.panel?.list.rows.map(\.label), is: ["default", "hw:CARD=PCH,DEV=0", "null"])
        state.press("j")
        expect(state.press(.enter), is: [.selectAudioDevice("hw:CARD=PCH,DEV=0")])
        var list = Samples.devices
        list.refusal = AudioDeviceList.Refusal(number: 1, name: "hw:9", reason: "No such\u{1B} device")
        state.apply(.audioDevices(list))
        expect(state.message?.text, is: "Cannot open sound device hw:9: No such device")
        state.message = nil
        state.apply(.audioDevices(list))
        expect(state.message, is: nil)
        list.devices = Array(Samples.devices.devices?.prefix(2) ?? [])
        state.apply(.audioDevices(list))
        #expect(state.bar.layout.isRemoved(.externalRoute))
    }

    @Test("speeds from 0.5 to 2 are listed, with the current one selected")
    func speeds() {
        var state = Samples.rich()
        _ = state.open(.speeds, at: Samples.now)
        expect(state.panel?.list.rows.map(\.label), is: ["0.5×", "0.75×", "1×", "1.25×", "1.5×", "1.75×", "2×"])
        expect(state.panel?.list.selection, is: .speed(100))
        state.press("j")
        expect(state.press(.enter), is: [.command(.setRate(PlaybackRate(1.25)))])
    }

    @Test("UI-14: Enter on a focused definition, captions, speed or route control opens its list")
    func focus() {
        for (tag, kind) in [
            (ControlTag.definition, PanelKind.definitions), (.closedCaption, .captions),
            (.externalRoute, .audioDevices),
            (.speed, .speeds),
        ] {
            var state = Samples.rich()
            state.press(.tab, .shift)
            for _ in 0..<12 where state.bar.focus != tag { state.press(.tab, .shift) }
            expect(state.bar.focus, is: tag)
            state.press(.enter)
            expect(state.panel?.kind, is: kind)
        }
    }

    @Test("a panel fits every terminal, leaves the bar free, and has complete rows even with wide letters")
    func fits() {
        for kind in PanelKind.allCases where ![.links, .documents, .personActions].contains(kind) {
            for (columns, rows) in [(20, 4), (21, 5), (33, 9), (39, 12), (40, 12), (41, 24), (79, 24), (300, 100)] {
                for isChinese in [false, true] {
                    var state = Samples.rich(columns, rows, isChinese: isChinese)
                    state.apply(.history(Samples.history(isChinese: isChinese)))
                    state.apply(.subtitles(Samples.subtitleLines(isChinese: isChinese)))
                    state.apply(.services(Samples.services(isChinese: isChinese)))
                    if kind == .downloadDefinitions { Samples.offerDownload(&state) }
                    _ = state.open(kind, at: Samples.now)
                    guard let panel = state.panel else {
                        Issue.record("\(kind) did not open")
                        continue
                    }
                    let geometry = ScreenGeometry(state, at: Samples.now)
                    let rect = PanelFrame(panel, state, geometry).rect
                    let bottom = geometry.bar.isEmpty ? rows : geometry.bar.row
                    #expect(rect.column >= 0)
                    #expect(rect.row >= 0)
                    #expect(rect.height >= 3)
                    #expect(rect.column + rect.width <= columns)
                    #expect(rect.row + rect.height <= bottom)
                    if columns < 40 { expect(rect.width, is: columns) }
                    let chrome = compose(state, at: Samples.now).chrome
                    for row in rect.row..<rect.row + rect.height {
                        let edges = [chrome[rect.column, row], chrome[rect.column + rect.width - 1, row]]
                        #expect(
                            edges.allSatisfy { "┌┐└┘│".unicodeScalars.map(\.value).contains($0.glyph) },
                            "\(kind) at \(columns)x\(rows), row \(row)")
                    }
                    // The picture is still visible beside the panel.
                    if columns >= 80 { #expect(chrome[0, 0].isTransparent) }
                }
            }
        }
    }
}
