internal import CMicroHTTPD
import PlayCore

/// A server of HTTP/1.1. Its thread `http` moves the bytes of all connections and waits for none of them; two threads
/// `http-work` ask the handler, so a slow answer keeps no other from coming or going. Requests whose answers depend on
/// somebody else have threads of their own (`http-wait`): where that one hangs, the others are answered as ever. Any thread.
///
/// Own thread and epoll from outside in place of the library's: signals stay blocked, the end is a wake-up and a join,
/// and requests that come too slowly are ended by a clock of ours (the library's counts from the last byte, which one
/// byte a second never lets pass).
package final class HTTPServer: Sendable {
    package typealias Handler = @Sendable (HTTPServerRequest) -> HTTPServerResponse

    /// Where it listens.
    package let port: Int
    private let inbox: HTTPServerInbox
    /// Of each kind of requests.
    private static let workers = 2
    private let threads: Monitor<[WorkerThread]>

    /// Begins at once.
    ///
    /// - Parameters:
    ///   - waits: which requests depend on somebody else, who may not answer; nil: none does. On the thread `http`.
    ///   - handler: on two threads, and two more for those that wait; its answer to HEAD is that to GET, whose body stays
    ///     here.
    package init(
        _ settings: HTTPServerSettings, waits: (@Sendable (HTTPServerRequest) -> Bool)? = nil,
        handler: @escaping Handler
    ) throws(HTTPServerError) {
        guard let library = MicroHTTPDLibrary.shared else { throw HTTPServerError(.noLibrary, settings.host) }
        guard settings.tls == nil || tv_mhd_has_tls(library.functions) != 0 else {
            throw HTTPServerError(.noTLS, settings.host)
        }
        let (descriptor, port) = try ListeningSocket.open(host: settings.host, port: settings.port)
        let inbox = HTTPServerInbox(waits: waits)
        let context = "\(settings.host):\(port)"
        let loop = try HTTPServerLoop(library, descriptor, settings, inbox, context)
        self.port = port
        self.inbox = inbox
        let lanes: [HTTPServerInbox.Lane] = waits == nil ? [.work] : [.work, .wait]
        let workers = lanes.flatMap { lane in
            (0..<Self.workers).map { _ in
                WorkerThread(name: "http-\(lane.rawValue)") { [inbox] in
                    while let work = inbox.nextQuestion(lane) {
                        work.answer = handler(work.request)
                        inbox.answered(work)
                    }
                }
            }
        }
        threads = Monitor([WorkerThread(name: "http") { loop.run() }] + workers)
    }

    deinit { close() }

    /// Ends all connections, those that are being answered once they are, and waits for the threads. Not by the handler.
    package func close() {
        inbox.close()
        let joined = threads.withLock { threads in
            defer { threads = [] }
            return threads
        }
        for thread in joined { thread.join() }
    }
}

/// A request between the threads.
final class HTTPQuestion: @unchecked Sendable {
    // Sendable: written by one thread at a time; the inbox's lock is between them.
    let request: HTTPServerRequest
    let connection: HTTPServerConnection
    var answer: HTTPServerResponse?

    init(_ request: HTTPServerRequest, _ connection: HTTPServerConnection) {
        self.request = request
        self.connection = connection
    }
}

/// What the threads of a server tell each other.
final class HTTPServerInbox: Sendable {
    /// By who answers.
    enum Lane: String, Sendable {
        case work, wait
    }

    private struct State {
        /// At most one of each connection.
        var questions: [Lane: Fifo<HTTPQuestion>] = [:]
        var answers: [HTTPQuestion] = []
        var isClosed = false
    }

    let wakeUp = WakeUp()
    private let state = Monitor(State())
    private let waits: (@Sendable (HTTPServerRequest) -> Bool)?

    init(waits: (@Sendable (HTTPServerRequest) -> Bool)?) { self.waits = waits }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    func close() {
        state.update { $0.isClosed = true }
        wakeUp.signal()
    }

    func ask(_ question: HTTPQuestion) {
        let lane: Lane = waits?(question.request) == true ? .wait : .work
        state.update { $0.questions[lane, default: Fifo()].append(question) }
    }

    /// Waits; nil: the server is closed, and all that was asked is answered.
    func nextQuestion(_ lane: Lane) -> HTTPQuestion? {
        state.next { state in
            if let question = state.questions[lane]?.popFirst() { return .work(question) }
            return state.isClosed ? .end : .wait
        }
    }

    func answered(_ question: HTTPQuestion) {
        state.withLock { $0.answers.append(question) }
        wakeUp.signal()
    }

    func takeAnswers() -> [HTTPQuestion] {
        state.withLock { state in
            defer { state.answers = [] }
            return state.answers
        }
    }
}
