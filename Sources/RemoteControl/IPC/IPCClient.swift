import Commands
import PlayCore

/// What one client asked for: its requests are answered, its observed properties watched. A value; main thread.
struct IPCClient {
    private struct Observed {
        let id: Int64
        let name: String
        let asText: Bool
        /// Nil: nothing was told yet.
        var last: Node??
    }

    private var observed: [Observed] = []
    private var disabledEvents: Set<String> = []
    private let name: String

    init(number: Int) { name = "ipc-\(number)" }

    var observesSomething: Bool { !observed.isEmpty }

    /// - Returns: the answer; nil where none is due.
    mutating func take(_ request: IPCRequest, _ runner: any CommandRunner, at now: HostTime) -> Node? {
        switch request {
        case .nothing: return nil
        case .wrong(let id): return Self.answer(id, error: "invalid parameter")
        case .line(let line):
            do {
                // What is wrong in one command does not keep the others of the line from being carried out.
                for command in try BoundCommand.parse(line: line) { note(runner.run(command), line) }
            } catch {
                note(error, line)
            }
            return nil
        case .call(let words, let id):
            do {
                return Self.answer(id, error: "success", data: try carryOut(words, runner, at: now))
            } catch {
                return Self.answer(id, error: error.protocolText)
            }
        }
    }

    private func note(_ error: CommandError?, _ line: String) {
        guard let error else { return }
        Log.shared.write(.warning, "ipc", "\(name): \(Self.printable(line)): \(Self.printable(error.message))")
    }

    private static func printable(_ text: String) -> String {
        let scalars = text.unicodeScalars.prefix(200).map { scalar in
            scalar.properties.generalCategory == .control ? "?" as UnicodeScalar : scalar
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// Events that the client did not switch off.
    func wants(_ event: Node) -> Bool {
        guard case .map(let fields) = event, let name = fields["event"]?.string else { return true }
        return !disabledEvents.contains(name) && (!disabledEvents.contains("all") || name == "shutdown")
    }

    /// An event for each observed property that is not what it was.
    mutating func changes(_ context: PropertyContext) -> [Node] {
        var events: [Node] = []
        for index in observed.indices {
            let value = Self.read(observed[index].name, asText: observed[index].asText, context)
            guard observed[index].last != .some(value) else { continue }
            observed[index].last = .some(value)
            var fields: [String: Node] = [
                "event": .string("property-change"), "id": .integer(observed[index].id),
                "name": .string(observed[index].name),
            ]
            fields["data"] = value
            events.append(.map(fields))
        }
        return events
    }

    /// Nil: it has no value now, or there is no such property, which may come with a newer player.
    private static func read(_ name: String, asText: Bool, _ context: PropertyContext) -> Node? {
        do {
            let value = try PropertyTable.get(name, context)
            return asText ? value.text.map(Node.string) : value
        } catch {
            return nil
        }
    }

    private static func answer(_ id: Node, error: String, data: Node? = nil) -> Node {
        var fields: [String: Node] = ["request_id": id, "error": .string(error)]
        fields["data"] = data
        return .map(fields)
    }

    // MARK: Commands

    private mutating func carryOut(
        _ words: [Node], _ runner: any CommandRunner, at now: HostTime
    ) throws(CommandError) -> Node? {
        guard let name = words.first?.string else { throw .badSyntax }
        var arguments = words.dropFirst()
        func next() throws(CommandError) -> Node {
            guard let word = arguments.popFirst() else { throw .missingArgument(name) }
            return word
        }
        func text() throws(CommandError) -> String {
            guard let text = try next().string else { throw .badArgument(name, value: "") }
            return text
        }
        switch name {
        case "get_property": return try PropertyTable.get(try text(), runner.properties)
        case "get_property_string":
            let property = try text()
            guard let text = try PropertyTable.get(property, runner.properties).text else {
                throw .badValue(property, value: "")
            }
            return .string(text)
        case "set_property", "set_property_string":
            var command = BoundCommand(.set(try text(), try next()))
            command.isQuiet = true
            if let error = runner.run(command) { throw error }
        case "observe_property", "observe_property_string":
            guard let id = try next().integer else { throw .badArgument(name, value: "") }
            observed.append(Observed(id: id, name: try text(), asText: name.hasSuffix("string"), last: nil))
        case "unobserve_property":
            guard let id = try next().integer else { throw .badArgument(name, value: "") }
            observed.removeAll { $0.id == id }
        case "enable_event": disabledEvents.subtract(try text() == "all" ? disabledEvents : [words[1].string ?? ""])
        case "disable_event": disabledEvents.insert(try text())
        case "client_name": return .string(self.name)
        case "get_time_us": return .integer(now.nanoseconds / 1000)
        // Client API 2.0, as mpv 0.35 has it.
        case "get_version": return .integer(2 << 16)
        case "request_log_messages": throw .notAvailable(name)
        default:
            var command = try BoundCommand.parse(words: words)
            // As with mpv, only commands that say something themselves appear on the screen.
            if case .showText = command.command { command.isQuiet = false } else { command.isQuiet = true }
            if command.command == .showProgress { command.isQuiet = false }
            if let error = runner.run(command) { throw error }
            // mpv's commands have a result, which is nothing for nearly all of them.
            return .null
        }
        return nil
    }
}
