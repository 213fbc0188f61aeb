package import Commands
package import PlayCore
import Playback

/// mpv's JSON protocol (`--input-ipc-server`): requests of all clients carried out in the loop, and events sent to
/// them. Main thread.
package final class IPCService: LoopService {
    /// How often properties that run with the clock are told, while someone observes any.
    private static let interval = HostTime.milliseconds(100)

    private let server: IPCServer
    private var clients: [Int: IPCClient] = [:]
    private var events = PlayerEvents()
    private var isClosed = false

    /// - Parameter path: of the socket, or `@name`.
    package init(path: String) throws(IPCError) { server = try IPCServer(path: path) }

    package var wakeUp: WakeUp { server.wakeUp }

    package func serve(_ runner: any CommandRunner, at now: HostTime) -> HostTime? {
        // First what has happened: an answer comes after the events of what was before it.
        tell(runner.properties)
        for message in server.takeMessages() {
            switch message {
            case .connected(let number): clients[number] = IPCClient(number: number)
            case .disconnected(let number): clients[number] = nil
            case .request(let number, let request):
                if let answer = clients[number]?.take(request, runner, at: now) { server.send([answer], to: number) }
            }
        }
        let context = runner.properties
        tell(context)
        let isWatched = clients.values.contains(where: \.observesSomething)
        return isWatched && context.snapshot.status == .playing ? now + Self.interval : nil
    }

    private func tell(_ context: PropertyContext) {
        let news = events.update(context)
        for number in clients.keys {
            let wanted = news.filter { clients[number]?.wants($0) == true }
            server.send(wanted + (clients[number]?.changes(context) ?? []), to: number)
        }
    }

    /// Says farewell to the clients and removes the socket. A second call does nothing.
    package func close() {
        guard !isClosed else { return }
        isClosed = true
        let farewell = events.finish()
        for (number, client) in clients { server.send(farewell.filter(client.wants), to: number) }
        server.close()
    }
}
