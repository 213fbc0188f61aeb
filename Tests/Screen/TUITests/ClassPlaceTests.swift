import Cells
import Classes
import PlayCore
import PlaybackModel
import ScreenKit
import SlidePictures
import TestSupport
import Testing

@testable import ClassPanes
@testable import DownloadScreen
@testable import TUI

@Suite("Places, search and rewards of a class")
struct ClassPlaceTests {
    private static let sizes = ClassLayoutTests.sizes

    private func seek(_ seconds: Int) -> Effect { .command(.seek(.absolute(.seconds(seconds)), .exact)) }

    private func text(_ state: AppState) -> String { ScreenText.render(compose(state, at: Samples.now).chrome) }

    private func click(_ state: inout AppState, on words: String) throws -> [Effect] {
        let chrome = compose(state, at: Samples.now).chrome
        let row = try #require((0..<chrome.rows).first { ScreenText.text(row: $0, of: chrome).contains(words) })
        let line = ScreenText.text(row: row, of: chrome)
        let found = try #require(line.firstRange(of: words))
        return state.mouse(.press(.left), line.distance(from: line.startIndex, to: found.lowerBound), row)
    }

    @Test("ROOM-49, ROOM-53: Enter and a second click seek to a question")
    func asked() throws {
        for (columns, rows) in Self.sizes {
            var state = Samples.inClass(columns, rows)
            state.press("6")
            state.press("j")
            #expect(state.press(.enter).contains(seek(5)))
            state.press("7")
            try expect(click(&state, on: "Why is it a subspace?"), is: [])
            #expect(try click(&state, on: "Why is it a subspace?").contains(seek(6)))
        }
    }

    @Test("ROOM-34, ROOM-44: marks and notices are listed among the pages, and Enter seeks to a mark")
    func outline() throws {
        var contents = Samples.contents { $0.timeMarkList = [.init(time: .seconds(12), title: "Proof")] }
        contents.events.append(ClassEvent(.seconds(3), .notice(PostedNotice(text: "Room moved"))))
        for (columns, rows) in Self.sizes {
            var state = Samples.inClass(columns, rows, Samples.roomView(contents))
            state.press("5")
            let screen = text(state)
            #expect(screen.contains("! Room moved"))
            #expect(screen.contains("│ Proof"))
            #expect(screen.contains("? Is it injective?"))
            try expect(click(&state, on: "Proof"), is: [])
            #expect(state.press(.enter).contains(seek(12)))
        }
    }

    // MARK: Searching

    private func searching(_ query: ChatQuery, _ columns: Int = 120, _ rows: Int = 36) -> AppState {
        var state = Samples.inClass(columns, rows)
        state.press("3")
        state.room?.chat.query = query
        answer(&state)
        return state
    }

    private func answer(_ state: inout AppState) {
        let number = (state.room?.view.number ?? 0) + 1
        _ = reduce(
            &state, .room(Samples.roomView(wish: state.room?.chat ?? ChatWish(), number: number)), now: Samples.now)
    }

    @Test("ROOM-67: a search covers the whole chat, even later messages, and Enter seeks to a match")
    func found() {
        var state = searching(ChatQuery(text: "thank"))
        // 34 of 100 messages match, up to 0:14, while 0:10 is played.
        #expect(text(state).contains("34 found"))
        state.press("G")
        answer(&state)
        #expect(state.press(.enter).contains(.command(.seek(.absolute(.milliseconds(99 * 150)), .exact))))
        state.press(.home)
        answer(&state)
        #expect(state.press(.enter).contains(.command(.seek(.absolute(.zero), .exact))))
    }

    @Test("ROOM-67: Esc returns to the whole chat at the selected line")
    func back() throws {
        var state = searching(ChatQuery(text: "line 10?"))
        state.press("k")
        answer(&state)
        state.press(.escape)
        answer(&state)
        let room = try #require(state.room)
        expect(room.chat.query, is: ChatQuery())
        expect(room.view.chat.search, is: nil)
        expect(room.selected(.chat).map { room.view.chat.lines[$0].message.id }, is: "10")
    }

    @Test("ROOM-67: the title shows a search's progress and whether it is incomplete")
    func progress() {
        var state = searching(ChatQuery(text: "thank"), 200, 60)
        var view = state.room?.view ?? ClassView()
        view.number += 1
        view.chat.search?.share = 40
        view.chat.search?.isFull = true
        view.chat.search?.isIncomplete = true
        _ = reduce(&state, .room(view), now: Samples.now)
        #expect(text(state).contains("34+ found · 40% · incomplete"))
        view.number += 1
        view.chat.lines = []
        view.chat.search?.current = nil
        _ = reduce(&state, .room(view), now: Samples.now)
        #expect(text(state).contains("Searching"))
    }

    @Test("g-g and G go to the first and the last line of a list, and do nothing where no list has the keys")
    func ends() {
        var state = Samples.inClass(120, 36)
        for character in "gg" { state.press(character) }
        #expect(!state.hasPrefix && state.room?.places.isEmpty == true)
        state.press("4")
        state.press("G")
        let last = state.room?.places[.people]
        for character in "gg" { state.press(character) }
        #expect(state.room?.places[.people] == 0 && last ?? 0 > 0)
    }

    @Test("ROOM-67: @ on a person shows this person's lines in the chat")
    func person() {
        var state = Samples.inClass(120, 36)
        state.press("4")
        state.press(.home)
        state.press("@")
        expect(state.room?.focus, is: .chat)
        expect(state.room?.chat.query.author, is: "t")
        answer(&state)
        #expect(text(state).contains("one sender · 34 found"))
    }

    // MARK: Rewards

    @Test("ROOM-55: a red packet is offered at every size, and only then do r and a click open it")
    func packet() throws {
        for (columns, rows) in Self.sizes {
            var view = Samples.roomView()
            view.hasRedPacket = true
            var state = Samples.inClass(columns, rows, view)
            expect(state.press("r"), is: [.room(.openRedPacket)])
            try expect(
                click(&state, on: columns > 100 ? "Red packet: press r" : "r red packet"),
                is: [
                    .room(.openRedPacket)
                ])
            var other = Samples.inClass(columns, rows)
            #expect(!other.press("r").contains(.room(.openRedPacket)))
        }
    }

    @Test("ROOM-55: each status has its own text")
    func scores() {
        let words = [
            RedPacketScore(score: 7, status: .normal), RedPacketScore(score: 0, status: .segmentNotFound),
            RedPacketScore(score: 0, status: .packetNotFound), RedPacketScore(score: 0, status: .closed),
        ].map(ClassRewards.words)
        #expect(Set(words).count == 4 && words[0].contains("7"))
    }

    @Test("ROOM-61, ADV-16: an award covers the panes with its picture, and disappears afterwards")
    func award() {
        for (columns, rows) in Self.sizes {
            var state = Samples.inClass(columns, rows)
            let before = compose(state, at: Samples.now)
            var view = Samples.roomView(number: 2)
            view.award = AwardView(fromUserName: "Mei\u{1B}]52;c;x\u{7}")
            _ = reduce(&state, .room(view), now: Samples.now)
            #expect(text(state).contains("Mei]52;c;x gives an award"))
            let pane = ClassRewards.picturePane(state.terminal)
            let picture = SlidePicture.cells(
                CellBuffer(
                    columns: pane.columns, rows: pane.rows,
                    filledWith: Cell(glyph: 0x2580, foreground: .palette(1), background: .palette(2), attributes: [])))
            _ = reduce(&state, .awardPicture(picture), now: Samples.now)
            let shown = compose(state, at: Samples.now).chrome
            expect(shown.cells.count { $0.glyph == 0x2580 }, is: pane.columns * pane.rows)
            _ = reduce(&state, .room(Samples.roomView(number: 4)), now: Samples.now)
            expect(compose(state, at: Samples.now), is: before)
        }
    }

    // MARK: Slides

    @Test("ROOM-37: keys and clicks do not turn pages, because slides follow the recording")
    func untouchable() throws {
        var state = Samples.inClass(120, 36)
        state.press("1")
        let page = state.room?.view.slide?.page
        let rect = try #require(state.roomLayout?.place(of: .slides)?.content)
        var effects: [Effect] = []
        for key in [KeyPress.Key.pageUp, .pageDown, .home, .end, .left, .right] { effects += state.press(key) }
        for kind in [MouseEvent.Kind.wheelUp, .wheelDown, .press(.left)] {
            effects += state.mouse(kind, rect.column + 3, rect.row + 3)
        }
        expect(state.room?.view.slide?.page, is: page)
        #expect(effects.allSatisfy { if case .room = $0 { false } else { true } })
    }

    @Test("ROOM-40: the number of a page is shown until the page is loaded")
    func loading() {
        for (columns, rows) in Self.sizes { #expect(text(Samples.inClass(columns, rows)).contains("Loading page 1")) }
    }

    @Test("ROOM-43: a class that forbids recording shows neither video nor slides while a recorder runs")
    func captured() {
        var contents = Samples.contents { $0.enablePreventScreenCapture = true }
        contents.info.title = "Secret"
        let (room, _) = contents.loaded()
        for isCaptured in [true, false] {
            var session = ClassSession(room, at: .seconds(10))
            session.screenCaptured = isCaptured
            var view = Samples.roomView(contents)
            view.snapshot = session.snapshot(phase: .entered)
            var state = Samples.inClass(120, 36, view)
            let picture = SlidePicture.cells(
                CellBuffer(
                    columns: 80, rows: 30,
                    filledWith: Cell(glyph: 0x2580, foreground: .palette(1), background: .palette(2), attributes: [])))
            _ = reduce(&state, .slidePicture(picture), now: Samples.now)
            let screen = compose(state, at: Samples.now)
            expect(screen.showsPicture, is: !isCaptured)
            expect(screen.chrome.cells.contains { $0.glyph == 0x2580 }, is: !isCaptured)
            expect(ScreenText.render(screen.chrome).contains("This class may not be recorded"), is: isCaptured)
        }
    }

    @Test("ROOM-17, INFO-08: the page of figures shows title, version, kind, validity and size of a class")
    func about() throws {
        let contents = Samples.contents {
            $0.recordType = .mixed
            $0.invalidTime = 4_102_444_800
            $0.clippedVersion = -1
        }
        var view = Samples.roomView(contents)
        view.about = ClassAbout(contents.loaded(isLocal: true).0, size: 5 << 20)
        let lines = ClassAboutText.lines(try #require(Samples.inClass(120, 36, view).room))
        expect(lines.map(\.label), is: ["Class", "Version", "Kind", "Valid until", "Files"])
        expect(lines.map(\.value).prefix(3), is: ["Linear algebra 7", "cut", "mixed recording"])
        #expect(lines[3].value.hasPrefix("2100-01-01") || lines[3].value.hasPrefix("2099-12-31"))
        expect(Samples.playing(80, 24).room, is: nil)
    }

    @Test("ROOM-13, ROOM-31: header and figures show a small class, and a merged class cannot be downloaded")
    func kinds() throws {
        let contents = Samples.contents {
            $0.isInteractiveClass = true
            $0.roomType = "seminar"
        }
        var view = Samples.roomView(contents)
        view.about = ClassAbout(contents.loaded(isLocal: true).0, size: nil)
        var state = Samples.inClass(120, 36, view)
        let room = try #require(state.room)
        expect(ClassAboutText.lines(room).first { $0.label == "Kind" }?.value, is: "small class, seminar")
        let glyphs = Glyphs(isASCII: false)
        expect(room.header(.video, state.classContext, glyphs, at: Samples.now).contains("small class"), is: true)
        state.downloads.offer()
        let alone = state.downloadRefusal
        view.parts.kind = .slices
        view.number += 1
        state = Samples.inClass(120, 36, view)
        state.downloads.offer()
        expect(state.downloadRefusal, is: "A class of several recordings cannot be downloaded as one")
        #expect(alone != state.downloadRefusal)
    }
}
