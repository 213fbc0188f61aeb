import Addresses
import Classes
import PlayCore
import TestSupport
import Testing

/// ROOM-04, ROOM-05: classes of several parts.
@Suite struct ClassSeriesTests {
    /// A class whose name is its only line of chat. It can fail.
    private final class Reading: ClassReading {
        let error = Monitor<ClassReadError?>(nil)
        private let loaded: LoadedClass
        private let chat: SlicedChat

        init(_ name: String) {
            var info = ClassInfo(playbackID: name)
            info.title = name
            let users = ClassEvent(.zero, .users([ClassUser(id: name, name: name)], total: 1))
            let line = ClassEvent(.zero, .message(ChatMessage(id: name, time: .zero, text: "in " + name)))
            (loaded, chat) = ClassContents(info: info, events: [users, line]).loaded()
        }

        func room(_ options: ClassOptions, cancel: CancelToken) throws(ClassReadError) -> LoadedClass {
            if let error = error.withLock({ $0 }) { throw error }
            return loaded
        }

        func messages(
            of slice: ChatIndex.Slice, number: Int, cancel: CancelToken
        ) throws(ClassReadError) -> [ChatMessage] { chat.messages[number] }
    }

    private let failure = ClassReadError(.requestFailed, "no connection", in: "b")
    private let readings = ["a", "b", "c"].map(Reading.init)

    /// Returns three parts of a minute each, of which the first was entered.
    private func series(_ made: Monitor<[Int]> = Monitor([])) throws -> ClassSeries {
        let slices = ["a", "b", "c"].map { MixedClass.Slice(room: $0, title: $0, duration: .seconds(60)) }
        let first = ClassClient(readings[0]) {}
        first.enter()
        first.waitForAnswer()
        expect(first.deliver(), is: [.didEnter(nil)])
        return ClassSeries(try MixedClass(slices, in: "m"), first: first) { [readings] index in
            made.withLock { $0.append(index) }
            return ClassClient(readings[index]) {}
        }
    }

    private func settle(_ series: ClassSeries) -> [ClassSeries.Event] {
        var events = series.deliver()
        while !events.contains(where: { if case .didLoad = $0 { true } else { false } }) {
            series.waitForAnswer()
            events += series.deliver()
        }
        return events
    }

    @Test("ROOM-04, ROOM-21: the part at the position is entered and shown, on the common axis")
    func following() throws {
        let series = try series()
        defer { series.close() }
        expect(series.index, is: 0)
        expect(series.offset, is: .zero)
        expect(series.deliver(), is: [])
        series.move(to: .seconds(130))
        expect(series.index, is: 2)
        expect(series.offset, is: .seconds(120))
        expect(settle(series), is: [.willLoad(2), .didLoad(2, nil)])
        expect(series.client.snapshot.room?.content.title, is: "c")
        expect(series.client.snapshot.users?.content.rows.map(\.user.id), is: ["c"])
        // The first part was left, so it is read again.
        series.move(to: .seconds(5))
        expect(settle(series), is: [.willLoad(0), .didLoad(0, nil)])
        expect(series.client.snapshot.room?.content.title, is: "a")
    }

    @Test("ROOM-04: the next part is read shortly before its time, so the boundary needs no wait")
    func ahead() throws {
        let made = Monitor<[Int]>([])
        let series = try series(made)
        defer { series.close() }
        series.move(to: .seconds(39))
        expect(made.withLock { $0 }, is: [])
        expect(series.nextChange(after: .seconds(39)), is: .seconds(40))
        series.move(to: .seconds(40))
        expect(made.withLock { $0 }, is: [1])
        expect(series.index, is: 0)
        expect(series.nextChange(after: .seconds(41)), is: .seconds(60))
        // The part is entered before it is shown and without an event, no matter how long that takes.
        let bell = Doorbell()
        var events: [ClassSeries.Event] = []
        let deadline = SystemClock().now + Patience.limit
        while series.mixed.current == 0, SystemClock().now < deadline {
            events += series.deliver()
            series.move(to: .seconds(59))
            if series.hasNext { break }
            _ = bell.wait(after: 0, until: SystemClock().now + .milliseconds(2))
        }
        expect(events, is: [])
        series.move(to: .seconds(60))
        expect(series.client.phase, is: .entered)
        expect(series.deliver(), is: [.willLoad(1), .didLoad(1, nil)])
        expect(series.nextChange(after: .seconds(170)), is: .seconds(120))
    }

    @Test("ROOM-22: a part that fails to load reports the error, can be reloaded, and leaves the other parts unchanged")
    func failing() throws {
        let series = try series()
        defer { series.close() }
        readings[1].error.withLock { $0 = failure }
        series.move(to: .seconds(70))
        expect(settle(series), is: [.willLoad(1), .didLoad(1, failure)])
        expect(series.client.phase, is: .failed(failure))
        readings[1].error.withLock { $0 = nil }
        series.reload()
        expect(settle(series).last, is: .didLoad(1, nil))
        expect(series.client.snapshot.room?.content.title, is: "b")
        series.move(to: .zero)
        expect(settle(series).last, is: .didLoad(0, nil))
        // For a loaded part, the class itself is reloaded.
        series.reload()
        var events: [ClassSeries.Event] = []
        while events.isEmpty {
            series.waitForAnswer()
            events = series.deliver()
        }
        expect(events, is: [.room(.didReload(nil))])
    }

    @Test("ROOM-04, ROOM-05, ROOM-13: a manifest yields the parts of a class with their locations")
    func outline() throws {
        let place = try #require(ClassPlace("/classes/course"))
        let slices = [
            MixedClass.Slice(room: "1/room.json", title: "first", duration: .seconds(60)),
            MixedClass.Slice(room: "2/room.json", duration: .seconds(30)),
        ]
        let outline = try ClassManifest(slices: slices, title: "Course").outline(at: place)
        guard case .merged(let mixed, title: let title) = outline, title == "Course" else {
            Issue.record("not merged")
            return
        }
        expect(mixed.slices.map(\.room), is: ["/classes/course/1/room.json", "/classes/course/2/room.json"])
        expect(mixed.duration, is: .seconds(90))
        #expect(mixed.place(of: .seconds(60)) == (1, .zero))
        let items = ["x", "y"].map { AlbumClass.Item(id: $0, room: $0 + "/room.json") }
        let other = try ClassManifest(items: items, id: "A").outline(at: place, initialAlbumIndex: 1)
        guard case .album(let album, title: nil) = other else {
            Issue.record("no album")
            return
        }
        expect(album.index, is: 1)
        expect(album.current.room, is: "/classes/course/y/room.json")
        expect(album.albumID, is: "A")
        let single = ClassManifest(recordings: [ClassManifest.Recording(ClassInfo(playbackID: "p"))])
        try expect(single.outline(at: place), is: .single)
        #expect(throws: ClassReadError.self) {
            try ClassManifest(slices: [MixedClass.Slice(room: "../x", duration: .seconds(1))]).outline(at: place)
        }
        #expect { try ClassManifest().outline(at: place) } throws: { ($0 as? ClassReadError)?.code == .invalidAlbum }
    }
}
