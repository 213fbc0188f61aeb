import Addresses
import ByteCaches
import Media
import MediaSources
package import PlayCore
import PlaybackModel
package import Transport

/// Preloads a stream's start into the cache: manifests and first segments, in the definition that would play.
package struct StreamPreload: Preloadable {
    private let source: HTTPByteSource
    private let opener: StreamOpener
    private let cancel: CancelToken

    package init(_ source: HTTPByteSource, _ opener: StreamOpener, cancel: CancelToken) {
        self.source = source
        self.opener = opener
        self.cancel = cancel
    }

    package func preload(
        _ amount: MediaTime, shouldContinue: (_ share: Double) -> Bool
    ) throws(ByteSourceError) -> Bool {
        do throws(MediaError) {
            // A live stream has other media when it is watched.
            guard case .packets(let stream) = try opener.open(source, cancel: cancel), stream.stream?.status.live == nil
            else { return false }
            return try Self.read(stream, amount, shouldContinue)
        } catch {
            if case .source(let error) = error.code { throw error }
            var failure = ByteSourceError(
                .invalidReply, operation: "preload", context: source.finalAddress.withoutSecrets)
            failure.detail = error.reason
            throw failure
        }
    }

    private static func read(
        _ stream: any PacketSource, _ amount: MediaTime, _ shouldContinue: (_ share: Double) -> Bool
    ) throws(MediaError) -> Bool {
        stream.select(played(stream.tracks))
        let (start, end) = (stream.naturalStart, stream.naturalStart + amount)
        var latest = start
        while shouldContinue(amount > .zero ? min(1, (latest - start).inSeconds / amount.inSeconds) : 1) {
            guard let item = try stream.read() else { return true }
            guard case .packet(let packet) = item, let time = packet.decodingTime else { continue }
            if time >= end { return true }
            latest = max(latest, time)
        }
        return false
    }

    private static func played(_ tracks: [TrackInfo]) -> Set<Int> {
        let video = tracks.first { if case .video = $0.kind { true } else { false } }
        let sound = tracks.filter { if case .audio = $0.kind { true } else { false } }
        return Set([video, sound.soundToPlay()].compactMap { $0?.id })
    }
}
