import Foundation
import Media
import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import MediaSources
@testable import Playback

@Suite("Files that are still being written")
struct GrowingFileTests {
    @Test("the length grows with the file, the viewer is notified once, and the end is not called early")
    func grows() {
        var talk = MachineConversation()
        talk.play(to: .seconds(40))
        talk.when(.worker(.grown(.seconds(50))))
        talk.when(.worker(.grown(.seconds(52))))
        expect(talk.snapshot.duration, is: .seconds(52))
        expect(talk.notices, is: [.followed])
        talk.at(.seconds(41))
        talk.when(.round(.playedOut, sound: .ended))
        expect(talk.state.status, is: .reachEnd)
        expect(talk.snapshot.earlyEnd, is: nil)
        let last = talk.when(.command(.seek(.percent(100), .keyframe))).requests
        expect(last.map(\.target), is: [.time(.seconds(52))])
    }

    @Test("the length is estimated from the bytes read so far and the size of the file")
    func length() {
        var length = GrowingLength()
        length.note(.milliseconds(500), at: 100)
        length.update(size: 1_000_000)
        expect(length.value, is: nil, "half a second tells no rate")
        length.note(.seconds(10), at: 1000)
        length.note(.seconds(9), at: 900)
        length.update(size: 3000)
        expect(length.value, is: .seconds(30))
        length.note(.seconds(28), at: 2990)
        length.finish()
        expect(length.value, is: .seconds(28))
    }

    /// The beginning of a fragmented MP4, of which more is read each time a reader waits at its end.
    private final class Recording: FollowedBytes {
        private struct State {
            var written: [UInt8]
            var rest: [[UInt8]]
            var isWaiting = false
        }

        private let state: Monitor<State>

        init(_ pieces: [[UInt8]]) {
            state = Monitor(State(written: pieces[0] + pieces[1], rest: Array(pieces.dropFirst(2))))
        }

        let canSeek = true
        let isGrowing = true
        var size: Int64? { state.withLock { Int64($0.written.count) } }
        func setWaiting(_ isWaiting: Bool) { state.withLock { $0.isWaiting = isWaiting } }

        func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
            state.withLock { state in
                if Int(offset) >= state.written.count, state.isWaiting, !state.rest.isEmpty {
                    state.written += state.rest.removeFirst()
                }
                let found = state.written.dropFirst(Int(offset)).prefix(buffer.count)
                buffer.copyBytes(from: found)
                return found.count
            }
        }
    }

    private func recording() throws -> Recording {
        let names = ["init0", "s0-1", "s0-2", "s0-3", "s0-4", "s0-5"]
        return Recording(try names.map { Array(try Fixtures.source("streams/mp4/\($0).m4s").contents()) })
    }

    @Test("a fragmented MP4 plays to the end of the last fragment that is written, each packet once")
    func fragments() throws {
        let source = try ContainerSource(recording(), nameHint: "a.mp4", cancel: CancelToken())
        let whole = try recording()
        whole.setWaiting(true)
        let bytes = try whole.contents()
        let complete = try ContainerSource(MemoryByteSource(Data(bytes)), nameHint: "a.mp4", cancel: CancelToken())
        try expect(times(source), is: times(complete))
        #expect(source.duration.map { $0 > .seconds(4) } == true)
    }

    @Test("a seek behind the fragments that were there at first leads to a fragment written since")
    func behind() throws {
        let recording = try recording()
        let source = try ContainerSource(recording, nameHint: "a.mp4", cancel: CancelToken())
        recording.setWaiting(true)
        _ = try recording.contents()
        recording.setWaiting(false)
        source.select(Set(source.tracks.map(\.id)))
        #expect(source.seek(to: .seconds(4), direction: .atOrBefore))
        guard case .packet(let first)? = try source.read() else { throw MediaError(.unreadable, operation: "read") }
        #expect(first.time.map { $0 > .seconds(2) } == true)
    }

    private func times(_ source: ContainerSource) throws -> [MediaTime] {
        source.select(Set(source.tracks.map(\.id)))
        var times: [MediaTime] = []
        while case .packet(let packet)? = try source.read() { times.append(packet.decodingTime ?? .zero) }
        return times
    }
}
