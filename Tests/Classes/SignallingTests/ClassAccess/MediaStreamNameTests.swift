import ClassAccess
import TestSupport
import Testing

@Suite("Names and timestamps of live streams")
struct MediaStreamNameTests {
    @Test("a stream's name contains its room and person, and is safe in an address")
    func roundTrip() throws {
        for (room, user) in [("botany", "17"), ("a.b-c_d", "g-Ünï ~=/?&%"), ("x", "\u{0}\n日本")] {
            for kind in MediaStreamName.Kind.allCases {
                let name = MediaStreamName(room: room, user: user, kind)
                #expect(name.text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"/?&%#\"'<>\\".utf8.contains($0) })
                try expect(#require(MediaStreamName(name.text)), is: name)
            }
        }
    }

    @Test("an invalid name, or a second spelling of a valid one, is refused")
    func refused() {
        for text in [
            "", "a~b", "a~b~c", "~b~audio", "a~~audio", "a~b~audio~", "a/..~b~audio", "a~=4~audio", "a~=zz~audio",
            "a~=61~audio", "a~=FF~audio", "a~=+1~audio", "a~=2f~audio",
            "a~\(String(repeating: "b", count: 1100))~audio",
        ] {
            expect(MediaStreamName(text), is: nil, "\(text)")
        }
    }

    @Test("a timestamp is read as the nearest possible time")
    func timestamps() {
        let now: Int64 = 1_795_478_400_000
        for distance: Int64 in [0, 1, -1, 60_000, -60_000, 1_000_000_000, -1_000_000_000] {
            let stamp = MediaTimestamp.stamp(now + distance)
            #expect((0..<MediaTimestamp.period).contains(stamp))
            expect(MediaTimestamp.time(stamp, near: now), is: now + distance)
        }
    }
}
