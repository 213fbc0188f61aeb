import DownloadModel
import Encoding
import Foundation
import PlayCore
import TestSupport
import Testing

@testable import Downloads

/// The log that is kept beside the database.
@Suite(.timeLimit(.minutes(10)))
struct ItemLogTests {
    private static let name = "a\tb/c\nd/\u{E000}ü.mp4"
    private let id = DownloadID.random()

    private func home(_ body: (String) throws -> Void) throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        try body(folder.path)
    }

    private func read(_ folder: String) throws -> ItemLog.Contents { try ItemLog(folder: folder).read { _ in nil } }

    @Test("an item with any content is read back as it was written")
    func items() throws {
        let identities: [DownloadIdentity] = [
            .video(id: "http://a/\"b\"\n\u{E000}ü", version: -1),
            .playback(classID: "c", sessionID: nil, version: 0),
            .playback(classID: "c", sessionID: "s", version: 3),
        ]
        for identity in identities {
            var item = DownloadItem(DownloadRequest(identity, folder: "/v"), id: id, order: 1, added: 1_700_000_000_000)
            try expect(DownloadItem(try JSONValue(document: item.json.bytes)), is: item)
            (item.kind, item.state) = (.room, .invalid)
            item.wishes = DownloadWishes(definitions: ["a", ""], audioLanguages: ["de"], textLanguages: [])
            (item.title, item.classID, item.sessionID) = ("t\u{7F}\u{85}", "c", "s")
            item.files = [
                DownloadFile(name: Self.name, role: .slide), DownloadFile(name: "b", role: .cover, size: .max),
            ]
            (item.definitionKey, item.definitionName) = ("k", "n")
            (item.totalSize, item.doneSize, item.speedLimit) = (.max, 7, 1)
            item.setPriority(1.0 / 3)
            item.problem = DownloadProblem(.refused, number: -404, detail: "\\")
            (item.accessKey, item.notes, item.note) = ("a", ["x": "1", "": "é"], "")
            try expect(DownloadItem(try JSONValue(document: item.json.bytes)), is: item)
        }
    }

    @Test("a log line is read back as it was written, with any file name")
    func lines() throws {
        let file = FinishedFile(length: 5, path: "/" + Self.name)
        let lines: [ItemLogLine] = [
            .item(#"{"a":"b"}"#), .removed(id), .named(id, [DownloadFile(name: Self.name, role: .slide)]),
            .finished(id, entry: Self.name, file), .begun(id, entry: "0"),
        ]
        for line in lines { expect(ItemLogLine(line.text), is: line) }
        for text in ["", "I", "R\tnobody", "F\t\(id)\t30\tx\t30", "Q\t\(id)"] { expect(ItemLogLine(text), is: nil) }
    }

    @Test("a finished file is still known in the next process, and a restarted one is not")
    func finished() throws {
        try home { folder in
            let log = ItemLog(folder: folder)
            let file = FinishedFile(length: 5, path: "/v/a.mp4")
            try log.finish([(id, "0", file), (id, "1", file)])
            try log.begin(id, "1")
            expect(log.finished(id, "0"), is: file)
            let found = try read(folder)
            expect(found.finished, is: [id: ["0": file]])
            expect(found.lines, is: 3)
        }
    }

    @Test("a shortened log keeps only the entries that the database does not have")
    func shortened() throws {
        try home { folder in
            let log = ItemLog(folder: folder)
            var item = DownloadItem(DownloadRequest(.video("http://a/b"), folder: "/v"), id: id, order: 1, added: 0)
            try log.add(id, "new")
            try log.name(id, [DownloadFile(name: "b", role: .video)])
            try log.finish([(id, "0", FinishedFile(length: 1, path: "/v/b"))])
            try log.replace(with: [])
            var texts: [String] = []
            let contents = try ItemLog(folder: folder).read {
                texts.append($0)
                return nil
            }
            expect(texts, is: ["new"])
            expect(contents.names[id]?.map(\.name), is: ["b"])
            expect(contents.finished[id]?["0"]?.path, is: "/v/b")
            item.files = [DownloadFile(name: "b", role: .video)]
            item.state = .completed
            log.saved([item])
            try log.replace(with: ["old"])
            let later = try read(folder)
            expect(later.lines, is: 1)
            #expect(later.names.isEmpty)
            #expect(later.finished.isEmpty)
            // The log can still be written to.
            try log.append([], removed: [id])
            try expect(read(folder).removed, is: [id])
        }
    }

    @Test("a new item and the names of its files survive the end of the process")
    func added() throws {
        try home { folder in
            let item = DownloadItem(DownloadRequest(.video("http://a/b"), folder: "/v"), id: id, order: 1, added: 0)
            // The database cannot be opened as a file, so only the log has the item.
            try Disk.makeFolders(folder + "/downloads.db")
            let store = DownloadStore(folder: folder)
            store.add(item)
            var named = item
            named.files = [DownloadFile(name: Self.name, role: .video)]
            store.name(named)
            // The first store was not closed, and nothing waited for it.
            let kept = try DownloadStore(folder: folder).load()
            expect(kept.items, is: [named])
        }
    }
}
