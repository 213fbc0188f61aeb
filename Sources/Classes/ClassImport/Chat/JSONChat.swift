import Classes
import Encoding

protocol ChatRecords {
    static var keys: JSONKeys? { get }
    /// `list` is the name of the record's list in the document, or `nil` for the outermost list or a line. `number`
    /// counts from 1.
    mutating func record(_ value: JSONValue, list: String?, number: Int, into collector: inout ImportCollector)
    /// Reads a member of the document that is not a list of records.
    mutating func member(_ name: String, _ value: JSONValue, into collector: inout ImportCollector)
    mutating func finish(into collector: inout ImportCollector)
    var title: String? { get }
    var hasClockTimes: Bool { get }
}

extension ChatRecords {
    mutating func member(_ name: String, _ value: JSONValue, into collector: inout ImportCollector) {}
    mutating func finish(into collector: inout ImportCollector) {}
    var title: String? { nil }
    var hasClockTimes: Bool { false }
}

struct JSONChat<Records: ChatRecords>: ChatParser {
    private enum Splitter {
        case lines(LineSplitter)
        case elements(ElementSplitter)
    }

    private var splitter: Splitter
    private var records: Records
    private var count = 0

    init(_ records: Records, linesUpTo limit: Int) {
        self.records = records
        splitter = .lines(LineSplitter(limit: limit))
    }

    init(_ records: Records, members: Set<String>, ignoring ignored: Set<String>, upTo limit: Int) {
        self.records = records
        splitter = .elements(ElementSplitter(lists: members, ignored: ignored, limit: limit))
    }

    var title: String? { records.title }
    var hasClockTimes: Bool { records.hasClockTimes }

    mutating func feed(_ bytes: [UInt8], into collector: inout ImportCollector) {
        switch splitter {
        case .lines(var lines):
            // Moves the splitter out of the enum while it is fed, which avoids copies.
            splitter = .lines(LineSplitter(limit: 0))
            lines.feed(bytes) { parse(line: $0, $1, &collector) }
            splitter = .lines(lines)
        case .elements(var elements):
            splitter = .lines(LineSplitter(limit: 0))
            elements.feed(bytes) { parse($0, &collector) }
            splitter = .elements(elements)
        }
    }

    mutating func finish(into collector: inout ImportCollector) {
        switch splitter {
        case .lines(var lines): lines.finish { parse(line: $0, $1, &collector) }
        case .elements(let elements):
            if !elements.isComplete { collector.note("it breaks off before its end") }
        }
        records.finish(into: &collector)
    }

    private mutating func parse(line: ArraySlice<UInt8>?, _ number: Int, _ collector: inout ImportCollector) {
        guard let line else { return collector.note("longer than \(collector.limits.recordBytes) bytes", line: number) }
        guard line.contains(where: { $0 > 0x20 }) else { return }
        do throws(JSONValue.Problem) {
            let value = try JSONValue(document: line, keys: Records.keys)
            records.record(value, list: nil, number: number, into: &collector)
        } catch {
            collector.note(error.words, line: number)
        }
    }

    private mutating func parse(_ part: ElementSplitter.Part, _ collector: inout ImportCollector) {
        do throws(JSONValue.Problem) {
            switch part {
            case .element(let list, let bytes):
                count += 1
                let value = try JSONValue(document: bytes, keys: Records.keys)
                records.record(value, list: list, number: count, into: &collector)
            case .member(let name, let bytes):
                records.member(name, try JSONValue(document: bytes, keys: Records.keys), into: &collector)
            case .tooLarge: collector.note("a part longer than \(collector.limits.recordBytes) bytes")
            }
        } catch {
            collector.note("a part that is wrong: \(error.words)")
        }
    }
}
