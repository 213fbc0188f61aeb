package import Addresses
import Encoding
package import PlayCore
package import Transport
package import WebRTC

/// Streams whose descriptions are exchanged by other means (WHIP, WHEP). One session has the rooms of a server, and a
/// handle for each stream. Any thread; calls block for the server.
package final class JanusStreams: Sendable {
    package enum News: Sendable, Equatable {
        case running(String)
        case ended(String)
        case over
    }

    private struct Handle {
        var number: Int
        var began: HostTime
        var isRunning = false
    }

    private struct State {
        var handles: [String: Handle] = [:]
        var rooms: Set<String> = []
    }

    /// More than a class ever has.
    private static let publishersLimit = 1000
    /// A requested stream ends after this time without media.
    private static let patience = HostTime.seconds(15)

    private let session: JanusSession
    private let state: Monitor<State>
    private let key: String
    /// A suffix of the rooms' names, because rooms of a previous process may still exist.
    private let mark = Hexadecimal.text(SecureRandom().bytes(6))
    private let secret = Hexadecimal.text(SecureRandom().bytes(16))

    /// `key` is required to create rooms. `news` is called on another thread and must not block.
    package init(
        _ address: Address, key: String, client: HTTPClient, news: @escaping @Sendable (News) -> Void
    ) throws(JanusError) {
        self.key = key
        let state = Monitor(State())
        self.state = state
        session = try JanusSession(address, client: client) { event in
            switch event {
            case .running(let number):
                let id = state.withLock { state -> String? in
                    let id = state.handles.first { $0.value.number == number }?.key
                    if let id { state.handles[id]?.isRunning = true }
                    return id
                }
                if let id { news(.running(id)) }
            case .ended(let number):
                let id = state.withLock { state in
                    let id = state.handles.first { $0.value.number == number }?.key
                    return id.flatMap { state.handles.removeValue(forKey: $0) == nil ? nil : $0 }
                }
                if let id { news(.ended(id)) }
            case .over: news(.over)
            }
        }
    }

    /// Must be the last call.
    package func close() {
        for room in state.withLock({ $0.rooms.sorted() }) where session.ending == nil {
            do throws(JanusError) {
                _ = try session.request(VideoRoomRequest.destroy(room: room, secret: secret), "destroy a room")
            } catch {
                Log.shared.write(.info, "janus", "\(error.operation): \(error.code)")
                // A server that did not answer will not destroy the other rooms either.
                if error.isSilence { break }
            }
        }
        session.close()
    }

    // MARK: Streams

    /// Accepts a sender's offer with one stream of this kind. Viewers receive it by the unique `id`. Returns the answer
    /// (SDP).
    package func publish(
        _ id: String, _ kind: MediaDescription.Kind, offer: String, room: String
    ) throws(JanusError) -> String {
        // A permission to send sound must not admit a picture.
        guard let description = SessionDescription(offer),
            description.media.allSatisfy({ $0.kind == kind && $0.direction.sends })
        else { throw JanusError(.refused(0, "no offer of \(kind.rawValue)"), operation: "publish") }
        let room = try open(room)
        return try begin(id) { handle throws(JanusError) in
            _ = try session.request(VideoRoomRequest.join(room: room, user: id, token: nil), on: handle, "join")
            return try session.request(
                VideoRoomRequest.publish(hasAudio: kind == .audio, hasVideo: kind == .video),
                description: ("offer", offer), on: handle, "publish")
        }
    }

    /// `feed` is the sender's ID. Returns the server's offer (SDP), to be answered by ``start(_:answer:)``.
    package func play(_ id: String, feed: String, room: String) throws(JanusError) -> String {
        let room = try open(room)
        return try begin(id) { handle throws(JanusError) in
            try session.request(
                VideoRoomRequest.subscribe(room: room, feed: feed, token: nil), on: handle, "subscribe")
        }
    }

    package func start(_ id: String, answer: String) throws(JanusError) {
        guard let handle = state.withLock({ $0.handles[id]?.number }) else {
            throw JanusError(.refused(428, "no such stream"), operation: "start")
        }
        _ = try session.request(
            VideoRoomRequest.start, description: ("answer", answer), on: handle, "start")
    }

    /// Ends a stream, and reports the end. Returns `false` if the server does not answer, in which case media may still
    /// flow.
    @discardableResult
    package func end(_ id: String) -> Bool {
        guard let handle = state.withLock({ $0.handles[id]?.number }) else { return true }
        do throws(JanusError) {
            try session.detach(handle)
            return true
        } catch {
            Log.shared.write(.info, "janus", "\(error.operation): \(error.code)")
            return !error.isSilence
        }
    }

    package func expire(at now: HostTime) {
        let stale = state.withLock { state in
            state.handles.filter { !$0.value.isRunning && now - $0.value.began > Self.patience }.map(\.key)
        }
        for id in stale where !end(id) { return }
    }

    private func begin(
        _ id: String, _ body: (Int) throws(JanusError) -> JanusMessage
    ) throws(JanusError) -> String {
        let handle = try session.attach()
        state.withLock { $0.handles[id] = Handle(number: handle, began: SystemClock().now) }
        do throws(JanusError) {
            guard let description = try body(handle).description else {
                throw JanusError(.noServer(.invalidReply), operation: "begin")
            }
            return description
        } catch {
            if !error.isSilence { end(id) }
            throw error
        }
    }

    private func open(_ name: String) throws(JanusError) -> String {
        let room = name + "~" + mark
        guard state.withLock({ !$0.rooms.contains(room) }) else { return room }
        do throws(JanusError) {
            _ = try session.request(
                VideoRoomRequest.create(room: room, key: key, secret: secret, publishers: Self.publishersLimit),
                "create a room")
        } catch {
            // The code 427 means that another thread has already created the room.
            guard case .refused(427, _) = error.code else { throw error }
        }
        state.withLock { _ = $0.rooms.insert(room) }
        return room
    }
}
