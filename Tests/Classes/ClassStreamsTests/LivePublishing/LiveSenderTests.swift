import ClassAccess
import Foundation
import Media
import PlayCore
import TestSupport
import Testing

@testable import ClassStreams

/// The keeper's time, which is the wall clock here.
private let keeperTime: @Sendable (HostTime) -> Int64 = { host in
    WallTime.now.milliseconds - (SystemClock().now - host).nanoseconds / 1_000_000
}

@Suite(.enabled(if: RTMPServer.isPresent, Comment(rawValue: RTMPServer.absentReason)), .serialized)
struct LiveSenderTests {
    private let small = CapturePicture(width: 320, height: 180, rate: 15, bitRate: 250_000)

    private func name(_ kind: MediaStreamName.Kind) -> String {
        MediaStreamName(room: "botany", user: "s1", kind).text
    }

    private func sender(_ server: RTMPServer, _ source: String, _ content: CaptureContent) throws -> LiveSender {
        let kind: MediaStreamName.Kind = content == .sound ? .audio : .video
        let address = try #require(FormatAddress.rtmpOutput(server.address, stream: name(kind), token: "secret"))
        return LiveSender(
            try #require(CaptureAddress(source)), content, to: address, keeperTime: keeperTime, wakeUp: WakeUp())
    }

    private func receiver(
        _ server: RTMPServer, _ kind: MediaStreamName.Kind, _ target: LiveReceiver.Target
    ) throws -> LiveReceiver {
        let address = try #require(FormatAddress.rtmp(server.address, stream: name(kind), token: nil))
        return LiveReceiver(address, to: target, keeperTime: keeperTime, wakeUp: WakeUp())
    }

    /// Returns whether a time, in milliseconds of the keeper's clock, is after `began` and not in the future.
    private static func lies(_ time: MediaTime, after began: Int64) -> Bool {
        (began...WallTime.now.milliseconds).contains(time.nanoseconds / 1_000_000)
    }

    @Test func sentPicturesArriveOnTheClassTimeAxis() throws {
        let began = WallTime.now.milliseconds
        let server = try RTMPServer()
        let sender = try sender(server, "lavfi:testsrc2=size=640x480:rate=30", .pictures(small))
        defer { sender.close() }
        let seen = Monitor<[(time: MediaTime, aspect: Double, width: Int)]>([])
        let receiver = try receiver(
            server, .video,
            .pictures { frame, time in
                seen.update { $0.append((time, frame.displayAspect, frame.width)) }
            })
        defer { receiver.close() }
        try #require(eventually { seen.withLock { $0.count } >= 45 })
        let frames = seen.withLock { $0 }
        #expect(frames.allSatisfy { Self.lies($0.time, after: began) })
        #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.time < $1.time })
        // The capture keeps the aspect ratio, and has the requested rate, not the source's.
        #expect(frames.allSatisfy { $0.width == 240 && abs($0.aspect - 4.0 / 3) < 0.01 })
        let span = Double((frames[frames.count - 1].time - frames[0].time).nanoseconds) / 1e9
        #expect(Double(frames.count - 1) / span < 17)
        #expect(sender.status.connections == 1 && sender.status.phase == .sending)
    }

    @Test func sentSoundArrivesOnTheClassTimeAxis() throws {
        let began = WallTime.now.milliseconds
        let server = try RTMPServer()
        let sender = try sender(server, "lavfi:sine=frequency=1000:sample_rate=44100,volume=4", .sound)
        defer { sender.close() }
        let heard = Monitor<(samples: [Float], starts: [MediaTime])>(([], []))
        let receiver = try receiver(
            server, .audio,
            .sound { samples, start in
                heard.update {
                    $0.samples += samples
                    $0.starts.append(start)
                }
            })
        defer { receiver.close() }
        try #require(eventually { heard.withLock { $0.starts.count } >= 100 })
        let (samples, starts) = heard.withLock { $0 }
        #expect(starts.allSatisfy { Self.lies($0, after: began) })
        #expect(zip(starts, starts.dropFirst()).allSatisfy { $0 < $1 })
        let mono = stride(from: samples.count / 2, to: samples.count, by: 2).map { samples[$0] }
        let rises = zip(mono, mono.dropFirst()).count { $0 < 0 && $1 >= 0 }
        #expect(abs(Double(rises) * 48_000 / Double(mono.count) - 1000) < 20)
        // More than half of full scale is −6 dB.
        #expect(sender.status.level.step >= 8)
    }

    @Test func theSenderRetriesAnAbsentServer() throws {
        let address = try #require(FormatAddress.rtmpOutput("rtmp://127.0.0.1:1/live", stream: "a", token: nil))
        let sender = LiveSender(
            try #require(CaptureAddress("lavfi:testsrc2=size=160x90:rate=15")), .pictures(small), to: address,
            keeperTime: keeperTime, wakeUp: WakeUp())
        #expect(eventually { sender.status.connections >= 2 })
        sender.close()
    }

    @Test(
        "LIVE-26: a missing device is reported and stops nothing else",
        arguments: [
            "v4l2:/dev/video99", "alsa:nosuchdevice", "file:/nowhere",
        ])
    func noDevice(source: String) throws {
        let address = try #require(FormatAddress.rtmpOutput("rtmp://127.0.0.1:1/live", stream: "a", token: nil))
        let content: CaptureContent = source.hasPrefix("alsa") ? .sound : .pictures(small)
        let sender = LiveSender(
            try #require(CaptureAddress(source)), content, to: address, keeperTime: keeperTime, wakeUp: WakeUp())
        defer { sender.close() }
        #expect(eventually { if case .ended(.some) = sender.status.phase { true } else { false } })
        expect(sender.status.connections, is: 0)
    }
}
