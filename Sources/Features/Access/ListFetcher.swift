import PlayCore
import Playlists
import Streaming
import Transport

/// Reads lists of videos at addresses, within a time limit, because no screen exists yet. Any thread; blocks.
struct ListFetcher: Sendable {
    let network: NetworkClient
    let cache: DiskCache
    let streams: StreamSettings

    /// Limits a server that sends byte by byte and would otherwise block the start forever.
    private static let patience = HostTime.seconds(30)

    /// Returns a loader that also reads lists at addresses. One thread.
    func loader(isRecursive: Bool) -> PlaylistLoader {
        let limits = PlaylistLimits()
        return PlaylistLoader(isRecursive: isRecursive, limits: limits, charset: .detected) {
            address throws(PlaylistError) in
            do throws(ByteSourceError) {
                return try list(at: address, limit: limits.bytes)
            } catch {
                throw error.code == .tooLarge ? .tooLarge : .unreadable(reason: error.reason)
            }
        }
    }

    func list(at location: String, limit: Int) throws(ByteSourceError) -> [UInt8] {
        var request = try network.request(location, headers: [])
        request.acceptsCompression = true
        let client = try network.client(for: location)
        let wait = BoundedWait(Self.patience)
        defer { wait.end() }
        let exchange = client.begin(request, cancel: wait.token)
        do throws(ByteSourceError) {
            return try exchange.body(limit: limit)
        } catch {
            let hasTimedOut = error.code == .cancelled
            // A known stream can start without its server.
            if hasTimedOut || error.isWorthRetrying, cache.isOn,
                let kept = streams.opener(isKept: true).keptManifest(at: request.address)
            {
                return kept
            }
            guard hasTimedOut else { throw error }
            throw ByteSourceError(.timedOut, operation: "read", context: AddressText.shown(location))
        }
    }
}
