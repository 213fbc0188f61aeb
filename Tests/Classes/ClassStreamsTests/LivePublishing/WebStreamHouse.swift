import Addresses
import ClassKeeper
import ClassroomHarness
import HTTPServing
import PlayCore
import TestSupport
import Testing
import Transport
import WebRTC

/// A real Janus behind WHIP and WHEP with one room, open to all clients and without a keeper.
final class WebStreamHouse {
    private struct State {
        var count = 0
        /// By the names of streams.
        var senders: [String: String] = [:]
    }

    let client: HTTPClient
    private let janus: ClassJanusServer
    private let server: HTTPServer
    private let streams: JanusStreams

    init() throws {
        janus = try ClassJanusServer()
        client = try #require(HTTPClient(HTTPSettings(userAgent: "tests")))
        let address = try #require(Address(janus.settings.address))
        let streams = try JanusStreams(address, key: janus.settings.key, client: client) { _ in }
        self.streams = streams
        let state = Monitor(State())
        server = try HTTPServer(HTTPServerSettings(host: "127.0.0.1", port: 0)) { request in
            do throws(JanusError) { return try Self.answer(request, streams, state) } catch {
                return .text(500, "\(error)")
            }
        }
    }

    deinit {
        server.close()
        streams.close()
    }

    /// - Parameter side: `whip` or `whep`.
    func stream(_ side: String, _ name: String) throws -> WebStream {
        WebStream(try #require(Address("http://127.0.0.1:\(server.port)/\(side)/\(name)")), client: client)
    }

    private static func answer(
        _ request: HTTPServerRequest, _ streams: JanusStreams, _ state: Monitor<State>
    ) throws(JanusError) -> HTTPServerResponse {
        let parts = request.target.segments
        let text = String(decoding: request.body, as: UTF8.self)
        switch (request.method, parts[0], parts.count) {
        case (.post, "whip", 2):
            let id = state.withLock { state in
                state.count += 1
                state.senders[parts[1]] = "\(state.count)"
                return "\(state.count)"
            }
            let answer = try streams.publish(id, parts[1] == "audio" ? .audio : .video, offer: text, room: "room")
            return begun(201, "/whip/\(parts[1])/\(id)", answer)
        case (.post, "whep", 2):
            let (id, feed) = state.withLock { state in
                state.count += 1
                return ("\(state.count)", state.senders[parts[1]])
            }
            guard let feed else { return .notFound }
            return begun(406, "/whep/\(parts[1])/\(id)", try streams.play(id, feed: feed, room: "room"))
        case (.patch, "whep", 3):
            try streams.start(parts[2], answer: text)
            return HTTPServerResponse(204)
        case (.delete, _, 3):
            streams.end(parts[2])
            state.withLock { if $0.senders[parts[1]] == parts[2] { $0.senders[parts[1]] = nil } }
            return HTTPServerResponse(200)
        default: return .notFound
        }
    }

    private static func begun(_ status: Int, _ location: String, _ text: String) -> HTTPServerResponse {
        HTTPServerResponse(
            status, type: "application/sdp", body: Array(text.utf8), fields: [HTTPField("location", location)])
    }
}
