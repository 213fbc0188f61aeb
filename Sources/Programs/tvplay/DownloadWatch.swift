import CPlatform
import DownloadClient
import DownloadModel
import Encoding
import Glibc
import Options
import PlayCore

/// Lists downloads again after each change, until interrupted.
struct DownloadWatch {
    /// A line over SSH is slow, and faster updates could not be read.
    private static let interval = HostTime.milliseconds(500)

    let isJSON: Bool

    /// Redraws the table in place on a terminal. Elsewhere prints a line for each changed row.
    func run(_ client: DownloadClient) throws(DownloadClientError) -> ExitCode {
        _ = try client.call(.subscribe)
        var drawn: [DownloadID: DownloadRecord] = [:]
        var height = 0
        while true {
            let values = try client.call(.list)["items"]?.items ?? []
            let rows = values.compactMap { DownloadRecord($0) }
            let changed = rows.filter { row in drawn[row.id].map { Self.differs($0, row) } ?? true }
            let isShorter = drawn.count != rows.count
            if !changed.isEmpty || isShorter {
                let text: String
                if !isJSON, isatty(STDOUT_FILENO) == 1 {
                    text = Self.inPlace(DownloadText.table(rows), over: &height)
                } else {
                    let wanted = Set(changed.map(\.id.text))
                    text =
                        isJSON
                        ? values.filter { wanted.contains($0["gid"]?.text ?? "") }.map(DownloadText.line).joined()
                        : changed.map { DownloadText.cells($0).joined(separator: "\t") + "\n" }.joined()
                }
                let written = DownloadProgram.write(text)
                guard written == .success, Self.isRead else { return written }
                drawn = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) })
            }
            try Self.pause(client)
        }
    }

    /// Waits until all items have ended. The daemon reports completed items, which `completed` receives; others are
    /// queried. Returns the number of failures, and the exit status for the last one.
    func wait(
        for ids: [String], _ client: DownloadClient,
        completed: (String) throws(DownloadClientError) -> Void = { (_) throws(DownloadClientError) in }
    ) throws(DownloadClientError) -> (failed: Int, status: Int32?) {
        let keys = JSONValue.list(["gid", "label", "errorCode", "errorNumber", "errorMessage"].map(JSONValue.string))
        _ = try client.call(.subscribe)
        var left = Set(ids)
        var asked = left
        var (failed, status) = (0, nil as Int32?)
        while !left.isEmpty {
            let gids = JSONValue.list(asked.map(JSONValue.string))
            let rows =
                asked.isEmpty
                ? [] : (try client.call(.tell, [gids, keys]).items ?? []).compactMap { DownloadRecord($0) }
            for row in rows where row.label != .downloading && row.label != .done {
                let words = row.problem.map(DownloadWords.problem) ?? DownloadWords.label(row.label)
                DownloadProgram.complain(tr("%1: %2", row.id.text, words))
                failed += 1
                status = row.problem?.exitStatus ?? DownloadProblem.unknownStatus
            }
            for row in rows where row.label == .done { try completed(row.id.text) }
            // Items unknown to the daemon were removed from its list.
            left.subtract(asked.subtracting(rows.filter { $0.label == .downloading }.map(\.id.text)))
            if !left.isEmpty {
                let before = left
                asked = try Self.ended(&left, client)
                for id in ids where before.contains(id) && !left.contains(id) { try completed(id) }
            }
        }
        if isJSON { try printOutcomes(of: ids, client) }
        return (failed, status)
    }

    private func printOutcomes(of ids: [String], _ client: DownloadClient) throws(DownloadClientError) {
        let keys: [DownloadRecord.Key] = [
            .id, .reference, .label, .status, .folder, .files, .errorCode, .errorNumber, .errorMessage,
        ]
        for start in stride(from: 0, to: ids.count, by: DownloadTally.batch) {
            let part = JSONValue.list(ids[start..<min(ids.count, start + DownloadTally.batch)].map(JSONValue.string))
            let answer = try client.call(.tell, [part, .list(keys.map { .string($0.rawValue) })])
            let lines = (answer.items ?? []).compactMap { value in
                DownloadRecord(value).map { row in
                    DownloadText.line(
                        .object([
                            "gid": .string(row.id.text), "reference": .string(row.reference),
                            "path": row.mainPath.map(JSONValue.string), "status": value[.status],
                            "code": .integer(Int64(row.problem?.exitStatus ?? 0)),
                            "errorMessage": row.problem.map { .string(DownloadWords.problem($0)) },
                        ]))
                }
            }
            _ = DownloadProgram.write(lines.joined())
        }
    }

    /// Waits for a notification, removes completed items from `left`, and returns those to be queried.
    private static func ended(
        _ left: inout Set<String>, _ client: DownloadClient
    ) throws(DownloadClientError) -> Set<String> {
        var others: Set<String> = []
        var hasNews = false
        while !hasNews {
            while let told = try client.nextNotification() {
                guard let id = told.parameter["gid"]?.text, left.contains(id) else { continue }
                hasNews = true
                if told.event == .complete { left.remove(id) } else { others.insert(id) }
            }
            if !hasNews { wait(client, milliseconds: -1) }
        }
        return others.intersection(left)
    }

    /// Returns whether the rows differ by a tenth of a per cent, another speed, or other visible values.
    private static func differs(_ a: DownloadRecord, _ b: DownloadRecord) -> Bool {
        a.figures.differsVisibly(from: b.figures) || a.label != b.label
            || a.activity != b.activity || a.name != b.name || a.problem != b.problem || a.definition != b.definition
    }

    /// Ends with a notification, or at the next check of the speeds.
    private static func pause(_ client: DownloadClient) throws(DownloadClientError) {
        let end = SystemClock().now + interval
        var hasNews = false
        while true {
            while try client.nextNotification() != nil { hasNews = true }
            let left = end - SystemClock().now
            guard !hasNews, left > .zero else { return }
            wait(client, milliseconds: Int32(left.nanoseconds / 1_000_000) + 1)
        }
    }

    /// - Parameter milliseconds: the limit, or -1 to wait until there is something to read.
    private static func wait(_ client: DownloadClient, milliseconds: Int32) {
        var polled = pollfd(fd: client.pollDescriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&polled, 1, milliseconds)
    }

    private static var isRead: Bool {
        var polled = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        return poll(&polled, 1, 0) <= 0 || polled.revents & Int16(POLLERR | POLLNVAL) == 0
    }

    /// Returns the table after the sequence that moves the cursor up over the previous one, as far as the screen
    /// allows.
    private static func inPlace(_ table: String, over height: inout Int) -> String {
        var size = winsize()
        let space = tv_get_window_size(STDOUT_FILENO, &size) == 0 && size.ws_row > 1 ? Int(size.ws_row) - 1 : 24
        let columns = size.ws_col > 0 ? Int(size.ws_col) : 80
        let lines = table.split(separator: "\n").prefix(space).map { DownloadLine.cut(String($0), to: columns) }
        let up = height > 0 ? "\u{1B}[\(height)A\r\u{1B}[J" : ""
        height = lines.count
        return up + lines.map { $0 + "\n" }.joined()
    }
}
