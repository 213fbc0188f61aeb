import Cells
import Classes
import PlayCore
import TestSupport
import Testing

@testable import ClassPanes
@testable import TUI

/// The small videos of participants.
@Suite("Cameras of a class")
struct ThumbnailTests {
    private func view(_ count: Int, number: Int = 1) -> ClassView {
        var view = Samples.roomView(number: number)
        view.thumbnails = (0..<count).map { ThumbnailView(id: "u\($0)", name: "Name \($0)") }
        return view
    }

    private func text(_ state: AppState) -> String { ScreenText.render(compose(state, at: Samples.now).chrome) }

    private func shown(_ state: AppState) -> [Int] { state.roomLayout?.thumbnails.places.map(\.index) ?? [] }

    @Test("ROOM-30: a strip with names lies below the large picture, and W hides and shows it")
    func strip() throws {
        var state = Samples.inClass(120, 36, view(3))
        let layout = try #require(state.roomLayout)
        let strip = try #require(layout.place(of: .cameras))
        let large = try #require(layout.place(of: .slides))
        expect(strip.rect.row, is: large.rect.row + large.rect.height)
        expect(strip.rect.width, is: large.rect.width)
        #expect(text(state).contains("Cameras 3"))
        #expect(text(state).contains("Name 2"))
        state.press("W")
        expect(state.room?.focus, is: .cameras)
        state.press("W")
        expect(state.roomLayout?.place(of: .cameras), is: nil)
        expect(Samples.inClass(120, 36, view(0)).roomLayout?.place(of: .cameras), is: nil)
    }

    @Test("ROOM-30: at every size at most six pictures lie in their pane and do not overlap")
    func disjoint() throws {
        for (columns, rows) in [(40, 10), (79, 24), (80, 24), (120, 36), (137, 51), (240, 70), (100, 60)] {
            for count in [1, 2, 5, 6, 7, 40] {
                for hasFocus in [false, true] {
                    var state = Samples.inClass(columns, rows, view(count))
                    if hasFocus { state.press("W") }
                    let layout = try #require(state.roomLayout)
                    let places = layout.thumbnails.places
                    let pane = layout.place(of: .cameras)?.content
                    expect((pane == nil), is: places.isEmpty, "\(columns)x\(rows)")
                    #expect(places.count <= ThumbnailLayout.most)
                    if hasFocus { #expect(!places.isEmpty, "\(columns)x\(rows)") }
                    var taken: Set<[Int]> = []
                    for rect in places.map(\.rect) {
                        #expect(rect.width >= ThumbnailLayout.leastWidth)
                        for row in rect.row..<rect.row + rect.height {
                            for column in rect.column..<rect.column + rect.width {
                                expect(pane?.contains(column: column, row: row), is: true)
                                #expect(taken.insert([row, column]).inserted)
                            }
                        }
                    }
                }
            }
        }
    }

    @Test("ROOM-30: arrows select a camera and scroll by pages, Enter enlarges it, and only visible ones are shown")
    func keys() throws {
        var state = Samples.inClass(120, 36, view(20))
        let first = shown(state)
        expect(first.first, is: 0)
        #expect(first.count < 20)
        expect(state.room?.slots.people.compactMap(\.self).sorted(), is: first.map { "u\($0)" })
        state.press("W")
        #expect(text(state).contains("1 to \(first.count) of 20"))
        for _ in 0..<first.count { state.press(.right) }
        expect(shown(state), is: first.map { $0 + first.count })
        expect(state.press(.enter), is: [.room(.showVideo(of: "u\(first.count)"))])
        let effects = state.press(.left)
        let slots = try #require(state.room?.slots)
        expect(shown(state), is: first)
        expect(effects, is: [.room(.showThumbnails(slots))])
        var large = view(20, number: 2)
        large.companion = CompanionView(kind: .person(id: "u\(first.count - 1)", name: "x"), isWanted: true)
        large.thumbnails[first.count - 1].isLarge = true
        _ = reduce(&state, .room(large), now: Samples.now)
        expect(state.room?.slots.people.contains("u\(first.count - 1)"), is: false)
        #expect(text(state).contains("large"))
        expect(state.press(.enter), is: [.room(.showVideo(of: nil))])
    }

    @Test(
        "a video that the line is too slow for says so in the strip and in the large pane, with its name",
        arguments: [80, 120, 200])
    func resting(_ columns: Int) {
        var resting = view(3)
        resting.thumbnails[1].mark = .resting
        let strip = Samples.inClass(columns, columns == 80 ? 24 : 40, resting)
        if columns > 80 {
            #expect(text(strip).contains("line too slow"))
            #expect(text(strip).contains("Name 1"))
        }
        var large = view(0)
        large.companion = CompanionView(kind: .person(id: "u1", name: "Zhang"), isWanted: true)
        large.companion?.mark = .resting
        var state = Samples.inClass(columns, columns == 80 ? 24 : 40, large)
        state.room?.major = .companion
        _ = reduce(&state, .room(large), now: Samples.now)
        let words = text(state).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("Your line is too slow"), "\(text(state))")
        #expect(words.contains("Zhang"))
    }

    @Test("while nothing gets through a firewall, the large pane names host and ports in place of the spinner")
    func barred() {
        var strip = view(3)
        strip.thumbnails[1].mark = .barred(places: "TCP class.test:20003")
        #expect(text(Samples.inClass(120, 40, strip)).contains("no picture"))
        var large = view(0)
        large.companion = CompanionView(kind: .person(id: "u9", name: "Zhang"), isWanted: true)
        large.companion?.mark = .barred(places: "TCP class.test:20003, UDP class.test:20000-21999")
        var state = Samples.inClass(120, 40, large)
        state.room?.major = .companion
        _ = reduce(&state, .room(large), now: Samples.now)
        // The pane is beside another one, so that its lines are apart.
        let words = text(state)
        for part in [
            "a firewall may be blocking", "TCP class.test:20003, UDP", "class.test:20000-21999.", "keeps trying.",
        ] {
            #expect(words.contains(part), "\(part): \(words)")
        }
        #expect(!words.contains("Loading the picture"))
    }

    @Test("ROOM-30: the first click selects a camera, the second one enlarges it, and the wheel selects another")
    func mouse() throws {
        var state = Samples.inClass(120, 36, view(3))
        let place = try #require(state.roomLayout?.thumbnails.places.last)
        func point(_ kind: MouseEvent.Kind) -> [Effect] {
            let event = MouseEvent(kind, column: place.picture.column, row: place.picture.row)
            return reduce(&state, .input(.mouse(event)), now: Samples.now)
        }
        expect(point(.press(.left)), is: [])
        expect(state.room?.selectedThumbnail, is: 2)
        expect(state.room?.focus, is: .cameras)
        expect(point(.press(.left)), is: [.room(.showVideo(of: "u2"))])
        _ = point(.wheelUp)
        expect(state.room?.selectedThumbnail, is: 1)
    }

    @Test("ROOM-30: when participants come or leave, the selection and all other places stay")
    func slots() {
        var slots = ThumbnailSlots()
        slots.show(["a", "b", "c"])
        let before = slots.people
        slots.show(["b", "c", "d"])
        #expect(slots.people[1] == before[1] && slots.people[2] == before[2] && slots.people[0] == "d")
        slots.show((0..<10).map { "\($0)" })
        expect(slots.people, is: (0..<ThumbnailLayout.most).map { "\($0)" })
        var state = Samples.inClass(120, 36, view(3))
        state.press("W")
        state.press(.right)
        var fewer = view(3, number: 2)
        fewer.thumbnails.removeFirst()
        _ = reduce(&state, .room(fewer), now: Samples.now)
        #expect(state.room?.selectedThumbnail == 0 && state.room?.view.thumbnails[0].id == "u1")
    }

    @Test("ROOM-30, PLAY-31: a video that cannot be played shows its error and is not requested again")
    func failing() {
        var view = view(2)
        view.thumbnails[1].failure = PlayError(.fileLost, reason: "gone", item: "x")
        view.thumbnails[0].name = "A\u{1B}[31mB"
        let state = Samples.inClass(120, 36, view)
        #expect(text(state).contains("no picture"))
        #expect(!text(state).contains("\u{1B}"))
        expect(state.room?.slots.people.compactMap(\.self), is: ["u0"])
    }

    @Test("ROOM-43: a class that forbids recording hides all cameras and the second video from a recorder")
    func captured() {
        var contents = Samples.contents { $0.enablePreventScreenCapture = true }
        contents.info.userVideoList = []
        let (room, _) = contents.loaded()
        var session = ClassSession(room, at: .seconds(10))
        session.screenCaptured = true
        var view = view(3)
        view.snapshot = session.snapshot(phase: .entered)
        view.companion = CompanionView(kind: .desktop)
        let state = Samples.inClass(120, 36, view)
        expect(state.room?.hidesPicture, is: true)
        expect(state.roomLayout?.place(of: .cameras), is: nil)
        expect(state.room?.slots, is: ThumbnailSlots())
        #expect(state.roomLayout?.place(of: .companion) != nil)
        let screen = compose(state, at: Samples.now)
        #expect(!screen.chrome.cells.contains { $0.glyph == Cell.transparentGlyph })
    }
}
