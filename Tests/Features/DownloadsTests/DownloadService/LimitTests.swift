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

/// Limits that clients set, across several accounts and daemons.
struct LimitTests {
    /// A daemon in its own folder.
    private struct Bench {
        let client: HTTPClient
        let accounts: DownloadAccounts

        init(
            _ root: URL, limit: Int64? = nil, isMetered: @escaping @Sendable () -> Bool = { false },
            onChange: @escaping @Sendable () -> Void = {}
        ) throws {
            let places = DownloadPlaces(stateFolder: root.path, runtimeFolder: nil)
            let http = HTTPSettings(userAgent: "test")
            client = try #require(HTTPClient(http))
            var settings = DownloadAccounts.Settings(http: http, keyFile: root.path + "/key")
            settings.limits.bytesPerSecond = limit
            let configured = settings
            accounts = DownloadAccounts(
                places, settings, context: FetchContext(client: client), resolver: AddressResolver(client: client),
                isMetered: isMetered, onChange: onChange, reload: { .success(configured) })
        }
    }

    @Test(
        "DL-07: client limits outlive the daemon and override its configuration until they are refreshed"
    )
    func kept() throws {
        let root = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(root) }
        do {
            let bench = try Bench(root, limit: 1000)
            _ = try bench.accounts.manager("default")
            try bench.accounts.setOptions(
                [.init("max-concurrent-downloads", .integer(3)), .init("metered", .string("deny"))], of: "default")
            try bench.accounts.setOptions([.init("split", .string("2"))], of: "default")
            #expect(throws: RPCError.self) {
                try bench.accounts.setOptions([.init("split", .integer(99))], of: "default")
            }
            bench.accounts.close()
        }
        let bench = try Bench(root, limit: 2000)
        defer { bench.accounts.close() }
        let limits = try bench.accounts.manager("default").limits
        expect(limits.runningItems, is: 3)
        expect(limits.connectionsPerItem, is: 2)
        #expect(!limits.allowsMetered)
        expect(limits.bytesPerSecond, is: 2000)
        try expect(bench.accounts.manager("other").limits.runningItems, is: nil)
        try bench.accounts.refresh()
        try expect(bench.accounts.manager("default").limits.runningItems, is: nil)
    }

    @Test("DL-03: connections to one server are limited for all accounts together")
    func hosts() throws {
        let root = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(root) }
        let bench = try Bench(root)
        defer { bench.accounts.close() }
        _ = try bench.accounts.manager("default")
        // One connection more than the downloads get: the request queue reserves the last one for playback.
        expect(bench.client.settings.transfersPerHost, is: 7)
        _ = try bench.accounts.manager("other")
        try bench.accounts.setOptions([.init("max-connection-per-server", .integer(9))], of: "other")
        expect(bench.client.settings.transfersPerHost, is: 10)
    }

    @Test("DL-07: a download that waits on a metered line starts by itself when the line is no longer metered")
    func metered() throws {
        let root = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(root) }
        let server = try FaultServer(file: [1, 2, 3])
        let (isMetered, changes, looks) = (Monitor(true), Monitor(0), Monitor(0))
        let bench = try Bench(
            root,
            isMetered: {
                looks.update { $0 += 1 }
                return isMetered.withLock { $0 }
            }, onChange: { changes.update { $0 += 1 } })
        defer { bench.accounts.close() }
        let manager = try bench.accounts.manager("default")
        try bench.accounts.setOptions([.init("metered", .string("deny"))], of: "default")
        bench.accounts.lookAtLine()
        let id = try manager.add(DownloadRequest(.video(server.text("/film.mp4")), folder: root.path + "/videos"))
        let deadline = SystemClock().now + .seconds(120)
        // The first look may have begun earlier; when the third has begun, the second is over.
        for _ in 0..<3 {
            let before = looks.withLock { $0 }
            manager.lineIs(metered: false)
            try #require(looks.wait(until: deadline, { $0 > before ? true : nil }) != nil)
        }
        expect(manager.snapshot()[id]?.waiting, is: .metered)
        #expect(server.requests.isEmpty)
        isMetered.update { $0 = false }
        bench.accounts.lookAtLine()
        while true {
            let seen = changes.withLock { $0 }
            if manager.snapshot()[id]?.item.state == .completed { break }
            try #require(changes.wait(until: deadline, { $0 > seen ? true : nil }) != nil)
        }
    }

    @Test("speed limits are in bytes, and the suffixes K and M count by 1024, as in aria2")
    func units() throws {
        try expect(AddOptions.limit(.string("500K")), is: 500 << 10)
        try expect(AddOptions.limit(.string("2m")), is: 2 << 20)
        try expect(AddOptions.limit(.string("0")), is: nil)
        for wrong in ["-1", "K", "1.5M", "1G", "99999999999999999999M", "9223372036854775807K"] {
            #expect(throws: RPCError.self, "\(wrong)") { try AddOptions.limit(.string(wrong)) }
        }
    }
}
