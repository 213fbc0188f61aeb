import CPlatform
import Encoding
import PlayCore

struct PeerLink: Sendable {
    let state: Monitor<WebRTCPeer.State>
    let order: WakeUp
    let news: WakeUp?
}

/// The thread `webrtc` of one peer: moves datagrams, time, orders and frames. ``IceAgent`` and ``MediaSession`` decide.
final class PeerLoop {
    /// The longest time from the first successful check to the keys.
    private static let handshakePatience = HostTime.seconds(10)
    /// Datagrams of media sent at once before a pause. Slow lines drop the end of a key frame's burst.
    private static let burst = 16
    private static let burstInterval = HostTime.milliseconds(2)
    /// The burst on a line found to be slow.
    private static let pacedBurst = 2
    /// Beyond this, datagrams cannot be sent in time, so the oldest are dropped.
    private static let waitingLimit = 8192

    private let seed: PeerSeed
    private let agreement: MediaAgreement
    private let link: PeerLink
    private let clock = SystemClock()
    private let began: HostTime
    private var agent: IceAgent
    private var session: MediaSession
    private var address: SocketAddress?
    private var handshake: DTLSSession?
    private var handshakeBegan = HostTime.zero
    private var outgoing: SRTPSession?
    private var incoming: SRTPSession?
    private var waiting: [[UInt8]] = []
    private var nextBurst = HostTime.zero
    private var failure: WebRTCError?

    init(_ seed: PeerSeed, _ agreement: MediaAgreement, controls: Bool, _ link: PeerLink) {
        self.seed = seed
        self.agreement = agreement
        self.link = link
        began = clock.now
        let transport = agreement.transport
        let library = OpenSSLLibrary.shared
        agent = IceAgent(
            local: IceAgent.Credentials(
                userFragment: seed.transport.userFragment, password: seed.transport.password),
            remote: IceAgent.Credentials(userFragment: transport.userFragment, password: transport.password),
            candidates: transport.candidates, isControlling: controls, isRemoteLite: agreement.isRemoteLite, now: began,
            authenticate: { library?.authenticationCode($0, $1) ?? [] }, random: { SecureRandom().bytes($0) })
        session = MediaSession(agreement, name: seed.name, now: began, random: { SecureRandom().bytes($0) })
    }

    func run() {
        perform(agent.tick(at: clock.now))
        while failure == nil, takeOrders() {
            wait()
            receive()
            tick()
            deliver()
            flush()
        }
        leave()
        let error = failure ?? WebRTCError(.closed, operation: "close", reason: "closed here")
        Log.shared.write(.info, "webrtc", "ended: \(error.operation): \(error.reason); \(session.counts.summary)")
        link.state.update { $0.status.phase = .ended(error) }
        link.news?.signal()
    }

    // MARK: Waiting

    private func wait() {
        let now = clock.now
        // Without keys, streams have no deadlines.
        var deadline = outgoing == nil ? now + .milliseconds(500) : session.deadline(at: now)
        deadline = HostTime.earlier(deadline, agent.deadline) ?? deadline
        if let left = handshake?.timeLeft { deadline = min(deadline, now + left) }
        if !waiting.isEmpty { deadline = min(deadline, nextBurst) }
        let left = max(0, (deadline - now).nanoseconds)
        var descriptors = [
            pollfd(fd: seed.socket.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: link.order.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        poll(&descriptors, 2, Int32(clamping: (left + 999_999) / 1_000_000))
    }

    /// Returns false to end the thread.
    private func takeOrders() -> Bool {
        link.order.clear()
        let (frames, isClosing) = link.state.withLock { ($0.outgoing.removeAll(), $0.isClosing) }
        if outgoing != nil {
            let now = clock.now
            for frame in frames { session.send(frame, at: now) }
            flush()
        }
        return !isClosing
    }

    private func tick() {
        let now = clock.now
        perform(agent.tick(at: now))
        advanceHandshake(now)
        if outgoing != nil { session.tick(at: now, Self.wall) }
    }

    // MARK: Datagrams

    private func receive() {
        // Bounded, so that orders and time are handled, too.
        for _ in 0..<128 {
            guard let (bytes, from) = seed.socket.receive() else { return }
            let now = clock.now
            // The first byte identifies the protocol (RFC 7983).
            switch bytes.first ?? 255 {
            case 0...3: perform(agent.receive(bytes, from: from, at: now))
            case 20...63 where from == address:
                handshake?.receive(bytes)
                advanceHandshake(now)
            case 128...191 where from == address: receive(media: bytes, now)
            default: break
            }
        }
    }

    private func receive(media bytes: [UInt8], _ now: HostTime) {
        guard bytes.count >= 8, let incoming else { return }
        let isControl = (192...223).contains(bytes[1])
        guard let opened = incoming.opened(bytes, isControl: isControl) else { return }
        if isControl {
            session.receive(rtcp: opened, at: now, Self.wall)
        } else {
            session.receive(rtp: opened, at: now, Self.wall, roundTrip: agent.roundTrip)
        }
    }

    private func perform(_ actions: [IceAgent.Action]) {
        for action in actions {
            switch action {
            case .send(let bytes, let address): seed.socket.send(bytes, to: address)
            case .connected(let address): connect(address)
            case .failed(let reason): fail(WebRTCError(.unreachable, operation: "look for a way", reason: reason))
            }
        }
    }

    private func fail(_ error: WebRTCError) { failure = failure ?? error }

    // MARK: Keys

    private func connect(_ address: SocketAddress) {
        self.address = address
        guard handshake == nil, let expected = agreement.transport.fingerprint else { return }
        do throws(WebRTCError) {
            handshake = try DTLSSession(seed.identity, isClient: agreement.isClient, expected: expected)
            handshakeBegan = clock.now
            advanceHandshake(handshakeBegan)
        } catch { fail(error) }
    }

    private func advanceHandshake(_ now: HostTime) {
        guard let handshake, failure == nil else { return }
        do throws(WebRTCError) {
            if let left = handshake.timeLeft, left == .zero { try handshake.handleTimer() }
            switch try handshake.advance() {
            case .underWay:
                if outgoing == nil, now > handshakeBegan + Self.handshakePatience {
                    throw WebRTCError(.unreachable, operation: "agree on keys", reason: "the server does not answer")
                }
            case .done(let keys):
                outgoing = try SRTPSession(key: keys.outgoing, isOutgoing: true)
                incoming = try SRTPSession(key: keys.incoming, isOutgoing: false)
                link.state.update { state in
                    state.status.phase = .running
                    state.status.connectingTook = now - began
                    // These frames are outdated.
                    _ = state.outgoing.removeAll()
                }
                link.news?.signal()
            case .closed:
                throw WebRTCError(.closed, operation: "receive", reason: "the server has ended the connection")
            }
        } catch { fail(error) }
        sendHandshake()
    }

    private func sendHandshake() {
        guard let handshake, let address else { return }
        for datagram in handshake.removeDatagrams() { seed.socket.send(datagram, to: address) }
    }

    // MARK: Media

    private func deliver() {
        let frames = session.removeFrames()
        let (counts, roundTrip, answered) = (session.counts, agent.roundTrip, agent.consentAt)
        let overflows = link.state.withLock { state in
            state.status.counts = counts
            state.status.roundTrip = roundTrip
            state.status.answered = answered
            return frames.reduce(false) { state.received.append($1) || $0 }
        }
        if overflows { session.requestKeyframes() }
        guard !frames.isEmpty else { return }
        link.state.notify()
        link.news?.signal()
    }

    private func flush() {
        for output in session.removeOutputs() {
            switch output {
            case .rtcp(let bytes): send(bytes, isControl: true)
            case .rtp(let bytes): waiting.append(bytes)
            }
        }
        waiting.removeFirst(max(0, waiting.count - Self.waitingLimit))
        let now = clock.now
        guard !waiting.isEmpty, now >= nextBurst else { return }
        let pace = link.state.withLock { $0.pace }
        let burst = waiting.prefix(pace == nil ? Self.burst : Self.pacedBurst)
        for bytes in burst { send(bytes, isControl: false) }
        waiting.removeFirst(burst.count)
        let bits = burst.reduce(0) { $0 + $1.count * 8 }
        let length = pace.map { HostTime(nanoseconds: Int64(bits) * 1_000_000_000 / Int64(max(1, $0))) }
        nextBurst = now + (length ?? Self.burstInterval)
    }

    private func send(_ bytes: [UInt8], isControl: Bool) {
        guard let address, let packet = outgoing?.protected(bytes, isControl: isControl) else { return }
        seed.socket.send(packet, to: address)
    }

    private func leave() {
        if outgoing != nil {
            session.leave()
            flush()
        }
        handshake?.close()
        sendHandshake()
    }

    private static var wall: UTCTime {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return UTCTime(nanoseconds: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
    }
}
