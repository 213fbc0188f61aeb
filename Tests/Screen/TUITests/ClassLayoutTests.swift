import Cells
import Classes
import PlayCore
import ScreenKit
import SlidePictures
import TestSupport
import Testing

@testable import ClassPanes
@testable import TUI

@Suite("Panes of a class")
struct ClassLayoutTests {
    static let sizes = [(80, 24), (120, 36), (200, 60)]

    private func layout(_ state: AppState) throws -> ClassLayout { try #require(state.roomLayout) }

    @Test("INFO-12: wide terminals show three panes, usual ones two, and narrow ones a single pane")
    func panes() throws {
        try expect(layout(Samples.inClass(120, 36)).panes.map(\.pane), is: [.slides, .video, .chat])
        try expect(layout(Samples.inClass(80, 24)).panes.map(\.pane), is: [.slides, .chat])
        try expect(layout(Samples.inClass(60, 24)).panes.map(\.pane), is: [.video])
        expect(Samples.inClass(30, 8).roomLayout, is: nil)
    }

    @Test("ROOM-16: at any size the panes lie within the screen, have space for a line, and do not overlap")
    func disjoint() throws {
        for columns in stride(from: 40, through: 240, by: 11) {
            for rows in stride(from: 10, through: 70, by: 2) {
                for (split, zoomed) in [(nil, nil), (3, nil), (500, nil), (nil, ClassPane.chat)] {
                    var state = Samples.inClass(columns, rows)
                    state.room?.split = split
                    state.room?.zoomed = zoomed
                    let layout = try layout(state)
                    #expect(!layout.panes.isEmpty)
                    for (number, placed) in layout.panes.enumerated() {
                        let rect = placed.rect
                        #expect(rect.height >= 2, "\(columns)x\(rows): \(placed)")
                        #expect(rect.width >= 10, "\(columns)x\(rows): \(placed)")
                        #expect(rect.row + rect.height <= layout.tabs)
                        #expect(rect.column + rect.width <= columns)
                        #expect(layout.panes[..<number].allSatisfy { !$0.rect.covers(rect) })
                    }
                }
            }
        }
    }

    @Test(
        "ROOM-41: a digit shows its pane at every size, and the focused pane is visible",
        arguments: [MainPane.video, .slides], [40, 60, 80, 100, 110, 119, 120, 160])
    func keysAreSeen(major: MainPane, columns: Int) throws {
        for rows in [10, 12, 24, 34, 60] {
            var state = Samples.inClass(columns, rows, Samples.roomView(Samples.contents { $0.majorPlayType = major }))
            for (step, key) in "-123x3\u{1B}42z1z\t\t1".enumerated() {
                let before = try #require(state.room).focus
                if key != "-" { state.press(key == "\u{1B}" ? .escape : key == "\t" ? .tab : .character(key)) }
                let (room, layout) = (try #require(state.room), try layout(state))
                #expect(layout.place(of: room.focus) != nil, "\(columns)x\(rows), \(step): \(room.focus)")
                if let pane = key.wholeNumberValue.flatMap({ ClassPane(rawValue: $0) }), pane != before {
                    #expect(layout.place(of: pane) != nil, "\(columns)x\(rows), \(step): \(pane)")
                }
            }
            state = Samples.inClass(columns, rows, Samples.roomView(Samples.contents { $0.majorPlayType = major }))
            if state.room?.focus != .slides { state.press("1") }
            state.press("3")
            let stays = try layout(state).place(of: .slides) != nil
            #expect(stays || columns < ClassLayout.twoPanes, "\(columns)x\(rows): beside a list")
        }
    }

    @Test("ROOM-34: the recording selects the large pane until the viewer does")
    func major() {
        expect(Samples.inClass(120, 36).room?.major, is: .slides)
        var state = Samples.inClass(120, 36, Samples.roomView(Samples.contents { $0.majorPlayType = .video }))
        expect(state.room?.major, is: .video)
        state.press("x")
        expect(state.room?.major, is: .slides)
        _ = reduce(
            &state, .room(Samples.roomView(Samples.contents { $0.majorPlayType = .video }, number: 2)), now: Samples.now
        )
        expect(state.room?.major, is: .slides)
    }

    @Test("INFO-12: a recording can select the panes shown at first, and the viewer can change them")
    func template() throws {
        func panes(_ template: LayoutTemplate) throws -> AppState {
            Samples.inClass(120, 36, Samples.roomView(Samples.contents { $0.layoutTemplate = template }))
        }
        var state = try panes(.videoOnly)
        try expect(layout(state).panes.map(\.pane), is: [.video])
        state.press("3")
        try expect(layout(state).panes.map(\.pane), is: [.video, .chat])
        _ = reduce(
            &state, .room(Samples.roomView(Samples.contents { $0.layoutTemplate = .videoOnly }, number: 2)),
            now: Samples.now)
        try expect(layout(state).panes.map(\.pane), is: [.video, .chat], "it holds once")
        try expect(layout(try panes(.doubleCamera)).panes.map(\.pane), is: [.video, .chat])
        try expect(layout(try panes(.liveWall)).panes.map(\.pane), is: [.video, .chat])
    }

    @Test("ROOM-34: a recording can select how its slides fit at first")
    func slideMode() {
        let state = Samples.inClass(120, 36, Samples.roomView(Samples.contents { $0.initialPPTMode = .stretched }))
        expect(state.room?.slideFit, is: .stretched)
        expect(Samples.inClass(120, 36).room?.slideFit, is: .whole)
    }

    @Test("ROOM-41: x swaps slides and video, digits show and hide panes, and z zooms one")
    func arranging() throws {
        var state = Samples.inClass(120, 36)
        state.press("x")
        try expect(layout(state).panes.map(\.pane), is: [.video, .slides, .chat])
        state.press("1")
        state.press("1")
        try expect(layout(state).panes.map(\.pane), is: [.video, .chat])
        state.press("1")
        state.press("5")
        try expect(layout(state).panes.map(\.pane), is: [.video, .slides, .outline])
        state.press("z")
        try expect(layout(state).panes.map(\.pane), is: [.outline])
        state.press("z")
        state.press("5")
        try expect(layout(state).panes.map(\.pane), is: [.video, .slides])
        // The last pane stays.
        state.press("1")
        state.press("1")
        state.press("2")
        state.press("2")
        try expect(layout(state).panes.map(\.pane), is: [.video])
    }

    @Test("a hidden pane stays hidden while the recording continues, and its tab is not lit")
    func hiddenMajor() throws {
        var state = Samples.inClass(100, 30)
        let major = try #require(state.room?.major)
        try #require(major == .slides)
        if state.room?.focus != .slides { state.press("1") }
        state.press("1")
        expect(state.room?.major, is: .video)
        let view = try #require(state.room?.view)
        state.room?.show(view, columns: 100)
        expect(state.room?.major, is: .video)
        expect(state.room?.focus, is: .video)
        expect(state.room?.raised, is: .video)
    }

    @Test("INFO-10, ROOM-11, ROOM-28, ROOM-29: panes that the recording excludes are absent, as are their keys")
    func absent() {
        let contents = Samples.contents {
            $0.isShowChatList = false
            $0.isShowUserList = false
            $0.enableQuizAndAnswer = false
            $0.enableQuestion = false
        }
        var state = Samples.inClass(120, 36, Samples.roomView(contents))
        let row = ScreenText.text(row: state.roomLayout?.tabs ?? 0, of: compose(state, at: Samples.now).chrome)
        #expect(row.contains("1 Slides  2 Video  5 Outline"))
        #expect(!row.contains("Chat"))
        #expect(!row.contains("People"))
        #expect(!row.contains("Quiz"))
        #expect(!row.contains("Questions"))
        state.press("3")
        expect(state.room?.focus, is: .video)
        expect(state.message?.text, is: "Chat: not in this class")
    }

    @Test("ROOM-16: keys and the mouse move the separator of the panes")
    func resizing() throws {
        var state = Samples.inClass(120, 36)
        let before = try #require(layout(state).separator)
        state.press("<")
        try expect(layout(state).separator, is: before - 2)
        for kind in [MouseEvent.Kind.press(.left), .drag(.left), .release(.left)] {
            let column = kind == .press(.left) ? before - 2 : 60
            _ = reduce(&state, .input(.mouse(MouseEvent(kind, column: column, row: 5))), now: Samples.now)
        }
        try expect(layout(state).separator, is: 60)
    }

    @Test(
        "ROOM-38: the slides are requested in the size and fit of their pane")
    func slidePane() throws {
        var state = AppState(terminal: Samples.traits(120, 36))
        _ = reduce(&state, .snapshot(Samples.snapshot()), now: Samples.now)
        let effects = reduce(&state, .room(Samples.roomView()), now: Samples.now)
        let content = try #require(layout(state).place(of: .slides)?.content)
        let wanted = SlidePane(columns: content.width, rows: content.height, cellAspect: 0.5, fit: .whole)
        #expect(effects.contains(.slides(.showPages(wanted))))
        state.press("1")
        var filled = wanted
        filled.fit = .filling
        #expect(state.press("w").contains(.slides(.showPages(filled))))
        #expect(state.press("f").contains(.slides(.showPages(nil))))
    }

    @Test("ROOM-36: the name of a presenter without a camera replaces the video")
    func placeholder() {
        var contents = Samples.contents { $0.majorPlayType = .video }
        contents.events.append(
            ClassEvent(.seconds(1), .mediaUsers([MediaUser(id: "t", hasVideo: false, hasAudio: true)])))
        let screen = compose(Samples.inClass(120, 36, Samples.roomView(contents)), at: Samples.now)
        #expect(!screen.showsPicture)
        #expect(ScreenText.render(screen.chrome).contains("no camera"))
        let other = compose(Samples.inClass(120, 36), at: Samples.now)
        #expect(other.showsPicture)
        #expect(!ScreenText.render(other.chrome).contains("no camera"))
    }

    @Test("ROOM-14, ROOM-18: a class that is loading and one that failed have their own pages")
    func pages() {
        var view = ClassView()
        (view.number, view.location) = (1, "/classes/algebra-7")
        view.snapshot = ClassSnapshot(phase: .loading)
        var state = Samples.inClass(80, 24, view)
        #expect(ScreenText.render(compose(state, at: Samples.now).chrome).contains("Loading the class"))
        view.number = 2
        view.snapshot = ClassSnapshot(
            phase: .failed(ClassReadError(.invalidTime, "the viewing period has ended", in: "/classes")))
        _ = reduce(&state, .room(view), now: Samples.now)
        let text = ScreenText.render(compose(state, at: Samples.now).chrome)
        #expect(text.contains("The viewing period has ended"))
        #expect(text.contains("the viewing period has ended"))
        expect(state.press("r"), is: [.room(.reload)])
    }

    @Test("ROOM-49: a question replaces the list until it is over, unless the viewer has focused the list")
    func question() throws {
        var state = Samples.inClass(120, 36, Samples.roomView(at: .seconds(4)))
        try expect(layout(state).panes.last?.pane, is: .chat)
        func go(to seconds: Int, _ number: Int) {
            _ = reduce(&state, .room(Samples.roomView(at: .seconds(seconds), number: number)), now: Samples.now)
        }
        go(to: 6, 2)
        try expect(layout(state).panes.last?.pane, is: .quiz)
        go(to: 9, 3)
        try expect(layout(state).panes.last?.pane, is: .chat)
        go(to: 4, 4)
        state.press("3")
        go(to: 6, 5)
        try expect(layout(state).panes.last?.pane, is: .chat)
    }

    @Test("ROOM-34: marks of a class are places like chapters; ROOM-45: its marquee comes first")
    func marks() {
        var view = Samples.roomView()
        view.marks = [CuePoint(time: .seconds(30), kind: .mark, title: "Proof")]
        view.snapshot.marquee =
            Samples.roomView(
                Samples.contents { $0.lamp = MarqueeText(content: "number 7") }
            ).snapshot.marquee
        let state = Samples.inClass(120, 36, view)
        #expect(state.places.contains { $0.title == "Proof" })
        expect(state.marqueeInUse?.text, is: "number 7")
    }

    @Test("ROOM-20: R reloads the class")
    func reload() {
        var state = Samples.inClass(80, 24)
        #expect(state.press("R").contains(.room(.reload)))
    }
}

extension Rect {
    /// Returns whether the rectangles share a cell.
    func covers(_ other: Rect) -> Bool {
        column < other.column + other.width && other.column < column + width && row < other.row + other.height
            && other.row < row + height
    }
}
