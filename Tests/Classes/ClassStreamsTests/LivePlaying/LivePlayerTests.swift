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
}
