import Encoding
package import PlayCore

/// One end of a connection to a server, with its own thread (`webrtc`) once both descriptions are known. Any thread.
/// Call either ``offer(_:sends:)`` and then ``accept(_:)`` with the answer, or ``answer(_:)``.
package final class WebRTCPeer: Sendable {
    package enum Phase: Sendable, Equatable {
        case idle
        /// Finding a path, then negotiating keys.
        case connecting
        case running
        case ended(WebRTCError)
    }

    package struct Status: Sendable, Equatable {
        package var phase = Phase.idle
        package var counts = MediaCounts()
        package var roundTrip: HostTime?
        /// When the other end last answered an ICE check, or when the connection began.
        package var answered: HostTime?
        /// Time from the other end's description to the first readable media packet.
        package var connectingTook: HostTime?
    }

    struct State: Sendable {
        var status = Status()
        var received = ReceivedFrames()
        var outgoing = OutgoingFrames()
        var pace: Int?
        var isClosing = false
        var offer: SessionDescription?
        var worker: WorkerThread?
    }

    private let state = Monitor(State())
    private let order = WakeUp()
    private let news: WakeUp?
    private let seed: PeerSeed

    /// - Parameter news: signalled when frames have arrived or the phase has changed.
    package init(news: WakeUp? = nil) throws(WebRTCError) {
        self.news = news
        seed = try PeerSeed()
    }

    deinit {
        let worker = state.update { state in
            state.isClosing = true
            return state.worker
        }
        order.signal()
        worker?.detach()
    }

    package var status: Status { state.withLock { $0.status } }

    // MARK: Descriptions

    /// Offers to send, or to receive, one stream of each kind.
    package func offer(_ kinds: [MediaDescription.Kind], sends: Bool) -> SessionDescription {
        let offer = SessionDescription.offer(
            kinds, transport: seed.transport, sources: sends ? kinds.map { _ in seed.newSource() } : [], name: seed.name
        )
        state.withLock { $0.offer = offer }
        return offer
    }

    package func accept(_ answer: SessionDescription) throws(WebRTCError) {
        guard let offer = state.withLock({ $0.offer }) else {
            preconditionFailure("an answer was accepted before anything was offered")
        }
        try begin(local: offer, remote: answer, isOffer: true)
    }

    /// Accepts the playable streams of an offer, and connects. The other end waits for the returned answer.
    package func answer(_ offer: SessionDescription) throws(WebRTCError) -> SessionDescription {
        let answer = offer.answer(transport: seed.transport)
        try begin(local: answer, remote: offer, isOffer: false)
        return answer
    }

    private func begin(
        local: SessionDescription, remote: SessionDescription, isOffer: Bool
    ) throws(WebRTCError) {
        guard let agreement = MediaAgreement(local: local, remote: remote, isOffer: isOffer) else {
            throw WebRTCError(
                .disagreement, operation: "read the description", reason: "no stream can be sent or received by it")
        }
        let link = PeerLink(state: state, order: order, news: news)
        state.withLock { $0.status.phase = .connecting }
        let seed = seed
        let worker = WorkerThread(name: "webrtc") {
            PeerLoop(seed, agreement, controls: isOffer || agreement.isRemoteLite, link).run()
        }
        state.withLock { $0.worker = worker }
    }

    // MARK: Frames

    /// Returns `nil` at the deadline. Throws if the connection has ended and all received frames are read.
    package func read(until deadline: HostTime) throws(WebRTCError) -> ReceivedFrame? {
        let result = state.wait(until: deadline) { state -> Result<ReceivedFrame, WebRTCError>? in
            if let frame = state.received.next() { return .success(frame) }
            if case .ended(let error) = state.status.phase { return .failure(error) }
            return nil
        }
        return try result?.get()
    }

    /// Drops the frame before the connection is established. Returns false if too many are waiting.
    @discardableResult
    package func send(_ frame: OutgoingFrame) -> Bool {
        let isTaken = state.withLock { $0.outgoing.append(frame) }
        order.signal()
        return isTaken
    }

    /// Sets the rate of outgoing media in bits per second. `nil` limits only bursts.
    package func setPace(_ pace: Int?) { state.withLock { $0.pace = pace } }

    /// Notifies the other end and ends the thread. Call last.
    package func close() {
        let worker = state.update { state in
            state.isClosing = true
            defer { state.worker = nil }
            return state.worker
        }
        order.signal()
        worker?.join()
    }
}

/// The resources of one peer, created by the caller's thread. The loop then uses the socket.
final class PeerSeed: @unchecked Sendable {
    // Sendable: immutable after `init`. Once the thread `webrtc` runs, only it uses the socket.
    let socket: DatagramSocket
    let identity: PeerIdentity
    let transport: TransportDescription
    /// CNAME. It does not reveal the user (RFC 7022).
    let name: String

    init() throws(WebRTCError) {
        identity = try PeerIdentity()
        socket = try DatagramSocket()
        let random = SecureRandom()
        var transport = TransportDescription()
        transport.userFragment = Hexadecimal.text(random.bytes(4))
        transport.password = Hexadecimal.text(random.bytes(16))
        transport.fingerprint = identity.fingerprint
        transport.candidates = Candidate.own(DatagramSocket.ownHosts(), port: socket.port)
        self.transport = transport
        name = Hexadecimal.text(random.bytes(12))
    }

    func newSource() -> UInt32 { UInt32(truncatingIfNeeded: SecureRandom().next()) | 1 }
}
