import Cells
package import PlayCore

/// A terminal's answers and its line's measurements, kept from one start to the next so that the first picture is right
/// at once. The parser is strict: text that differs in any way from the written form is ignored.
package struct TerminalMemory: Sendable, Equatable {
    /// The answers that depend only on the terminal. kitty's keyboard protocol is enabled only after a new answer.
    var replies: [TerminalReply] = []
    /// The rate to the terminal in bytes a second, or `nil` if unknown.
    package var linkRate: Int?
    package var linkRoundTrip: HostTime?

    package init() {}

    static let maximumBytes = 2048
    private static let heading = "tvplay terminal 1"

    /// - Parameter key: the terminal's identity. It is stored in the text, because a file's name is only its hash.
    func encoded(key: String) -> String {
        var lines = [Self.heading, "key " + key]
        for reply in replies {
            switch reply {
            case .mode(2026, let state): lines.append("synchronized \(state)")
            case .version(let name): lines.append("version " + name.prefix(80))
            case .secondaryAttributes(let numbers):
                lines.append("attributes " + numbers.prefix(4).map(String.init).joined(separator: ";"))
            case .capability("RGB", let value): lines.append("direct \(value == nil ? 0 : 1)")
            case .cursor(let column, row: 1): lines.append("block \(column)")
            case .cellSize(let width, let height): lines.append("cell \(width)x\(height)")
            case .defaultBackground(let color):
                lines.append("background \(color.red);\(color.green);\(color.blue)")
            default: break
            }
        }
        if let linkRate { lines.append("rate \(linkRate)") }
        if let linkRoundTrip { lines.append("round-trip \(linkRoundTrip.nanoseconds)") }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Reads a memory. Returns `nil` for another key and for anything unknown or out of range.
    init?(_ text: String, key: String) {
        guard text.utf8.count <= Self.maximumBytes, text.hasSuffix("\n") else { return nil }
        let lines = text.dropLast().split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count >= 2, lines.count <= 16, lines[0] == Self.heading, lines[1] == "key " + key else {
            return nil
        }
        for line in lines.dropFirst(2) {
            let parts = line.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, read(String(parts[0]), parts[1]) else { return nil }
        }
    }

    private mutating func read(_ name: String, _ value: Substring) -> Bool {
        switch name {
        case "synchronized":
            guard let state = Self.number(value, 0...4) else { return false }
            replies.append(.mode(2026, state: state))
        case "version":
            guard value.utf8.count <= 80, value.allSatisfy({ $0.isASCII && $0 >= " " }) else { return false }
            replies.append(.version(String(value)))
        case "attributes":
            let numbers = value.split(separator: ";", omittingEmptySubsequences: false).map {
                Self.number($0, 0...1_000_000)
            }
            guard numbers.count <= 4, !numbers.contains(nil) else { return false }
            replies.append(.secondaryAttributes(numbers.compactMap { $0 }))
        case "direct":
            guard let flag = Self.number(value, 0...1) else { return false }
            replies.append(.capability("RGB", value: flag == 1 ? "" : nil))
        case "block":
            guard let column = Self.number(value, 1...3) else { return false }
            replies.append(.cursor(column: column, row: 1))
        case "cell":
            let sides = value.split(separator: "x", omittingEmptySubsequences: false)
            guard sides.count == 2, let width = Self.number(sides[0], 1...1000),
                let height = Self.number(sides[1], 1...1000)
            else { return false }
            replies.append(.cellSize(width: width, height: height))
        case "background":
            let levels = value.split(separator: ";", omittingEmptySubsequences: false).compactMap {
                Self.number($0, 0...255).map { UInt8($0) }
            }
            guard levels.count == 3 else { return false }
            replies.append(.defaultBackground(.rgb(levels[0], levels[1], levels[2])))
        // From a byte a second to 10 GB/s; from a microsecond to a minute.
        case "rate":
            linkRate = Self.number(value, 1...10_000_000_000)
            return linkRate != nil
        case "round-trip":
            linkRoundTrip = Self.number(value, 1000...60_000_000_000).map { HostTime(nanoseconds: Int64($0)) }
            return linkRoundTrip != nil
        default: return false
        }
        return true
    }

    private static func number(_ text: Substring, _ range: ClosedRange<Int>) -> Int? {
        guard let value = Int(text), String(value) == text, range.contains(value) else { return nil }
        return value
    }
}

extension TerminalReply {
    /// Returns whether both answer the same query, so that the newer one replaces the older.
    func answersSame(as other: TerminalReply) -> Bool {
        switch (self, other) {
        case (.mode(let a, _), .mode(let b, _)): a == b
        case (.capability(let a, _), .capability(let b, _)): a == b
        case (.version, .version), (.secondaryAttributes, .secondaryAttributes), (.cursor, .cursor),
            (.cellSize, .cellSize), (.defaultBackground, .defaultBackground), (.deviceAttributes, .deviceAttributes):
            true
        default: false
        }
    }
}
