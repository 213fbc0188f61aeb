internal import CMicroHTTPD
import PlayCore

/// An HTTP/1.1 server. Its thread `http` moves the bytes of all connections and never blocks on one. Two threads
/// `http-work` call the handler, so a slow answer delays no other connection. Requests that depend on an external
/// service have two threads of their own for each service (`http-wait`): if one hangs, others are still answered. Any
/// thread. Its own thread and epoll replace the library's, so signals stay blocked, and closing is a wake-up and a
/// join. A clock of our own ends slow requests: the library's counts from the last byte, so one byte per second would
/// never time out.
package final class HTTPServer: Sendable {
    package typealias Handler = @Sendable (HTTPServerRequest) -> HTTPServerResponse

    package let port: Int
    private let inbox: HTTPServerInbox
    private static let workers = 2
    private let threads: Monitor<[WorkerThread]>

    package typealias Wait = @Sendable (HTTPServerRequest) -> Bool

    /// Each of `waits` returns, on the thread `http`, whether a request depends on one external service that may not
    /// respond. `handler` is called on two threads, and on two more for each of `waits`. HEAD is answered as GET.
    package init(
        _ settings: HTTPServerSettings, waits: [Wait] = [], handler: @escaping Handler
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
        let workers = (0...waits.count).flatMap { lane in
            (0..<Self.workers).map { _ in
                WorkerThread(name: lane == waits.count ? "http-work" : "http-wait") { [inbox] in
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

    /// Ends all connections (active ones once answered) and waits for the threads. The handler must not call it.
    package func close() {
        inbox.close()
        let joined = threads.withLock { threads in
            defer { threads = [] }
            return threads
        }
        for thread in joined { thread.join() }
    }
}

final class HTTPQuestion: @unchecked Sendable {
    // Sendable: written by one thread at a time, with the inbox's lock between them.
    let request: HTTPServerRequest
    let connection: HTTPServerConnection
    var answer: HTTPServerResponse?

    init(_ request: HTTPServerRequest, _ connection: HTTPServerConnection) {
        self.request = request
        self.connection = connection
    }
}

final class HTTPServerInbox: Sendable {
    private struct State {
        /// At most one question of each connection. The index is the service's, else the number of services.
        var questions: [Int: Fifo<HTTPQuestion>] = [:]
        var answers: [HTTPQuestion] = []
        var isClosed = false
    }

    let wakeUp = WakeUp()
    private let state = Monitor(State())
    private let waits: [HTTPServer.Wait]

    init(waits: [HTTPServer.Wait]) { self.waits = waits }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    func close() {
        state.update { $0.isClosed = true }
        wakeUp.signal()
    }

    func ask(_ question: HTTPQuestion) {
        let lane = waits.firstIndex { $0(question.request) } ?? waits.count
        state.update { $0.questions[lane, default: Fifo()].append(question) }
    }

    /// Blocks for a question. Returns `nil` once the server is closed and all questions are answered.
    func nextQuestion(_ lane: Int) -> HTTPQuestion? {
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
