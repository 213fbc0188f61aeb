import Classes
package import Encoding
import PlayCore

extension ClassReport {
    /// The name of a column in CSV and of a field in JSON, the same in every language.
    private enum Column: String, CaseIterable {
        /// The part of a row, if the table has several parts.
        case record
        case name, role, id, joined, left, minutes, totalMinutes, time, quiz, question, chosen, answer, result, text
    }

    private struct Row {
        private(set) var texts: [Column: String] = [:]
        private(set) var values: [Column: JSONValue] = [:]

        init(_ part: Part, _ user: ClassUser) {
            set(.record, part.rawValue)
            set(.name, user.name)
            set(.role, user.role.rawValue)
            set(.id, user.id)
        }

        mutating func set(_ column: Column, _ text: String) { set(column, text, .string(text)) }
        mutating func set(_ column: Column, time: Int64) {
            set(column, WallTime(milliseconds: time).secondsText, .integer(time))
        }
        mutating func set(_ column: Column, _ text: String, _ value: JSONValue) {
            (texts[column], values[column]) = (text, value)
        }
    }

    /// RFC 4180. The first line contains the names.
    package func csv(_ parts: Set<Part> = Set(Part.allCases)) -> String {
        let columns = Self.columns(parts)
        let lines =
            [columns.map(\.rawValue)] + rows(parts).map { row in columns.map { Self.cell(row.texts[$0] ?? "") } }
        return lines.map { $0.joined(separator: ",") + "\r\n" }.joined()
    }

    /// Times are milliseconds since 1970.
    package func json(_ parts: Set<Part> = Set(Part.allCases)) -> JSONValue {
        let columns = Self.columns(parts)
        return .list(
            rows(parts).map { row in
                .object(columns.compactMap { column in row.values[column].map { .init(column.rawValue, $0) } })
            })
    }

    private static func columns(_ parts: Set<Part>) -> [Column] {
        var columns: Set<Column> = [.name, .role, .id]
        if parts.count > 1 { columns.insert(.record) }
        if parts.contains(.attendance) { columns.formUnion([.joined, .left, .minutes, .totalMinutes]) }
        if parts.contains(.answers) { columns.formUnion([.time, .quiz, .question, .chosen, .answer, .result]) }
        if parts.contains(.chat) { columns.formUnion([.time, .text]) }
        return Column.allCases.filter(columns.contains)
    }

    private func rows(_ parts: Set<Part>) -> [Row] {
        Part.allCases.filter(parts.contains).flatMap { part in
            switch part {
            case .attendance: attendance
            case .answers: answerRows
            case .chat: chat
            }
        }
    }

    // MARK: Parts

    private var attendance: [Row] {
        let people = Dictionary(grouping: stays, by: \.user.id)
        let totals = people.mapValues { $0.reduce(0) { $0 + $1.milliseconds } }
        let firsts = people.mapValues { $0.map(\.joined).min() ?? 0 }
        return stays.sorted {
            (firsts[$0.user.id] ?? 0, $0.user.id, $0.joined) < (firsts[$1.user.id] ?? 0, $1.user.id, $1.joined)
        }.map { stay in
            var row = Row(.attendance, stay.user)
            row.set(.joined, time: stay.joined)
            if !stay.isPresent { row.set(.left, time: stay.left) }
            for (column, time) in [(Column.minutes, stay.milliseconds), (.totalMinutes, totals[stay.user.id] ?? 0)] {
                let minutes = (time + 30_000) / 60_000
                row.set(column, "\(minutes)", .integer(minutes))
            }
            return row
        }
    }

    private var answerRows: [Row] {
        let quizzes = Dictionary(quizzes.map { ($0.number, $0) }, uniquingKeysWith: { $1 })
        return answers.compactMap { answer in
            guard let quiz = quizzes[answer.quiz] else { return nil }
            var row = Row(.answers, answer.user)
            row.set(.time, time: answer.time)
            row.set(.quiz, time: quiz.opened)
            row.set(.question, quiz.survey.question)
            let texts = answer.keys.map { key in quiz.survey.options.first { $0.key == key }?.text ?? "" }
            row.set(.chosen, answer.keys.joined(separator: " "), .list(answer.keys.map(JSONValue.string)))
            row.set(.answer, texts.joined(separator: "; "), .list(texts.map(JSONValue.string)))
            if answer.verdict != .noStandard { row.set(.result, answer.verdict.rawValue) }
            return row
        }
    }

    private var chat: [Row] {
        lines.map { line in
            var row = Row(.chat, line.user)
            row.set(.time, time: line.time)
            row.set(.text, line.text)
            return row
        }
    }

    // MARK: Cells

    private static let formulaStarts: Set<Unicode.Scalar> = ["=", "+", "-", "@"]

    /// Removes control characters except line feeds, because a terminal may show the table. Spreadsheets would
    /// calculate a text that starts like a formula, so an apostrophe marks it as text.
    private static func cell(_ text: String) -> String {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
            SafeText.clean(ByteText.shown(String($0)), limit: 1 << 20)
        }
        var shown = lines.joined(separator: "\n")
        let first = shown.unicodeScalars.first { !$0.properties.isWhitespace }
        if text.hasPrefix("\t") || first.map(formulaStarts.contains) ?? false { shown = "'" + shown }
        guard shown.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return shown }
        return "\"" + shown.replacing("\"", with: "\"\"") + "\""
    }
}

extension WallTime {
    /// Includes the seconds, which are the same in every time zone.
    fileprivate var secondsText: String {
        let seconds = milliseconds / 1000 % 60
        return text + (seconds < 10 ? ":0" : ":") + "\(seconds)"
    }
}
