package import Addresses
import Encoding
import Glibc
package import PlayCore
package import Transport

/// A session with handles of Janus's VideoRoom: its own handle, and attached ones. Its thread `janus` waits for
/// messages, which also keeps the session alive. Any thread; calls block for their answers.
package final class JanusSession: Sendable {
    enum Event: Sendable, Equatable {
        case running(Int)
        case ended(Int)
        case over
    }

    private struct State: Sendable {
        var answers: [String: JanusMessage] = [:]
        var ending: JanusError?
        var worker: WorkerThread?
    }

    /// Each caller waits for one answer.
    private static let answerLimit = 64
    private static let patience = HostTime.seconds(10)
    private static let sizeLimit = 1 << 20
    private static let plugin = "janus.plugin.videoroom"

    private let address: Address
    private let client: HTTPClient
    private let cancel = CancelToken()
    private let state = Monitor(State())
    private let session: Int
    private let handle: Int
    private let news: WakeUp?
    private let heard: @Sendable (Event) -> Void

    /// The client's timeout does not apply to the wait for messages. The session signals `news` when the server ends
    /// it.
    package convenience init(_ address: Address, client: HTTPClient, news: WakeUp? = nil) throws(JanusError) {
        try self.init(address, client: client, news: news, heard: { _ in })
    }

    /// - Parameter heard: called on the thread; must not wait for an answer of this session.
    init(
        _ address: Address, client: HTTPClient, news: WakeUp? = nil, heard: @escaping @Sendable (Event) -> Void
    ) throws(JanusError) {
        self.address = address
        self.client = client
        self.news = news
        self.heard = heard
        let made = try Self.ask(address.text, .object(["janus": .string("create")]), client, cancel, "create a session")
        guard let session = made.id else { throw JanusError(.noServer(nil), operation: "create a session") }
        self.session = session
        let handle = try Self.attach("\(address.text)/\(session)", client, cancel)
        self.handle = handle
        let listener = Listener(state: state, cancel: cancel, own: handle, heard: heard)
        let worker = WorkerThread(name: "janus") { [weak self, address] in
            listener.run("\(address.text)/\(session)?maxev=16") { self?.end($0) }
        }
        state.withLock { $0.worker = worker }
    }

    private static func attach(_ text: String, _ client: HTTPClient, _ cancel: CancelToken) throws(JanusError) -> Int {
        let attached = try ask(
            text, .object(["janus": .string("attach"), "plugin": .string(plugin)]), client, cancel, "attach")
        guard let handle = attached.id else { throw JanusError(.noServer(nil), operation: "attach") }
        return handle
    }

    func attach() throws(JanusError) -> Int {
        try Self.attach("\(address.text)/\(session)", client, cancel)
    }

    func detach(_ handle: Int) throws(JanusError) {
        _ = try Self.ask(
            "\(address.text)/\(session)/\(handle)", .object(["janus": .string("detach")]), client, cancel, "detach")
    }

    deinit {
        cancel.cancel()
        state.withLock { $0.worker }?.detach()
    }

    package var ending: JanusError? { state.withLock { $0.ending } }

    /// Sends a request to the plugin, and blocks for its answer. The description (SDP) is an offer or an answer. The
    /// default handle is the session's own.
    func request(
        _ body: JSONValue, description: (type: String, text: String)? = nil, on handle: Int? = nil, _ operation: String
    ) throws(JanusError) -> JanusMessage {
        let jsep = description.map { JSONValue.object(["type": .string($0.type), "sdp": .string($0.text)]) }
        let transaction = Self.newTransaction()
        let first = try Self.ask(
            "\(address.text)/\(session)/\(handle ?? self.handle)",
            .object(["janus": .string("message"), "body": body, "jsep": jsep]), client, cancel, operation,
            transaction: transaction)
        guard first.kind == .acknowledged else { return first }
        return try event(transaction, operation)
    }

    private func event(_ transaction: String, _ operation: String) throws(JanusError) -> JanusMessage {
        let deadline = SystemClock().now + Self.patience
        let result = state.wait(until: deadline) { state -> Result<JanusMessage, JanusError>? in
            if let answer = state.answers.removeValue(forKey: transaction) { return .success(answer) }
            return state.ending.map { .failure($0) }
        }
        guard let message = try result?.get() else { throw JanusError(.noAnswer, operation: operation) }
        if case .failure(let number, let words) = message.kind {
            throw JanusError(.refused(number, words), operation: operation)
        }
        return message
    }

    /// Removes the session's users from the server at once. Blocks for at most two seconds. Must be the last call.
    package func close() {
        let worker = state.withLock { state in
            defer { state.worker = nil }
            return state.worker
        }
        guard let worker else { return }
        let patience = CancelToken()
        let watch = WorkerThread(name: "janus-end") { [cancel] in
            var ended = pollfd(fd: patience.pollDescriptor, events: Int16(POLLIN), revents: 0)
            poll(&ended, 1, 2000)
            cancel.cancel()
        }
        if ending == nil {
            do throws(JanusError) {
                _ = try Self.ask(
                    "\(address.text)/\(session)", .object(["janus": .string("destroy")]), client, cancel, "destroy")
            } catch {
                Log.shared.write(.info, "janus", "\(error.operation): \(error.code)")
            }
        }
        patience.cancel()
        watch.join()
        worker.join()
    }

    private func end(_ error: JanusError) {
        state.update { if $0.ending == nil { $0.ending = error } }
        news?.signal()
        heard(.over)
    }

    // MARK: The thread

    private struct Listener: Sendable {
        let state: Monitor<State>
        let cancel: CancelToken
        let own: Int
        let heard: @Sendable (Event) -> Void

        func run(_ text: String, _ end: (JanusError) -> Void) {
            // The server answers after 30 s at the latest.
            var settings = HTTPSettings(userAgent: "tvplay")
            settings.timeout = .seconds(45)
            guard let address = Address(text), let client = HTTPClient(settings) else {
                return end(JanusError(.noServer(.noLibrary), operation: "listen"))
            }
            var failures = 0
            while !cancel.isCancelled {
                do throws(ByteSourceError) {
                    let bytes = try client.begin(HTTPRequest(address), cancel: cancel).body(limit: sizeLimit)
                    guard let messages = JanusMessage.list(bytes) else {
                        return end(JanusError(.noServer(.invalidReply), operation: "listen"))
                    }
                    failures = 0
                    for message in messages where !note(message) {
                        return end(JanusError(.sessionLost, operation: "listen"))
                    }
                } catch {
                    guard !cancel.isCancelled else { return }
                    failures += 1
                    if failures > 3 { return end(JanusError(.noServer(error.code), operation: "listen")) }
                    var wait = pollfd(fd: cancel.pollDescriptor, events: Int16(POLLIN), revents: 0)
                    poll(&wait, 1, Int32(200 * failures))
                }
            }
        }

        private func note(_ message: JanusMessage) -> Bool {
            // The code 458 means that the session does not exist.
            if case .failure(458, _) = message.kind { return false }
            // A message without a sender is about the session.
            let other = message.sender.flatMap { $0 == own ? nil : $0 }
            if message.kind == .ended {
                guard let other else { return false }
                heard(.ended(other))
            }
            if message.kind == .running, let other { heard(.running(other)) }
            guard let transaction = message.transaction else { return true }
            state.update { state in
                if state.answers.count >= answerLimit { state.answers = [:] }
                state.answers[transaction] = message
            }
            return true
        }
    }

    // MARK: One request

    private static func newTransaction() -> String { Hexadecimal.text(SecureRandom().bytes(8)) }

    private static func ask(
        _ text: String, _ body: JSONValue, _ client: HTTPClient, _ cancel: CancelToken, _ operation: String,
        transaction: String = newTransaction()
    ) throws(JanusError) -> JanusMessage {
        guard let address = Address(text) else { throw JanusError(.noServer(nil), operation: operation) }
        var request = HTTPRequest(address)
        request.method = .post
        request.body = JSONValue.object((body.members ?? []) + [.init("transaction", .string(transaction))]).bytes
        request.headers = [HTTPHeader(name: "Content-Type", value: "application/json")].compactMap { $0 }
        let bytes: [UInt8]
        do throws(ByteSourceError) {
            bytes = try client.begin(request, cancel: cancel).body(limit: sizeLimit)
        } catch {
            throw JanusError(error.code == .cancelled ? .cancelled : .noServer(error.code), operation: operation)
        }
        guard let message = JanusMessage.list(bytes)?.first else {
            throw JanusError(.noServer(.invalidReply), operation: operation)
        }
        if case .failure(let number, let words) = message.kind {
            throw JanusError(number == 458 ? .sessionLost : .refused(number, words), operation: operation)
        }
        return message
    }
}
