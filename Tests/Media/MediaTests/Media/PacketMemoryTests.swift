import CFFmpeg
import PlayCore
import TestSupport
import Testing

@testable import Media

@Suite("The memory of packets")
struct PacketMemoryTests {
    @Test("a packet that is kept holds no more than about its payload", arguments: ["counter.ts", "counter.mp4"])
    func fits(_ name: String) throws {
        let demuxer = try Demuxer(source: Fixtures.source(name), nameHint: "", cancel: CancelToken())
        demuxer.select([0, 1])
        var (count, payload, memory) = (0, 0, 0)
        while let packet = try demuxer.read() {
            count += 1
            payload += packet.byteCount
            memory += Int(try #require(packet.pointer.pointee.buf).pointee.size)
        }
        #expect(count > 100)
        let exact = payload + count * Int(AV_INPUT_BUFFER_PADDING_SIZE)
        #expect(memory <= exact + exact / 4)
    }

    @Test("the payload of a packet that was moved out of a large buffer is unchanged, and zeros follow it")
    func content() throws {
        let large = try Packet([UInt8](repeating: 7, count: 5000), time: .zero, isKeyframe: true)
        large.pointer.pointee.size = 9
        let fitting = Packet(moving: large.pointer, time: .zero, duration: nil)
        expect(fitting.bytes, is: [UInt8](repeating: 7, count: 9))
        let data = try #require(fitting.pointer.pointee.data)
        expect((9..<9 + Int(AV_INPUT_BUFFER_PADDING_SIZE)).map { data[$0] }.max(), is: 0)
        #expect(Int(try #require(fitting.pointer.pointee.buf).pointee.size) < 200)
    }
}
