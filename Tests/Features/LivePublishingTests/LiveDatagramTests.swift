import ClassAccess
import ClassroomHarness
import LivePlaying
import Media
import PlayCore
import Rooms
import TestSupport
import Testing
import WebStreams

@testable import LivePublishing

/// The wall clock is the keeper's here.
private let keeperTime: @Sendable (HostTime) -> Int64 = { host in
    WallTime.now.milliseconds - (SystemClock().now - host).nanoseconds / 1_000_000
}

/// From a camera and a microphone to pictures and sound, over UDP alone, through a real Janus.
@Suite(
    .enabled(if: ClassJanusServer.isPresent, Comment(rawValue: ClassJanusServer.absentReason)), .serialized)
struct LiveDatagramTests {
    private let picture = CapturePicture(width: 320, height: 180, rate: 15, bitRate: 250_000)

    /// How late a picture's sender was seen to capture it, and it was seen here.
    private struct Seen {
        var captured: [HostTime] = []
        var shown: [HostTime] = []
        var times: [MediaTime] = []
    }

    @Test("LIVE-43: pictures go from the camera to the decoder over UDP, in order, at once")
    func pictures() throws {
        let house = try WebStreamHouse()
        let seen = Monitor(Seen())
        let sender = LiveSender(
            try #require(CaptureAddress("lavfi:testsrc2=size=320x180:rate=15")), .pictures(picture), to: nil,
            over: try house.stream("whip", "video"), keeperTime: keeperTime,
            seen: { _ in seen.withLock { $0.captured.append(SystemClock().now) } }, wakeUp: WakeUp())
        defer { sender.close() }
        try #require(eventually { sender.status.phase == .sending })
        let receiver = LiveReceiver(
            nil, over: try house.stream("whep", "video"),
            to: .pictures { _, time in
                seen.withLock {
                    $0.shown.append(SystemClock().now)
                    $0.times.append(time)
                }
            }, keeperTime: keeperTime, wakeUp: WakeUp())
        defer { receiver.close() }
        try #require(eventually { seen.withLock { $0.shown.count } >= 75 })
        let found = seen.withLock { $0 }
        #expect(zip(found.times, found.times.dropFirst()).allSatisfy { $0 < $1 })
        let span = Double((found.times[found.times.count - 1] - found.times[0]).nanoseconds) / 1e9
        #expect(abs(Double(found.times.count - 1) / span - 15) < 2)
        // From the capture before it is shown.
        let delays = found.shown.compactMap { shown in
            found.captured.last { $0 <= shown }.map { (shown - $0).inMilliseconds }
        }.sorted()
        print(
            "UDP: camera to picture p50 \(delays[delays.count / 2]) p95 \(delays[delays.count * 95 / 100]) ms; "
                + "\(receiver.status)")
        #expect(receiver.status.link == .udp && receiver.status.connections <= 2)
    }

    @Test("LIVE-43: sound goes from the microphone to the mixer over UDP, without holes")
    func sound() throws {
        let house = try WebStreamHouse()
        let sender = LiveSender(
            try #require(CaptureAddress("lavfi:sine=frequency=1000:sample_rate=44100,volume=4")), .sound, to: nil,
            over: try house.stream("whip", "audio"), keeperTime: keeperTime, wakeUp: WakeUp())
        defer { sender.close() }
        try #require(eventually { sender.status.phase == .sending })
        let heard = Monitor<(samples: [Float], starts: [MediaTime])>(([], []))
        let receiver = LiveReceiver(
            nil, over: try house.stream("whep", "audio"),
            to: .sound { samples, start in
                heard.update {
                    $0.samples += samples
                    $0.starts.append(start)
                }
            }, keeperTime: keeperTime, wakeUp: WakeUp())
        defer { receiver.close() }
        try #require(eventually { heard.withLock { $0.starts.count } >= 150 })
        let (samples, starts) = heard.withLock { $0 }
        #expect(zip(starts, starts.dropFirst()).allSatisfy { $0 < $1 })
        let mono = stride(from: samples.count / 2, to: samples.count, by: 2).map { samples[$0] }
        let rises = zip(mono, mono.dropFirst()).count { $0 < 0 && $1 >= 0 }
        #expect(abs(Double(rises) * 48_000 / Double(mono.count) - 1000) < 20)
        // Sound that is heard now was made a moment ago.
        let late = WallTime.now.milliseconds - (starts.last?.nanoseconds ?? 0) / 1_000_000
        #expect((0..<1000).contains(late))
        #expect(receiver.status.link == .udp)
    }

    /// What came of a stream: each part's place on the class's axis, and when it came.
    private struct Came {
        var parts: [(start: MediaTime, end: MediaTime, at: HostTime)] = []

        /// The longest time between two arrivals, and the longest hole on the axis, in milliseconds.
        var longest: (wait: Double, hole: Double) {
            var (wait, hole) = (0.0, 0.0)
            for (before, after) in zip(parts, parts.dropFirst()) {
                wait = max(wait, (after.at - before.at).inMilliseconds)
                hole = max(hole, Double((after.start - before.end).nanoseconds) / 1e6)
            }
            return (wait, hole)
        }
    }

    @Test(
        "LIVE-43: what came over TCP goes over UDP while it goes on, so that nothing is missed",
        .enabled(if: RTMPServer.isPresent, Comment(rawValue: RTMPServer.absentReason)),
        arguments: ["audio", "video"])
    func wayBack(_ kind: String) throws {
        let (house, server) = (try WebStreamHouse(), try RTMPServer())
        let isSound = kind == "audio"
        let name = MediaStreamName(room: "botany", user: "s1", isSound ? .audio : .video).text
        let source = isSound ? "lavfi:sine=frequency=1000,volume=4" : "lavfi:testsrc2=size=320x180:rate=15"
        let sender = LiveSender(
            try #require(CaptureAddress(source)), isSound ? .sound : .pictures(picture),
            to: try #require(FormatAddress.rtmpOutput(server.address, stream: name, token: nil)),
            over: try house.stream("whip", kind), keeperTime: keeperTime, wakeUp: WakeUp())
        defer { sender.close() }
        try #require(eventually { sender.status.datagrams == .running && sender.status.packets > 0 })
        let came = Monitor(Came())
        let target: LiveReceiver.Target =
            isSound
            ? .sound { samples, start in
                let length = MediaTime(nanoseconds: SoundMixer.format.duration(frames: samples.count / 2).nanoseconds)
                came.withLock { $0.parts.append((start, start + length, SystemClock().now)) }
            }
            : .pictures { _, time in
                came.withLock { $0.parts.append((time, time + .milliseconds(67), SystemClock().now)) }
            }
        let receiver = LiveReceiver(
            try #require(FormatAddress.rtmp(server.address, stream: name, token: nil)), to: target,
            keeperTime: keeperTime, wakeUp: WakeUp())
        defer { receiver.close() }
        let enough = isSound ? 150 : 45
        try #require(eventually { came.withLock { $0.parts.count } >= enough })
        // What TCP sends at once when one connects is not of interest.
        came.withLock { $0.parts.removeFirst(enough / 2) }
        // Nobody sends this one over UDP: what comes goes on.
        receiver.tryDatagrams(try house.stream("whep", "other"))
        try #require(eventually { receiver.status.trial == .failed(.absent) })
        #expect(receiver.status.link == .tcp)
        receiver.tryDatagrams(try house.stream("whep", kind))
        try #require(eventually { receiver.status.link == .udp })
        let before = came.withLock { $0.parts.count }
        try #require(eventually { came.withLock { $0.parts.count } >= before + enough })
        let longest = came.withLock { $0.longest }
        print("from TCP to UDP: \(kind): \(longest)")
        #expect(longest.wait < 400 && longest.hole < 150)
        #expect(receiver.status.trial == .none && receiver.status.udpFailure == nil)
    }

    @Test func whatIsNotThereGoesOverTCPWithoutAWord() throws {
        let house = try WebStreamHouse()
        let absent = try #require(FormatAddress.rtmp("rtmp://127.0.0.1:1/live", stream: "x", token: nil))
        let receiver = LiveReceiver(
            absent, over: try house.stream("whep", "video"), to: .sound { _, _ in }, keeperTime: keeperTime,
            wakeUp: WakeUp())
        defer { receiver.close() }
        #expect(eventually { receiver.status.udpFailure == .absent && receiver.status.connections >= 2 })
    }

    private func eventually(_ condition: () -> Bool) -> Bool {
        let pause = Monitor(())
        let deadline = SystemClock().now + Patience.limit
        while !condition() {
            guard SystemClock().now < deadline else { return false }
            _ = pause.wait(until: SystemClock().now + .milliseconds(20)) { _ in nil as Void? }
        }
        return true
    }
}
