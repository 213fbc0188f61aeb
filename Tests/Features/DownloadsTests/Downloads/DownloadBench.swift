import Addresses
import DownloadModel
import Foundation
import PlayCore
import TestSupport
import Transport

@testable import Downloads

/// A manager in a temporary folder.
final class DownloadBench {
    let root: URL
    let client: HTTPClient
    let changes = Monitor(0)
    var limits = DownloadLimits()
    /// The source of the key (ADV-75), or `nil` for a file with a new key.
    var keys: SecureKeySource?
    var keyFile: String { root.path + "/key" }
    var retryInterval = HostTime.milliseconds(1)
    var requestMeans: RequestMeans.Maker = { (_, _) throws(DownloadProblem) in throw DownloadProblem(.notPossible) }
    private(set) var manager: DownloadManager?
    private(set) var context: FetchContext?

    var folder: String { root.path + "/videos" }
    var state: String { root.path + "/state" }

    struct NoClient: Error {}

    init() throws {
        root = try BuiltProgram.temporaryFolder()
        var settings = HTTPSettings(userAgent: "test")
        settings.transfersPerHost = 16
        guard let client = HTTPClient(settings) else { throw NoClient() }
        self.client = client
    }

    deinit {
        manager?.close()
        BuiltProgram.remove(root)
    }

    @discardableResult
    func open(
        _ resolver: (any DownloadResolver)? = nil, cache: ByteCacheBox = ByteCacheBox(),
        joiner: (any StreamJoining)? = nil,
        change: (inout DownloadManager.Settings) -> Void = { _ in }
    ) throws -> DownloadManager {
        var settings = DownloadManager.Settings(folder: state)
        settings.limits = limits
        change(&settings)
        if keys == nil { _ = try SecureKey.make(keyFile) }
        let context = FetchContext(
            client: client, cache: cache.cache, retryInterval: retryInterval,
            keys: keys ?? SecureKeySource(.file(keyFile)), joiner: joiner,
            requestMeans: requestMeans)
        let changes = changes
        let manager = try DownloadManager(
            settings, context: context,
            resolver: resolver ?? AddressResolver(client: client, retryInterval: retryInterval)
        ) { changes.update { $0 += 1 } }
        self.manager = manager
        self.context = context
        return manager
    }

    func close() {
        manager?.close()
        manager = nil
    }

    func request(_ address: Address, change: (inout DownloadRequest) -> Void = { _ in }) -> DownloadRequest {
        var request = DownloadRequest(.video(address.text), folder: folder)
        change(&request)
        return request
    }

    /// Waits until the status of an item meets `condition`. Checks at every change and every few milliseconds.
    /// - Returns: the status that meets the condition, or `nil` if it took too long.
    @discardableResult
    func wait(_ id: DownloadID, until condition: (DownloadStatus) -> Bool) -> DownloadStatus? {
        let deadline = SystemClock().now + Patience.limit
        while SystemClock().now < deadline {
            if let status = manager?.snapshot()[id], condition(status) { return status }
            let seen = changes.withLock { $0 }
            _ = changes.wait(until: SystemClock().now + .milliseconds(5)) { $0 != seen ? () : nil }
        }
        return nil
    }

    /// Waits until an item no longer runs.
    func finished(_ id: DownloadID) -> DownloadStatus? { wait(id) { $0.item.state != .running } }

    func contents(_ name: String) -> [UInt8]? {
        FileManager.default.contents(atPath: folder + "/" + name).map { Array($0) }
    }

    /// Returns a block of random bytes, repeated. Its length has no divisor in common with the lengths of windows.
    static func bytes(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
        var random = SeededGenerator(seed: seed)
        let block = (0..<65_537).map { _ in UInt8.random(in: 0...255, using: &random) }
        var result: [UInt8] = []
        result.reserveCapacity(count + block.count)
        while result.count < count { result += block }
        return Array(result.prefix(count))
    }

    /// Compares the contents of a file without printing them.
    func has(_ name: String, _ bytes: [UInt8]) -> Bool { contents(name) == bytes }
}
