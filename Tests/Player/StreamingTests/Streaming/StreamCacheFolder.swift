import ByteCaches
import Foundation
import Media
import PlayCore
import TestSupport
import Testing

/// A cache folder of one test, removed with it, and its calendar.
final class StreamCacheFolder {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("tvplay-" + UUID().uuidString)
    let calendar = Monitor<Int64>(1_700_000_000_000)

    deinit {
        do {
            try FileManager.default.removeItem(at: url)
        } catch {
            Issue.record("\(error)")
        }
    }

    func open(_ change: (inout CacheSettings) -> Void = { _ in }) -> ByteCache {
        var settings = CacheSettings()
        settings.isOn = true
        change(&settings)
        return ByteCache(folder: url.path, settings: settings, calendar: { [calendar] in calendar.withLock { $0 } })
    }

    /// Plays all of a stream with a cache that is closed afterwards.
    ///
    /// - Returns: The number of pictures.
    @discardableResult
    func play(
        _ server: FaultServer, _ path: String, _ change: (inout CacheSettings) -> Void = { _ in }
    ) throws -> Int {
        let cache = open(change)
        defer { cache.close(within: .seconds(60)) }
        let player = try StreamPlayer(address: server.address(path), cache: cache)
        return try player.packets().count { $0.track == player.video }
    }
}
