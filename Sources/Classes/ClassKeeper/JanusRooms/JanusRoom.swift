package import Addresses
package import PlayCore
package import Transport
package import WebRTC

package struct JanusRoom: Sendable {
    /// The server's HTTP interface: `http://127.0.0.1:8088/janus`.
    package var address: Address
    package var room: String
    package var token: String?
    /// For a relay between server and client.
    var rewrite: @Sendable (String) -> String = { $0 }
    private let client: HTTPClient

    package init(_ address: Address, room: String, token: String? = nil, client: HTTPClient) {
        self.address = address
        self.room = room
        self.token = token
        self.client = client
    }

    package final class Connection: Sendable {
        package let peer: WebRTCPeer
        package let session: JanusSession

        init(_ peer: WebRTCPeer, _ session: JanusSession) {
            self.peer = peer
            self.session = session
        }

        package func close() {
            peer.close()
            session.close()
        }
    }

    /// Starts to send. Frames can be passed at once. Each call needs a new `user`, because a server keeps the ID for a
    /// while if the end was not reported.
    package func publish(
        _ kinds: [MediaDescription.Kind], as user: String, news: WakeUp? = nil
    ) throws(JanusError) -> Connection {
        try connect(news) { session, peer throws(JanusError) in
            _ = try session.request(VideoRoomRequest.join(room: room, user: user, token: token), "join")
            let offer = peer.offer(kinds, sends: true)
            let answer = try session.request(
                VideoRoomRequest.publish(hasAudio: kinds.contains(.audio), hasVideo: kinds.contains(.video)),
                description: ("offer", offer.text), "publish")
            let description = try description(answer, "publish")
            do throws(WebRTCError) { try peer.accept(description) } catch {
                throw JanusError(.media(error), operation: "publish")
            }
        }
    }

    package func subscribe(to user: String, news: WakeUp? = nil) throws(JanusError) -> Connection {
        try connect(news) { session, peer throws(JanusError) in
            let offer = try session.request(
                VideoRoomRequest.subscribe(room: room, feed: user, token: token), "subscribe")
            let description = try description(offer, "subscribe")
            let answer: SessionDescription
            do throws(WebRTCError) { answer = try peer.answer(description) } catch {
                throw JanusError(.media(error), operation: "subscribe")
            }
            _ = try session.request(VideoRoomRequest.start, description: ("answer", answer.text), "start")
        }
    }

    private func connect(
        _ news: WakeUp?, _ body: (JanusSession, WebRTCPeer) throws(JanusError) -> Void
    ) throws(JanusError) -> Connection {
        let peer: WebRTCPeer
        do throws(WebRTCError) { peer = try WebRTCPeer(news: news) } catch {
            throw JanusError(.media(error), operation: "begin")
        }
        let connection = Connection(peer, try JanusSession(address, client: client, news: news))
        do throws(JanusError) { try body(connection.session, peer) } catch {
            connection.close()
            throw error
        }
        return connection
    }

    private func description(
        _ message: JanusMessage, _ operation: String
    ) throws(JanusError) -> SessionDescription {
        guard let text = message.description, let description = SessionDescription(rewrite(text)) else {
            throw JanusError(.noServer(.invalidReply), operation: operation)
        }
        return description
    }
}

/// Creates rooms, decides who may enter, and removes users. One thread.
package final class JanusAdministration {
    private let session: JanusSession
    private let key: String
    private let secret: String

    /// `key` is required to create rooms. `secret` protects the rooms that are created here.
    package init(_ address: Address, key: String, secret: String, client: HTTPClient) throws(JanusError) {
        session = try JanusSession(address, client: client)
        self.key = key
        self.secret = secret
    }

    package func create(room: String, publishers: Int) throws(JanusError) {
        _ = try session.request(
            VideoRoomRequest.create(room: room, key: key, secret: secret, publishers: publishers), "create a room")
    }

    package func destroy(room: String) throws(JanusError) {
        _ = try session.request(VideoRoomRequest.destroy(room: room, secret: secret), "destroy a room")
    }

    /// From the first call on, the room requires a token.
    package func allow(_ tokens: [String], in room: String) throws(JanusError) {
        for (action, tokens) in [("enable", []), ("add", tokens)] {
            _ = try session.request(
                VideoRoomRequest.tokens(action, tokens, room: room, secret: secret), "allow tokens")
        }
    }

    package func kick(_ user: String, from room: String) throws(JanusError) {
        _ = try session.request(VideoRoomRequest.kick(room: room, secret: secret, user: user), "send away")
    }

    package func close() { session.close() }
}
