package import Commands
import Encoding
package import PlayCore
package import PlaybackModel

/// mpv's JSON protocol (`--input-ipc-server`, scripts). Main thread.
package final class IPCService: LoopService {
    /// The interval of reports about properties that change with the clock, while a client observes one.
    private static let interval = HostTime.milliseconds(100)

    private let server: IPCServer
    /// The requests of one client that wait for the previous answer.
    private static let maximumWaiting = 256

    private var clients: [Int: IPCClient] = [:]
    private var waiting: [Int: [IPCRequest]] = [:]
    private var ended: Set<Int> = []
    /// Slow commands' answers. `nil` for a line, which has no answer.
    private var late: [(client: Int, answer: JSONValue?)] = []
    private var events = PlayerEvents()
    private var passedPoints: [(point: CuePoint, isSkipped: Bool)] = []
    private var adverts: [(event: AdvertEvent, position: MediaTime)] = []
    private var gate = FrameGate()
    private var messages: [ClientMessage] = []
    private var log: LogListener?
    private let namePrefix: String
    private var isClosed = false

    /// `path` may be `@name`. `names` is the prefix of clients' names, before their numbers.
    package init(path: String, names: String = "ipc-") throws(IPCError) {
        server = try IPCServer(path: path)
        namePrefix = names
    }

    /// The sockets' other ends belong to clients. No others can connect. Signals `wakeUp` for a request.
    package init(clients: [(socket: Int32, name: String)], wakeUp: WakeUp) {
        server = IPCServer(connections: clients.map(\.socket), wakeUp: wakeUp)
        namePrefix = ""
        // At once, because the first item may begin before the thread does.
        for (index, client) in clients.enumerated() { self.clients[index + 1] = IPCClient(name: client.name) }
    }

    package var wakeUp: WakeUp { server.wakeUp }

    /// Clients are notified in the next pass of the loop.
    package func note(_ point: CuePoint, isSkipped: Bool) { passedPoints.append((point, isSkipped)) }

    package func note(_ event: AdvertEvent, at position: MediaTime) { adverts.append((event, position)) }

    package func noteBegin(of entry: Int) { events.begin(entry) }

    package func noteEnd() { events.leave() }

    package func deliver(_ message: ClientMessage) -> Bool {
        guard clients.values.contains(where: { message.target == nil || message.target == $0.name }) else {
            return false
        }
        messages.append(message)
        wakeUp.signal()
        return true
    }

    package func serve(_ runner: any CommandRunner, at now: HostTime) -> HostTime? {
        // Events first: an answer follows the events that preceded it.
        tell(runner.properties, at: now)
        for message in server.takeMessages() {
            switch message {
            case .connected(let number):
                if clients[number] == nil { clients[number] = IPCClient(name: namePrefix + "\(number)") }
            case .ended(let number): ended.insert(number)
            case .request(let number, let request): handle(request, from: number, runner, at: now)
            }
        }
        answerLate(runner, at: now)
        let context = runner.properties
        tell(context, at: now)
        finishEnded()
        guard clients.values.contains(where: \.observesSomething) else { return nil }
        return gate.opening(at: now) ?? (context.snapshot.status == .playing ? now + Self.interval : nil)
    }

    private func handle(_ request: IPCRequest, from number: Int, _ runner: any CommandRunner, at now: HostTime) {
        // A copy, because the command may call back for another client.
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
        listenToLog()
        if let answer { server.send([answer], to: number) }
    }

    /// Sends late answers, and continues with the requests that waited for them.
    private func answerLate(_ runner: any CommandRunner, at now: HostTime) {
        while !late.isEmpty {
            let (number, answer) = late.removeFirst()
            guard clients[number] != nil else { continue }
            tell(runner.properties, at: now)
            clients[number]?.isWaiting = false
            if let answer { server.send([answer], to: number) }
            var requests = waiting.removeValue(forKey: number) ?? []
            while !requests.isEmpty, clients[number]?.isWaiting == false {
                handle(requests.removeFirst(), from: number, runner, at: now)
            }
            if !requests.isEmpty { waiting[number] = requests }
        }
    }

    private func finishEnded() {
        for number in ended where clients[number]?.isWaiting != true {
            ended.remove(number)
            clients[number] = nil
            server.finish(number)
            listenToLog()
        }
    }

    private func listenToLog() {
        let level = clients.values.compactMap { $0.logLevel?.log }.max()
        guard level != log?.level else { return }
        log = level.map { LogListener($0, wakeUp: wakeUp) }
    }

    /// Sends events at once, and changes of observed properties once per frame.
    private func tell(_ context: PropertyContext, at now: HostTime) {
        let news =
            events.update(context)
            + passedPoints.map { PlayerEvents.passed($0.point, $0.isSkipped, context) }
            + adverts.map { PlayerEvents.met($0.event, at: $0.position, context) }
        (passedPoints, adverts) = ([], [])
        let lines = log?.takeLines() ?? []
        defer { messages = [] }
        let waits = gate.opening(at: now) != nil
        var hasChanges = false
        for number in clients.keys {
            let wanted = news.filter { clients[number]?.wants($0) == true }
            let changes = clients[number]?.changes(context, onlyFirst: waits) ?? []
            guard let client = clients[number] else { continue }
            let told = messages.compactMap { client.event($0) } + lines.compactMap { client.event($0) }
            server.send(wanted + told + changes, to: number)
            hasChanges = hasChanges || !changes.isEmpty
        }
        if hasChanges, !waits { gate.told(at: now, context.snapshot) }
    }

    /// Notifies the clients and removes the socket. A second call does nothing.
    package func close() {
        guard !isClosed else { return }
        isClosed = true
        let farewell = events.finish()
        for (number, client) in clients { server.send(farewell.filter(client.wants), to: number) }
        server.close()
    }
}
