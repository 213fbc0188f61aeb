import Catalogue
import DownloadClient
import DownloadModel
import Downloads
import Encoding
import Foundation
import PlayCore
import TestSupport
import Testing
import Transport

@testable import DownloadService

/// Compatibility with the last release: its files are read, and its clients get the same answers.
/// `Fixtures/record-release` recorded both.
@Suite struct ReleaseTests {
    private static let folder = Checkout.folder.appendingPathComponent(
        "Tests/Features/DownloadsTests/DownloadService/Fixtures/release")

    private struct Exchange {
        var requests: [String] = []
        var answers: [JSONValue] = []
        var events: [JSONValue] = []
    }

    private func recorded(_ name: String) throws -> Exchange {
        let text = try String(contentsOf: Self.folder.appendingPathComponent(name), encoding: .utf8)
        var exchange = Exchange()
        for line in text.split(separator: "\n") {
            switch line.prefix(2) {
            case "> ": exchange.requests.append(String(line.dropFirst(2)))
            case "< ": Self.note(String(line.dropFirst(2)), &exchange)
            default: break
            }
        }
        return exchange
    }

    private static func note(_ line: String, _ exchange: inout Exchange) {
        guard let value = try? JSONValue(document: Array(line.utf8)) else {
            Issue.record("no JSON: \(line)")
            return
        }
        if value["method"] == nil { exchange.answers.append(steady(value)) } else { exchange.events.append(value) }
    }

    /// Removes the version number of the list, which also counts earlier changes.
    private static func steady(_ value: JSONValue) -> JSONValue {
        switch value {
        case .list(let items): return .list(items.map(steady))
        case .object(let members):
            let isList = value["count"] != nil
            return .object(
                members.filter { !isList || $0.name != "version" }.map { .init($0.name, steady($0.value)) })
        default: return value
        }
    }

    /// Starts a daemon on the files that the last release left.
    private func bench() throws -> ServerBench {
        let bench = try ServerBench(resolver: { client in
            let transport = HTTPServiceTransport(client)
            let manifest = ManifestProvider(transport: transport, now: { 0 }) { _, _ throws(ByteSourceError) in [] }
            return CatalogueResolver(
                client: client, manifest: manifest, peerTube: PeerTubeProvider(transport: transport), ytDlp: nil,
                tokens: nil)
        })
        let account = try #require(bench.places.folder(ofAccount: DownloadPlaces.standardAccount))
        try FileManager.default.createDirectory(atPath: account, withIntermediateDirectories: true)
        for name in ["downloads.db", "items.log"] {
            try FileManager.default.copyItem(
                at: Self.folder.appendingPathComponent("state/" + name), to: URL(fileURLWithPath: account + "/" + name))
        }
        // The daemon checks for files in the background.
        let client = try bench.client()
        let deadline = SystemClock().now + .seconds(60)
        while try client.call(.tellStopped, [.integer(0), .integer(9)]).items?.count != 2 {
            try #require(SystemClock().now < deadline)
        }
        return bench
    }

    /// Whether the new answer contains everything that the old one says, in the same words. It may say more.
    private static func says(_ new: JSONValue, _ old: JSONValue) -> Bool {
        switch (new, old) {
        // These are lists of method names.
        case (.list(let new), .list(let old)) where old.first?.text?.contains(".") == true:
            old.allSatisfy(new.contains)
        case (.list(let new), .list(let old)): new.count == old.count && zip(new, old).allSatisfy(says)
        case (.object, .object(let members)):
            members.allSatisfy { old in
                new.members?.first { $0.name == old.name }.map { says($0.value, old.value) } ?? false
            }
        default: new == old
        }
    }

    @Test("a list that the last release kept is read, and every answer about it is the same")
    func exchange() throws {
        let recorded = try recorded("exchange")
        let lines = try bench().raw(recorded.requests.map { $0 + "\n" }.joined(), lines: .max)
        var now = Exchange()
        for line in lines { Self.note(line, &now) }
        expect(now.answers.count, is: recorded.answers.count)
        for (new, old) in zip(now.answers, recorded.answers) { #expect(Self.says(new, old)) }
        func told(_ exchange: Exchange) -> Set<JSONValue> {
            Set(exchange.events.filter { $0["method"]?.text != DownloadEvent.change.rawValue })
        }
        expect(told(now), is: told(recorded))
    }

    @Test("requests of the last release's client get the same answers")
    func client() throws {
        let recorded = try recorded("client")
        let lines = try bench().raw(recorded.requests.map { $0 + "\n" }.joined(), lines: .max)
        var now = Exchange()
        for line in lines { Self.note(line, &now) }
        expect(now.answers.count, is: recorded.answers.count)
        for (request, (new, old)) in zip(recorded.requests, zip(now.answers, recorded.answers)) {
            // A new download has a new identifier.
            if request.contains("aria2.addUri") {
                expect(new.items?.first?["result"]?.text?.utf8.count, is: 16)
            } else {
                #expect(Self.says(new, old), "\(request)")
            }
        }
    }

    @Test("records of the last release are read completely and written back unchanged")
    func records() throws {
        let lists = try recorded("exchange").answers.compactMap { $0["result"]?["items"]?.items }
        let rows = try #require(lists.max { $0.count < $1.count })
        expect(rows.count, is: 7)
        for row in rows where row["added"] != nil {
            let record = try #require(DownloadRecord(row))
            expect(record.wire().bytes, is: row.bytes)
        }
        let labels = Set(rows.compactMap { DownloadRecord($0)?.label })
        expect(labels, is: [.paused, .failed, .fileLost])
    }

    @Test("items in the last release's log are read completely and written back unchanged")
    func items() throws {
        let url = Self.folder.appendingPathComponent("state/items.log")
        let text = try String(contentsOf: url, encoding: .utf8)
        var count = 0
        for line in text.split(separator: "\n") where line.hasPrefix("I\t") {
            let json = try JSONValue(document: Array(line.split(separator: "\t")[1].utf8))
            expect(DownloadItem(json)?.json.bytes, is: json.bytes)
            count += 1
        }
        #expect(count >= 7)
    }

    @Test("without its database the list is restored from the log")
    func log() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let whole = try load(["downloads.db", "items.log"], folder.appendingPathComponent("whole"))
        let log = try load(["items.log"], folder.appendingPathComponent("log"))
        expect(whole.count, is: 7)
        expect(log, is: whole)
    }

    private func load(_ names: [String], _ folder: URL) throws -> [DownloadItem] {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in names {
            try FileManager.default.copyItem(
                at: Self.folder.appendingPathComponent("state/" + name), to: folder.appendingPathComponent(name))
        }
        let store = DownloadStore(folder: folder.path)
        defer { store.close() }
        return try store.load().items.sorted { $0.order < $1.order }
    }
}
