import Addresses
import ClassAccess
import HTTPServing
import PlayCore
import Transport
import WebRTC

/// Answers WHIP and WHEP requests, and lets Janus carry the media. Any thread. Requests run on the threads of an
/// `HTTPServer`, the rest on the thread `webrtc-control`.
///
/// Only the keeper talks to Janus, so rights are the same as for RTMP, and Janus itself reports the senders.
final class WebRTCLink: Sendable {
    private struct State {
        var streams: JanusStreams?
        var isLost = false
        var owners: [String: MediaHook] = [:]
        /// The sending client by receiving client.
        var feeds: [String: String] = [:]
        var senders: [MediaStreamName: String] = [:]
        var ends: [String] = []
        var isClosed = false

        mutating func takeTurn() -> Turn {
            defer { ends = [] }
            return Turn(streams: streams, ends: ends, isLost: isLost, isClosed: isClosed)
        }
    }

    private struct Turn {
        var streams: JanusStreams?
        var ends: [String]
        var isLost: Bool
        var isClosed: Bool
    }

    private static let patience = HostTime.seconds(4)
    /// Between two checks, and between two attempts to connect.
    private static let interval = HostTime.seconds(1)
    private static let ownersLimit = 20_000
    private static let sdp = "application/sdp"

    private let address: Address
    private let key: String
    private let client: HTTPClient
    private let inbox: KeeperInbox
    private let state = Monitor(State())
    private let thread: Monitor<WorkerThread?> = Monitor(nil)

    /// Returns `nil` if libcurl is not installed or the address is invalid. The log has the reason.
    init?(_ settings: JanusServerSettings, _ inbox: KeeperInbox) {
        var http = HTTPSettings(userAgent: "tvplay-keeper")
        http.timeout = .seconds(2)
        http.retries = 0
        http.proxy = ""
        guard let address = Address(settings.address), let client = HTTPClient(http) else { return nil }
        (self.address, self.client, self.inbox) = (address, client, inbox)
        key = settings.key
        let worker = WorkerThread(name: "webrtc-control") { [self] in run() }
        thread.withLock { $0 = worker }
    }

    func close() {
        state.update { $0.isClosed = true }
        thread.withLock { thread in
            defer { thread = nil }
            return thread
        }?.join()
    }

    func cut(_ cuts: [MediaCut]) { end(cuts.map(\.client)) }

    private func end(_ ids: [String]) {
        guard !ids.isEmpty else { return }
        state.update { $0.ends += ids }
    }

    // MARK: Requests

    static func isAsked(by request: HTTPServerRequest) -> Bool {
        StreamResource(segments: request.target.segments) != nil
    }

    func answer(_ request: HTTPServerRequest) -> HTTPServerResponse? {
        guard let resource = StreamResource(segments: request.target.segments) else { return nil }
        switch (request.method, resource.id) {
        case (.post, nil): return begin(resource, request)
        case (.patch, let id?) where resource.side == .receive: return start(id, resource, request)
        case (.delete, let id?): return end(id, resource)
        case (_, nil): return .methodNotAllowed([.post])
        case (_, .some): return .methodNotAllowed(resource.side == .receive ? [.patch, .delete] : [.delete])
        }
    }

    private func begin(_ resource: StreamResource, _ request: HTTPServerRequest) -> HTTPServerResponse {
        guard request.contentType == Self.sdp else { return .text(415, "an offer is wanted: \(Self.sdp)") }
        guard let token = Self.token(request) else { return .text(401, "no token") }
        let isSending = resource.side == .send
        let hook = MediaHook(
            isSending ? .publish : .play, client: MediaLink.newClient(), name: resource.name, token: token)
        guard let isAllowed = inbox.perform(within: Self.patience, { $0.permits(hook) }) else {
            return .text(503, "try again")
        }
        guard isAllowed else { return .text(403, "no") }
        let found = state.withLock { ($0.streams, $0.senders[resource.name], $0.owners.count) }
        guard let streams = found.0, found.2 < Self.ownersLimit else { return .text(503, "no media server") }
        if isSending { return send(hook, String(decoding: request.body, as: UTF8.self), streams) }
        guard let feed = found.1 else { return .text(404, "nobody sends it") }
        return receive(hook, feed, streams)
    }

    private func send(_ hook: MediaHook, _ offer: String, _ streams: JanusStreams) -> HTTPServerResponse {
        state.withLock { $0.owners[hook.client] = hook }
        do throws(JanusError) {
            let kind: MediaDescription.Kind = hook.name.kind.carriesSound ? .audio : .video
            let answer = try streams.publish(hook.client, kind, offer: offer, room: hook.name.room)
            return Self.begun(201, StreamResource(.send, hook.name, id: hook.client), answer)
        } catch {
            state.withLock { $0.owners[hook.client] = nil }
            return Self.failure(error)
        }
    }

    /// Offers the stream's description in place of the player's own offer (406). The answer arrives with another
    /// request.
    private func receive(_ hook: MediaHook, _ feed: String, _ streams: JanusStreams) -> HTTPServerResponse {
        state.withLock { state in
            state.owners[hook.client] = hook
            state.feeds[hook.client] = feed
        }
        do throws(JanusError) {
            let offer = try streams.play(hook.client, feed: feed, room: hook.name.room)
            inbox.post { _ = $0.answer(hook) }
            return Self.begun(406, StreamResource(.receive, hook.name, id: hook.client), offer)
        } catch {
            state.withLock { state in
                state.owners[hook.client] = nil
                state.feeds[hook.client] = nil
            }
            return Self.failure(error)
        }
    }

    private func start(_ id: String, _ resource: StreamResource, _ request: HTTPServerRequest) -> HTTPServerResponse {
        guard request.contentType == Self.sdp else { return .text(415, "an answer is wanted: \(Self.sdp)") }
        let found = state.withLock { ($0.streams, $0.owners[id]) }
        guard let streams = found.0, found.1?.name == resource.name, found.1?.call == .play else { return .notFound }
        do throws(JanusError) {
            try streams.start(id, answer: String(decoding: request.body, as: UTF8.self))
            return HTTPServerResponse(204)
        } catch {
            end([id])
            return Self.failure(error)
        }
    }

    private func end(_ id: String, _ resource: StreamResource) -> HTTPServerResponse {
        let owner = state.withLock { $0.owners[id] }
        guard let owner, owner.name == resource.name, (owner.call == .publish) == (resource.side == .send) else {
            return .notFound
        }
        end([id])
        return HTTPServerResponse(200)
    }

    private static func token(_ request: HTTPServerRequest) -> String? {
        let parts = request["authorization"]?.split(separator: " ") ?? []
        return parts.count == 2 && parts[0].lowercased() == "bearer" ? String(parts[1]) : nil
    }

    private static func begun(_ status: Int, _ resource: StreamResource, _ text: String) -> HTTPServerResponse {
        HTTPServerResponse(
            status, type: sdp, body: Array(text.utf8), fields: [HTTPField("location", resource.path)])
    }

    private static func failure(_ error: JanusError) -> HTTPServerResponse {
        Log.shared.write(.info, "keeper", "Janus: \(error.operation): \(error.code)")
        if error.isAbsence { return .text(404, "nobody sends it") }
        if case .refused = error.code { return .text(400, "the offer was refused") }
        return .text(503, "no media server")
    }

    // MARK: Notifications of Janus

    private func note(_ news: JanusStreams.News) {
        switch news {
        case .running(let id):
            guard let hook = state.withLock({ $0.owners[id] }), hook.call == .publish else { return }
            // Set first, so that clients find the stream as soon as they are notified.
            state.withLock { $0.senders[hook.name] = id }
            inbox.post { [self] loop in
                let answer = loop.answer(hook)
                end(answer.isAllowed ? answer.cuts.map(\.client) : [id])
            }
        case .ended(let id): forget([id])
        case .over: state.update { $0.isLost = true }
        }
    }

    private func forget(_ ids: [String]) {
        let hooks = state.update { state in
            ids.compactMap { id -> MediaHook? in
                guard let hook = state.owners.removeValue(forKey: id) else { return nil }
                state.feeds[id] = nil
                if state.senders[hook.name] == id { state.senders[hook.name] = nil }
                // Janus would let the receivers wait for the next sender.
                state.ends += state.feeds.filter { $0.value == id }.map(\.key)
                return hook
            }
        }
        for hook in hooks {
            let done = MediaHook(
                hook.call == .publish ? .publishDone : .playDone, client: hook.client, name: hook.name)
            inbox.post { _ = $0.answer(done) }
        }
    }

    // MARK: The thread

    private func run() {
        var wasReachable = true
        while true {
            let turn =
                state.wait(until: SystemClock().now + Self.interval) { state -> Turn? in
                    guard state.isClosed || state.isLost || !state.ends.isEmpty || state.streams == nil else {
                        return nil
                    }
                    return state.takeTurn()
                } ?? state.withLock { $0.takeTurn() }
            let ended = end(turn)
            forget(ended)
            if turn.isClosed {
                turn.streams?.close()
                return
            }
            if ended.count < turn.ends.count {
                state.withLock { [rest = turn.ends.dropFirst(ended.count)] in $0.ends.insert(contentsOf: rest, at: 0) }
                pause()
            }
            if turn.isLost {
                turn.streams?.close()
                forget(
                    state.withLock { state in
                        (state.streams, state.isLost) = (nil, false)
                        return Array(state.owners.keys)
                    })
            } else if let streams = turn.streams {
                streams.expire(at: SystemClock().now)
            }
            guard turn.isLost || turn.streams == nil else { continue }
            let isReachable = connect()
            if isReachable != wasReachable {
                wasReachable = isReachable
                Log.shared.write(
                    isReachable ? .info : .warning, "keeper", isReachable ? "Janus answers" : "Janus does not answer")
            }
            if !isReachable { pause() }
        }
    }

    private func end(_ turn: Turn) -> [String] {
        guard let streams = turn.streams else { return turn.ends }
        return Array(turn.ends.prefix(while: { streams.end($0) }))
    }

    private func connect() -> Bool {
        do throws(JanusError) {
            let streams = try JanusStreams(address, key: key, client: client) { [weak self] in self?.note($0) }
            state.withLock { $0.streams = streams }
            return true
        } catch {
            return false
        }
    }

    private func pause() {
        _ = state.wait(until: SystemClock().now + Self.interval) { $0.isClosed ? () : nil }
    }
}
