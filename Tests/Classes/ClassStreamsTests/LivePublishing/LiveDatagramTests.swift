import ClassAccess
import Classes
import ClassroomHarness
import Media
import PlayCore
import TestSupport
import Testing
import WebRTC

@testable import ClassStreams

/// The keeper's time, which is the wall clock here.
private let keeperTime: @Sendable (HostTime) -> Int64 = { host in
    WallTime.now.milliseconds - (SystemClock().now - host).nanoseconds / 1_000_000
}

/// From camera and microphone to pictures and sound, only over UDP, through a real Janus.
@Suite(
    .enabled(if: ClassJanusServer.isPresent, Comment(rawValue: ClassJanusServer.absentReason)), .serialized)
struct LiveDatagramTests {
    private let picture = CapturePicture(width: 320, height: 180, rate: 15, bitRate: 250_000)

    @Test("LIVE-43: pictures travel from the camera to the decoder over UDP, in order, at the class's time")
    func pictures() throws {
        let began = keeperTime(SystemClock().now)
        let house = try WebStreamHouse()
        let sender = LiveSender(
            try #require(CaptureAddress("lavfi:testsrc2=size=320x180:rate=15")), .pictures(picture), to: nil,
            over: try house.stream("whip", "video"), keeperTime: keeperTime, wakeUp: WakeUp())
        defer { sender.close() }
        try #require(eventually { sender.status.phase == .sending })
        let seen = Monitor<[MediaTime]>([])
        let receiver = LiveReceiver(
            nil, over: try house.stream("whep", "video"),
            to: .pictures { _, time in seen.withLock { $0.append(time) } }, keeperTime: keeperTime, wakeUp: WakeUp())
        defer { receiver.close() }
        try #require(eventually { seen.withLock { $0.count } >= 75 })
        let times = seen.withLock { $0 }
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
        #expect(Self.lies(times[0], after: began))
        // There are as many pictures as requested, by their own times. These move earlier by at most an eighth if the
        // first was slow.
        let span = (times[times.count - 1] - times[0]).inSeconds
        #expect(Double(times.count - 1) / span < Double(picture.rate) * 8 / 7 + 1)
        expect(receiver.status.link, is: .udp)
    }

    /// Returns whether a time, in milliseconds of the keeper's clock, is after `began` and not in the future.
    private static func lies(_ time: MediaTime, after began: Int64) -> Bool {
        (began...keeperTime(SystemClock().now)).contains(time.nanoseconds / 1_000_000)
    }

    @Test("LIVE-43: sound travels from the microphone to the mixer over UDP, in order, at the class's time")
    func sound() throws {
        let began = keeperTime(SystemClock().now)
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
        #expect(Self.lies(starts[0], after: began))
        let mono = stride(from: samples.count / 2, to: samples.count, by: 2).map { samples[$0] }
        let rises = zip(mono, mono.dropFirst()).count { $0 < 0 && $1 >= 0 }
        #expect(abs(Double(rises) * 48_000 / Double(mono.count) - 1000) < 20)
        expect(receiver.status.link, is: .udp)
    }

    /// Positions on the class's axis, with the phase and link of each.
    private struct Came {
        var times: [MediaTime] = []
        var phases: [LiveStreamStatus.Phase] = []
        var links: [LiveLink] = []
    }

    @Test(
        "LIVE-43: a stream over TCP continues while UDP is tried, until a packet has arrived over UDP",
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
        let own = Monitor<LiveReceiver?>(nil)
        let note: @Sendable (MediaTime) -> Void = { time in
            guard let status = own.withLock({ $0 })?.status else { return }
            came.withLock {
                $0.times.append(time)
                $0.phases.append(status.phase)
                $0.links.append(status.link)
            }
        }
        let receiver = LiveReceiver(
            try #require(FormatAddress.rtmp(server.address, stream: name, token: nil)),
            to: isSound ? .sound { note($1) } : .pictures { note($1) }, keeperTime: keeperTime, wakeUp: WakeUp())
        own.withLock { $0 = receiver }
        defer {
            receiver.close()
            own.withLock { $0 = nil }
        }
        func count() -> Int { came.withLock { $0.times.count } }
        try #require(eventually { receiver.status.phase == .running && count() >= 10 })
        // This stream is not sent over UDP, so the stream over TCP continues.
        receiver.tryDatagrams(try house.stream("whep", "other"))
        try #require(eventually { receiver.status.trial == .failed(.absent) })
        let before = count()
        try #require(eventually { count() >= before + 10 })
        expect(receiver.status.link, is: .tcp)
        let stream = try house.stream("whep", kind)
        // Like a player, it retries after a failure.
        let goesOver = eventually {
            if case .failed = receiver.status.trial { receiver.tryDatagrams(stream) }
            return receiver.status.link == .udp
        }
        try #require(goesOver)
        let switched = count()
        try #require(eventually { count() >= switched + 30 })
        let found = came.withLock { $0 }
        // The stream never broke, and switched once.
        #expect(found.phases.dropFirst(10).allSatisfy { $0 == .running })
        expect(zip(found.links, found.links.dropFirst()).count { $0 != $1 }, is: 1)
        // UDP is faster, so everything after the last part over TCP is newer.
        let after = found.times.suffix(20)
        #expect(zip(after, after.dropFirst()).allSatisfy { $0 < $1 })
        #expect(receiver.status.trial == .none && receiver.status.udpFailure == nil)
    }

    @Test func anAbsentUDPStreamFallsBackToTCP() throws {
        let house = try WebStreamHouse()
        let absent = try #require(FormatAddress.rtmp("rtmp://127.0.0.1:1/live", stream: "x", token: nil))
        let receiver = LiveReceiver(
            absent, over: try house.stream("whep", "video"), to: .sound { _, _ in }, keeperTime: keeperTime,
            wakeUp: WakeUp())
        defer { receiver.close() }
        #expect(eventually { receiver.status.udpFailure == .absent && receiver.status.connections >= 2 })
    }
}
