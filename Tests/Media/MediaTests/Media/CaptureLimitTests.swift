import PlayCore
import Testing

@testable import Media

@Suite("Bit rate limit of captured pictures")
struct CaptureLimitTests {
    @Test("A limit lowers the bit rate and the number of key frames while it lasts, and both return afterwards")
    func limit() throws {
        let source = try #require(CaptureAddress("lavfi:testsrc2=size=640x360:rate=30,noise=alls=40:allf=t"))
        let picture = CapturePicture(width: 640, height: 360, rate: 30, bitRate: 800_000)
        let capture = try MediaCapture(source, .pictures(picture), cancel: CancelToken())
        var packets: [(bytes: Int, isKey: Bool, time: MediaTime)] = []
        while packets.count < 270 {
            let isThin = (60..<180).contains(packets.count)
            _ = try capture.read(wantsKey: { false }, limit: { isThin ? 200_000 : nil }, isSilent: { false }) {
                packets.append(($0.packet.byteCount, $0.isKey, $0.packet.time ?? .zero))
            }
        }
        // Measured by the pictures' own times, because a busy machine leaves some out.
        func milliseconds(_ from: Int, _ to: Int) -> Int64 {
            (packets[to].time - packets[from].time).nanoseconds / 1_000_000
        }
        func kilobits(_ range: Range<Int>) -> Int64 {
            Int64(packets[range].map(\.bytes).reduce(0, +)) * 8 / milliseconds(range.lowerBound, range.upperBound - 1)
        }
        /// Returns the time from each key frame in `range` to the previous one.
        func gaps(_ range: Range<Int>) -> [Int64] {
            let keys = packets.indices.filter { packets[$0].isKey }
            return zip(keys, keys.dropFirst()).filter { range.contains($1) }.map { milliseconds($0, $1) }
        }
        let (before, during, after) = (kilobits(30..<60), kilobits(90..<180), kilobits(210..<270))
        #expect(before > 500 && during < 260 && after > 500, "\([before, during, after])")
        let (usual, thin) = (gaps(0..<60) + gaps(210..<270), gaps(60..<180))
        #expect(usual.count >= 2 && usual.allSatisfy { 999..<1999 ~= $0 }, "\(usual)")
        #expect(thin.allSatisfy { $0 >= 3999 }, "\(thin)")
    }
}
