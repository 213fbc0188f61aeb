import TestSupport
import Testing

@testable import Signalling

@Suite("Addresses of hosts")
struct HostAddressesTests {
    @Test("The outer address is the host's if no interface of this machine has it")
    func outer() {
        let own: Set = ["127.0.0.1", "10.0.0.7"]
        expect(HostAddresses.outer(["2001:db8::1", "203.0.113.9"], own: own), is: "203.0.113.9")
        expect(HostAddresses.outer(["203.0.113.9", "10.0.0.7"], own: own), is: nil)
        expect(HostAddresses.outer(["2001:db8::1"], own: own), is: nil)
        expect(HostAddresses.outer([], own: own), is: nil)
    }

    @Test("An address of this machine is not an outer address")
    func inner() { expect(HostAddresses.outer(of: "127.0.0.1"), is: nil) }
}
