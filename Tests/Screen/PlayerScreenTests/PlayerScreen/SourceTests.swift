import Access
import AudioOutput
import Catalogue
import Cells
import DownloadClient
import DownloadModel
import DownloadScreen
import Downloads
import Foundation
import HomeScreen
import ListPlayer
import Mosaic
import Options
import PlayCore
import Playback
import PlaybackModel
import ScreenHarness
import ScreenKit
import TUI
import TestSupport
import Testing

@testable import PlayerScreen

@Suite("Sources of the main loop", .timeLimit(.minutes(10)))
struct SourceTests {
    private func access() -> SourceAccess {
        var options = PlayerOptions()
        options.network.proxy = ""
        return SourceAccess(AccessSettings(options))
    }

    @Test("sound devices are listed once playing has begun, and again on request")
    func audioDevices() throws {
        let rig = try SourceRig()
        let count = Monitor(0)
        let lister = AudioDeviceLister(AudioDeviceSelection(name: "default", wakeUp: rig.wakeUp), wakeUp: rig.wakeUp) {
            count.update { $0 += 1 }
            return []
        }
        defer { lister.close() }
        #expect(lister.news(rig.loop, isSignalled: false).isEmpty)
        rig.report { $0.status = .loading }
        _ = lister.news(rig.loop, isSignalled: true)
        expect(count.withLock { $0 }, is: 0)
        rig.report { $0.status = .playing }
        _ = lister.news(rig.loop, isSignalled: false)
        expect(rig.news(of: lister), is: [.audioDevices(AudioDeviceList(devices: []))])
        #expect(lister.perform(.listAudioDevices, rig.loop))
        #expect(rig.wakeUp.wait())
        expect(count.withLock { $0 }, is: 2)
        #expect(!lister.perform(.readHistory, rig.loop))
    }

    @Test("DL-21: the daemon is queried only while the list is on the screen, and a failure is reported")
    func downloads() throws {
        let rig = try SourceRig()
        let access = access()
        defer { access.close() }
        let host = DownloadHost(
            start: DownloadStart(executable: "/nowhere/tvplay-downloads", arguments: []), places: nil, account: "",
            access: access)
        let covers = DownloadCovers(access: access, wakeUp: rig.wakeUp) { .init() }
        let source = DownloadSource(host, covers: covers, wakeUp: rig.wakeUp)
        defer { source.close() }
        source.follow(rig.loop.state)
        #expect(source.news(rig.loop, isSignalled: true).isEmpty)
        #expect(!rig.wakeUp.clear())
        rig.loop.configure {
            $0.downloads.offer()
            _ = $0.openPage(.downloads, at: SystemClock().now)
        }
        source.follow(rig.loop.state)
        let news = rig.news(of: source)
        guard case .downloads(let state)? = news.first, case .failed = state.phase else {
            Issue.record("no failure: \(news)")
            return
        }
        #expect(source.perform(.downloads(.pauseAll), rig.loop))
    }

    @Test("home counts the downloads on the disk while no daemon runs, and starts none")
    func keptDownloads() throws {
        let rig = try SourceRig()
        let (access, folder) = (access(), try BuiltProgram.temporaryFolder())
        defer { BuiltProgram.remove(folder) }
        defer { access.close() }
        let places = DownloadPlaces(stateFolder: folder.path, runtimeFolder: nil)
        let account = try #require(places.folder(ofAccount: DownloadPlaces.standardAccount))
        try FileManager.default.createDirectory(atPath: account, withIntermediateDirectories: true)
        let store = DownloadStore(folder: account)
        for number in 1...3 {
            let request = DownloadRequest(.video(id: "http://a/\(number)", version: -1), folder: "/v")
            store.add(DownloadItem(request, id: .random(), order: Int64(number), added: 0))
        }
        store.close()
        let host = DownloadHost(
            start: DownloadStart(executable: "/nowhere/tvplay-downloads", arguments: []), places: places,
            account: DownloadPlaces.standardAccount, access: access)
        let covers = DownloadCovers(access: access, wakeUp: rig.wakeUp) { .init() }
        let source = DownloadSource(host, covers: covers, wakeUp: rig.wakeUp)
        defer { source.close() }
        rig.loop.configure {
            $0.home.isOffered = true
            _ = $0.openPage(.home, at: SystemClock().now)
        }
        source.follow(rig.loop.state)
        let news = rig.news(of: source)
        guard case .downloads(let state)? = news.first else {
            Issue.record("no count: \(news)")
            return
        }
        #expect(state.count == 3 && state.entries.isEmpty && state.phase == .asking)
    }

    @Test(
        "INFO-16: a cover becomes cells of the requested size, or none if it is invalid or outside its folder"
    )
    func covers() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        try FileManager.default.copyItem(atPath: Fixtures.path("still.png"), toPath: folder.path + "/good.png")
        try Data("no picture".utf8).write(to: folder.appendingPathComponent("bad.png"))
        let (access, wakeUp) = (access(), WakeUp())
        defer { access.close() }
        let covers = DownloadCovers(access: access, wakeUp: wakeUp) { MosaicLook() }
        defer { covers.close() }
        func cells(_ path: String) throws -> CellBuffer? {
            let wish = DownloadCoverWish(
                path: path, folder: folder.path, space: CellSpace(columns: 24, rows: 6, cellAspect: 0.5))
            covers.show(wish)
            #expect(wakeUp.wait())
            let cover = try #require(covers.newest)
            expect(cover.wish, is: wish)
            return cover.cells
        }
        let good = try #require(try cells(folder.path + "/good.png"))
        #expect(good.columns <= 24)
        #expect(good.rows <= 6)
        // The left half is blue and the right half red.
        let (left, right) = (good[1, 1].background, good[good.columns - 2, 1].background)
        #expect(left.blue > 200)
        #expect(left.red < 50)
        #expect(right.red > 200)
        #expect(right.blue < 50)
        try expect(cells(folder.path + "/bad.png"), is: nil)
        try expect(cells(Fixtures.path("still.png")), is: nil)
    }

    @Test("a watermark picture appears after it is read, and one that cannot be read is reported")
    func watermark() throws {
        let rig = try SourceRig()
        let access = access()
        defer { access.close() }
        var options = PlayerOptions()
        options.watermark = Fixtures.path("still.png")
        let ready = OverlayLoader(options, access: access, playing: { nil }, forbidsCapture: { false })
        defer { ready.close() }
        #expect(ready.news(rig.loop, isSignalled: false).isEmpty)
        guard case .watermark(.ready)? = rig.news(of: ready).first else {
            Issue.record("no watermark")
            return
        }
        options.watermark = Fixtures.path("audio-only.m4a")
        let failed = OverlayLoader(options, access: access, playing: { nil }, forbidsCapture: { false })
        defer { failed.close() }
        guard case .watermark(.failed)? = rig.news(of: failed).first else {
            Issue.record("no failure")
            return
        }
    }

    @Test(
        "PLAY-19: a service's watermark comes and goes with its item, and cannot name a local file")
    func serviceWatermark() throws {
        let rig = try SourceRig()
        let access = access()
        defer { access.close() }
        var info: PlayInfo? = PlayInfo(videoID: "1")
        info?.watermark = ServiceWatermark(.text("licensed to 4711"), corner: .leftBottom, opacity: 0.3)
        info?.lamp = MarqueeText(content: "runs")
        let overlays = OverlayLoader(PlayerOptions(), access: access, playing: { info }, forbidsCapture: { false })
        defer { overlays.close() }
        let mark = Watermark(text: "licensed to 4711", position: .leftBottom, opacity: 0.3)
        expect(overlays.itemBegan(rig.loop), is: [.watermark(.service(mark))])
        expect(rig.loop.state.picture.overlays.marquee?.text, is: "runs")
        #expect(overlays.itemBegan(rig.loop).isEmpty, "the same in the next item")
        info?.watermark = ServiceWatermark(.picture(Fixtures.path("still.png")))
        expect(overlays.itemBegan(rig.loop), is: [.watermark(.service(nil))])
        #expect(overlays.news(rig.loop, isSignalled: true).isEmpty)
        info = nil
        expect(overlays.itemBegan(rig.loop), is: [.watermark(.service(nil))])
        expect(rig.loop.state.picture.overlays.marquee, is: nil)
    }

    @Test("INFO-11: a screenshot that the service forbids, or that has no picture, is answered at once")
    func screenshots() throws {
        let rig = try SourceRig()
        let engine = PlaybackEngine(
            videoSink: CapturingVideoSink(), makeAudioSink: { FakeAudioSink(format: $0) }, wakeUp: rig.wakeUp)
        let controller = PlaybackController(engine: engine, provider: BasicSessionProvider(open: { _ in nil }))
        defer { controller.destroy() }
        var isPrevented = true
        let source = ScreenshotCoordinator(
            try ScreenshotWriter.Settings(PlayerOptions()), controller: controller
        ) { isPrevented }
        defer { source.close() }
        #expect(source.perform(.screenshot(.source), rig.loop))
        expect(source.news(rig.loop, isSignalled: true), is: [.screenshot(.prevented)])
        isPrevented = false
        #expect(source.perform(.screenshot(.screen), rig.loop))
        expect(source.news(rig.loop, isSignalled: true), is: [.screenshot(.noPicture)])
        #expect(source.news(rig.loop, isSignalled: true).isEmpty)
        #expect(!source.perform(.redraw, rig.loop))
    }
}
