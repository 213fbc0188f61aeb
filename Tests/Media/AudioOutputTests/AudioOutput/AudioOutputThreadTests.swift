import PlayCore
import Synchronization
import TestSupport
import Testing

@testable import AudioOutput

/// The sink as the player uses it: with its own threads, the real library, and the machine's clock.
@Suite("The sink with its threads", .serialized)
struct AudioOutputThreadTests {
    private let format = AudioFormat(sampleRate: 48000, channelCount: 2)

    init() { _ = ALSAConfiguration.folder }

    private func block(milliseconds: Int, generation: Generation = Generation()) -> AudioBlock {
        AudioBlock(
            samples: [Float](repeating: 0.1, count: 96 * milliseconds), start: .zero, rate: .normal,
            generation: generation)
    }

    /// Writes until the sink refuses. Returns the last result.
    private func fill(_ sink: AudioOutput, generation: Generation) -> AudioWriteResult {
        while true {
            let result = sink.write(block(milliseconds: 50, generation: generation))
            if result != .written { return result }
        }
    }

    @Test("sound plays to its end on ALSA's null device, and the clock never goes back", .timeLimit(.minutes(10)))
    func keepsPace() {
        let sink = AudioOutput(format: format, deviceName: "tv_null")
        sink.play()
        var last = MediaTime.zero
        for index in 0..<10 {
            var next = block(milliseconds: 50)
            next.start = .milliseconds(50 * index)
            expect(sink.write(next), is: .written)
            let reading = sink.clock
            if reading.state != .empty {
                #expect(reading.position >= last)
                last = reading.position
            }
        }
        sink.finish(Generation())
        while sink.clock.state != .ended {}
        expect(sink.clock.position, is: .milliseconds(500))
        expect(sink.status.device, is: .open(name: "tv_null"))
        sink.close()
    }

    @Test("sound plays to its end on a missing device, which is reported as absent", .timeLimit(.minutes(10)))
    func playsWithoutDevice() {
        let sink = AudioOutput(format: format, deviceName: "tv_no_such_device")
        sink.play()
        expect(sink.write(block(milliseconds: 100)), is: .written)
        sink.finish(Generation())
        while sink.clock.state != .ended {}
        guard case .absent(let reason) = sink.status.device else {
            Issue.record("status is \(sink.status.device)")
            return
        }
        #expect(!reason.isEmpty)
    }

    @Test(
        "a flush and a close each end a writer's wait, and a second close has no effect", .timeLimit(.minutes(10)))
    func unblocksWriters() {
        // The sink is paused, so the ring stays full.
        let sink = AudioOutput(format: format, deviceName: "tv_null")
        let results = Monitor<[AudioWriteResult]>([])
        let writer = WorkerThread(name: "test-writer") { [self] in
            let first = fill(sink, generation: Generation())
            results.update { $0.append(first) }
            let second = fill(sink, generation: Generation(1))
            results.update { $0.append(second) }
        }
        while sink.status.delay < .milliseconds(290) {}
        sink.flush(to: Generation(1))
        _ = results.wait { $0.count == 1 ? true : nil }
        while sink.status.delay < .milliseconds(290) {}
        sink.close()
        writer.join()
        sink.close()
        expect(results.withLock { $0 }, is: [.stale, .closed])
        expect(sink.write(block(milliseconds: 10)), is: .closed)
    }

    @Test("the clock never goes back under orders from several threads", .timeLimit(.minutes(10)))
    func manySides() {
        let sink = AudioOutput(format: format, deviceName: "tv_null")
        let isDone = Atomic<Bool>(false)
        let writer = WorkerThread(name: "test-writer") { [self] in
            var at = MediaTime.zero
            while true {
                var next = block(milliseconds: 20)
                next.start = at
                if sink.write(next) == .closed { return }
                at = at + .milliseconds(20)
            }
        }
        let reader = WorkerThread(name: "test-reader") {
            var last = MediaTime.zero
            while !isDone.load(ordering: .relaxed) {
                let reading = sink.clock
                guard reading.state != .empty else { continue }
                #expect(reading.position >= last)
                last = reading.position
                expect(sink.levels.count, is: 2)
            }
        }
        for round in 0..<40 {
            sink.play()
            sink.setVolume(Float(round % 10) / 10)
            sink.setMuted(round % 3 == 0)
            sink.setChannelOutput(ChannelOutput.allCases[round % 3])
            let until = SystemClock().now + .milliseconds(8)
            while SystemClock().now < until {}
            if round % 2 == 0 { sink.pause() }
        }
        isDone.store(true, ordering: .relaxed)
        reader.join()
        sink.close()
        writer.join()
    }

    @Test(
        "UI-23: a selected device is used at once and by later outputs, and an unknown one changes nothing",
        .timeLimit(.minutes(10)))
    func selection() {
        let wakeUp = WakeUp()
        let selection = AudioDeviceSelection(name: "tv_null", wakeUp: wakeUp)
        let sink = selection.makeOutput(format: format)
        sink.play()
        while sink.status.device != .open(name: "tv_null") {}
        selection.select("tv_stereo")
        while sink.status.device != .open(name: "tv_stereo") {}
        expect(selection.name, is: "tv_stereo")
        expect(selection.refusal, is: nil)
        selection.select("tv_no_such_device")
        while selection.refusal == nil {}
        expect(selection.refusal?.number, is: 1)
        expect(selection.refusal?.name, is: "tv_no_such_device")
        expect(selection.refusal?.reason.isEmpty, is: false)
        expect(selection.name, is: "tv_stereo")
        expect(sink.status.device, is: .open(name: "tv_stereo"))
        sink.close()
        let next = selection.makeOutput(format: format)
        while next.status.device != .open(name: "tv_stereo") {}
        next.close()
    }
}
