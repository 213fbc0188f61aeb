import Glibc
package import Media
package import PlayCore
import Synchronization

/// One stream of somebody in the class, on a thread of its own (`live-in`): connects, decodes, hands on, and connects anew
/// at the live edge when it breaks or falls behind.
package final class LiveReceiver: Sendable {
    /// Where a stream's content goes; called on the thread, must not wait.
    package enum Target: Sendable {
        /// Interleaved samples of ``SoundMixer/format``, and when they were, on the class's axis.
        case sound(@Sendable ([Float], MediaTime) -> Void)
        case pictures(@Sendable (VideoFrame, MediaTime) -> Void)
        /// Pictures as they were sent. Another object for the coding: it is another one.
        case packets(@Sendable (Packet, CodecParameters, MediaTime) -> Void)
    }

    /// Nobody sends for so long: the connection may be dead without a word (RTMP has none).
    private static let patience = HostTime.seconds(20)
    /// It ran, and nothing comes any more.
    private static let stall = HostTime.seconds(10)
    /// Farther behind the keeper's clock than it was at best, it is connected to anew, at the live edge.
    private static let farBehind = HostTime.seconds(3)
    /// Larger pictures are refused.
    private static let mostPixels = 4096 * 2304

    private let address: FormatAddress
    private let target: Target
    private let keeperTime: @Sendable (HostTime) -> Int64
    private let wakeUp: WakeUp
    private let state = Monitor(LiveStreamStatus())
    private let cancel = CancelToken()
    private let isShown = Atomic(true)
    private let thread: Monitor<WorkerThread?> = Monitor(nil)

    /// Begins at once.
    ///
    /// - Parameters:
    ///   - keeperTime: the keeper's clock at an instant, in milliseconds since 1970.
    ///   - wakeUp: signalled when the phase or the shape changes.
    package init(
        _ address: FormatAddress, to target: Target, keeperTime: @escaping @Sendable (HostTime) -> Int64, wakeUp: WakeUp
    ) {
        self.address = address
        self.target = target
        self.keeperTime = keeperTime
        self.wakeUp = wakeUp
        let worker = WorkerThread(name: "live-in") { [self] in run() }
        thread.withLock { $0 = worker }
    }

    package var status: LiveStreamStatus { state.withLock { $0 } }

    /// Pictures that nobody sees are not decoded: from the next key frame on, so that they are back at once if they are
    /// seen again before it.
    package func setShown(_ isShown: Bool) { self.isShown.store(isShown, ordering: .relaxed) }

    /// Begins what ``close()`` waits for.
    package func end() { cancel.cancel() }

    /// Ends by itself, soon: in place of ``close()``.
    package func leave() {
        end()
        released()?.detach()
    }

    /// Call once, last.
    package func close() {
        end()
        released()?.join()
    }

    /// Nil from the second call on.
    private func released() -> WorkerThread? {
        thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
    }

    // MARK: The thread

    private func run() {
        var backoff = Backoff()
        while !cancel.isCancelled {
            do throws(MediaError) {
                state.withLock { $0.connections += 1 }
                try receive { backoff.succeeded() }
                fail("ended")
            } catch {
                guard !cancel.isCancelled else { return }
                fail("\(error.operation): \(error.code)")
            }
            _ = WakeUpPause.wait(backoff.next(), cancel)
        }
    }

    private func fail(_ reason: String) {
        Log.shared.write(.info, "live", "a stream broke: \(reason)")
        state.withLock { $0.phase = .broken(reason) }
        wakeUp.signal()
    }

    /// Until it ends.
    private func receive(_ succeeded: () -> Void) throws(MediaError) {
        let clock = SystemClock()
        let input = try LiveInput(address, cancel: cancel, until: clock.now + Self.patience)
        var decoder = StreamDecoder(target, mostPixels: Self.mostPixels)
        var best = HostTime(nanoseconds: .max)
        while !cancel.isCancelled, let packet = try input.read(until: clock.now + Self.stall) {
            guard let stamp = packet.time else { continue }
            let now = clock.now
            let keeper = keeperTime(now)
            let time = StreamAxis.time(stamp, near: keeper)
            let latency = HostTime(nanoseconds: keeper &* 1_000_000 &- time.nanoseconds)
            best = min(best, latency)
            try decoder.decode(packet, input, isShown: isShown.load(ordering: .relaxed)) { stamp in
                StreamAxis.time(stamp, near: keeper)
            }
            note(decoder, latency, now)
            succeeded()
            guard latency - best < Self.farBehind else {
                throw MediaError(
                    .source(ByteSourceError(.timedOut, operation: "follow", context: "live edge")),
                    operation: "follow")
            }
        }
    }

    private func note(_ decoder: StreamDecoder, _ latency: HostTime, _ now: HostTime) {
        let isNews = state.withLock { state in
            let isNews = state.phase != .running && decoder.hasBegun || state.aspect != decoder.aspect
            if decoder.hasBegun { state.phase = .running }
            state.arrival = now
            state.latency = latency
            state.packets += 1
            state.decoded += decoder.newlyDecoded
            state.skipped += decoder.newlySkipped
            state.aspect = decoder.aspect ?? state.aspect
            return isNews
        }
        if isNews { wakeUp.signal() }
    }
}

/// A wait that the token ends.
private enum WakeUpPause {
    static func wait(_ time: HostTime, _ cancel: CancelToken) -> Bool {
        var wait = pollfd(fd: cancel.pollDescriptor, events: Int16(POLLIN), revents: 0)
        return poll(&wait, 1, Int32(clamping: time.nanoseconds / 1_000_000)) == 1
    }
}
