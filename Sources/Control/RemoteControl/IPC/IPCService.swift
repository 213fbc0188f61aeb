package import Commands
import Encoding
package import PlayCore
import PlaybackModel

/// mpv's JSON protocol (`--input-ipc-server`): requests of all clients carried out in the loop, and events sent to
/// them. Main thread.
package final class IPCService: LoopService {
    /// How often properties that run with the clock are told, while someone observes any.
    private static let interval = HostTime.milliseconds(100)

    private let server: IPCServer
    /// Requests that wait for the answer of the one before, of one client.
    private static let maximumWaiting = 256

    private var clients: [Int: IPCClient] = [:]
    private var waiting: [Int: [IPCRequest]] = [:]
    /// Answers of commands that took longer; nil: it was a line, which is not answered.
    private var late: [(client: Int, answer: JSONValue?)] = []
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
            case .disconnected(let number):
                clients[number] = nil
                waiting[number] = nil
            case .request(let number, let request): handle(request, from: number, runner, at: now)
            }
        }
        answerLate(runner, at: now)
        let context = runner.properties
        tell(context)
        let isWatched = clients.values.contains(where: \.observesSomething)
        return isWatched && context.snapshot.status == .playing ? now + Self.interval : nil
    }

    private func handle(_ request: IPCRequest, from number: Int, _ runner: any CommandRunner, at now: HostTime) {
        // A copy: what the command does may come back here for another client.
        guard var client = clients[number] else { return }
        guard !client.isWaiting else {
            if waiting[number, default: []].count < Self.maximumWaiting {
                waiting[number, default: []].append(request)
            } else if let refusal = request.refusal {
                server.send([refusal], to: number)
            }
            return
        }
        let answer = client.handle(request, runner, at: now) { [weak self] answer in
            self?.late.append((number, answer))
            self?.wakeUp.signal()
        }
        clients[number] = client
        if let answer { server.send([answer], to: number) }
    }

    /// Sends answers that have come, and goes on with what waited for them.
    private func answerLate(_ runner: any CommandRunner, at now: HostTime) {
        while !late.isEmpty {
            let (number, answer) = late.removeFirst()
            guard clients[number] != nil else { continue }
            tell(runner.properties)
            clients[number]?.isWaiting = false
            if let answer { server.send([answer], to: number) }
            var requests = waiting.removeValue(forKey: number) ?? []
            while !requests.isEmpty, clients[number]?.isWaiting == false {
                handle(requests.removeFirst(), from: number, runner, at: now)
            }
            if !requests.isEmpty { waiting[number] = requests }
        }
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
