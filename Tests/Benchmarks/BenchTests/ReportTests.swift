import Foundation
import Synchronization
import TestSupport
import Testing

@testable import tvplay_bench

struct ReportTests {
    private static func report(_ values: [Double]) throws -> Report {
        let rest = Mutex(values[...])
        let item = BenchCase("case", "", isSlow: true) { _ in
            [Figure(subject: "a \"b\"", name: "CPU", unit: "ms", value: rest.withLock { $0.removeFirst() })]
        }
        var report = Report()
        try report.add(item, BenchContext(clips: [], player: nil), repeats: values.count)
        return report
    }

    @Test("the table shows the median, the minimum and the maximum of the runs in aligned columns")
    func table() throws {
        try expect(
            Self.report([3, 1234.5, 1.25]).table,
            is: """
                case  input       median   min   max  unit
                case  a "b"  CPU       3  1.25  1235  ms

                """)
    }

    @Test("JSON contains every value and escapes quotes")
    func json() throws {
        let text = try Self.report([1, 2]).json
        #expect(text.hasSuffix("\n"))
        let rows = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: NSObject]])
        let wanted: [String: NSObject] = [
            "case": "case" as NSString, "input": "a \"b\"" as NSString, "figure": "CPU" as NSString,
            "unit": "ms" as NSString, "median": 1.5 as NSNumber, "values": [1, 2] as NSArray,
        ]
        expect(rows, is: [wanted])
    }

    @Test("the median of an even number of values is the mean of the two in the middle")
    func median() {
        expect(Report.median([4, 1, 3, 2]), is: 2.5)
        expect(Report.median([5, 1, 3]), is: 3)
    }
}
