import Glibc
import PlayCore
package import Signalling
import TestSupport

/// A server for components (XEP-0114) that sends scripted bytes, including those that no real server sends.
package final class ScriptedXMPPServer: Sendable {
    package let port: Int
    private let listener: Int32
    private let thread: WorkerThread
    private let connections = Monitor<[Int32]>([])

    /// - Parameters:
    ///   - opening: the bytes that each connection receives first, or `nil` for a stream that accepts every client.
    ///   - script: writes to an accepted connection, which has its number. `write` returns `false` when the client has
    ///     disconnected.
    /// - Throws: an error if no socket is available.
    package init(
        opening: [UInt8]? = nil, script: @escaping @Sendable (_ number: Int, _ write: ([UInt8]) -> Bool) -> Void
    ) throws {
        (listener, port) = try LoopbackSocket.listen()
        let (listener, connections) = (listener, connections)
        let usual =
            "<?xml version='1.0'?><stream:stream xmlns:stream='http://etherx.jabber.org/streams' "
            + "xmlns='jabber:component:accept' id='1' from='tv.test'><handshake/>"
        let opening = opening ?? Array(usual.utf8)
        thread = WorkerThread(name: "xmpp-script") {
            var number = 0
            while true {
                let socket = accept(listener, nil, nil)
                guard socket >= 0 else { return }
                connections.withLock { $0.append(socket) }
                if SocketWriting.send(opening[...], to: socket) {
                    script(number) { SocketWriting.send($0[...], to: socket) }
                }
                number += 1
            }
        }
    }

    deinit {
        for socket in connections.withLock({ $0 }) { shutdown(socket, Int32(2)) }
        shutdown(listener, Int32(2))
        thread.join()
        for socket in connections.withLock({ $0 }) { close(socket) }
        close(listener)
    }

    package var account: XMPPAccount {
        XMPPAccount(.component(domain: "keeper.tv.test", secret: "x"), host: "127.0.0.1", port: port)
    }
}
