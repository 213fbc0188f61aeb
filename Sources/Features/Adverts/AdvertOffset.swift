package import PlayCore

/// A position in an advert or in the content, written as `00:01:30.500` or `25%`.
package enum AdvertOffset: Sendable, Hashable {
    case time(MediaTime)
    /// 0 … 100 of the duration.
    case percent(Double)

    package init?(_ text: String) {
        let text = text.trimmed
        if text.hasSuffix("%") {
            guard let value = Double(text.dropLast()), (0...100).contains(value) else { return nil }
            self = .percent(value)
        } else {
            guard let time = MediaTime(advertClock: text) else { return nil }
            self = .time(time)
        }
    }

    package func time(in duration: MediaTime?) -> MediaTime? {
        switch self {
        case .time(let time): time
        case .percent(let percent): duration?.scaled(by: percent / 100)
        }
    }
}

extension MediaTime {
    /// Reads `HH:MM:SS` or `HH:MM:SS.mmm`.
    package init?(advertClock text: String) {
        let fields = text.trimmed.split(separator: ":", omittingEmptySubsequences: false)
        guard fields.count == 3, let hours = Int(fields[0]), let minutes = Int(fields[1]), (0..<10_000).contains(hours),
            (0..<60).contains(minutes), let seconds = Double(fields[2]), (0..<60).contains(seconds)
        else { return nil }
        self = .seconds(hours * 3600 + minutes * 60) + MediaTime(seconds: seconds)
    }

    var advertClock: String {
        let milliseconds = max(0, nanoseconds) / 1_000_000
        func padded(_ value: Int64, _ width: Int) -> String {
            let text = "\(value)"
            return String(repeating: "0", count: max(0, width - text.count)) + text
        }
        let (hours, minutes) = (milliseconds / 3_600_000, milliseconds / 60_000 % 60)
        let seconds = padded(milliseconds / 1000 % 60, 2) + "." + padded(milliseconds % 1000, 3)
        return "\(padded(hours, 2)):\(padded(minutes, 2)):\(seconds)"
    }
}

extension String {
    var trimmed: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }

    /// `nil` if the text is empty, too long for an address or a path, or contains spaces or control characters.
    var asReference: String? {
        let text = trimmed
        let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
        return isPlain && !text.isEmpty && text.utf8.count <= 8192 ? text : nil
    }
}
