import ClassRules
import LivePublishing
import PlayCore
import Rooms
import TUI
import Testing

@testable import PlayerScreen

private final class FakeClass: LiveClassControl {
    let wakeUp = WakeUp()
    var view: LiveClassView?
    var news: [LiveNews] = []
    private(set) var orders: [LiveOrder] = []
    private(set) var isClosed = false

    func nextDeadline(at now: HostTime) -> HostTime? { nil }
    func perform(_ order: LiveOrder) { orders.append(order) }
    func takeNews() -> [LiveNews] {
        defer { news = [] }
        return news
    }
    func close() { isClosed = true }
}

@Suite("The source of a class that is live")
struct LiveClassSourceTests {
    @Test("Its view goes to the class that is on the screen, each once, with the news; orders go to it")
    func news() throws {
        let rig = try SourceRig()
        let live = FakeClass()
        let source = LiveClassSource(live, LiveStudio(wakeUp: WakeUp()))
        var view = LiveClassView(me: RoomUser(id: "m", name: "Mei"))
        view.number = 1
        live.view = view
        live.news = [.failure("no")]
        // Nothing is attended on the screen: it waits.
        #expect(source.news(rig.loop, isSignalled: true).isEmpty)
        rig.loop.configure { $0.room = RoomScreen() }
        #expect(source.news(rig.loop, isSignalled: true) == [.live(view), .liveNews(.failure("no"))])
        rig.loop.configure { $0.room?.live = LiveScreen(view) }
        #expect(source.news(rig.loop, isSignalled: true).isEmpty)
        live.view = nil
        #expect(source.news(rig.loop, isSignalled: true) == [.live(nil)])
        #expect(source.perform(.live(.say("hello")), rig.loop))
        #expect(!source.perform(.readHistory, rig.loop))
        #expect(live.orders == [.say("hello")])
        source.close()
        #expect(live.isClosed)
    }
}
