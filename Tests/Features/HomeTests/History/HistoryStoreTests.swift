import Foundation
import PlayCore
import Storage
import TestSupport
import Testing

@testable import History

/// A new database file with its tables, in its own folder.
private final class Store {
    private let folder: URL
    let file: DatabaseFile

    init() throws {
        folder = try BuiltProgram.temporaryFolder()
        file = HistorySchema.file(in: folder.path)
    }

    deinit { BuiltProgram.remove(folder) }

    func open() throws -> Database { try file.open().database }
}

private func key(_ name: String) -> ResumeKey { .video(id: name) }
private func time(_ seconds: Int64) -> WallTime { WallTime(milliseconds: seconds * 1000) }

@Suite struct ResumeStoreTests {
    @Test("PLAY-15, PLAY-16: a saved position is read by every connection until it is replaced or removed")
    func roundTrip() throws {
        let file = try Store()
        let store = ResumeStore(try file.open())
        try expect(store.position(of: key("a")), is: nil)
        try store.save(key("a"), position: .milliseconds(12_345), duration: .seconds(60), at: time(1))
        try store.save(key("a"), position: .milliseconds(23_456), duration: .seconds(60), at: time(2))
        try store.save(key("b"), position: .seconds(1), duration: nil, at: time(3))
        let other = ResumeStore(try file.open())
        try expect(other.position(of: key("a")), is: .milliseconds(23_456))
        try expect(other.position(of: .room(classID: "a", sessionID: "", version: "")), is: nil)
        try expect(
            other.records(),
            is: [
                .init(key: key("b"), position: .seconds(1), duration: nil, updated: time(3)),
                .init(key: key("a"), position: .milliseconds(23_456), duration: .seconds(60), updated: time(2)),
            ])
        try other.remove(key("a"))
        try expect(store.records().map(\.key), is: [key("b")])
    }

    @Test("PLAY-18: the record that was updated longest ago is removed when there are more than 100")
    func limit() throws {
        let store = ResumeStore(try Store().open())
        for number in 1...100 {
            try store.save(key("\(number)"), position: .seconds(number), duration: nil, at: time(Int64(number)))
        }
        try expect(store.records().count, is: 100)
        try store.save(key("1"), position: .seconds(7), duration: nil, at: time(101))
        try expect(store.records().count, is: 100)
        try store.save(key("101"), position: .seconds(1), duration: nil, at: time(102))
        let keys = try store.records().map(\.key)
        expect(keys.count, is: 100)
        #expect(!keys.contains(key("2")))
        expect(keys.first, is: key("101"))
        expect(keys.dropFirst().first, is: key("1"))
        expect(keys.last, is: key("3"))
    }

    @Test("PLAY-18: the order of writing decides which record is oldest, even if the clock goes back")
    func clockGoesBack() throws {
        let store = ResumeStore(try Store().open())
        for number in 1...101 {
            try store.save(key("\(number)"), position: .seconds(1), duration: nil, at: time(Int64(1000 - number)))
        }
        let keys = try Set(store.records().map(\.key))
        expect(keys.count, is: 100)
        #expect(!keys.contains(key("1")))
    }

    @Test("PLAY-18: clearing deletes all records and nothing else")
    func clear() throws {
        let database = try Store().open()
        let store = ResumeStore(database)
        for name in ["a", "b"] { try store.save(key(name), position: .seconds(9), duration: nil, at: time(1)) }
        try HistoryStore(database).begin(key("a"), title: nil, at: time(1))
        try expect(store.clear(), is: 2)
        try expect(store.records(), is: [])
        try expect(store.clear(), is: 0)
        try expect(HistoryStore(database).rows().count, is: 1)
    }

    @Test("PLAY-16, PLAY-18: saves and removals behave like those of a list of at most 100 records", arguments: 0..<4)
    func model(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let store = ResumeStore(try Store().open())
        var model: [(key: ResumeKey, position: MediaTime)] = []
        for step in 0..<400 {
            let name = key("\(Int.random(in: 0..<130, using: &random))")
            let position = MediaTime.milliseconds(Int.random(in: 1...10_000_000, using: &random))
            model.removeAll { $0.key == name }
            if Int.random(in: 0..<10, using: &random) == 0 {
                try store.perform(.remove(name), at: time(Int64(step)))
            } else {
                try store.perform(.save(name, position: position, duration: nil), at: time(Int64(step)))
                model.insert((name, position), at: 0)
                model = Array(model.prefix(100))
            }
        }
        let records = try store.records()
        expect(records.map(\.key), is: model.map(\.key))
        expect(records.map(\.position), is: model.map(\.position))
    }

    @Test("connections of two processes can write in turn without losing a record")
    func twoConnections() throws {
        let file = try Store()
        let stores = [ResumeStore(try file.open()), ResumeStore(try file.open())]
        for number in 0..<40 {
            try stores[number % 2].save(key("\(number)"), position: .seconds(1), duration: nil, at: time(1))
        }
        try expect(stores[0].records().map(\.key), is: (0..<40).reversed().map { key("\($0)") })
    }
}

@Suite struct HistoryStoreTests {
    @Test("INFO-01: the history has items with their count of plays and last position, newest first")
    func rows() throws {
        let store = HistoryStore(try Store().open())
        try store.begin(key("/a"), title: "A", at: time(1))
        try store.end(key("/a"), position: .seconds(30), duration: .seconds(60), at: time(2))
        try store.begin(key("/b"), title: nil, at: time(3))
        try store.begin(key("/a"), title: nil, at: time(4))
        let rows = try store.rows()
        expect(
            rows,
            is: [
                HistoryRow(
                    key: key("/a"), title: "A", position: .seconds(30), duration: .seconds(60), played: time(4),
                    count: 2),
                HistoryRow(key: key("/b"), title: nil, position: nil, duration: nil, played: time(3), count: 1),
            ])
        #expect(rows[0].progress == 0.5 && rows[1].progress == nil)
        try expect(store.rows(limit: 1).count, is: 1)
    }

    @Test("INFO-16: the cover from the latest playback is stored")
    func cover() throws {
        let store = HistoryStore(try Store().open())
        try store.begin(key("/a"), title: nil, cover: "https://h.example/old.jpg", at: time(1))
        try store.begin(key("/b"), title: nil, at: time(2))
        try store.begin(key("/a"), title: nil, cover: "https://h.example/new.jpg", at: time(3))
        #expect(try store.rows().map(\.cover) == ["https://h.example/new.jpg", nil])
    }

    @Test("removing an item keeps the others, and removing a missing item is no error")
    func removed() throws {
        let store = HistoryStore(try Store().open())
        for name in ["/a", "/b"] { try store.begin(key(name), title: nil, at: time(1)) }
        for _ in 0..<2 { try store.remove(key("/a")) }
        try expect(store.rows().map(\.key), is: [key("/b")])
    }

    @Test("an item removed while it plays is not stored again at its end")
    func cleared() throws {
        let store = HistoryStore(try Store().open())
        try store.begin(key("/a"), title: "A", at: time(1))
        try expect(store.clear(), is: 1)
        try store.end(key("/a"), position: .seconds(30), duration: nil, at: time(2))
        try expect(store.rows(), is: [])
    }
}

@Suite struct TraceIDTests {
    @Test("ADV-02: the trace ID is random and the same for all processes")
    func once() throws {
        let file = try Store()
        let first = try TraceID.value(in: try file.open())
        #expect(first.wholeMatch(of: /[0-9a-f]{32}/) != nil)
        try expect(TraceID.value(in: try file.open()), is: first)
        #expect(try TraceID.value(in: try Store().open()) != first)
    }
}
