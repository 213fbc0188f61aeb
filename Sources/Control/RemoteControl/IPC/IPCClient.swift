import Commands
import Encoding
import PlayCore
import Playlists

/// A connected client, with its observed properties and disabled events. Main thread.
struct IPCClient {
    private struct Observed {
        let id: Int64
        let name: String
        let asText: Bool
        /// `nil` before the first report.
        var last: JSONValue??
    }

    private var observed: [Observed] = []
    private var disabledEvents: Set<String> = []
    /// Whether the client wants events for cue points that a seek skipped.
    private var wantsSkipped = false
    let name: String
    private(set) var logLevel: ClientLogLevel?
    private var reportedPlaylist: PlaylistContents?
    /// Whether a command is in progress. The client's later requests wait for its answer.
    var isWaiting = false

    init(name: String) { self.name = name }

    var observesSomething: Bool { !observed.isEmpty }

    /// - Parameter later: receives a slow command's answer. Until then ``isWaiting`` is set.
    /// - Returns: the answer, or `nil` if there is none, or it comes later.
    mutating func handle(
        _ request: IPCRequest, _ runner: any CommandRunner, at now: HostTime,
        later: @escaping (JSONValue?) -> Void = { _ in }
    ) -> JSONValue? {
        switch request {
        case .nothing: return nil
        case .wrong(let id): return Self.answer(id, error: "invalid parameter")
        case .line(let line):
            run(line, runner, later)
            return nil
        case .call(let words, let id):
            do {
                switch try carryOut(words, runner, at: now) {
                case .done(let data): return Self.answer(id, error: "success", data: data)
                case .command(let command, let hasResult):
                    return run(command, runner) { later(Self.answer(id, $0, hasResult)) }
                        .map { Self.answer(id, $0, hasResult) }
                }
            } catch {
                // mpv's words say little. The log has the reason.
                note(error, words.first?.text ?? "")
                return Self.answer(id, error: error.protocolText)
            }
        }
    }

    /// - Returns: the answer, or `nil` if `later` will receive it.
    private mutating func run(
        _ command: BoundCommand, _ runner: any CommandRunner, later: @escaping (CommandAnswer) -> Void
    ) -> CommandAnswer? {
        let slip = AnswerSlip()
        runner.run(command) { slip.deliver($0) }
        if slip.answer == nil {
            isWaiting = true
            slip.later = later
        }
        return slip.answer
    }

    /// Runs a line of commands without an answer. An error in one does not affect the others.
    private mutating func run(_ line: String, _ runner: any CommandRunner, _ later: @escaping (JSONValue?) -> Void) {
        do {
            let open = OpenCommands { later(nil) }
            for command in try BoundCommand.parse(line: line) {
                let answer = run(command, runner) { [self] answer in
                    note(answer, line)
                    open.end()
                }
                if let answer { note(answer, line) } else { open.count += 1 }
            }
        } catch {
            note(.failure(error), line)
        }
    }

    private func note(_ answer: CommandAnswer, _ line: String) {
        if case .failure(let error) = answer { note(error, line) }
    }

    private func note(_ error: CommandError?, _ line: String) {
        guard let error else { return }
        Log.shared.write(.warning, "ipc", "\(name): \(Self.printable(line)): \(Self.printable(error.message))")
    }

    /// Expands mpv's prefixes: `~~/` is the folder of the configuration, `~/` the home.
    private static func expanded(_ path: String) -> String {
        for prefix in ["~~/", "~~home/"] where path.hasPrefix(prefix) {
            let folder = BaseFolder.absolute("TVPLAY_HOME") ?? BaseFolder.configuration.path().map { $0 + "/tvplay" }
            return folder.map { $0 + "/" + path.dropFirst(prefix.count) } ?? path
        }
        guard path.hasPrefix("~/"), let home = BaseFolder.absolute("HOME") else { return path }
        return home + path.dropFirst()
    }

    private static func printable(_ text: String) -> String {
        let scalars = text.unicodeScalars.prefix(200).map { scalar in
            scalar.properties.generalCategory == .control ? "?" as UnicodeScalar : scalar
        }
        return String(String.UnicodeScalarView(scalars))
    }

    func wants(_ event: JSONValue) -> Bool {
        guard let name = event["event"]?.text else { return true }
        guard wantsSkipped || event["skipped"] != .flag(true) else { return false }
        return !disabledEvents.contains(name) && (!disabledEvents.contains("all") || name == "shutdown")
    }

    func event(_ message: ClientMessage) -> JSONValue? {
        guard message.target == nil || message.target == name else { return nil }
        let event = JSONValue.object(sorting: [
            "event": .string("client-message"), "args": .list(message.words.map(JSONValue.string)),
        ])
        return wants(event) ? event : nil
    }

    func event(_ line: Log.Line) -> JSONValue? {
        guard let level = logLevel?.log, line.level <= level else { return nil }
        let event = JSONValue.object(sorting: [
            "event": .string("log-message"), "prefix": .string(line.module),
            "level": .string(ClientLogLevel(line.level).rawValue), "text": .string(line.text + "\n"),
        ])
        return wants(event) ? event : nil
    }

    /// Returns an event for each changed property. `onlyFirst`: only for those never reported, while the others wait.
    mutating func changes(_ context: PropertyContext, onlyFirst: Bool = false) -> [JSONValue] {
        if onlyFirst, observed.allSatisfy({ $0.last != nil }) { return [] }
        var events: [JSONValue] = []
        // Avoids converting a long list on each call.
        let hasSameList = reportedPlaylist == context.playlist
        if !onlyFirst { reportedPlaylist = context.playlist }
        for index in observed.indices where !onlyFirst || observed[index].last == nil {
            if hasSameList, observed[index].last != nil, observed[index].name.hasPrefix("playlist") { continue }
            let value = Self.read(observed[index].name, asText: observed[index].asText, context)
            guard observed[index].last != .some(value) else { continue }
            observed[index].last = .some(value)
            var fields: [String: JSONValue] = [
                "event": .string("property-change"), "id": .integer(observed[index].id),
                "name": .string(observed[index].name),
            ]
            fields["data"] = value
            events.append(.object(sorting: fields))
        }
        return events
    }

    /// Returns `nil` if the property has no value now, or does not exist. A newer player may have it.
    private static func read(_ name: String, asText: Bool, _ context: PropertyContext) -> JSONValue? {
        do {
            guard asText else { return try PropertyTable.get(name, context) }
            return try PropertyTable.text(name, context).map(JSONValue.string)
        } catch {
            return nil
        }
    }

    private static func answer(_ id: JSONValue, error: String, data: JSONValue? = nil) -> JSONValue {
        var fields: [String: JSONValue] = ["request_id": id, "error": .string(error)]
        fields["data"] = data
        return .object(sorting: fields)
    }

    /// Returns the answer to a command. As in mpv, a property's error is named only to clients that set it directly.
    private static func answer(_ id: JSONValue, _ answer: CommandAnswer, _ hasResult: Bool) -> JSONValue {
        switch answer {
        case .success(let data): Self.answer(id, error: "success", data: hasResult ? data : nil)
        case .failure(let error):
            Self.answer(id, error: (hasResult ? CommandError.failed("") : error).protocolText)
        }
    }

    // MARK: Commands

    private enum Outcome {
        case done(JSONValue?)
        /// Setting a property has no result, not even `null`.
        case command(BoundCommand, hasResult: Bool)
    }

    private mutating func carryOut(
        _ words: [JSONValue], _ runner: any CommandRunner, at now: HostTime
    ) throws(CommandError) -> Outcome {
        guard let name = words.first?.text else { throw .badSyntax }
        var arguments = words.dropFirst()
        func next() throws(CommandError) -> JSONValue {
            guard let word = arguments.popFirst() else { throw .missingArgument(name) }
            return word
        }
        func text() throws(CommandError) -> String {
            guard let text = try next().text else { throw .badArgument(name, value: "") }
            return text
        }
        func lastText() throws(CommandError) -> String {
            let word = try text()
            guard arguments.isEmpty else { throw .tooManyArguments(name) }
            return word
        }
        switch name {
        case "get_property": return .done(try PropertyTable.get(try lastText(), runner.properties))
        // As in mpv, a property without a value is no error here.
        case "get_property_string":
            return .done(Self.read(try lastText(), asText: true, runner.properties) ?? .null)
        case "set_property", "set_property_string":
            var command = BoundCommand(.set(try text(), try next()))
            guard arguments.isEmpty else { throw .tooManyArguments(name) }
            command.isQuiet = true
            return .command(command, hasResult: false)
        case "observe_property", "observe_property_string":
            guard let id = try next().exactInteger else { throw .badArgument(name, value: "") }
            observed.append(Observed(id: id, name: try lastText(), asText: name.hasSuffix("string"), last: nil))
        case "unobserve_property":
            guard let id = try next().exactInteger, arguments.isEmpty else { throw .badArgument(name, value: "") }
            observed.removeAll { $0.id == id }
        case "enable_event": enable(try lastText())
        case "disable_event": disable(try lastText())
        case "expand-text", "expand_text":
            return .done(.string(PropertyExpansion.expand(try text(), runner.properties)))
        case "expand-path", "expand_path": return .done(.string(Self.expanded(try text())))
        case "client_name": return .done(.string(self.name))
        case "get_time_us": return .done(.integer(now.nanoseconds / 1000))
        // Client API 2.0, as in mpv 0.35.
        case "get_version": return .done(.integer(2 << 16))
        case "request_log_messages":
            let level = try lastText()
            guard let known = ClientLogLevel(rawValue: level) else { throw .badArgument(name, value: level) }
            logLevel = known.log == nil ? nil : known
        default:
            var command = try BoundCommand.parse(words: words)
            // As in mpv, only commands that show a message themselves appear on the screen.
            if case .showText = command.command { command.isQuiet = false } else { command.isQuiet = true }
            if command.command == .showProgress { command.isQuiet = false }
            return .command(command, hasResult: true)
        }
        return .done(nil)
    }
}

extension IPCClient {
    /// Off by default, because a client that follows the film does not need skipped points.
    private static let skippedPoints = "cue-point-skipped"

    private mutating func enable(_ event: String) {
        if event == "all" { disabledEvents = [] } else { disabledEvents.remove(event) }
        if ["all", Self.skippedPoints].contains(event) { wantsSkipped = true }
    }

    private mutating func disable(_ event: String) {
        if event != Self.skippedPoints { disabledEvents.insert(event) }
        if ["all", Self.skippedPoints].contains(event) { wantsSkipped = false }
    }
}

private final class AnswerSlip {
    private(set) var answer: CommandAnswer?
    var later: ((CommandAnswer) -> Void)?

    func deliver(_ answer: CommandAnswer) {
        guard let later else { return self.answer = answer }
        self.later = nil
        later(answer)
    }
}

/// The commands of a line that are in progress. Main thread.
private final class OpenCommands {
    var count = 0
    private let whenDone: () -> Void

    init(whenDone: @escaping () -> Void) { self.whenDone = whenDone }

    func end() {
        count -= 1
        if count == 0 { whenDone() }
    }
}
