import ClassRules
import Glibc
package import Media
package import PlayCore
package import WebRTC

/// Sends a microphone or a camera to the class. The thread `live-encode` captures, and the thread `live-send` sends
/// over TCP and reconnects after a break. The short queue between them keeps a slow connection from blocking the
/// device. Over UDP, the stream is sent in parallel (``DatagramOutput``).
package final class LiveSender: Sendable {
    private struct State {
        var queue = SendQueue<CapturedPacket>()
        var status = LiveSenderStatus()
        var wantsKey = false
        var isSilent = false
        var isOver = false
    }

    private static let connectPatience = HostTime.seconds(8)
    /// The connection counts as broken if a packet takes longer.
    private static let writePatience = HostTime.seconds(5)
    /// 1024 samples at 48 kHz, an AAC block.
    private static let blockSeconds = 1024.0 / 48_000
    private static let waits: [HostTime] = [.milliseconds(500), .seconds(1), .seconds(2), .seconds(4)]

    private let source: CaptureAddress
    private let content: CaptureContent
    private let address: FormatAddress?
    private let secure: SecureRTMP?
    private let keeperTime: @Sendable (HostTime) -> Int64
    private let seen: (@Sendable (VideoFrame) -> Void)?
    private let wakeUp: WakeUp
    private let cancel = CancelToken()
    private let state = Monitor(State())
    private let threads: Monitor<[WorkerThread]> = Monitor([])
    private let datagrams: Monitor<DatagramOutput?> = Monitor(nil)

    /// - Parameters:
    ///   - address: an output (``FormatAddress/rtmpOutput(_:stream:token:)``); `nil` to send only over UDP.
    ///   - secure: the server of an address with TLS.
    ///   - keeperTime: the keeper's clock at an instant, in milliseconds since 1970.
    ///   - seen: called with each picture as it is sent, on a thread of the sender; must not block.
    ///   - wakeUp: signalled when the phase or the step of the level changes.
    package init(
        _ source: CaptureAddress, _ content: CaptureContent, to address: FormatAddress?,
        secure: SecureRTMP? = nil, over datagrams: WebStream? = nil,
        keeperTime: @escaping @Sendable (HostTime) -> Int64, isSilent: Bool = false,
        seen: (@Sendable (VideoFrame) -> Void)? = nil, wakeUp: WakeUp
    ) {
        (self.source, self.content, self.address, self.secure) = (source, content, address, secure)
        (self.keeperTime, self.seen, self.wakeUp) = (keeperTime, seen, wakeUp)
        state.withLock { $0.isSilent = isSilent }
        send(over: datagrams)
        let capture = WorkerThread(name: "live-encode") { [self] in self.capture() }
        let send = WorkerThread(name: "live-send") { [self] in self.send() }
        threads.withLock { $0 = [capture, send] }
    }

    package var status: LiveSenderStatus {
        var status = state.withLock { $0.status }
        status.datagrams = datagrams.withLock { $0 }?.status ?? .none
        if status.datagrams == .running, status.phase.isWaiting { status.phase = .sending }
        if status.datagrams == .refused, address == nil { status.phase = .refused }
        return status
    }

    /// Also sends the stream over UDP; `nil` ends that.
    package func send(over stream: WebStream?) {
        let new = stream.map { DatagramOutput($0, content, isAlone: address == nil, wakeUp: wakeUp) }
        let old = datagrams.withLock { datagrams in
            defer { datagrams = new }
            return datagrams
        }
        old?.leave()
    }

    /// Replaces sound, not pictures, with silence. The stream keeps running, so speech is audible at once.
    package func setSilent(_ isSilent: Bool) { state.withLock { $0.isSilent = isSilent } }

    /// Starts to end the threads; ``close()`` blocks for them.
    package func end() {
        cancel.cancel()
        send(over: nil)
        state.update { $0.isOver = true }
    }

    /// Ends the threads without blocking for them, in place of ``close()``.
    package func leave() {
        end()
        for thread in takeThreads() { thread.detach() }
    }

    /// Must be the last call, made once.
    package func close() {
        end()
        for thread in takeThreads() { thread.join() }
    }

    private func takeThreads() -> [WorkerThread] {
        threads.withLock { threads in
            defer { threads = [] }
            return threads
        }
    }

    // MARK: Capturing

    private func capture() {
        var failure: MediaError?
        let coder = OpusPackets()
        do throws(MediaError) {
            let capture = try MediaCapture(source, content, cancel: cancel)
            while try capture.read(
                wantsKey: { wantsKey() }, limit: { datagrams.withLock { $0 }?.bitRate(at: SystemClock().now) },
                isSilent: { [state] in state.withLock { $0.isSilent } }, seen: seen,
                heard: { [self] in hear($0, $1, coder) }, { note($0) })
            {}
        } catch {
            failure = error
        }
        state.update { state in
            state.isOver = true
            state.status.phase = .ended(failure)
        }
        guard !cancel.isCancelled else { return }
        if let failure {
            Log.shared.write(.info, "live", "capture ended: \(failure.operation): \(failure.libraryText)")
        }
        wakeUp.signal()
    }

    private func wantsKey() -> Bool {
        let isAsked = datagrams.withLock { $0 }?.takeKeyframeRequest() ?? false
        return state.withLock { state in
            defer { state.wantsKey = false }
            return state.wantsKey || isAsked
        }
    }

    private func hear(_ samples: UnsafeBufferPointer<Float>, _ time: MediaTime, _ coder: OpusPackets) {
        guard let datagrams = datagrams.withLock({ $0 }) else { return coder.rest() }
        coder.encode(samples, at: time) { datagrams.send($0, at: $1) }
    }

    private func note(_ packet: CapturedPacket) {
        if content != .sound, let datagrams = datagrams.withLock({ $0 }), let time = packet.packet.time {
            datagrams.send((packet.isKey ? packet.parameters.head : []) + packet.packet.bytes, at: time)
        }
        let isNews = state.update { state in
            let (step, size) = (state.status.level.step, state.status.size)
            let (width, height) = (packet.parameters.width, packet.parameters.height)
            state.status.size = width > 0 ? OwnSending.Size(width: width, height: height) : nil
            state.status.level.note(peak: packet.peak, after: Self.blockSeconds)
            state.queue.append(packet, bytes: packet.packet.byteCount, isKey: packet.isKey)
            state.status.dropped = state.queue.dropped
            return state.status.level.step != step || state.status.size != size
        }
        if isNews { wakeUp.signal() }
    }

    // MARK: Sending

    private func send() {
        guard let address else { return }
        // The TCP server announces the stream to the class, so the UDP link should exist by then.
        datagrams.withLock { $0 }?.waitUntilSettled()
        var tries = 0
        var refusals = Refusals()
        while !cancel.isCancelled {
            restart()
            guard let first = nextPacket() else { return }
            do throws(MediaError) {
                state.withLock { $0.status.connections += 1 }
                let succeeded = {
                    tries = 0
                    refusals = Refusals()
                }
                if try send(from: first, to: address, succeeded) { continue }
                return
            } catch {
                guard !cancel.isCancelled else { return }
                fail("\(error.operation): \(error.code)")
                refusals.note(LiveOutput.isRefusal(error))
            }
            if refusals.areFinal { return refuse() }
            pause(Self.waits[min(tries, Self.waits.count - 1)])
            tries += 1
        }
    }

    /// - Returns: `true` to reconnect at once, or `false` after the end of the capture.
    private func send(
        from first: CapturedPacket, to address: FormatAddress, _ succeeded: () -> Void
    ) throws(MediaError) -> Bool {
        let clock = SystemClock()
        let place = try secure?.open(address, cancel: cancel) ?? address
        let output = try LiveOutput(
            place, first.parameters, cancel: cancel, until: clock.now + Self.connectPatience)
        // Packets captured while connecting are late.
        restart()
        var stamps = SendStamps()
        while let packet = nextPacket() {
            guard packet.parameters === first.parameters, let time = packet.packet.time,
                let stamp = stamps.stamp(keeperTime(HostTime(nanoseconds: time.nanoseconds)))
            else { return true }
            try output.write(packet.packet, stamp: stamp, until: clock.now + Self.writePatience)
            note()
            succeeded()
        }
        return false
    }

    private func restart() {
        state.withLock { state in
            state.queue.restart()
            state.wantsKey = true
        }
    }

    private func nextPacket() -> CapturedPacket? {
        state.wait { (state: inout State) -> CapturedPacket?? in
            if let packet = state.queue.popFirst() { return .some(packet) }
            return state.isOver ? .some(nil) : nil
        } ?? nil
    }

    private func note() {
        let isNews = state.withLock { state in
            state.status.packets += 1
            if case .ended = state.status.phase { return false }
            defer { state.status.phase = .sending }
            return state.status.phase != .sending
        }
        if isNews { wakeUp.signal() }
    }

    private func fail(_ reason: String) {
        Log.shared.write(.info, "live", "a stream that is sent broke: \(reason)")
        state.withLock { state in
            if case .ended = state.status.phase { return }
            state.status.phase = .broken(reason)
        }
        wakeUp.signal()
    }

    private func refuse() {
        Log.shared.write(.info, "live", "the server refuses the stream")
        state.update { state in
            state.isOver = true
            if case .ended = state.status.phase { return }
            state.status.phase = .refused
        }
        wakeUp.signal()
    }

    private func pause(_ time: HostTime) {
        var wait = pollfd(fd: cancel.pollDescriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&wait, 1, Int32(clamping: time.nanoseconds / 1_000_000))
    }
}

extension LiveSenderStatus.Phase {
    fileprivate var isWaiting: Bool {
        switch self {
        case .opening, .broken: true
        case .sending, .refused, .ended: false
        }
    }
}
