import Foundation
import PlayCore
import TestSupport
import Testing

@testable import AudioOutput

/// Tests with the real library. They run one after another, because it reads one configuration for the process.
@Suite("ALSA devices", .serialized)
struct ALSADeviceTests {
    private let stereo = AudioFormat(sampleRate: 48000, channelCount: 2)

    init() { _ = ALSAConfiguration.folder }

    /// Plays 290 ms of counted samples, with a pause, and closes the device. Returns the samples.
    private func record(_ name: String) throws -> [Float] {
        let rig = Rig(channels: 2, real: try ALSADevice.open(name, format: stereo, pace: .film))
        rig.write(milliseconds: 290, at: .zero)
        rig.output.finish(Generation())
        rig.output.play()
        rig.advance(milliseconds: 100)
        expect(rig.output.clock.position, is: .milliseconds(100))
        rig.output.pause()
        rig.advance(milliseconds: 50)
        rig.output.play()
        rig.advance(milliseconds: 300)
        expect(rig.output.clock.state, is: .ended)
        rig.output.close()
        rig.turn()
        return rig.source(0..<rig.nextSample)
    }

    @Test("float samples reach an ALSA device unchanged")
    func floatIsExact() throws {
        let source = try record("tv_float")
        let data = try #require(ALSAConfiguration.recording("float.raw"))
        let recorded = data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        expect(Array(recorded.prefix(source.count)), is: source)
    }

    @Test("16-bit samples reach a 16-bit ALSA device bit by bit")
    func int16IsExact() throws {
        let source = try record("tv_s16")
        let data = try #require(ALSAConfiguration.recording("s16.raw"))
        let recorded = data.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
        expect(Array(recorded.prefix(source.count)), is: source.map { Int16($0 * 32768) })
    }

    @Test("5.1 on a stereo device puts the centre on both sides and leaves out the LFE")
    func mixesDown() throws {
        let six = AudioFormat(sampleRate: 48000, channelCount: 6)
        let rig = Rig(channels: 6, real: try ALSADevice.open("tv_stereo", format: six, pace: .film))
        let samples: [Float] = (0..<4800).flatMap { _ -> [Float] in [0, 0, 0.5, 1, 0, 0] }
        _ = rig.output.write(AudioBlock(samples: samples, start: .zero, rate: .normal, generation: Generation()))
        rig.output.finish(Generation())
        rig.output.play()
        rig.advance(milliseconds: 200)
        rig.output.close()
        rig.turn()
        let data = try #require(ALSAConfiguration.recording("stereo.raw"))
        let recorded = data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        // 0.5 · 0.7071 / (1 + 0.7071 + 0.7071)
        #expect(recorded.prefix(9600).allSatisfy { abs($0 - 0.146_447) < 0.000_01 })
        #expect(recorded.count >= 9600)
    }

    @Test("the sound of a conversation is pumped twice as often as a film's and starts with half as much sound")
    func pace() throws {
        for (pace, step) in [(AudioPace.film, 20), (.conversation, 10)] {
            let device = try ALSADevice.open("tv_stereo", format: stereo, pace: pace)
            expect(device.prefillFrames, is: stereo.frames(in: .milliseconds(3 * step)))
            let rig = Rig(channels: 2, pace: pace)
            rig.write(milliseconds: 100, at: .zero)
            rig.output.play()
            rig.turn()
            expect(rig.step(), is: .until(rig.clock.now + .milliseconds(step)))
        }
    }

    @Test("a listener's device buffers at least 380 ms and twice as much as a film's")
    func buffer() throws {
        let film = try ALSADevice.open("null", format: stereo, pace: .film)
        let listener = try ALSADevice.open("null", format: stereo, pace: .listener)
        #expect(listener.bufferFrames >= stereo.frames(in: .milliseconds(380)))
        #expect(listener.bufferFrames >= 2 * film.bufferFrames)
    }

    @Test("an unknown device name is an error")
    func unknownName() {
        #expect(throws: AudioError.self) { try ALSADevice.open("tv_no_such_device", format: stereo, pace: .film) }
        #expect(throws: AudioError.self) { try ALSADevice.open("plug:'", format: stereo, pace: .film) }
    }

    @Test("--audio-device=help lists the devices with their descriptions")
    func lists() {
        let devices = AudioDevices.list()
        #expect(devices.contains { $0.option == "alsa/tv_null" && $0.description.contains("Swallows everything") })
    }

    @Test(
        "--audio-device accepts auto, alsa/NAME and NAME",
        arguments: [
            ("auto", "default"), ("", "default"), ("alsa", "default"), ("alsa/", "default"), ("alsa/hw:0,0", "hw:0,0"),
            ("pulse", "pulse"),
        ])
    func names(value: String, name: String) { expect(AudioDevices.name(ofOption: value), is: name) }

    @Test("conversion to 16 and 32 bits keeps whole numbers exact and clips at full scale")
    func converts() {
        let source: [Float] = [0, 1, -1, 0.5, -0.5, 1 / 32768, -32767 / 32768, 2, -2]
        var short = [Int16](repeating: 0, count: source.count)
        var long = [Int32](repeating: 0, count: source.count)
        short.withUnsafeMutableBytes { if let base = $0.baseAddress { convert(source, .int16, base) } }
        long.withUnsafeMutableBytes { if let base = $0.baseAddress { convert(source, .int32, base) } }
        expect(short, is: [0, 32767, -32768, 16384, -16384, 1, -32767, 32767, -32768])
        expect(long.prefix(4), is: [0, 2_147_483_647, -2_147_483_648, 1_073_741_824])
        expect(long.suffix(2), is: [2_147_483_647, -2_147_483_648])
    }

    private func convert(_ source: [Float], _ format: SampleFormat, _ target: UnsafeMutableRawPointer) {
        source.withUnsafeBufferPointer {
            if let base = $0.baseAddress { format.convert(base, count: source.count, into: target) }
        }
    }

    @Test("no mix of full-scale channels passes full scale", arguments: 3...8)
    func matrixIsBounded(inputs: Int) throws {
        for outputs in 1...2 {
            let matrix = try #require(ChannelMatrix.between(inputs: inputs, outputs: outputs))
            for output in 0..<outputs {
                let row = matrix.factors[output * inputs..<(output + 1) * inputs]
                #expect(row.reduce(0, +) < 1.0001)
            }
        }
    }

    @Test("5.1 is put into ALSA's order, and mono is copied to both sides of a stereo device")
    func matrixOrders() throws {
        let six = try #require(ChannelMatrix.between(inputs: 6, outputs: 6))
        var target = [Float](repeating: 0, count: 6)
        six.apply([1, 2, 3, 4, 5, 6], frames: 1, into: &target)
        expect(target, is: [1, 2, 5, 6, 3, 4])
        expect(ChannelMatrix.between(inputs: 2, outputs: 2), is: nil)
        expect(ChannelMatrix.between(inputs: 1, outputs: 2)?.factors, is: [1, 1])
        expect(ChannelMatrix.between(inputs: 2, outputs: 1)?.factors, is: [0.5, 0.5])
    }
}
