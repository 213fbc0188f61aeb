import PlayCore
import TestSupport
import Testing

@testable import AudioOutput

@Suite("Late, lost, absent and untimed devices")
struct AudioDeviceLossTests {
    private let unplugged = AudioError(.lost, operation: "write", number: -19, text: "No such device", context: "fake")

    @Test("an underrun is counted, and the sound continues without loss")
    func underrun() {
        let rig = Rig()
        rig.write(milliseconds: 290, at: .zero)
        rig.output.play()
        rig.advance(milliseconds: 50)
        rig.freeze(milliseconds: 400)
        // No further than the sound that the device had.
        expect(rig.output.clock.position, is: .milliseconds(230))
        rig.advance(milliseconds: 30)
        expect(rig.output.status.underrunCount, is: 1)
        expect(rig.output.clock.position, is: .milliseconds(260))
        rig.advance(milliseconds: 30)
        expect(rig.device.heard, is: rig.source(0..<rig.nextSample))
        #expect(rig.readingsNeverGoBack)
    }

    @Test("the sound continues after the system was suspended")
    func suspended() {
        let rig = Rig()
        rig.write(milliseconds: 290, at: .zero)
        rig.output.play()
        rig.advance(milliseconds: 50)
        rig.device.fault = .suspended
        rig.advance(milliseconds: 50)
        expect(rig.output.clock.position, is: .milliseconds(100))
        expect(rig.output.status.device, is: .open(name: "fake"))
    }

    @Test("after the loss of a device, playback continues silently, and the device returns, both without a jump")
    func lostAndBack() {
        let rig = Rig()
        rig.write(milliseconds: 290, at: .zero)
        rig.output.play()
        rig.advance(milliseconds: 100)
        rig.device.fault = .lost(unplugged)
        rig.advance(milliseconds: 100)
        expect(rig.output.status.device, is: .lost(name: "fake", reason: "No such device"))
        expect(rig.output.clock.state, is: .running)
        expect(rig.output.clock.position, is: .milliseconds(200))

        var end = 290
        let refill = {
            guard rig.output.clock.position > .milliseconds(end - 100) else { return }
            rig.write(milliseconds: 100, at: .milliseconds(end))
            end += 100
        }
        // The first attempt fails, and the second opens another device.
        let second = FakePCMDevice("fake", format: rig.format, clock: rig.clock)
        rig.opener.results = [.failure(unplugged), .success(second)]
        rig.advance(milliseconds: 3000, each: refill)
        expect(rig.opener.requestCount, is: 2)
        expect(rig.output.clock.position, is: .milliseconds(3200))
        rig.advance(milliseconds: 1000, each: refill)
        expect(rig.opener.requestCount, is: 3)
        expect(rig.output.status.device, is: .open(name: "fake"))
        expect(rig.output.clock.position, is: .milliseconds(4200))
        // The second device starts where the silent time ended.
        let first = rig.source(48 * 4110..<48 * 4200)
        expect(second.heard.suffix(first.count), is: first[...])
        #expect(rig.readingsNeverGoBack)
        let moving = rig.readings.allSatisfy { $0.state == .running }
        #expect(moving)
    }

    @Test("without any sound device, playback follows the host's clock, and no further opening is requested")
    func absent() {
        let rig = Rig(opens: false)
        rig.opener.results = [
            .failure(AudioError(.noDevice, operation: "open", number: -2, text: "No such file", context: "fake"))
        ]
        rig.write(milliseconds: 290, at: .zero)
        rig.output.play()
        rig.advance(milliseconds: 200)
        expect(rig.output.status.device, is: .absent(reason: "No such file"))
        expect(rig.output.clock.position, is: .milliseconds(200))
        rig.output.pause()
        rig.advance(milliseconds: 5000)
        rig.output.play()
        rig.advance(milliseconds: 50)
        expect(rig.output.clock.position, is: .milliseconds(250))
        expect(rig.opener.requestCount, is: 1)
    }

    @Test("playback starts after 1 s without a slow device, which is used later and not reported as absent")
    func slowOpening() {
        let rig = Rig(opens: false)
        rig.write(milliseconds: 290, at: .zero)
        rig.output.play()
        rig.advance(milliseconds: 900)
        expect(rig.output.clock.state, is: .empty)
        rig.advance(milliseconds: 200)
        expect(rig.output.clock.position, is: .milliseconds(100))
        expect(rig.output.status.device, is: .open(name: "fake"))
        rig.opener.results = [.success(rig.device)]
        rig.advance(milliseconds: 100)
        expect(rig.output.status.device, is: .open(name: "fake"))
        expect(rig.output.clock.position, is: .milliseconds(200))
        #expect(rig.readingsNeverGoBack)
    }

    @Test("a slow device that fails to open is absent from then on")
    func slowFailure() {
        let rig = Rig(opens: false)
        rig.write(milliseconds: 290, at: .zero)
        rig.output.play()
        rig.advance(milliseconds: 1100)
        rig.opener.results = [
            .failure(
                AudioError(.noDevice, operation: "open", number: -111, text: "Connection refused", context: "fake"))
        ]
        rig.advance(milliseconds: 100)
        expect(rig.output.status.device, is: .absent(reason: "Connection refused"))
        expect(rig.output.clock.position, is: .milliseconds(200))
    }

    @Test("UI-23: another device is opened beside the current one and takes over without a jump")
    func goesOver() {
        let rig = Rig()
        rig.write(milliseconds: 290, at: .zero)
        rig.output.play()
        rig.advance(milliseconds: 100)
        rig.output.switchDevice(to: "other")
        rig.advance(milliseconds: 50)
        expect(rig.opener.name, is: "other")
        expect(rig.output.status.device, is: .open(name: "fake"))
        expect(rig.output.clock.position, is: .milliseconds(150))
        let second = FakePCMDevice("other", format: rig.format, clock: rig.clock)
        rig.opener.results = [.success(second)]
        rig.advance(milliseconds: 100)
        expect(rig.output.status.device, is: .open(name: "other"))
        expect(rig.output.clock.position, is: .milliseconds(250))
        #expect(!second.heard.isEmpty)
        #expect(rig.readingsNeverGoBack)
        #expect(rig.refusals.isEmpty)
        // The device in use is not opened again.
        let requests = rig.opener.requestCount
        rig.output.switchDevice(to: "other")
        rig.advance(milliseconds: 20)
        expect(rig.opener.requestCount, is: requests)
    }

    @Test("UI-23: a device that cannot be opened is reported, and the current one stays in use")
    func refused() {
        let rig = Rig()
        rig.write(milliseconds: 290, at: .zero)
        rig.output.play()
        rig.advance(milliseconds: 100)
        rig.opener.results = [
            .failure(AudioError(.noDevice, operation: "open", number: -2, text: "No such file", context: "other"))
        ]
        rig.output.switchDevice(to: "other")
        rig.advance(milliseconds: 100)
        expect(rig.refusals, is: [["other", "fake"]])
        expect(rig.opener.name, is: "fake")
        expect(rig.output.status.device, is: .open(name: "fake"))
        expect(rig.output.clock.position, is: .milliseconds(200))
        #expect(rig.device.heard.count >= 48 * 200)
    }

    @Test("a device that discards everything at once follows the host's clock, and a pause repeats nothing")
    func pacesNull() {
        let rig = Rig()
        rig.device.swallows = true
        rig.write(milliseconds: 290, at: .zero)
        rig.output.finish(Generation())
        rig.output.play()
        rig.advance(milliseconds: 100)
        expect(rig.output.clock.position, is: .milliseconds(100))
        rig.output.pause()
        rig.advance(milliseconds: 300)
        expect(rig.output.clock.position, is: .milliseconds(100))
        rig.output.play()
        rig.advance(milliseconds: 100)
        expect(rig.output.clock.position, is: .milliseconds(200))
        expect(rig.output.clock.state, is: .running)
        rig.advance(milliseconds: 100)
        expect(rig.output.clock.state, is: .ended)
        expect(rig.device.heard, is: rig.source(0..<rig.nextSample))
        expect(rig.device.startCount, is: 1)
    }
}
