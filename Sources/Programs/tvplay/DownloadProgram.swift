import CPlatform
import Cells
import DownloadClient
import DownloadModel
import Encoding
import Glibc
import Options
import PlayCore

/// `tvplay get` and `tvplay downloads`: sends requests to the daemon, starts it if necessary, and prints its answers.
struct DownloadProgram {
    private let command: DownloadCommand
    private let options: PlayerOptions
    private let start: DownloadStart
    private let typed: [TypedOption]

    init(_ command: DownloadCommand, _ parsed: ParsedOptions, _ resources: ResourceLocator) {
        self.command = command
        options = parsed.options
        typed = parsed.typed
        start = DownloadStart(
            resources, arguments: DaemonArguments.words(parsed.typed),
            requestOptions: DaemonArguments.requestOptions(parsed.typed))
    }

    func run() -> Int32 {
        if command.action == .unit { return DownloadUnit.write(start.executable).rawValue }
        guard let places = DownloadPlaces.ofThisUser() else { return Self.fail(.noPlace).rawValue }
        do throws(DownloadClientError) {
            if command.action == .stop {
                // Does not start a daemon just to stop it.
                if let client = DownloadClient(places) { _ = try client.call(.shutdown) }
                return ExitCode.success.rawValue
            }
            let client = try start.connect(places, account: options.downloads.account)
            if case .get(let wish) = command.action {
                return try DownloadAdding(wish, options, start, typed: typed, isJSON: command.isJSON).run(client)
            }
            return try run(client).rawValue
        } catch {
            return Self.fail(error).rawValue
        }
    }

    private func run(_ client: DownloadClient) throws(DownloadClientError) -> ExitCode {
        switch command.action {
        case .list, .browse: return try print(try rows(client))
        case .watch: return try DownloadWatch(isJSON: command.isJSON).run(client)
        case .info(let selection):
            return try each(client, selection, .tellStatus) { answer in
                command.isJSON ? answer : DownloadRecord(answer).map { .string(DownloadText.info($0)) } ?? answer
            }
        case .path(let selection):
            return try each(client, selection, .play) { answer in
                command.isJSON ? answer : answer["path"] ?? answer["part"] ?? answer["uri"] ?? answer
            }
        case .pause(let selection): return try act(client, selection, .pause, all: .pauseAll)
        case .resume(let selection): return try act(client, selection, .unpause, all: .unpauseAll)
        case .retry(let selection): return try act(client, selection, .retry, all: .retryAll)
        case .remove(let selection): return try remove(client, selection)
        case .priority(let number, let selection):
            return try change(client, selection, .object(["priority": .number(number)]))
        case .limit(let bytes, let selection?):
            return try change(client, selection, .object(["max-download-limit": .integer(bytes)]))
        case .limit(let bytes, nil):
            let limit = JSONValue.object(["max-overall-download-limit": .integer(bytes)])
            return try simple(client, .changeGlobalOption, [limit])
        case .move(let id, let place):
            return try simple(
                client, .changePosition, [.string(id), .integer(Int64(place - 1)), .string("POS_SET")])
        case .clear(let selection?):
            return try each(client, selection, .clear) { command.isJSON ? $0 : nil }
        case .clear(nil): return try clear(client)
        case .refresh: return try simple(client, .refresh, [])
        case .key:
            let path = try client.call(.makeKey).text ?? ""
            return Self.write(SafeText.clean(ByteText.shown(path)) + "\n")
        case .get, .stop, .unit: return .success
        }
    }

    // MARK: Several items

    private func rows(_ client: DownloadClient) throws(DownloadClientError) -> [JSONValue] {
        try client.call(.list)["items"]?.items ?? []
    }

    private func print(_ rows: [JSONValue]) throws(DownloadClientError) -> ExitCode {
        if command.isJSON { return Self.write(rows.map { DownloadText.line($0) }.joined()) }
        return Self.write(DownloadText.table(rows.compactMap { DownloadRecord($0) }))
    }

    private func ids(_ client: DownloadClient, _ selection: DownloadCommand.Selection) throws(DownloadClientError)
        -> [String]
    {
        switch selection {
        case .some(let ids): return ids
        case .all: return try rows(client).compactMap { $0["gid"]?.text }
        }
    }

    /// Sends one message for all of them. Each has an answer.
    private func each(
        _ client: DownloadClient, _ selection: DownloadCommand.Selection, _ method: DownloadMethod,
        more: [JSONValue] = [], _ shown: (JSONValue) -> JSONValue?
    ) throws(DownloadClientError) -> ExitCode {
        let ids = try ids(client, selection)
        var tally = DownloadTally()
        var lines = ""
        for start in stride(from: 0, to: ids.count, by: DownloadTally.batch) {
            let part = ids[start..<min(ids.count, start + DownloadTally.batch)]
            let answers = try client.batch(part.map { DownloadClient.Call(method, [.string($0)] + more) })
            for (id, answer) in zip(part, answers) {
                switch answer {
                case .success(let value):
                    tally.done += 1
                    if let value = shown(value) { lines += command.isJSON ? DownloadText.line(value) : text(value) }
                case .failure(let error):
                    tally.failed += 1
                    Self.complain(tr("%1: %2", id, error.message))
                }
            }
        }
        let written = Self.write(lines)
        return written == .success ? tally.exitCode : written
    }

    private func text(_ value: JSONValue) -> String {
        let text = value.text ?? String(decoding: value.bytes, as: UTF8.self)
        // Keeps the program's own line breaks.
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { SafeText.clean(ByteText.shown(String($0))) + "\n" }.joined()
    }

    private func act(
        _ client: DownloadClient, _ selection: DownloadCommand.Selection, _ method: DownloadMethod, all: DownloadMethod
    ) throws(DownloadClientError) -> ExitCode {
        guard selection == .all else { return try each(client, selection, method) { command.isJSON ? $0 : nil } }
        let done = try client.call(all)
        return command.isJSON ? Self.write(DownloadText.line(done)) : .success
    }

    private func change(
        _ client: DownloadClient, _ selection: DownloadCommand.Selection, _ options: JSONValue
    ) throws(DownloadClientError) -> ExitCode {
        try each(client, selection, .changeOption, more: [options]) { command.isJSON ? $0 : nil }
    }

    private func simple(
        _ client: DownloadClient, _ method: DownloadMethod, _ parameters: [JSONValue]
    ) throws(DownloadClientError) -> ExitCode {
        let answer = try client.call(method, parameters)
        return command.isJSON ? Self.write(DownloadText.line(answer)) : .success
    }

    private func clear(_ client: DownloadClient) throws(DownloadClientError) -> ExitCode {
        let gone = try client.call(.clearAll)
        if command.isJSON { return Self.write(DownloadText.line(gone)) }
        let count = gone.items?.count ?? 0
        return Self.write(
            (count == 0
                ? tr("Nothing to clear: no download is completed or failed.")
                : trn(
                    "Cleared %1 download; its files are kept.", "Cleared %1 downloads; their files are kept.", count))
                + "\n")
    }

    /// Asks for confirmation if there is a user.
    private func remove(
        _ client: DownloadClient, _ selection: DownloadCommand.Selection
    ) throws(DownloadClientError) -> ExitCode {
        let count = try ids(client, selection).count
        if !command.isSure {
            guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
                Self.complain(tr("Removing downloads without a terminal requires --yes."))
                return .startFailed
            }
            _ = StandardStream.error.write(
                trn("Remove %1 download and its files? [y/N] ", "Remove %1 downloads and their files? [y/N] ", count))
            guard readLine()?.lowercased().hasPrefix("y") == true else { return .success }
        }
        return try act(client, selection, .remove, all: .removeAll)
    }

    // MARK: Words

    static func fail(_ error: DownloadClientError) -> ExitCode {
        complain(error.message)
        if case .refused = error { return .playFailed }
        return .startFailed
    }

    static func complain(_ text: String) {
        _ = StandardStream.error.write("tvplay: " + SafeText.clean(ByteText.shown(text)) + "\n")
    }

    static func write(_ text: String) -> ExitCode {
        if let reason = StandardStream.output.write(text) {
            complain(tr("Cannot write to standard output: %1", reason))
            return .startFailed
        }
        return .success
    }
}

struct DownloadTally {
    /// The requests in one message.
    static let batch = 500

    var done = 0
    var failed = 0

    /// As for playback: all, none, some.
    var exitCode: ExitCode { failed == 0 ? .success : done == 0 ? .playFailed : .playPartlyFailed }
}
