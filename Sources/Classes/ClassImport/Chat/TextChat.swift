import Classes
import PlayCore

/// Lines that begin with a time. Other lines continue the previous message.
struct TextChat: ChatParser {
    private var lines: LineSplitter
    private let clockStart: MediaTime?
    private var open: ChatMessage?
    private var number = 0
    /// By the wall clock.
    private var first: MediaTime?
    private var latest = MediaTime.zero
    private var days = 0
    private(set) var hasClockTimes = false

    private static let day = MediaTime.seconds(86400)

    init(limit: Int, clockStart: MediaTime?) {
        lines = LineSplitter(limit: limit)
        self.clockStart = clockStart
    }

    mutating func feed(_ bytes: [UInt8], into collector: inout ImportCollector) {
        var splitter = lines
        lines = LineSplitter(limit: 0)
        splitter.feed(bytes) { parse($0, $1, &collector) }
        lines = splitter
    }

    mutating func finish(into collector: inout ImportCollector) {
        var splitter = lines
        splitter.finish { parse($0, $1, &collector) }
        close(&collector)
    }

    private mutating func parse(_ line: ArraySlice<UInt8>?, _ lineNumber: Int, _ collector: inout ImportCollector) {
        guard let line else {
            return collector.note("longer than \(collector.limits.recordBytes) bytes", line: lineNumber)
        }
        let text = String(decoding: line, as: UTF8.self)
        guard let parsed = TextChatLine(text[...]) else { return continueMessage(text, lineNumber, &collector) }
        close(&collector)
        number += 1
        let author = parsed.name.map { ClassUser(id: $0, name: $0) }
        open = ChatMessage(
            id: "line \(number)", time: parsed.isClock ? fromClock(parsed.time) : parsed.time, author: author,
            text: parsed.text)
    }

    private mutating func continueMessage(_ text: String, _ lineNumber: Int, _ collector: inout ImportCollector) {
        let text = text.trimmed
        guard !text.isEmpty else { return }
        guard let before = open?.text else { return collector.note("a line without a time", line: lineNumber) }
        if before.utf8.count <= collector.limits.textBytes { open?.text = before.isEmpty ? text : before + "\n" + text }
    }

    private mutating func close(_ collector: inout ImportCollector) {
        if let message = open { collector.add(message) }
        open = nil
    }

    private mutating func fromClock(_ time: MediaTime) -> MediaTime {
        hasClockTimes = clockStart == nil
        // A step back by more than half a day means that midnight has passed.
        if time < latest - Self.day.scaled(by: 0.5) { days += 1 }
        latest = time
        let start = first ?? clockStart ?? time
        first = start
        return time - start + MediaTime.seconds(86400 * days)
    }
}
