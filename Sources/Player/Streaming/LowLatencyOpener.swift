package import Addresses
package import Media
package import MediaSources
package import PlayCore
package import Transport
package import WebRTC

/// Opens a low-latency address, or its fallback. Used on the `demux` thread.
package struct LowLatencyOpener: Sendable {
    package typealias StreamMaker = @Sendable (Address) throws(ByteSourceError) -> WebStream
    /// Creates the client whose settings apply to connections with TLS.
    package typealias ClientMaker = @Sendable () throws(ByteSourceError) -> HTTPClient

    private let timeout: MediaTime
    private let webStreams: StreamMaker
    private let client: ClientMaker
    private let fallback: @Sendable (LowLatencyAddress) -> String?

    /// `timeout` is for one wait. `fallback` returns the address to play if the first one fails, or `nil`.
    package init(
        timeout: MediaTime, webStreams: @escaping StreamMaker, client: @escaping ClientMaker,
        fallback: @escaping @Sendable (LowLatencyAddress) -> String?
    ) {
        self.timeout = timeout
        self.webStreams = webStreams
        self.client = client
        self.fallback = fallback
    }

    /// Opens an address, or its fallback. `name` has no secrets. While the first address is retried, `openOther` opens
    /// the fallback on a separate thread, with the reason. `played` receives the fallback's address if it plays.
    package func open(
        _ address: LowLatencyAddress, name: String, cancel: CancelToken,
        openOther: @escaping @Sendable (String, ByteSourceError) throws(MediaError) -> OpenedMedia,
        played: (String) -> Void = { _ in }
    ) throws(MediaError) -> OpenedMedia {
        do throws(ByteSourceError) {
            return try media(address, name, cancel)
        } catch {
            guard error.code != .cancelled, let other = fallback(address) else {
                throw MediaError(.source(error), operation: error.operation)
            }
            Log.shared.write(.warning, "net", "\(name): \(error.code) \(error.detail); its other address is tried")
            guard error.isWorthRetrying else {
                played(other)
                return try openOther(other, error)
            }
            do throws(MediaError) {
                let (media, isOther) = try race(
                    { () throws(ByteSourceError) in try self.media(address, name, cancel) },
                    { () throws(MediaError) in try openOther(other, error) }, cancel)
                if isOther { played(other) }
                return media
            } catch let failure {
                guard failure.code != .cancelled, !error.isConnectionRefused else { throw failure }
                throw MediaError(.source(error), operation: error.operation)
            }
        }
    }

    private func media(
        _ address: LowLatencyAddress, _ name: String, _ cancel: CancelToken
    ) throws(ByteSourceError) -> OpenedMedia {
        if let place = address.webStream {
            let patience = HostTime(nanoseconds: timeout.nanoseconds)
            let stream = try webStreams(place)
            let begun = try WebStreamBeginning(stream, patience: patience, name: name, cancel: cancel)
            return .packets(WebStreamSource(begun, patience: patience, name: name, cancel: cancel))
        }
        guard !address.protocols.isEmpty else {
            throw ByteSourceError(.forbiddenScheme, operation: "open", context: name)
        }
        var tunnel: SecureTunnel?
        if address.isSecure {
            let (host, port) = address.server
            tunnel = try client().tunnel(to: host, port: port, name: name, cancel: cancel)
        }
        let text = tunnel.map { address.inPlain(port: $0.port) } ?? address.text
        guard let format = address.format else {
            return .bytes(
                try ProtocolByteSource(
                    address: text, protocols: address.protocols,
                    settings: address.settings, timeout: timeout, connection: tunnel, name: name, cancel: cancel))
        }
        do throws(MediaError) {
            let place = FormatAddress.transmission(
                text, format: format, protocols: address.protocols, timeout: timeout, connection: tunnel, name: name)
            return .packets(ContainerSource(try Demuxer(place, cancel: cancel), name: name))
        } catch {
            guard case .source(let cause) = error.code else {
                throw ByteSourceError(
                    error.code == .cancelled ? .cancelled : .unreachable, operation: "open", context: name)
            }
            throw cause
        }
    }

    // MARK: racing both addresses

    private final class Opened: @unchecked Sendable {
        // Sendable: the thread that opens it keeps no reference.
        let media: OpenedMedia
        init(_ media: OpenedMedia) { self.media = media }
    }

    private struct Race {
        var own: Opened?
        var other: Result<Opened, MediaError>?
        var isOver = false
    }

    /// Retries the first address while the fallback opens, so a server that returns need not wait for one that does not
    /// respond. Drops a result that arrives too late. Throws the fallback's error.
    private func race(
        _ own: @escaping @Sendable () throws(ByteSourceError) -> OpenedMedia,
        _ other: @escaping @Sendable () throws(MediaError) -> OpenedMedia, _ cancel: CancelToken
    ) throws(MediaError) -> (OpenedMedia, isOther: Bool) {
        let race = Monitor(Race())
        let registration = cancel.onCancel { race.update { _ in } }
        defer {
            race.update { $0.isOver = true }
            withExtendedLifetime(registration) {}
        }
        WorkerThread(name: "fallback") {
            let found: Result<Opened, MediaError>
            do throws(MediaError) {
                found = .success(Opened(try other().lookedInto()))
            } catch {
                found = .failure(error)
            }
            race.update { $0.other = found }
        }.detach()
        WorkerThread(name: "own-way") {
            var pause = Self.firstPause
            while race.wait(until: SystemClock().now + pause, { $0.isOver ? true : nil }) == nil {
                do throws(ByteSourceError) {
                    let found = Opened(try own())
                    return race.update { $0.own = found }
                } catch {
                    guard error.isWorthRetrying else { return }
                }
                pause = min(pause + pause, Self.longestPause)
            }
        }.detach()
        let first = race.wait { race -> Result<(Opened, Bool), MediaError>? in
            if let own = race.own { return .success((own, false)) }
            if let other = race.other { return other.map { ($0, true) } }
            return cancel.isCancelled ? .failure(MediaError(.cancelled, operation: "open")) : nil
        }
        guard let (found, isOther) = try first?.get() else { throw MediaError(.cancelled, operation: "open") }
        return (found.media, isOther)
    }
    private static let firstPause = HostTime.milliseconds(500)
    private static let longestPause = HostTime.seconds(2)
}

extension OpenedMedia {
    fileprivate func lookedInto() throws(MediaError) -> OpenedMedia {
        guard case .unknown(let bytes, let look) = self else { return self }
        // From here on its failures are reported.
        (bytes as? any NetworkLink)?.setAwaited(true)
        return try look().lookedInto()
    }
}
