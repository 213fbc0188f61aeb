import CPlatform
import Glibc
package import PlayCore

/// Receives the kernel's reports of interfaces that go up or get an address, on its own thread (`net-watch`). When an
/// address is lost, shuts down the process's connections from it.
package final class NetlinkWatch: NetworkWatch {
    private let count: Monitor<Int>
    private let ending: WakeUp
    private let thread: WorkerThread

    /// Returns `nil` if this system has no such socket, or forbids it; the log says why.
    package init?(_ doorbell: Doorbell) {
        let socket = tv_network_watch()
        guard socket >= 0 else {
            Log.shared.write(.info, "net", "no watch of the network: error \(errno)")
            return nil
        }
        let (count, ending) = (Monitor(0), WakeUp())
        self.count = count
        self.ending = ending
        thread = WorkerThread(name: "net-watch") {
            Self.run(socket, ending) {
                count.withLock { $0 += 1 }
                doorbell.ring()
            }
            close(socket)
        }
    }

    deinit {
        ending.signal()
        thread.join()
    }

    package var arrivals: Int { count.withLock { $0 } }

    private static func run(_ socket: Int32, _ ending: WakeUp, _ came: () -> Void) {
        var links = LinkStates()
        while true {
            var waits = [
                pollfd(fd: ending.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
            ]
            let result = poll(&waits, 2, -1)
            if waits[0].revents != 0 { return }
            guard result > 0 else { continue }
            if links.apply(news(of: socket)) { came() }
            StrandedConnections.shutDown(inNetworkOf: socket)
        }
    }

    private static func news(of socket: Int32) -> [LinkStates.News] {
        var buffer = [tv_network_news](repeating: tv_network_news(), count: 64)
        let count = tv_network_take(socket, &buffer, 64)
        // The lost message may have been an arrival.
        guard count >= 0 else { return errno == ENOBUFS ? [.addressAdded] : [] }
        return buffer.prefix(Int(count)).map { entry in
            switch entry.kind {
            case 1: .link(entry.interface, isRunning: entry.is_running != 0)
            case 2: .link(entry.interface, isRunning: false)
            default: .addressAdded
            }
        }
    }
}

struct LinkStates {
    enum News: Equatable {
        case link(Int32, isRunning: Bool)
        case addressAdded
    }

    private var running: [Int32: Bool] = [:]

    /// Returns whether the network may have returned. An interface counts only if it was down before.
    mutating func apply(_ news: [News]) -> Bool {
        var hasCome = false
        for entry in news {
            switch entry {
            case .addressAdded: hasCome = true
            case .link(let number, let isRunning):
                if isRunning, running[number] == false { hasCome = true }
                running[number] = isRunning
            }
        }
        return hasCome
    }
}
