import CPlatform
import CSystemd
package import Commands
package import PlayCore
import PlaybackModel

/// The player on the session bus, for media keys and the desktop (MPRIS 2.2). Does nothing without a bus. The main
/// thread passes states and receives commands. The bus has its own thread, because connecting may take long.
package final class MPRISService: LoopService {
    package let wakeUp = WakeUp()
    private let exchange = Monitor(MPRISExchange())
    private let doorbell = WakeUp()
    private let image: String?
    /// The path of the item's own picture, or `nil`. Used if none is configured.
    package var cover: String?
    private var thread: WorkerThread?
    private var last: MPRISState?

    package init(image: String?) {
        self.image = image.map { FileAddress.address($0) }
        let (exchange, doorbell, wakeUp) = (exchange, doorbell, wakeUp)
        thread = WorkerThread(name: "mpris") {
            MPRISConnection(exchange: exchange, doorbell: doorbell, wakeUp: wakeUp).run()
        }
    }

    package func serve(_ runner: any CommandRunner, at now: HostTime) -> HostTime? {
        let commands = exchange.withLock { exchange in
            defer { exchange.commands = [] }
            return exchange.commands
        }
        for command in commands {
            runner.run(BoundCommand(command)) { answer in
                if case .failure(let error) = answer { Log.shared.write(.warning, "mpris", error.message) }
            }
        }
        publish(runner.properties)
        return nil
    }

    /// Publishes a state, unless only running numbers have changed.
    private func publish(_ context: PropertyContext) {
        var lasting = context
        lasting.position = .zero
        lasting.snapshot.buffered = nil
        lasting.snapshot.audioLevels = []
        lasting.snapshot.audioStatus = nil
        lasting.snapshot.statistics = PlaybackStatistics()
        let state = MPRISState(context: lasting, artUrl: image ?? cover.map { FileAddress.address($0) })
        guard state != last else { return }
        last = state
        exchange.withLock { $0.state = state }
        doorbell.signal()
    }

    /// Leaves the bus. A second call does nothing.
    package func close() {
        exchange.withLock { $0.isClosing = true }
        doorbell.signal()
        thread?.join()
        thread = nil
    }
}

struct MPRISExchange {
    var state = MPRISState(context: PropertyContext(), artUrl: nil)
    var commands: [PlayerCommand] = []
    var isClosing = false
}

/// The object on the bus. Created, used and freed on the `mpris` thread.
private final class MPRISConnection {
    private let exchange: Monitor<MPRISExchange>
    private let doorbell: WakeUp
    private let wakeUp: WakeUp
    private var told: MPRISState?
    private let clock = SystemClock()

    init(exchange: Monitor<MPRISExchange>, doorbell: WakeUp, wakeUp: WakeUp) {
        self.exchange = exchange
        self.doorbell = doorbell
        self.wakeUp = wakeUp
    }

    func run() {
        if let missing = BusLibrary.missing { return note("there is no " + missing) }
        var connection: OpaquePointer?
        let result = tv_bus_open_user(BusLibrary.table, &connection)
        guard result >= 0, let bus = connection else {
            return note("no session bus: " + String(cString: strerror(-result)))
        }
        defer { _ = tv_bus_close_unref(BusLibrary.table, bus) }
        let context = Unmanaged.passUnretained(self).toOpaque()
        guard tv_bus_add_object(BusLibrary.table, bus, nil, MPRISObject.path, handleCall, context) >= 0,
            tv_bus_request_name(
                BusLibrary.table, bus, nil, "org.mpris.MediaPlayer2.tvplay.instance\(getpid())", 0, nil, nil) >= 0
        else { return note("the bus takes no objects") }
        while serve(bus) {}
    }

    private func note(_ text: String) { Log.shared.write(.info, "mpris", text) }

    /// - Returns: `false` at the end: the player quits, or the bus is lost.
    private func serve(_ bus: OpaquePointer) -> Bool {
        doorbell.clear()
        let (state, isClosing) = exchange.withLock { ($0.state, $0.isClosing) }
        tell(state, bus)
        while true {
            let result = tv_bus_process(BusLibrary.table, bus, nil)
            if result < 0 {
                note("the bus is gone: " + String(cString: strerror(-result)))
                return false
            }
            if result == 0 { break }
        }
        return !isClosing && wait(bus)
    }

    private func wait(_ bus: OpaquePointer) -> Bool {
        let events = tv_bus_get_events(BusLibrary.table, bus)
        guard events >= 0 else { return false }
        var deadline = UInt64.max
        var timeout: Int32 = -1
        if tv_bus_get_timeout(BusLibrary.table, bus, &deadline) >= 0, deadline != .max {
            let now = UInt64(max(0, clock.now.nanoseconds / 1000))
            timeout = Int32(clamping: (deadline > now ? deadline - now : 0) / 1000 + 1)
        }
        var polled = [
            pollfd(fd: doorbell.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: tv_bus_get_fd(BusLibrary.table, bus), events: Int16(truncatingIfNeeded: events), revents: 0),
        ]
        _ = poll(&polled, 2, timeout)
        return true
    }

    // MARK: Signals

    private func tell(_ state: MPRISState, _ bus: OpaquePointer) {
        defer { told = state }
        guard let told, told != state else { return }
        let changes = state.changes(since: told)
        if !changes.isEmpty,
            let message = BusMessage.signal(
                bus, path: MPRISObject.path, interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged")
        {
            message.append(.string(MPRISState.playerInterface))
            message.append(.map(changes))
            message.append(.strings([]))
            message.send(on: bus)
        }
        if state.hasJumped(since: told),
            let message = BusMessage.signal(
                bus, path: MPRISObject.path, interface: MPRISState.playerInterface, member: "Seeked")
        {
            message.append(.integer(state.position(at: clock.now)))
            message.send(on: bus)
        }
    }

    // MARK: Calls

    /// - Returns: sd-bus's result: 1 if handled, 0 if unknown.
    func handle(_ call: BusCall) -> Int32 {
        let state = exchange.withLock { $0.state }
        switch (call.interface, call.member) {
        case ("org.freedesktop.DBus.Introspectable", "Introspect"):
            answer(call) { $0.append(.string(MPRISObject.introspection)) }
        case ("org.freedesktop.DBus.Properties", let member): property(member, call, state)
        case (let interface, let member):
            let arguments = MPRISObject.Arguments(
                integer: { call.integer() }, text: { call.text() }, path: { call.text("o") })
            switch MPRISObject.call(interface, member, arguments, state, at: clock.now) {
            case .commands(let commands):
                put(commands)
                answer(call) { _ in }
            case .wrongArguments: refuse(call, "InvalidArgs", "The arguments are wrong.")
            case .unknown: return 0
            }
        }
        return 1
    }

    private func property(_ member: String, _ call: BusCall, _ state: MPRISState) {
        guard let interface = call.text(), var properties = state.properties(of: interface) else {
            return refuse(call, "UnknownInterface", "There is no such interface.")
        }
        if let index = properties.firstIndex(where: { $0.key == "Position" }) {
            properties[index].value = .integer(state.position(at: clock.now))
        }
        if member == "GetAll" { return answer(call) { $0.append(.map(properties)) } }
        guard let name = call.text(), let value = properties.first(where: { $0.key == name })?.value else {
            return refuse(call, "UnknownProperty", "There is no such property.")
        }
        switch member {
        case "Get": answer(call) { $0.appendVariant(value) }
        case "Set":
            guard let value = call.variant() else {
                return refuse(call, "InvalidArgs", "The value is of another type.")
            }
            guard interface == MPRISState.playerInterface, let commands = MPRISObject.set(name, value) else {
                return refuse(call, "PropertyReadOnly", "The property cannot be set to this.")
            }
            put(commands)
            answer(call) { _ in }
        default: refuse(call, "UnknownMethod", "There is no such method.")
        }
    }

    private func put(_ commands: [PlayerCommand]) {
        guard !commands.isEmpty else { return }
        exchange.withLock { $0.commands += commands }
        wakeUp.signal()
    }

    private func answer(_ call: BusCall, _ fill: (borrowing BusMessage) -> Void) {
        guard let message = BusMessage.answer(to: call.message) else { return }
        fill(message)
        message.send()
    }

    private func refuse(_ call: BusCall, _ name: String, _ text: String) {
        BusMessage.error(to: call.message, name: "org.freedesktop.DBus.Error." + name, text: text)?.send()
    }
}

private func handleCall(
    _ message: OpaquePointer?, _ context: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<tv_bus_error>?
) -> Int32 {
    guard let message, let context else { return 0 }
    return Unmanaged<MPRISConnection>.fromOpaque(context).takeUnretainedValue().handle(BusCall(message: message))
}
