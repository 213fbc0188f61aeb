import DownloadClient
import DownloadModel
import Downloads
import Encoding
import Foundation
import Glibc
import PlayCore
import TestSupport
import Testing

@testable import DownloadService

/// The methods of aria2 on paused items, which need no network.
@Suite struct VerbTests {
    private func ids(_ answer: JSONValue) -> [String] { (answer.items ?? []).compactMap { $0["gid"]?.text } }

    @Test("DL-08, DL-14: an item that is in the list cannot be added again in any definition")
    func duplicates() throws {
        let bench = try ServerBench()
        let client = try bench.client()
        let address = JSONValue.string("http://127.0.0.1:9/a")
        try expect(client.call(.validate, [address])["valid"], is: .flag(true))
        let id = try bench.add(client, "a")
        let known = try client.call(.validate, [address])
        expect(known["valid"], is: .flag(false))
        expect(known["gid"]?.text, is: id)
        #expect(throws: DownloadClientError.refused(DownloadProblem(.duplicate, detail: id))) {
            try bench.add(client, "a", [JSONValue.Member("definition", .list([.string("audio")]))])
        }
    }

    @Test("DL-13, DL-19, INFO-02: attributes are set before a download starts, and can be read")
    func attributes() throws {
        let bench = try ServerBench()
        let client = try bench.client()
        let notes = JSONValue.object([JSONValue.Member("course", .string("7"))])
        let id = try bench.add(
            client, "film.mp4?token=secret",
            [
                JSONValue.Member("priority", .number(0.75)), JSONValue.Member("notes", notes),
                JSONValue.Member("version", .integer(3)), JSONValue.Member("max-download-limit", .string("1000")),
                JSONValue.Member("title", .string("A film")),
            ])
        let row = try client.call(.tellStatus, [.string(String(id.prefix(8)))])
        expect(row["priority"]?.anyNumber, is: 0.75)
        expect(row["notes"]?["course"]?.text, is: "7")
        expect(row["version"]?.wholeNumber, is: 3)
        expect(row["maxDownloadLimit"]?.wholeNumber, is: 1000)
        expect(row["title"]?.text, is: "A film")
        #expect(row["reference"]?.text == "http://127.0.0.1:9/film.mp4?…")
        expect(row["status"]?.text, is: "paused")
        let change = JSONValue.object(["priority": .number(0.25), "max-download-limit": .integer(0)])
        _ = try client.call(.changeOption, [.string(id), change])
        let options = try client.call(.getOption, [.string(id)])
        expect(options["priority"]?.anyNumber, is: 0.25)
        expect(options["max-download-limit"]?.wholeNumber, is: 0)
        #expect(throws: DownloadClientError.self) {
            try client.call(.changeOption, [.string(id), .object(["dir": .string("/")])])
        }
    }

    @Test("invalid addresses, file names, checksums and options are refused")
    func refusals() throws {
        let bench = try ServerBench()
        let client = try bench.client()
        #expect(throws: DownloadClientError.refused(DownloadProblem(.unresolved, detail: "no address"))) {
            try client.call(.addUri, [.list([.string("")]), .object([])])
        }
        for (name, value) in [
            ("out", "../up.mp4"), ("out", "/etc/up.mp4"), ("checksum", "md5=00"), ("checksum", "sha-256=00"),
            ("umask", "9"), ("umask", "7777"), ("on-complete", "sh"),
        ] {
            #expect(throws: DownloadClientError.self, "\(name)=\(value)") {
                try bench.add(client, "a", [JSONValue.Member(name, .string(value))])
            }
        }
        let checksum = "sha-256=" + String(repeating: "0", count: 64)
        _ = try bench.add(
            client, "a",
            [
                JSONValue.Member("out", .string("a.mp4")), JSONValue.Member("checksum", .string(checksum)),
                JSONValue.Member("umask", .string("0027")), JSONValue.Member("remote-time", .flag(true)),
            ])
    }

    @Test("silent clients give up their places to new ones")
    func silentClients() throws {
        let bench = try ServerBench()
        let path = try #require(bench.places.sockets.first)
        let address = try #require(UnixAddress(path))
        var silent: [Int32] = []
        defer { for descriptor in silent { close(descriptor) } }
        for _ in 0..<80 {
            let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            silent.append(descriptor)
            try #require(address.connect(descriptor))
        }
        #expect(try bench.client().call(.getVersion)["version"] != nil)
    }

    @Test("changePosition moves relative to the start, the current place and the end, as in aria2")
    func positions() throws {
        let bench = try ServerBench()
        let client = try bench.client()
        let added = try (0..<4).map { try bench.add(client, "\($0)") }
        func move(_ place: Int64, _ how: String) throws -> Int64? {
            try client.call(.changePosition, [.string(added[0]), .integer(place), .string(how)]).wholeNumber
        }
        try expect(move(2, "POS_SET"), is: 2)
        try expect(move(-1, "POS_CUR"), is: 1)
        try expect(move(0, "POS_END"), is: 3)
        try expect(move(.max, "POS_CUR"), is: 3)
        try expect(move(.min, "POS_CUR"), is: 0)
        let order = try client.call(.list)["items"] ?? .null
        expect(ids(order), is: added)
        #expect(throws: DownloadClientError.self) { try move(0, "POS_ELSE") }
    }

    @Test("tellWaiting returns pages from an offset, and backwards from the end, as in aria2")
    func pages() throws {
        let bench = try ServerBench()
        let client = try bench.client()
        let added = try (0..<3).map { try bench.add(client, "\($0)") }
        func page(_ offset: Int64, _ count: Int64) throws -> [String] {
            ids(try client.call(.tellWaiting, [.integer(offset), .integer(count)]))
        }
        try expect(page(0, 2), is: [added[0], added[1]])
        try expect(page(2, 5), is: [added[2]])
        try expect(page(9, 1), is: [])
        try expect(page(-1, 2), is: [added[2], added[1]])
        try expect(page(-3, 2), is: [added[0]])
        try expect(page(-4, 1), is: [])
        try expect(client.call(.tellActive), is: .list([]))
        try expect(client.call(.tellStopped, [.integer(0), .integer(9)]), is: .list([]))
        let stat = try client.call(.getGlobalStat)
        expect(stat["numWaiting"]?.wholeNumber, is: 3)
        expect(stat["numActive"]?.wholeNumber, is: 0)
    }

    @Test("DL-05: each account has its own list, and a connection uses one account")
    func accounts() throws {
        let bench = try ServerBench()
        let (one, other) = (try bench.client(), try bench.client())
        _ = try other.call(.account, [.string("work")])
        let id = try bench.add(one, "a")
        let second = try bench.add(other, "a")
        #expect(id != second)
        try expect(ids(try one.call(.list)["items"] ?? .null), is: [id])
        try expect(one.call(.accounts).items?.count, is: 2)
        try expect(other.call(.tellStatus, [.string(second)])["dir"]?.text?.hasSuffix("/videos/work"), is: true)
        #expect(throws: DownloadClientError.self) { try one.call(.account, [.string("../x")]) }
    }

    @Test("DL-06: an item goes to the cache's folder if requested, else to the folder that the user names")
    func folders() throws {
        let bench = try ServerBench()
        let client = try bench.client()
        let cached = try bench.add(client, "a", [JSONValue.Member("in-cache", .flag(true))])
        let own = try bench.add(client, "b", [JSONValue.Member("dir", .string("/own"))])
        func folder(_ id: String) throws -> String? { try client.call(.tellStatus, [.string(id)])["dir"]?.text }
        try expect(folder(cached), is: bench.root.path + "/cache")
        try expect(folder(own), is: "/own")
        #expect(throws: DownloadClientError.self) {
            try bench.add(client, "c", [JSONValue.Member("dir", .string("relative"))])
        }
    }

    @Test("DL-20: only clients that subscribe get events; all clients see the same list")
    func twoClients() throws {
        let bench = try ServerBench()
        let (watching, acting) = (try bench.client(), try bench.client())
        _ = try watching.call(.subscribe)
        // Later states are compared with the one at this point.
        let id = try bench.add(acting, "a")
        _ = try acting.call(.remove, [.string(id)])
        var seen: [DownloadEvent?] = []
        let deadline = SystemClock().now + .seconds(60)
        while !seen.contains(.stop), SystemClock().now < deadline {
            if let news = try watching.nextNotification() { seen.append(news.event) }
        }
        #expect(seen.contains(.change))
        #expect(seen.contains(.stop))
        try expect(acting.nextNotification(), is: nil)
        try expect(watching.call(.list)["count"]?.wholeNumber, is: 0)
    }

    @Test("limits of an account can be set and read, and values out of range are refused")
    func globalOptions() throws {
        let bench = try ServerBench()
        let client = try bench.client()
        _ = try client.call(
            .changeGlobalOption,
            [.object(["max-overall-download-limit": .integer(5000), "max-concurrent-downloads": .integer(2)])])
        let options = try client.call(.getGlobalOption)
        expect(options["max-overall-download-limit"]?.wholeNumber, is: 5000)
        expect(options["split"]?.wholeNumber, is: 4)
        expect(options["max-concurrent-downloads"]?.wholeNumber, is: 2)
        for wrong in [("split", JSONValue.integer(0)), ("metered", .string("x")), ("dance", .null)] {
            #expect(throws: DownloadClientError.self) {
                try client.call(.changeGlobalOption, [.object([JSONValue.Member(wrong.0, wrong.1)])])
            }
        }
    }

    @Test("DL-07: a refresh reads the settings again and ends temporary limits")
    func refresh() throws {
        let bench = try ServerBench()
        let client = try bench.client()
        try bench.add(client, "a")
        _ = try client.call(.changeGlobalOption, [.object(["max-overall-download-limit": .integer(5000)])])
        try expect(client.call(.refresh), is: .string("OK"))
        try expect(client.call(.getGlobalOption)["max-overall-download-limit"]?.wholeNumber, is: 0)
    }

    @Test("DL-27, PLAY-06: an item that plays before any byte is loaded is played from its address")
    func play() throws {
        let bench = try ServerBench()
        let client = try bench.client()
        let id = try bench.add(client, "a.mp4")
        let answer = try client.call(.play, [.string(id)])
        #expect(answer["uri"]?.text == "http://127.0.0.1:9/a.mp4")
        expect(answer["part"], is: nil)
        expect(answer["path"], is: nil)
    }

    @Test("ADV-75: a key file is made only once and is readable only by its owner")
    func key() throws {
        let bench = try ServerBench()
        let client = try bench.client()
        guard case .string(let path) = try client.call(.makeKey) else { throw ServerBench.Failure() }
        let first = FileManager.default.contents(atPath: path)
        try expect(FileMode.of(path), is: 0o600)
        expect(first?.count, is: 65)
        _ = try client.call(.makeKey)
        expect(FileManager.default.contents(atPath: path), is: first)
    }

    @Test("DL-16: ten thousand items are listed in one answer and one by one")
    func many() throws {
        let bench = try ServerBench()
        let client = try bench.client()
        let pause = JSONValue.object(["pause": .flag(true)])
        for start in stride(from: 0, to: 10_000, by: 1000) {
            let calls = (start..<start + 1000).map { number in
                DownloadClient.Call(.addUri, [.list([.string("http://127.0.0.1:9/\(number)")]), pause])
            }
            for answer in try client.batch(calls) { _ = try answer.get() }
        }
        let list = try client.call(.list)
        expect(list["count"]?.wholeNumber, is: 10_000)
        expect(list["items"]?.items?.count, is: 10_000)
        let version = try #require(list["version"])
        try expect(client.call(.list, [.null, .null, .null, version])["items"], is: nil)
        let gids = ids(list["items"] ?? .null)
        expect(Set(gids).count, is: 10_000)
        let rows = try client.call(.tell, [.list(gids.suffix(30).map(JSONValue.string)), .list([.string("gid")])])
        expect(ids(rows), is: Array(gids.suffix(30)))
    }
}
