import CPlatform
import Glibc
import PlayCore

/// A relay to a port of this machine that can be cut and restored. Any thread; its own thread moves the bytes.
final class CuttableLine: Sendable {
    let port: Int
    private let state = Monitor((isCut: false, isClosed: false))
    private let wakeUp = WakeUp()
    private let thread: WorkerThread

    init(to server: Int) throws {
        let listener = Loopback.socket()
        guard let port = Loopback.listen(listener, backlog: 16) else { throw BenchError("no port on 127.0.0.1") }
        self.port = port
        let (state, wakeUp) = (state, wakeUp)
        thread = WorkerThread(name: "line") {
            var relay = LineRelay(listener: listener, server: server)
            while true {
                let (isCut, isClosed) = state.withLock { $0 }
                if isCut || isClosed { relay.hangUp() }
                if isClosed { break }
                relay.turn(isCut: isCut, wakeUp)
            }
            close(listener)
        }
    }

    /// Ends all connections, and accepts no more.
    func cut() { set { $0.isCut = true } }
    func mend() { set { $0.isCut = false } }

    func end() {
        set { $0.isClosed = true }
        thread.join()
    }

    private func set(_ change: (inout (isCut: Bool, isClosed: Bool)) -> Void) {
        state.withLock { change(&$0) }
        wakeUp.signal()
    }
}

/// The sockets of a ``CuttableLine``, on its thread.
private struct LineRelay {
    let listener: Int32
    let server: Int
    private var sides: [Int32: Int32] = [:]

    init(listener: Int32, server: Int) {
        self.listener = listener
        self.server = server
    }

    mutating func hangUp() {
        for socket in sides.keys { close(socket) }
        sides = [:]
    }

    mutating func turn(isCut: Bool, _ wakeUp: WakeUp) {
        let sockets = Array(sides.keys)
        var entries = ([wakeUp.descriptor, listener] + sockets).map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        guard poll(&entries, nfds_t(entries.count), -1) > 0 else { return }
        if entries[0].revents != 0 { wakeUp.clear() }
        if entries[1].revents != 0 { accept(isCut: isCut) }
        for entry in entries.dropFirst(2) where entry.revents != 0 { pass(entry.fd) }
    }

    private mutating func accept(isCut: Bool) {
        let client = Glibc.accept(listener, nil, nil)
        guard client >= 0 else { return }
        guard !isCut, let other = Loopback.connect(to: server) else {
            close(client)
            return
        }
        sides[client] = other
        sides[other] = client
    }

    private mutating func pass(_ socket: Int32) {
        guard let other = sides[socket] else { return }
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        let count = recv(socket, &buffer, buffer.count, 0)
        if count > 0, Loopback.send(buffer[..<count], to: other) { return }
        for side in [socket, other] {
            close(side)
            sides[side] = nil
        }
    }
}
