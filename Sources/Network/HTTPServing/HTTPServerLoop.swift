internal import CMicroHTTPD
import CPlatform
import PlayCore

/// One daemon of the library with its connections. Only the `http` thread uses it after its creation.
final class HTTPServerLoop: @unchecked Sendable {
    // Sendable: the creating thread keeps no reference.
    let library: MicroHTTPDLibrary
    let settings: HTTPServerSettings
    let inbox: HTTPServerInbox
    private let handlers: UnsafeMutablePointer<tv_mhd_handlers>
    /// Certificate, key and priorities. The library continues to read them.
    private let texts: [UnsafeMutablePointer<CChar>]
    private var daemon: OpaquePointer?
    private var connections: [ObjectIdentifier: HTTPServerConnection] = [:]
    private var askedCount = 0
    private var lastWords = ""
    private let clock = SystemClock()

    /// - Parameter descriptor: a listening socket. It is closed with the loop, or if this throws.
    init(
        _ library: MicroHTTPDLibrary, _ descriptor: Int32, _ settings: HTTPServerSettings, _ inbox: HTTPServerInbox,
        _ context: String
    ) throws(HTTPServerError) {
        self.library = library
        self.settings = settings
        self.inbox = inbox
        let pem = settings.tls.map {
            [$0.certificate, $0.key, Array("SECURE128:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2".utf8)]
        }
        texts = (pem ?? []).map { bytes in
            let text = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
            for (place, byte) in (bytes + [0]).enumerated() { text[place] = CChar(bitPattern: byte) }
            return text
        }
        handlers = .allocate(capacity: 1)
        handlers.initialize(to: tv_mhd_handlers())
        handlers.pointee = Self.handlers(library, Unmanaged.passUnretained(self).toOpaque())
        // Allows more connections than may stay: a new one replaces one with a slow request (``closeExcess(for:)``).
        let limits = tv_mhd_limits(
            connections: UInt32(clamping: settings.connections + Self.newcomers),
            connections_per_address: UInt32(clamping: settings.connectionsPerAddress + Self.newcomers),
            // Half of it is for received data.
            memory_per_connection: max(4096, settings.headLimit) * 2)
        daemon = tv_mhd_start(
            handlers, descriptor, limits, texts.first.map { UnsafePointer($0) },
            texts.dropFirst().first.map { UnsafePointer($0) }, texts.last.map { UnsafePointer($0) })
        guard daemon != nil else {
            CPlatform.close(descriptor)
            throw HTTPServerError(.cannotStart, context, detail: lastWords)
        }
    }

    deinit {
        handlers.deallocate()
        for text in texts { text.deallocate() }
    }

    func run() {
        guard let daemon else { return }
        let descriptor = tv_mhd_descriptor(library.functions, daemon)
        while !inbox.isClosed || askedCount > 0 {
            var entries = [
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: inbox.wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            _ = poll(&entries, 2, timeout(daemon))
            inbox.wakeUp.clear()
            for question in inbox.takeAnswers() { resume(question) }
            _ = library.functions.pointee.MHD_run(daemon)
            endSlowConnections()
        }
        library.functions.pointee.MHD_stop_daemon(daemon)
        self.daemon = nil
    }

    /// Returns milliseconds.
    private func timeout(_ daemon: OpaquePointer) -> Int32 {
        let own = connections.values.reduce(nil as HostTime?) { HostTime.earlier($0, $1.deadline) }
        let wait = own.map { Int32(clamping: max(0, ($0 - clock.now).nanoseconds / 1_000_000 + 1)) } ?? -1
        let library = tv_mhd_timeout(library.functions, daemon)
        return wait < 0 ? library : library < 0 ? wait : min(wait, library)
    }

    private func endSlowConnections() {
        let now = clock.now
        for connection in connections.values where connection.deadline.map({ $0 <= now }) ?? false {
            connection.end()
        }
    }

    /// Additional connections, until the library notices the end of others.
    private static let newcomers = 64

    /// If there are too many connections, ends the one with the slowest incomplete request, of the same network or of
    /// all, else the new one. Clients that start requests slowly cannot block the server.
    private func closeExcess(for new: HTTPServerConnection) {
        let others = connections.values.filter { !$0.isEnded && $0 !== new }
        func slowest(_ connections: [HTTPServerConnection]) -> HTTPServerConnection? {
            connections.filter(\.isIncomplete).min { ($0.deadline ?? .zero) < ($1.deadline ?? .zero) }
        }
        let near = others.filter { $0.network == new.network }
        if near.count >= settings.connectionsPerAddress {
            (slowest(near) ?? new).end()
        } else if others.count >= settings.connections {
            slowest(others)?.end()
        }
    }

    private func resume(_ question: HTTPQuestion) {
        askedCount -= 1
        question.connection.answer = question.answer
        library.functions.pointee.MHD_resume_connection(question.connection.pointer)
    }

    // MARK: What the library says

    func opened(_ pointer: OpaquePointer, socket: Int32, peer: String) -> HTTPServerConnection {
        let connection = HTTPServerConnection(pointer, socket: socket, peer: peer)
        connection.deadline = clock.now + settings.requestTimeout
        connections[ObjectIdentifier(connection)] = connection
        closeExcess(for: connection)
        return connection
    }

    func closed(_ connection: HTTPServerConnection) { connections[ObjectIdentifier(connection)] = nil }

    func began(_ connection: HTTPServerConnection, target: String?) {
        connection.assembly = RequestAssembly(target: target, limits: settings.bodyLimits)
        connection.answer = nil
    }

    /// - Returns: false if the connection must end.
    func received(_ connection: HTTPServerConnection, method: String, _ bytes: UnsafeRawBufferPointer) -> Bool {
        guard connection.assembly != nil else { return false }
        if connection.assembly?.hasHead == false {
            let fields = connection.fields(library)
            let peer = ForwardedPeer.peer(connection.peer, fields, trusted: settings.trustedProxies)
            switch connection.assembly?.judge(method: method, fields: fields, peer: peer) {
            case .refused(let response)?: return send(response, connection)
            case .accepted?, nil: return true
            }
        }
        if !bytes.isEmpty { return connection.assembly?.append(bytes) ?? false }
        if let answer = connection.answer { return send(answer, connection) }
        guard let request = connection.assembly?.request, !inbox.isClosed else {
            return send(connection.assembly?.refusal ?? .text(503, "shutting down"), connection)
        }
        // Asked only once, because the library may call again before the connection is resumed.
        guard connection.assembly?.isAsked == false else { return true }
        connection.assembly?.isAsked = true
        connection.deadline = nil
        connection.isIncomplete = false
        askedCount += 1
        library.functions.pointee.MHD_suspend_connection(connection.pointer)
        inbox.ask(HTTPQuestion(request, connection))
        return true
    }

    func completed(_ connection: HTTPServerConnection) {
        connection.assembly = nil
        connection.answer = nil
        connection.isIncomplete = true
        connection.deadline = clock.now + settings.requestTimeout
    }

    func logged(_ line: String) {
        lastWords = HTTPText.trimmed(line.split(separator: "\n").joined(separator: " "))
        Log.shared.write(.debug, "http", lastWords)
    }

    private func send(_ response: HTTPServerResponse, _ connection: HTTPServerConnection) -> Bool {
        connection.isIncomplete = false
        connection.deadline = clock.now + settings.responseTimeout(for: response.part?.bytes.count ?? 0)
        return connection.send(response, library)
    }

    private static func handlers(
        _ library: MicroHTTPDLibrary, _ context: UnsafeMutableRawPointer
    ) -> tv_mhd_handlers {
        func loop(_ context: UnsafeMutableRawPointer?) -> HTTPServerLoop? {
            context.map { Unmanaged<HTTPServerLoop>.fromOpaque($0).takeUnretainedValue() }
        }
        func connection(_ state: UnsafeMutableRawPointer?) -> HTTPServerConnection? {
            state.map { Unmanaged<HTTPServerConnection>.fromOpaque($0).takeUnretainedValue() }
        }
        return tv_mhd_handlers(
            table: library.functions, context: context,
            opened: { context, pointer, socket, peer in
                guard let loop = loop(context), let pointer else { return nil }
                let opened = loop.opened(pointer, socket: socket, peer: peer.map { String(cString: $0) } ?? "")
                return Unmanaged.passUnretained(opened).toOpaque()
            },
            closed: { context, state in
                guard let connection = connection(state) else { return }
                loop(context)?.closed(connection)
            },
            began: { context, state, target in
                guard let connection = connection(state) else { return }
                loop(context)?.began(connection, target: target.map { String(cString: $0) })
            },
            received: { context, state, method, bytes, count in
                guard let loop = loop(context), let connection = connection(state), let method else { return 0 }
                let piece = UnsafeRawBufferPointer(start: bytes, count: count)
                return loop.received(connection, method: String(cString: method), piece) ? 1 : 0
            },
            completed: { context, state in
                guard let connection = connection(state) else { return }
                loop(context)?.completed(connection)
            },
            logged: { context, line in
                guard let line else { return }
                loop(context)?.logged(String(cString: line))
            })
    }
}
