import Foundation
import PlayCore
import TestSupport
import Testing

@testable import Kiosk

@Suite("Limits on the visitors of a kiosk") struct KioskHouseTests {
    private func places(_ entering: KioskHouse.Entering) -> (KioskHouse.Place?, KioskHouse.Refusal?) {
        switch entering {
        case .entered(let place): (place, nil)
        case .refused(let refusal): (nil, refusal)
        }
    }

    @Test("A full kiosk refuses viewers, in total and by address, until one leaves")
    func full() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let house = KioskHouse(in: folder.path, most: 3, mostOfAddress: 2)
        var counts: [Int] = []
        func enter(_ address: String?) throws -> (KioskHouse.Place?, KioskHouse.Refusal?) {
            places(try house.enter(from: address) { count, _ in counts.append(count) })
        }
        var first = try enter("192.0.2.1").0
        let second = try enter("192.0.2.1").0
        #expect(first != nil && second != nil)
        try expect(enter("192.0.2.1").1, is: .address)
        let third = try enter("2001:db8::1").0
        #expect(third != nil)
        try expect(enter("192.0.2.9").1, is: .full)
        first = nil
        #expect(first == nil)
        let fourth = try enter("192.0.2.1").0
        #expect(fourth != nil)
        expect(counts, is: [1, 2, 2, 3, 3, 3])
        withExtendedLifetime((second, third, fourth)) {}
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/house")
        #expect(left.filter { $0.hasSuffix(".new") }.isEmpty)
    }

    @Test("An IPv6 /64 network counts as one address, and invalid addresses are counted together")
    func addresses() {
        expect(KioskAddress.group("2001:db8:1:2:3::4"), is: KioskAddress.group("2001:db8:1:2::9"))
        #expect(KioskAddress.group("2001:db8:1:2::4") != KioskAddress.group("2001:db8:1:3::4"))
        expect(KioskAddress.group("fe80::1%eth0"), is: KioskAddress.group("fe80::2"))
        expect(KioskAddress.group("192.0.2.1"), is: "192.0.2.1")
        for text in [nil, "", "UNKNOWN", "../../etc", String(repeating: "1", count: 100)] as [String?] {
            expect(KioskAddress.group(text), is: "unknown")
        }
    }
}
