import CPlatform
import Commands
import Encoding
import Glibc
import PlayCore

/// The thread behind the socket: connections, lines, JSON. An inbox has requests, an outbox answers.
final class IPCServer: Sendable {
    enum Message: Sendable {
        case connected(Int)
        case request(Int, IPCRequest)
        /// The client sends no more. Unless it closed both directions, it stays until ``IPCServer/finish(_:)``.
        case ended(Int)
    }

    /// A new client replaces the oldest that has never sent a request.
    static let maximumClients = 32
    /// The requests for the main thread. Beyond them, the clients wait.
    static let maximumRequests = 256
    /// The unsent bytes beyond which the client is disconnected.
    static let maximumUnsent = 4 << 20

    private struct Exchange {
        var inbox: [Message] = []
        var outbox: [(client: Int, node: JSONValue)] = []
        var finished: Set<Int> = []
        var isClosing = false
    }

    let wakeUp: WakeUp
    private let exchange = Monitor(Exchange())
    private let doorbell = WakeUp()
    private let thread: Monitor<WorkerThread?>
    /// `nil` without a socket for other clients.
    private let path: String?

    convenience init(path: String) throws(IPCError) {
        self.init(path: path, listener: try IPCSocket.listen(path), connections: [], wakeUp: WakeUp())
    }

    /// - Parameter connections: non-blocking sockets, which this object then owns.
    convenience init(connections: [Int32], wakeUp: WakeUp) {
        self.init(path: nil, listener: -1, connections: connections, wakeUp: wakeUp)
    }

    private init(path: String?, listener: Int32, connections: [Int32], wakeUp: WakeUp) {
        (self.path, self.wakeUp) = (path, wakeUp)
        thread = Monitor(nil)
        let (exchange, doorbell, wakeUp) = (exchange, doorbell, wakeUp)
        let worker = WorkerThread(name: path == nil ? "ipc-scripts" : "ipc") {
            var loop = IPCLoop(
                listener: listener, connections: connections, doorbell: doorbell,
                receive: {
                    exchange.withLock { state in
                        defer { (state.outbox, state.finished) = ([], []) }
                        return IPCLoop.Orders(
                            outbox: state.outbox, finished: state.finished, isClosing: state.isClosing,
                            hasSpace: state.inbox.count < Self.maximumRequests)
                    }
                },
                put: { messages in
                    exchange.withLock { $0.inbox += messages }
                    wakeUp.signal()
                })
            loop.run()
        }
        thread.withLock { $0 = worker }
    }

    func takeMessages() -> [Message] {
        let messages = exchange.withLock { state in
            defer { state.inbox = [] }
            return state.inbox
        }
        // Clients may be waiting for space.
        if messages.count >= Self.maximumRequests { doorbell.signal() }
        return messages
    }

    func send(_ nodes: [JSONValue], to client: Int) {
        guard !nodes.isEmpty else { return }
        exchange.withLock { $0.outbox += nodes.map { (client, $0) } }
        doorbell.signal()
    }

    /// Called once an ended client has received all answers.
    func finish(_ client: Int) {
        exchange.withLock { _ = $0.finished.insert(client) }
        doorbell.signal()
    }

    /// Writes only what the clients accept at once. Closes all and waits for the thread. A second call does nothing.
    func close() {
        exchange.withLock { $0.isClosing = true }
        doorbell.signal()
        let worker = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        guard let worker else { return }
        worker.join()
        if let path { IPCSocket.remove(path) }
    }
}

/// Runs on the `ipc` thread only.
private struct IPCLoop {
    struct Orders {
        let outbox: [(client: Int, node: JSONValue)]
        let finished: Set<Int>
        let isClosing: Bool
        let hasSpace: Bool
    }

    private struct Connection {
        let descriptor: Int32
        var lines = LineBuffer()
        var hasAsked = false
        var unsent: [UInt8] = []
        var hasEnded = false
        /// Whether the client receives no more. Its requests are still read.
        var isWriteClosed = false
        var isFinished = false
    }

    let listener: Int32
    let doorbell: WakeUp
    let receive: () -> Orders
    let put: ([IPCServer.Message]) -> Void
    private var connections: [Int: Connection] = [:]
    private var nextNumber = 1
    /// Whether no descriptors are left, until a client leaves. Pending connections would otherwise wake the loop.
    private var isOutOfDescriptors = false
    private var news: [IPCServer.Message] = []

    /// - Parameter listener: the listening socket, or −1.
    init(
        listener: Int32, connections: [Int32], doorbell: WakeUp,
        receive: @escaping () -> Orders,
        put: @escaping ([IPCServer.Message]) -> Void
    ) {
        self.listener = listener
        self.doorbell = doorbell
        self.receive = receive
        self.put = put
        for descriptor in connections { add(descriptor) }
    }

    private mutating func add(_ descriptor: Int32) {
        connections[nextNumber] = Connection(descriptor: descriptor)
        news.append(.connected(nextNumber))
        nextNumber += 1
    }

    mutating func run() {
        if !news.isEmpty { put(news) }
        news = []
        while true {
            doorbell.clear()
            let orders = receive()
            for (client, node) in orders.outbox where connections[client]?.isWriteClosed == false {
                connections[client]?.unsent += node.shown.bytes + [UInt8(ascii: "\n")]
            }
            for client in orders.finished { connections[client]?.isFinished = true }
            for number in connections.keys { flush(number) }
            if orders.isClosing { break }
            wait(readsClients: orders.hasSpace)
            if !news.isEmpty { put(news) }
            news = []
        }
        for connection in connections.values { close(connection.descriptor) }
        if listener >= 0 { close(listener) }
    }

    private mutating func wait(readsClients: Bool) {
        let numbers = connections.keys.sorted()
        let hasSpace = (connections.count < IPCServer.maximumClients || silent != nil) && !isOutOfDescriptors
        var polled = [
            pollfd(fd: doorbell.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: listener, events: hasSpace ? Int16(POLLIN) : 0, revents: 0),
        ]
        for number in numbers {
            guard let connection = connections[number] else { continue }
            let events = (readsClients && !connection.hasEnded ? POLLIN : 0) | (connection.unsent.isEmpty ? 0 : POLLOUT)
            // The hangup of a client with unread requests must wait for space, too.
            let isPolled = events != 0 || connection.hasEnded
            polled.append(pollfd(fd: isPolled ? connection.descriptor : -1, events: Int16(events), revents: 0))
        }
        guard poll(&polled, nfds_t(polled.count), -1) > 0 else { return }
        if polled[1].revents != 0 { accept() }
        for (number, result) in zip(numbers, polled.dropFirst(2)) {
            if result.revents & Int16(POLLIN) != 0 {
                read(number)
            } else if result.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 {
                if connections[number]?.hasEnded == true { drop(number) } else { closeWriting(number) }
            }
        }
    }

    /// The longest connected one.
    private var silent: Int? { connections.filter { !$0.value.hasAsked }.keys.min() }

    private mutating func accept() {
        errno = 0
        while connections.count < IPCServer.maximumClients || silent != nil,
            let descriptor = IPCSocket.accept(listener)
        {
            if connections.count >= IPCServer.maximumClients, let silent { drop(silent) }
            add(descriptor)
        }
        isOutOfDescriptors = errno == EMFILE || errno == ENFILE
    }

    private mutating func read(_ number: Int) {
        guard let descriptor = connections[number]?.descriptor else { return }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = CPlatform.read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        // The last line may lack its newline.
        let bytes = count > 0 ? buffer.prefix(count) : [UInt8(ascii: "\n")]
        guard let lines = connections[number]?.lines.append(bytes) else {
            drop(number)
            return
        }
        if count > 0, !lines.isEmpty { connections[number]?.hasAsked = true }
        news += lines.map { .request(number, IPCRequest($0)) }
        if count <= 0 {
            connections[number]?.hasEnded = true
            news.append(.ended(number))
        }
    }

    private mutating func flush(_ number: Int) {
        while let connection = connections[number], !connection.unsent.isEmpty {
            // Without a signal if the client has left.
            let count = connection.unsent.withUnsafeBytes {
                Glibc.send(connection.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count > 0 {
                connections[number]?.unsent.removeFirst(count)
            } else if errno == EAGAIN {
                if connection.unsent.count > IPCServer.maximumUnsent { drop(number) }
                return
            } else if errno != EINTR {
                closeWriting(number)
            }
        }
        if connections[number]?.isFinished == true { drop(number) }
    }

    private mutating func closeWriting(_ number: Int) {
        connections[number]?.isWriteClosed = true
        connections[number]?.unsent = []
    }

    private mutating func drop(_ number: Int) {
        guard let connection = connections.removeValue(forKey: number) else { return }
        close(connection.descriptor)
        isOutOfDescriptors = false
        if !connection.hasEnded { news.append(.ended(number)) }
    }
}
