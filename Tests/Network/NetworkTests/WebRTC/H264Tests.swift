import TestSupport
import Testing

@testable import WebRTC

/// Access units that resemble an encoder's, with random lengths.
enum MadeUnits {
    static func unit(isKeyframe: Bool, bytes: Int, _ random: inout SeededGenerator) -> [UInt8] {
        // Starts at 1, so no start code appears inside, and no zeros at the end.
        func content(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: 1...255, using: &random) } }
        var unit: [UInt8] = []
        if isKeyframe {
            unit += AnnexB.startCode + [0x67] + content(12)
            unit += AnnexB.startCode + [0x68] + content(4)
        }
        return unit + AnnexB.startCode + [isKeyframe ? 0x65 : 0x41] + content(bytes)
    }

    /// Returns a unit with a number of its own. It is faster to make.
    static func numbered(_ number: Int, isKeyframe: Bool, bytes: Int) -> [UInt8] {
        var random = SeededGenerator(seed: UInt64(number))
        let piece = unit(isKeyframe: isKeyframe, bytes: 60, &random)
        return piece + [UInt8](repeating: 0xAA, count: bytes - 60)
    }

    static func packets(_ unit: [UInt8], sequence: UInt16 = 0, timestamp: UInt32 = 0) -> [RTPPacket] {
        let payloads = H264Packetizer.payloads(unit)
        return payloads.enumerated().map { index, payload in
            var packet = RTPPacket(
                payloadType: 96, sequence: sequence &+ UInt16(index), timestamp: timestamp, source: 1,
                payload: payload[...])
            packet.isMarked = index == payloads.count - 1
            return packet
        }
    }
}

@Suite("H.264 in packets")
struct H264Tests {
    @Test(arguments: [1, 600, 1170, 1178, 1179, 1180, 1181, 2357, 2358, 50_000])
    func picturesOfAnyLengthAreReassembledUnchanged(_ bytes: Int) {
        var random = SeededGenerator(seed: UInt64(bytes))
        var assembler = H264Assembler()
        for isKeyframe in [true, false, true] {
            let unit = MadeUnits.unit(isKeyframe: isKeyframe, bytes: bytes, &random)
            let packets = MadeUnits.packets(unit)
            #expect(packets.allSatisfy { $0.payload.count <= H264Packetizer.payloadLimit })
            let complete = packets.flatMap { assembler.add($0) }
            let isSame = complete.map(\.bytes) == [unit]
            #expect(isSame)
        }
    }

    @Test func parameterSetsShareAPacket() {
        var random = SeededGenerator(seed: 1)
        let payloads = H264Packetizer.payloads(MadeUnits.unit(isKeyframe: true, bytes: 5000, &random))
        expect(payloads[0][0] & 31, is: 24)
        #expect(payloads.dropFirst().allSatisfy { $0[0] & 31 == 28 })
    }

    @Test func shortStartCodesDelimitersAndFillerAreParsed() {
        let stream: [UInt8] = [0, 0, 0, 1, 9, 0x10, 0, 0, 1, 0x67, 1, 0, 0, 0, 1, 0x65, 5, 6, 0, 0, 1, 12, 0xFF]
        expect(AnnexB.units(stream).map(Array.init), is: [[9, 0x10], [0x67, 1], [0x65, 5, 6], [12, 0xFF]])
        expect(H264Packetizer.payloads(stream), is: [[0x60 | 24, 0, 2, 0x67, 1, 0, 3, 0x65, 5, 6]])
    }

    @Test func lengthPrefixesBecomeStartCodes() {
        expect(
            AnnexB.converted([0, 0, 0, 2, 0x65, 7, 0, 0, 0, 1, 9], lengthBytes: 4),
            is: [
                0, 0, 0, 1, 0x65, 7, 0, 0, 0, 1, 9,
            ])
        expect(AnnexB.converted([0, 0, 0, 9, 1], lengthBytes: 4), is: nil)
    }

    @Test func aLossDropsPicturesUntilTheNextKeyFrame() {
        var random = SeededGenerator(seed: 2)
        var assembler = H264Assembler()
        func add(_ isKeyframe: Bool) -> Int {
            MadeUnits.packets(MadeUnits.unit(isKeyframe: isKeyframe, bytes: 3000, &random)).flatMap {
                assembler.add($0)
            }
            .count
        }
        expect(add(false), is: 0, "pictures before the first key frame refer to what never came")
        #expect(assembler.needsKeyframe)
        expect(add(true), is: 1)
        expect(add(false), is: 1)
        assembler.lose()
        expect(add(false), is: 0)
        expect(add(false), is: 0)
        expect(add(true), is: 1)
        #expect(!assembler.needsKeyframe)
        expect(add(false), is: 1)
    }

    @Test func anUnmarkedPictureIsCompleteWhenTheNextOneStarts() {
        var random = SeededGenerator(seed: 3)
        var assembler = H264Assembler()
        let unit = MadeUnits.unit(isKeyframe: true, bytes: 10, &random)
        var packets = MadeUnits.packets(unit, timestamp: 1)
        packets[packets.count - 1].isMarked = false
        let none = packets.flatMap { assembler.add($0) }
        #expect(none.isEmpty)
        let next = MadeUnits.packets(MadeUnits.unit(isKeyframe: false, bytes: 10, &random), timestamp: 2)
        let both = next.flatMap { assembler.add($0) }
        expect(both.map(\.timestamp), is: [1, 2])
    }

    @Test func aKeyFrameGetsTheKnownParameterSets() throws {
        var assembler = H264Assembler(parameters: [[0x67, 1], [0x68, 2]])
        let bare = AnnexB.startCode + [0x65, 9, 9]
        let complete = MadeUnits.packets(bare).flatMap { assembler.add($0) }
        let unit = try #require(complete.first)
        expect(unit.bytes, is: AnnexB.startCode + [0x67, 1] + AnnexB.startCode + [0x68, 2] + bare)
    }

    @Test func paddingPacketsDropNoPictures() {
        var random = SeededGenerator(seed: 4)
        var assembler = H264Assembler()
        var complete = 0
        for (timestamp, isKeyframe) in [(1, true), (2, false), (3, false)] as [(UInt32, Bool)] {
            let unit = MadeUnits.unit(isKeyframe: isKeyframe, bytes: 3000, &random)
            var packets = MadeUnits.packets(unit, timestamp: timestamp)
            let padding = RTPPacket(payloadType: 96, sequence: 9, timestamp: timestamp, source: 1, payload: [])
            // In the middle of a picture, and behind its mark.
            packets.insert(padding, at: 1)
            complete += (packets + [padding]).flatMap { assembler.add($0) }.count
        }
        expect(complete, is: 3)
        #expect(!assembler.needsKeyframe && !assembler.hasDropped)
    }

    @Test func anEndlessUnitIsDropped() {
        var assembler = H264Assembler()
        let piece = [UInt8](repeating: 7, count: 1100)
        for index in 0..<6000 {
            let packet = RTPPacket(
                payloadType: 96, sequence: UInt16(index), timestamp: 1, source: 1,
                payload: ([0x7C, index == 0 ? 0x85 : 0x05] + piece)[...])
            #expect(assembler.add(packet).isEmpty)
        }
        let next = RTPPacket(payloadType: 96, sequence: 6001, timestamp: 2, source: 1, payload: [0x41, 1])
        #expect(assembler.add(next).isEmpty)
        #expect(assembler.needsKeyframe)
    }
}
