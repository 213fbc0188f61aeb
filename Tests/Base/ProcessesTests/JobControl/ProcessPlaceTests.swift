import Glibc
import TestSupport
import Testing

@testable import Processes

@Suite struct ProcessPlaceTests {
    @Test("a process's line of /proc is read under any program name")
    func reading() {
        let place = ProcessPlace(stat: Array("42 (a) 9 (b) S 7 30 20 34816 30 4194560".utf8))
        expect(place, is: ProcessPlace(parent: 7, group: 30, session: 20))
        for text in ["", "42", "42 (a)", "42 (a) S 7 30", "42 (a) S x 30 20 1"] {
            expect(ProcessPlace(stat: Array(text.utf8)), is: nil)
        }
    }

    @Test("this process is found with its parent, group and session")
    func thisProcess() throws {
        let place = try #require(ProcessPlace.of(getpid()))
        expect(place, is: ProcessPlace(parent: getppid(), group: getpgrp(), session: getsid(0)))
    }

    /// Whether process 9 is continued. Each row is a process with its parent, group and session.
    private func isContinued(_ rows: [(pid_t, pid_t, pid_t, pid_t)]) -> Bool {
        var places: [pid_t: ProcessPlace] = [:]
        for row in rows { places[row.0] = ProcessPlace(parent: row.1, group: row.2, session: row.3) }
        return ProcessPlace.isContinued(9) { places[$0] }
    }

    @Test("PLAY-14: a job is continued by a shell above it, also through a make or a script of the same group")
    func shells() {
        #expect(isContinued([(9, 5, 9, 5), (5, 1, 5, 5)]))
        #expect(isContinued([(9, 8, 7, 5), (8, 7, 7, 5), (7, 5, 7, 5), (5, 1, 5, 5)]))
    }

    @Test("PLAY-14: a session leader, an orphaned group and an invisible process count as not continued")
    func orphans() {
        #expect(!isContinued([(9, 5, 9, 9), (5, 1, 5, 5)]))
        #expect(!isContinued([(9, 8, 8, 8), (8, 5, 8, 8), (5, 1, 5, 5)]))
        #expect(!isContinued([(9, 1, 9, 5), (1, 0, 1, 1)]))
        #expect(!isContinued([(9, 5, 9, 5)]))
        #expect(!isContinued([]))
        // A circle, as it may appear while process numbers are reused.
        #expect(!isContinued([(9, 8, 9, 5), (8, 9, 9, 5)]))
    }
}
