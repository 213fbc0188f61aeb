import ClassAccess
import Media
import PlayCore
import TestSupport
import Testing
import Transport

@testable import ClassStreams

private final class Catcher: Sendable {
    struct State {
        var frames: [(time: MediaTime, latency: Int64, aspect: Double)] = []
        var samples: [(samples: [Float], start: MediaTime)] = []
    }
    let state = Monitor(State())

    var pictures: LiveReceiver.Target {
        .pictures { [state] frame, time in
            let latency = WallTime.now.milliseconds - time.nanoseconds / 1_000_000
            state.update { $0.frames.append((time, latency, frame.displayAspect)) }
        }
    }

    func waitForFrames(_ count: Int) -> Bool {
        state.wait(until: SystemClock().now + Patience.limit) { $0.frames.count >= count ? true : nil } ?? false
    }
}

/// The keeper's time, which is the wall clock here.
private let keeperTime: @Sendable (HostTime) -> Int64 = { host in
    WallTime.now.milliseconds - (SystemClock().now - host).nanoseconds / 1_000_000
}

@Suite(.enabled(if: RTMPServer.isPresent, Comment(rawValue: RTMPServer.absentReason)), .serialized)
struct LiveReceiverTests {
    private func receiver(
        _ server: RTMPServer, _ user: String, _ kind: MediaStreamName.Kind, _ target: LiveReceiver.Target
    ) throws -> LiveReceiver {
        let name = MediaStreamName(room: "botany", user: user, kind).text
        let address = try #require(FormatAddress.rtmp(server.address, stream: name, token: "secret"))
        return LiveReceiver(address, to: target, keeperTime: keeperTime, wakeUp: WakeUp())
    }

    private func publisher(
        _ server: RTMPServer, _ user: String, _ kind: MediaStreamName.Kind, _ content: LivePublisher.Content
    ) throws -> LivePublisher {
        try LivePublisher(
            content, to: server.address + "/" + MediaStreamName(room: "botany", user: user, kind).text)
    }

    @Test func picturesArriveOnTheClassTimeAxis() throws {
        let began = WallTime.now.milliseconds
        let server = try RTMPServer()
        let catcher = Catcher()
        let receiver = try receiver(server, "t1", .video, catcher.pictures)
        defer { receiver.close() }
        // The receiver waits for the sender.
        let publisher = try publisher(server, "t1", .video, .pictures(width: 320, height: 180, rate: 15))
        defer { publisher.kill() }
        #expect(catcher.waitForFrames(45))
        let frames = catcher.state.withLock { $0.frames }
        // The axis is the clock's, which ffmpeg rounds to a frame of 67 ms. No picture is older than the start or newer
        // than now.
        #expect(frames.allSatisfy { $0.latency > -100 && $0.time.nanoseconds / 1_000_000 > began - 100 })
        #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.time <= $1.time })
        #expect(abs((frames.first?.aspect ?? 0) - 16.0 / 9) < 0.01)
        #expect(receiver.status.phase == .running && receiver.status.connections == 1)
    }

    @Test(
        "sound arrives by RTMP within TLS from a verified server, and from no other",
        .enabled(if: TLSFront.isPresent, Comment(rawValue: TLSFront.absentReason)))
    func secureSound() throws {
        let server = try RTMPServer()
        let front = try TLSFront(before: server.port)
        let publisher = try publisher(server, "t1", .audio, .sound(frequency: 440))
        defer { publisher.kill() }
        let place = "rtmps://127.0.0.1:\(front.port)/live"
        let name = MediaStreamName(room: "botany", user: "t1", .audio).text
        let address = try #require(FormatAddress.rtmp(place, stream: name, token: "secret"))
        #expect(address.isSecure)
        func receiver(trusting authority: String?, _ target: LiveReceiver.Target) throws -> LiveReceiver {
            var settings = HTTPSettings(userAgent: "tests")
            (settings.caFile, settings.proxy) = (authority, "")
            let client = try #require(HTTPClient(settings))
            let secure = try #require(SecureRTMP(place) { _ in client })
            return LiveReceiver(address, secure: secure, to: target, keeperTime: keeperTime, wakeUp: WakeUp())
        }
        let count = Monitor(0)
        let target = LiveReceiver.Target.sound { samples, _ in count.update { $0 += samples.count } }
        let known = try receiver(trusting: front.authority, target)
        defer { known.close() }
        #expect(count.wait(until: SystemClock().now + Patience.limit) { $0 > 48_000 ? true : nil } == true)
        let stranger = try receiver(trusting: nil, .sound { _, _ in Issue.record("sound of a stranger") })
        defer { stranger.close() }
        #expect(eventually { stranger.status.breaks > 0 })
        // Without a verified connection, FFmpeg must not open the address.
        let unverified = LiveReceiver(
            address, to: .sound { _, _ in Issue.record("unverified") }, keeperTime: keeperTime, wakeUp: WakeUp())
        defer { unverified.close() }
        #expect(eventually { unverified.status.breaks > 0 })
        expect(unverified.status.arrival, is: nil)
    }

    @Test func hiddenPicturesAreNotDecoded() throws {
        let server = try RTMPServer()
        let catcher = Catcher()
        let publisher = try publisher(server, "t1", .video, .pictures(width: 320, height: 180, rate: 15))
        defer { publisher.kill() }
        let receiver = try receiver(server, "t1", .video, catcher.pictures)
        defer { receiver.close() }
        #expect(catcher.waitForFrames(5))
        receiver.setShown(false)
        // Decoding continues until the next key frame, and then stops.
        #expect(eventually { receiver.status.skipped > 0 })
        let hidden = receiver.status
        #expect(eventually { receiver.status.skipped >= hidden.skipped + 30 })
        expect(receiver.status.decoded, is: hidden.decoded)
        receiver.setShown(true)
        #expect(eventually { receiver.status.decoded > hidden.decoded + 5 })
        expect(receiver.status.connections, is: 1)
    }

    @Test("LIVE-42: a publisher who pauses for a while is marked as stuttering, until the pause ends")
    func stall() throws {
        let server = try RTMPServer()
        let catcher = Catcher()
        let publisher = try publisher(server, "t1", .video, .pictures(width: 320, height: 180, rate: 15))
        defer { publisher.kill() }
        let receiver = try receiver(server, "t1", .video, catcher.pictures)
        defer { receiver.close() }
        var machine = PlayingMachine(autoplay: .all)
        let person = LiveSending.Person(id: "t1", name: "T", hasAudio: false, hasVideo: true)
        machine.update(LiveSending(people: [person]), at: SystemClock().now)
        func isMarked() -> Bool {
            machine.note(receiver.status, of: .person("t1"), isSeen: true, at: SystemClock().now)
            return machine.video(.person("t1"))?.laggedUntil != nil
        }
        #expect(catcher.waitForFrames(10))
        #expect(eventually { !isMarked() })
        publisher.pause()
        #expect(eventually { isMarked() })
        publisher.resume()
        #expect(eventually { !isMarked() })
        expect(receiver.status.connections, is: 1)
    }

    @Test func aRestartedPublisherIsReceivedAgain() throws {
        let server = try RTMPServer()
        let catcher = Catcher()
        let first = try publisher(server, "t1", .video, .pictures(width: 320, height: 180, rate: 15))
        let receiver = try receiver(server, "t1", .video, catcher.pictures)
        defer { receiver.close() }
        #expect(catcher.waitForFrames(10))
        first.kill()
        // This camera has another shape.
        let second = try publisher(server, "t1", .video, .pictures(width: 240, height: 240, rate: 15))
        defer { second.kill() }
        #expect(eventually { catcher.state.withLock { abs(($0.frames.last?.aspect ?? 0) - 1) < 0.01 } })
        let aspects = catcher.state.withLock { $0.frames.map(\.aspect) }
        expect(Set(aspects.map { Int($0 * 10) }), is: [10, 17])
        #expect(abs((receiver.status.aspect ?? 0) - 1) < 0.01)
    }

    @Test("LIVE-19: three simultaneous speakers are heard in one sound")
    func threeSpeakers() throws {
        let began = WallTime.now.milliseconds
        let server = try RTMPServer()
        let sink = FakeAudioSink(format: SoundMixer.format)
        let sound = LiveSound { _ in sink }
        defer { sound.close() }
        let voices = [("t1", 440), ("s1", 1000), ("s2", 2500)]
        let publishers = try voices.map { try publisher(server, $0.0, .audio, .sound(frequency: $0.1)) }
        defer { for publisher in publishers { publisher.kill() } }
        for voice in voices { sound.add(voice.0) }
        let receivers = try voices.map { voice in
            try receiver(
                server, voice.0, .audio, .sound { sound.append(voice.0, $0, start: $1) })
        }
        defer { for receiver in receivers { receiver.close() } }
        #expect(eventually { voices.allSatisfy { sound.levels[$0.0] ?? 0 > 0.1 } })
        // In this half second no publisher is late. Some are while other tests use the processors.
        let hasAllVoices = eventually {
            let samples = sink.writtenSamples.suffix(48_000)
            let mono = stride(from: samples.startIndex, to: samples.endIndex, by: 2).map { samples[$0] }
            return samples.count == 48_000 && mean(mono, 1700) < 0.02
                && voices.allSatisfy { mean(mono, Double($0.1)) > 0.05 }
        }
        #expect(hasAllVoices)
        // The audible sound was produced after the publishers started.
        let heard = try #require(sound.heard(of: "t1")).nanoseconds / 1_000_000
        #expect((began...WallTime.now.milliseconds).contains(heard))
    }

    private func mean(_ samples: [Float], _ frequency: Double) -> Double {
        let pieces = stride(from: 0, to: samples.count - 959, by: 960).map { samples[$0..<$0 + 960] }
        return pieces.map { goertzel($0, frequency) }.reduce(0, +) / Double(max(1, pieces.count))
    }

    @Test func closingWhileWaitingForAPublisherReportsNoFailure() throws {
        let server = try RTMPServer()
        let receiver = try receiver(server, "nobody", .audio, .sound { _, _ in })
        try #require(eventually { receiver.status.connections == 1 })
        receiver.close()
        // After the longest allowed wait, the status would report a failure.
        expect(receiver.status.phase, is: .opening)
        let absent = try #require(FormatAddress.rtmp("rtmp://127.0.0.1:1/live", stream: "x", token: nil))
        let refused = LiveReceiver(absent, to: .sound { _, _ in }, keeperTime: keeperTime, wakeUp: WakeUp())
        #expect(eventually { refused.status.connections >= 2 })
        #expect(refused.status.phase != .running)
        refused.close()
    }

    @Test func onlyRTMPAddressesOfAnApplicationAreAccepted() {
        #expect(FormatAddress.rtmp("rtmp://host:1935/live", stream: "a", token: nil) != nil)
        for text in ["http://host/live", "rtmp://host", "rtmp:///live", "rtmp://host/", "file:///etc/passwd"] {
            #expect(FormatAddress.rtmp(text, stream: "a", token: nil) == nil)
        }
    }
}
