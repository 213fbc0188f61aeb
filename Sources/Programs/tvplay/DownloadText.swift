import Cells
import DownloadClient
import DownloadModel
import Encoding
import Glibc
import PlayCore

enum DownloadText {
    /// Returns one line of JSON for programs. Failures are worded as in the list.
    static func line(_ value: JSONValue) -> String { String(decoding: worded(value).bytes, as: UTF8.self) + "\n" }

    private static func worded(_ value: JSONValue) -> JSONValue {
        let (number, detail) = (value[.errorNumber]?.wholeNumber, value[.errorMessage]?.text)
        guard let problem = DownloadProblem(code: value[.errorCode]?.text, number: number, detail: detail) else {
            return value
        }
        let members = (value.members ?? []).map { member in
            member.name == DownloadRecord.Key.errorMessage.rawValue
                ? JSONValue.Member(member.name, .string(DownloadWords.problem(problem))) : member
        }
        return .object(members)
    }

    static func added(_ id: String, _ name: String, path: String) -> String {
        guard !path.isEmpty else { return tr("Added to downloads: %1 (ID %2)", clean(name), id) + "\n" }
        return tr("Downloading %1 to %2 (ID %3)", clean(name), clean(path), id) + "\n"
    }

    static func table(_ rows: [DownloadRecord]) -> String {
        guard !rows.isEmpty || isatty(STDOUT_FILENO) != 1 else { return tr("No downloads") + "\n" }
        return TextTable.text(
            rows.map(cells),
            titles: [tr("ID"), tr("State"), tr("Done"), tr("Size"), tr("Speed"), tr("Definition"), tr("Title")])
    }

    static func cells(_ row: DownloadRecord) -> [String] {
        [
            row.id.text, clean(DownloadWords.state(row)), percent(row.figures.fraction),
            row.figures.total.map(ByteCountText.text) ?? "-",
            row.figures.bytesPerSecond > 0 ? ByteCountText.text(row.figures.bytesPerSecond) + "/s" : "-",
            row.ahead.map(DownloadWords.length) ?? row.definition.map(clean) ?? "-",
            named(clean(row.name), row),
        ]
    }

    /// Adds a reason if the row is incomplete.
    static func named(_ name: String, _ row: DownloadRecord) -> String {
        reason(row).map { tr("%1: %2", name, clean($0)) } ?? name
    }

    /// Returns why a download is incomplete and makes no progress.
    static func reason(_ row: DownloadRecord) -> String? {
        row.problem.map(DownloadWords.problem) ?? DownloadWords.note(row.label, row.activity)
    }

    static func info(_ row: DownloadRecord) -> String {
        var lines = [
            tr("ID: %1", row.id.text), tr("Title: %1", row.name), tr("Address: %1", row.reference),
            tr("State: %1", DownloadWords.state(row)),
        ]
        if let problem = row.problem { lines.append(tr("Problem: %1", DownloadWords.problem(problem))) }
        if let note = DownloadWords.note(row.label, row.activity) { lines.append(tr("Reason: %1", note)) }
        let total = row.figures.total.map(ByteCountText.text) ?? "?"
        lines.append(tr("Done: %1 of %2", ByteCountText.text(row.figures.done), total))
        if let definition = row.definition { lines.append(tr("Definition: %1", definition)) }
        lines.append(tr("Priority: %1", "\(row.priority)"))
        if let ahead = row.ahead { lines.append(tr("Into the cache: the first %1", DownloadWords.length(ahead))) }
        if row.isSecure { lines.append(tr("Encrypted")) }
        lines += row.files.map { tr("File: %1", $0.path(in: row.folder)) }
        lines += row.notes.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        return lines.map(clean).joined(separator: "\n") + "\n"
    }

    private static func percent(_ fraction: Double) -> String { "\(Int((fraction * 100).rounded(.down)))%" }

    static func clean(_ text: String) -> String { SafeText.clean(ByteText.shown(text)) }
}
