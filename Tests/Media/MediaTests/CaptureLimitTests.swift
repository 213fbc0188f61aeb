import PlayCore
import Testing

@testable import Media

@Suite("What a thin line lets of pictures through")
struct CaptureLimitTests {
    @Test("A limit takes effect with the next picture and makes key frames rarer; without it all is as before")
    func limit() throws {
        let source = try #require(CaptureAddress("lavfi:testsrc2=size=640x360:rate=30,noise=alls=40:allf=t"))
        let picture = CapturePicture(width: 640, height: 360, rate: 30, bitRate: 800_000)
        let capture = try MediaCapture(source, .pictures(picture), cancel: CancelToken())
        var packets: [(bytes: Int, isKey: Bool)] = []
        while packets.count < 270 {
            let isThin = (60..<180).contains(packets.count)
            _ = try capture.read(wantsKey: { false }, limit: { isThin ? 200_000 : nil }, isSilent: { false }) {
                packets.append(($0.packet.byteCount, $0.isKey))
            }
        }
        func kilobits(_ range: Range<Int>) -> Int {
            let bytes = packets[range].map(\.bytes).reduce(0, +)
            return bytes * 8 * 30 / range.count / 1000
        }
        func keys(_ range: Range<Int>) -> Int { packets[range].count(where: \.isKey) }
        let (before, during, after) = (kilobits(30..<60), kilobits(90..<180), kilobits(210..<270))
        #expect(before > 500 && during < 260 && after > 500, "\([before, during, after])")
        let found = [keys(0..<60), keys(60..<180), keys(210..<270)]
        #expect(found[0] == 2 && found[1] <= 2 && found[2] == 2, "\(found)")
    }
}
