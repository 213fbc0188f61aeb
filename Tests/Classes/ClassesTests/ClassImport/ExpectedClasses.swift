import ClassImport
import Classes
import PlayCore
import TestSupport
import Testing

struct ExpectedChat: Sendable, CustomTestStringConvertible {
    var file: String
    /// `nil` if the file is refused.
    var format: ChatFormat?
    var count: Int
    var first: Int
    var last: Int

    init(_ file: String, _ format: ChatFormat?, _ count: Int, _ first: Int = 0, _ last: Int = 0) {
        (self.file, self.format, self.count, self.first, self.last) = (file, format, count, first, last)
    }

    var testDescription: String { file }

    func check(_ bytes: [UInt8]) throws {
        guard let format else {
            #expect(throws: ClassReadError.self) { try ChatReplayReader.read(bytes, name: file) }
            return
        }
        let read = try ChatReplayReader.read(bytes, name: file)
        expect(read.format, is: format)
        expect(read.messages.count, is: count)
        expect(Set(read.messages.map(\.id)).count, is: count)
        func milliseconds(_ time: MediaTime?) -> Int64? { time.map { ($0.nanoseconds + 500_000) / 1_000_000 } }
        if count > 0 {
            expect(milliseconds(read.messages.first?.time), is: Int64(first))
            expect(milliseconds(read.messages.last?.time), is: Int64(last))
        } else {
            #expect(read.warnings.contains { $0.problem == "no messages" })
        }
        // Reading it again in pieces yields the same messages.
        try expect(replay(bytes, pieces: 997).messages, is: read.messages)
    }
}

struct ExpectedClass: Sendable, CustomTestStringConvertible {
    var file: String
    var events: [String: Int]
    /// Milliseconds from the first event to the end of the meeting; `nil` if the file has no end.
    var span: Int?
    var testDescription: String { file }

    func check(_ bytes: [UInt8]) throws {
        let contents = try BigBlueButton.read(MemoryRecording(events: bytes).reading).contents
        var counts = contents.counts
        // The other program does not count microphones, which it would have to follow from event to event.
        #expect(counts.removeValue(forKey: "mediaUsers") ?? 0 > 0)
        expect(counts, is: events)
        expect(contents.info.duration, is: span.map { MediaTime.milliseconds($0) })
        expect(contents.warnings, is: [])
    }
}
