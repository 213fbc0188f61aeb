import PlayCore
import Playlists
import Streaming
import Transport

/// Reads lists of videos at addresses, within a time: they are read before there is a screen. Any thread; blocks.
struct ListFetcher: Sendable {
    let network: NetworkClient
    let cache: DiskCache
    let streams: StreamSettings

    /// A server that gives a byte now and then would hold the start for ever.
    private static let patience = HostTime.seconds(30)

    /// One that reads lists at addresses, too. For one thread.
    func loader(isRecursive: Bool) -> PlaylistLoader {
        let limits = PlaylistLimits()
        return PlaylistLoader(isRecursive: isRecursive, limits: limits) { address throws(PlaylistError) in
            do throws(ByteSourceError) {
                return try list(at: address, limit: limits.bytes)
            } catch {
                throw error.code == .tooLarge ? .tooLarge : .unreadable(reason: error.reason)
            }
        }
    }

    func list(at location: String, limit: Int) throws(ByteSourceError) -> [UInt8] {
        let cancel = CancelToken()
        var request = HTTPRequest(try network.address(location))
        request.acceptsCompression = true
        let exchange = try network.client(for: location).begin(request, cancel: cancel)
        let isDone = Monitor(false)
        let watch = WorkerThread(name: "patience") {
            let deadline = SystemClock().now + Self.patience
            if isDone.wait(until: deadline, { $0 ? true : nil }) == nil { cancel.cancel() }
        }
        defer {
            isDone.update { $0 = true }
            watch.join()
        }
        do throws(ByteSourceError) {
            return try exchange.body(limit: limit)
        } catch {
            let isPatienceOver = error.code == .cancelled
            // A stream that is known starts also without its server.
            if isPatienceOver || error.isWorthRetrying, cache.isOn,
                let kept = streams.opener(isKept: true).keptManifest(at: request.address)
            {
                return kept
            }
            guard isPatienceOver else { throw error }
            throw ByteSourceError(.timedOut, operation: "read", context: AddressText.shown(location))
        }
    }
}
