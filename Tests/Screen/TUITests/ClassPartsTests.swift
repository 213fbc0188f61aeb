import Cells
import Classes
import Commands
import PlayCore
import PlaybackModel
import Playlists
import ScreenKit
import TestSupport
import Testing

@testable import ClassPanes
@testable import TUI

@Suite("Parts and second videos of a class")
struct ClassPartsTests {
    private func merged(_ index: Int, number: Int = 1) -> ClassView {
        var view = Samples.roomView(number: number)
        view.parts = ClassParts(
            kind: .slices,
            rows: [
                ClassParts.Row(title: "Maps", start: .zero, duration: .seconds(600)),
                ClassParts.Row(title: nil, start: .seconds(600), duration: .seconds(60)),
                ClassParts.Row(title: "Kernels\u{1B}[31m", start: .seconds(660), duration: .seconds(600)),
            ], index: index)
        return view
    }

    private func text(_ state: AppState) -> String { ScreenText.render(compose(state, at: Samples.now).chrome) }

    private func layout(_ state: AppState) -> [ClassPane] { state.roomLayout?.panes.map(\.pane) ?? [] }

    @Test("ROOM-04, ROOM-13: the header shows the playing part, and the list of parts shows their starts")
    func list() {
        var state = Samples.inClass(120, 36, merged(2))
        #expect(text(state).contains("part 3 of 3: Kernels"))
        #expect(!text(state).contains("\u{1B}"))
        #expect(!layout(state).contains(.parts))
        state.press("8")
        #expect(layout(state).contains(.parts))
        let screen = text(state)
        #expect(screen.contains("Maps  00:00"))
        #expect(screen.contains("Part 2  10:00"))
        #expect(screen.contains("11:00"))
        #expect(!text(Samples.inClass(120, 36)).contains("8 Parts"))
    }

    @Test("ROOM-04: Enter, n and N seek to other parts, but not beyond the last one")
    func moving() {
        var state = Samples.inClass(120, 36, merged(1))
        let forward: [Effect] = [.command(.seek(.absolute(.seconds(660)), .exact))]
        expect(state.press("n").filter { $0 == forward[0] }, is: forward)
        #expect(state.press("N").contains(.command(.seek(.absolute(.zero), .exact))))
        state.press("8")
        state.press("j")
        #expect(state.press(.enter).contains(.command(.seek(.absolute(.seconds(660)), .exact))))
        state = Samples.inClass(120, 36, merged(2))
        #expect(state.press("n").isEmpty)
        expect(state.message?.text, is: "Already at the last part")
    }

    @Test("ROOM-20: commands reload a class and seek to its next and previous part")
    func commands() throws {
        var state = Samples.inClass(120, 36, merged(1))
        func run(_ line: String) throws -> [Effect] {
            try BoundCommand.parse(line: line).flatMap { try state.run($0, at: Samples.now) }
        }
        try expect(run("room-reload"), is: [.room(.reload)])
        #expect(try run("room-next-part").contains(.command(.seek(.absolute(.seconds(660)), .exact))))
        #expect(try run("room-prev-part").contains(.command(.seek(.absolute(.zero), .exact))))
    }

    @Test("ROOM-05: parts that are items of an album are played as items of the list")
    func album() {
        var view = merged(0)
        view.parts.kind = .items
        for index in view.parts.rows.indices {
            view.parts.rows[index].start = nil
            view.parts.rows[index].location = "tvplay-room:-1:\(index)"
        }
        var state = Samples.inClass(120, 36, view)
        let locations = ["other"] + view.parts.rows.compactMap(\.location)
        let list = PlaylistContents(locations: locations, index: 1)
        _ = reduce(
            &state, .playlist(list, PlaylistPosition(index: 1, count: locations.count)), now: Samples.now)
        #expect(state.press("n").contains(.moveTo(2)))
        #expect(text(state).contains("part 1 of 3: Maps"))
    }

    @Test("ROOM-21: a change of part drops the selection in the chat and follows the chat again")
    func otherPart() {
        var state = Samples.inClass(120, 36, merged(0))
        state.press("3")
        state.press("k")
        #expect(state.room?.chat.place != nil)
        _ = reduce(&state, .room(merged(1, number: 2)), now: Samples.now)
        expect(state.room?.chat.place, is: nil)
        expect(state.room?.side, is: .chat)
    }

    // MARK: Second videos

    private func sharing(_ kind: CompanionView.Kind?, number: Int, failure: PlayError? = nil) -> ClassView {
        var view = Samples.roomView(number: number)
        view.companion = kind.map { CompanionView(kind: $0, isWanted: $0 != .desktop, failure: failure) }
        view.usersWithVideo = ["m"]
        return view
    }

    @Test("ROOM-42: a shared desktop takes the place of the slides while it is shared")
    func desktop() {
        var state = Samples.inClass(120, 36, sharing(nil, number: 1))
        expect(layout(state), is: [.slides, .video, .chat])
        _ = reduce(&state, .room(sharing(.desktop, number: 2)), now: Samples.now)
        expect(layout(state), is: [.companion, .video, .slides, .chat])
        #expect(text(state).contains("V Desktop"))
        _ = reduce(&state, .room(sharing(nil, number: 3)), now: Samples.now)
        expect(layout(state), is: [.slides, .video, .chat])
    }

    @Test("ROOM-41: x cycles through three pictures, and V shows and hides the second video")
    func three() {
        var state = Samples.inClass(200, 60, sharing(.desktop, number: 1))
        var seen: [ClassPane] = []
        for _ in 0..<3 {
            seen += layout(state).prefix(1)
            state.press("x")
        }
        expect(Set(seen), is: [.slides, .companion, .video])
        state.room?.focus = .video
        state.press("V")
        state.press("V")
        #expect(!layout(state).contains(.companion))
        state.press("V")
        #expect(layout(state).contains(.companion))
    }

    @Test("INFO-15, ROOM-30: Enter on a participant with a video opens it, small if there is space, and closes it")
    func person() {
        var state = Samples.inClass(120, 36, sharing(nil, number: 1))
        state.press("4")
        // The presenter comes first, and all others by name.
        state.press("j")
        let rows = state.room?.view.people.map(\.user.id) ?? []
        let place = rows.firstIndex(of: "m") ?? 0
        state.room?.places[.people] = place
        #expect(text(state).contains("video: Enter"))
        expect(state.press(.enter), is: [.room(.showVideo(of: "m"))])
        _ = reduce(&state, .room(sharing(.person(id: "m", name: "Mei"), number: 2)), now: Samples.now)
        expect(layout(state).first, is: .slides)
        #expect(layout(state).contains(.companion))
        expect(state.press(.enter), is: [.room(.showVideo(of: nil))])
        state.room?.places[.people] = rows.firstIndex(of: "t") ?? 0
        expect(state.press(.enter), is: [])
        expect(state.message?.text.contains("no video"), is: true)
        var narrow = Samples.inClass(80, 24, sharing(nil, number: 1))
        _ = reduce(&narrow, .room(sharing(.person(id: "m", name: "Mei"), number: 2)), now: Samples.now)
        expect(layout(narrow), is: [.companion, .chat])
    }

    @Test("ROOM-42: the second video replaces a main recording without a picture")
    func onlyPicture() {
        var state = Samples.inClass(120, 36, sharing(nil, number: 1))
        state.press("x")
        expect(layout(state).first, is: .video)
        var view = sharing(.desktop, number: 2)
        view.companion?.isOnlyPicture = true
        _ = reduce(&state, .room(view), now: Samples.now)
        expect(layout(state).first, is: .companion)
        _ = reduce(&state, .room(sharing(nil, number: 3)), now: Samples.now)
        expect(layout(state).first, is: .video)
    }

    @Test(
        "ROOM-30: the only picture of a class is large, without an empty pane beside it")
    func largeCamera() {
        var contents = Samples.contents { $0.majorPlayType = .video }
        contents.events.append(
            ClassEvent(.seconds(1), .mediaUsers([MediaUser(id: "t", hasVideo: false, hasAudio: true)])))
        var view = Samples.roomView(contents)
        view.companion = CompanionView(kind: .person(id: "t", name: "Zhang"))
        view.companion?.isOnlyPicture = true
        view.thumbnails = [ThumbnailView(id: "t", name: "Zhang", isLarge: true)]
        let state = Samples.inClass(120, 36, view)
        expect(layout(state).first, is: .companion)
        #expect(!layout(state).contains(.video) && !layout(state).contains(.cameras))
        #expect(!text(state).contains("no camera"))
    }

    @Test("ROOM-36: sound only shows a placeholder, or the cover if there is one")
    func soundOnly() {
        let (room, _) = Samples.contents().loaded()
        var session = ClassSession(room, at: .seconds(10))
        session.definitionIsAudio = true
        var view = Samples.roomView()
        view.snapshot = session.snapshot(phase: .entered)
        var state = Samples.inClass(120, 36, view)
        #expect(text(state).contains("sound only"))
        #expect(!compose(state, at: Samples.now).showsPicture)
        state.report { $0.showsCover = true }
        #expect(compose(state, at: Samples.now).showsPicture)
        #expect(!text(Samples.inClass(120, 36)).contains("sound only"))
    }

    @Test("ROOM-31, ROOM-32: a board shows its number, and its web address with its text")
    func boards() {
        var view = Samples.roomView()
        view.slide?.isBoard = true
        view.slide?.count = 5
        view.slide?.webAddress = "https://class.example/board"
        var state = Samples.inClass(120, 36, view)
        #expect(text(state).contains("Board 1 of 5"))
        #expect(!text(state).contains("class.example"))
        state.press("T")
        #expect(text(state).contains("https://class.example/board"))
    }

    @Test("ROOM-30: a video that cannot be played shows the reason in its pane")
    func failing() {
        let error = PlayError(.fileLost, reason: "no such file", item: "mei.webm")
        let state = Samples.inClass(120, 36, sharing(.desktop, number: 1, failure: error))
        #expect(text(state).contains("The file does not exist"))
        #expect(text(state).contains("no such file"))
    }

    @Test("ROOM-16: at any size three pictures and a list lie within the screen and do not overlap")
    func disjoint() throws {
        for columns in stride(from: 40, through: 240, by: 11) {
            for rows in stride(from: 10, through: 70, by: 2) {
                for isListShown in [true, false] {
                    var state = Samples.inClass(columns, rows, sharing(.desktop, number: 1))
                    if !isListShown { state.room?.hidden.insert(.chat) }
                    let layout = try #require(state.roomLayout)
                    for (number, placed) in layout.panes.enumerated() {
                        let rect = placed.rect
                        #expect(rect.height >= 2, "\(columns)x\(rows): \(placed)")
                        #expect(rect.width >= 10, "\(columns)x\(rows): \(placed)")
                        #expect(rect.row >= 0)
                        #expect(rect.row + rect.height <= layout.tabs)
                        #expect(rect.column + rect.width <= columns)
                        #expect(layout.panes[..<number].allSatisfy { !$0.rect.covers(rect) })
                    }
                }
            }
        }
    }
}
