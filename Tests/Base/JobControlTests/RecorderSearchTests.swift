import Testing

@testable import JobControl

@Suite("Programs that record terminals")
struct RecorderSearchTests {
    private func recorder(_ ancestors: [[String]]) -> String? {
        RecorderSearch.recorder(
            of: 100, parent: { $0 > 100 - Int32(ancestors.count) ? $0 - 1 : 1 },
            words: { ancestors[Int(99 - $0)] })
    }

    @Test("ROOM-43: a recorder among the ancestors is found by its name or its path; others are nothing")
    func search() {
        #expect(
            recorder([["bash"], ["asciinema", "/usr/bin/python3", "/usr/bin/asciinema"], ["bash"]]) == "asciinema")
        #expect(recorder([["bash"], ["python3", "python3", "/opt/bin/termtosvg"]]) == "termtosvg")
        #expect(recorder([["bash"], ["script"]]) == "script")
        #expect(recorder([["bash"], ["sshd"], ["systemd"]]) == nil)
        #expect(recorder([["scripts"], ["description"]]) == nil)
        #expect(recorder([]) == nil)
    }

    @Test("ROOM-43: ancestors without end end the search")
    func endless() {
        #expect(RecorderSearch.recorder(of: 7, parent: { _ in 7 }, words: { _ in ["bash"] }) == nil)
    }
}
