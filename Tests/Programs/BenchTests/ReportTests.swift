import Synchronization
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

    @Test("the table gives median, least and greatest of the runs, aligned")
    func table() throws {
        #expect(
            try Self.report([3, 1234.5, 1.25]).table == """
                case  input       median   min   max  unit
                case  a "b"  CPU       3  1.25  1235  ms

                """)
    }

    @Test("JSON has every value, and quotes what must be quoted")
    func json() throws {
        #expect(
            try Self.report([1, 2]).json == """
                [
                  {"case": "case", "input": "a \\"b\\"", "figure": "CPU", "unit": "ms", "median": 1.5, "values": [1.0, 2.0]}
                ]

                """)
    }

    @Test("the median of an even number of values lies between the two in the middle")
    func median() {
        #expect(Report.median([4, 1, 3, 2]) == 2.5)
        #expect(Report.median([5, 1, 3]) == 3)
    }
}
