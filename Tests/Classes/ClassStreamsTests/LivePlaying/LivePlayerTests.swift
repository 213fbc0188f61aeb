import ClassAccess
import ClassRules
import Classes
import PlayCore
import TestSupport
import Testing

@testable import ClassStreams

@Suite("The player of a live class")
struct LivePlayerTests {
    private let sinks = (0..<3).map { _ in CapturingVideoSink() }

    private func player() -> LivePlayer {
        LivePlayer(autoplay: .teacher, sinks: sinks, wakeUp: WakeUp(), makeSound: { FakeAudioSink(format: $0) })
    }

    private static func view(_ number: Int = 1) -> LiveClassView {
        var view = LiveClassView(me: ClassUser(id: "t", name: "Wang", role: .teacher))
        view.media = ClassMedia(room: "botany")
        view.number = number
        return view
    }

    @Test("the viewer's own camera is the large picture while there is no other")
    func ownCamera() {
        let player = player()
        defer { player.close() }
        player.follow(Self.view(), at: .zero)
        expect(player.companion, is: nil)
        player.showOwn(true)
        expect(player.companion?.kind, is: .person(id: "t", name: "You"))
        expect(player.thumbnails.map(\.isLarge), is: [true])
        #expect(player.shows(0))
        player.showOwn(false)
        expect(player.companion, is: nil)
        #expect(player.thumbnails.isEmpty && !player.shows(0))
    }

    @Test(
        "after another choice of link, a stream is played until its successor arrives",
        .enabled(if: RTMPServer.isPresent, Comment(rawValue: RTMPServer.absentReason)))
    func chosenLink() throws {
        let server = try RTMPServer()
        let name = MediaStreamName(room: "botany", user: "m", .audio)
        let publisher = try LivePublisher(.sound(frequency: 440), to: server.address + "/" + name.text)
        defer { publisher.kill() }
        var view = Self.view()
        view.media.servers = [ClassMedia.Server(name: "rtmp", address: server.address, token: nil)]
        _ = view.machine.enter(ClassUser(id: "m", name: "Mei", role: .teacher), at: 0)
        _ = try view.machine.handle(.start(true), by: "m", at: 0)
        _ = view.machine.media(MediaUser(id: "m", hasVideo: false, hasAudio: true), at: 0)
        let player = player()
        defer { player.close() }
        func follow(_ isReached: () -> Bool) -> Bool {
            eventually {
                player.follow(view, at: SystemClock().now)
                return isReached()
            }
        }
        #expect(follow { player.streams[name]?.receiver.status.phase == .running })
        let old = try #require(player.streams[name]?.receiver)
        player.choose(.tcp)
        // The successor has only just started.
        #expect(player.leaving[name]?.receiver === old && player.streams[name]?.receiver !== old)
        expect(player.streams[name]?.isPlayed.withLock { $0 }, is: false)
        #expect(follow { player.leaving.isEmpty })
        expect(player.streams[name]?.isPlayed.withLock { $0 }, is: true)
        expect(player.streams[name]?.receiver.status.phase, is: .running)
    }
}
