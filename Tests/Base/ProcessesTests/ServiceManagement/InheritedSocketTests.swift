import TestSupport
import Testing

@testable import Processes

@Suite("Sockets that systemd passes to a service")
struct InheritedSocketTests {
    private func listed(_ variables: [String: String]) throws -> [InheritedSocket] {
        try InheritedSocket.listed(in: { variables[$0] }, process: 77)
    }

    @Test("sockets are numbered from 3, and have the names that their units give them")
    func sockets() throws {
        let both = ["LISTEN_PID": "77", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "a.socket:b"]
        let expected = [InheritedSocket(descriptor: 3, name: "a.socket"), InheritedSocket(descriptor: 4, name: "b")]
        try expect(listed(both), is: expected)
        let unnamed = InheritedSocket(descriptor: 3, name: "unknown")
        try expect(listed(["LISTEN_PID": "77", "LISTEN_FDS": "1"]), is: [unnamed])
    }

    @Test("variables that are missing, or that another process has left, list no sockets")
    func none() throws {
        try expect(listed([:]), is: [])
        try expect(listed(["LISTEN_FDS": "1"]), is: [])
        try expect(listed(["LISTEN_PID": "77"]), is: [])
        try expect(listed(["LISTEN_PID": "78", "LISTEN_FDS": "x", "LISTEN_FDNAMES": "a:b:c"]), is: [])
    }

    @Test("values that systemd never sets are reported with their variable")
    func invalid() {
        for process in ["", "x", "0", "-77", "77 ", "99999999999"] {
            #expect(throws: InheritedSocketError.invalid("LISTEN_PID", process)) {
                try listed(["LISTEN_PID": process, "LISTEN_FDS": "1"])
            }
        }
        for count in ["", "x", "0", "-1", "65", "2147483647", "99999999999"] {
            #expect(throws: InheritedSocketError.invalid("LISTEN_FDS", count)) {
                try listed(["LISTEN_PID": "77", "LISTEN_FDS": count])
            }
        }
        for names in ["", "a", "a:b:c", "a:b:"] {
            #expect(throws: InheritedSocketError.invalid("LISTEN_FDNAMES", names)) {
                try listed(["LISTEN_PID": "77", "LISTEN_FDS": "2", "LISTEN_FDNAMES": names])
            }
        }
    }
}
