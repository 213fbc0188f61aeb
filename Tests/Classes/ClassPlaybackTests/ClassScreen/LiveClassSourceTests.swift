import ClassPanes
import ClassRules
import ClassStreams
import Classes
import Media
import PlayCore
import Processes
import ScreenHarness
import TUI
import TestSupport
import Testing

@testable import ClassScreen

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

@Suite("The source of a live class")
struct LiveClassSourceTests {
    @Test("A new view and news go once to the class on the screen, and orders go to the live class")
    func news() throws {
        let rig = try SourceRig()
        let live = FakeClass()
        let source = LiveClassSource(live, LiveStudio(wakeUp: WakeUp()))
        var view = LiveClassView(me: ClassUser(id: "m", name: "Mei"))
        view.number = 1
        live.view = view
        live.news = [.failure("no")]
        // The screen shows no class yet, so the view waits.
        #expect(source.news(rig.loop, isSignalled: true).isEmpty)
        rig.loop.configure { $0.room = ClassScreen() }
        expect(source.news(rig.loop, isSignalled: true), is: [.live(view), .liveNews(.failure("no"))])
        rig.loop.configure { $0.room?.live = LiveScreen(view) }
        #expect(source.news(rig.loop, isSignalled: true).isEmpty)
        live.view = nil
        expect(source.news(rig.loop, isSignalled: true), is: [.live(nil)])
        #expect(source.perform(.live(.say("hello")), rig.loop))
        #expect(!source.perform(.readHistory, rig.loop))
        expect(live.orders, is: [.say("hello")])
        source.close()
        #expect(live.isClosed)
    }

    @Test("a screen is not shared before the class allows it, nor a desktop that cannot be captured")
    func share() throws {
        let rig = try SourceRig()
        let live = FakeClass()
        let studio = LiveStudio(wakeUp: WakeUp())
        let windows = WindowFinder { _, _, _ throws(ProgramError) in
            (0, Array(#"  0x40000a "Notes": ("a" "A")  9x9+0+0"#.utf8), [])
        }
        let source = LiveClassSource(live, studio, windows: windows, environment: { $0 == "DISPLAY" ? ":99" : nil })
        defer { source.close() }
        let me = ClassUser(id: "t", name: "Wang", role: .teacher)
        var view = LiveClassView(me: me)
        view.number = 1
        live.view = view
        rig.loop.configure {
            $0.room = ClassScreen()
            $0.room?.live = LiveScreen(view)
        }
        #expect(source.perform(.ownMedia(.shareScreen(.desktop)), rig.loop))
        let refusal = LiveNews.failure(ClassError(.notPresent).words)
        expect(source.news(rig.loop, isSignalled: true), is: [.liveNews(refusal)])
        _ = view.machine.enter(me, at: 0)
        _ = try view.machine.handle(.start(true), by: "t", at: 0)
        view.number = 2
        live.view = view
        _ = source.news(rig.loop, isSignalled: true)
        #expect(source.perform(.ownMedia(.shareScreen(.window("notes"))), rig.loop))
        while studio.sources.screen != CaptureAddress(window: 0x40000A), windows.wakeUp.wait() {
            _ = source.news(rig.loop, isSignalled: true)
        }
        #expect(studio.isWanted(.screen))
        #expect(source.perform(.ownMedia(.turn(.screen, isOn: false)), rig.loop))
        #expect(!studio.isWanted(.screen))
    }

    @Test("LIVE-31: the system's devices are listed on request, with the chosen one as the current one")
    func devices() throws {
        let rig = try SourceRig()
        let live = FakeClass()
        let found = CaptureDeviceLister.Found(
            microphones: [], cameras: [CaptureDevice(CaptureAddress(.v4l2, "/dev/video2"), description: "USB\ncamera")])
        let lister = CaptureDeviceLister { found }
        let source = LiveClassSource(live, LiveStudio(wakeUp: WakeUp()), lister)
        defer { source.close() }
        var view = LiveClassView(me: ClassUser(id: "m", name: "Mei"))
        view.number = 1
        live.view = view
        rig.loop.configure {
            $0.room = ClassScreen()
            $0.room?.live = LiveScreen(view)
        }
        #expect(source.perform(.listCaptureDevices, rig.loop))
        #expect(source.perform(.ownMedia(.choose(.camera, "/dev/video2")), rig.loop))
        var expected = CaptureDeviceList(camera: "/dev/video2")
        (expected.microphones, expected.cameras) = ([], [.init("/dev/video2", description: "USB, camera")])
        var news = source.news(rig.loop, isSignalled: true)
        while news != [.captureDevices(expected)], lister.wakeUp.wait() {
            news = source.news(rig.loop, isSignalled: true)
        }
        expect(news, is: [.captureDevices(expected)])
    }
}
