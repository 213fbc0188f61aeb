import ClassAccess
import ClassRules
import Classes
import Foundation
import Media
import PlayCore
import TestSupport
import Testing

@testable import ClassStreams

@Suite(.enabled(if: RTMPServer.isPresent, Comment(rawValue: RTMPServer.absentReason)), .serialized)
struct LiveStudioTests {
    private func view(_ address: String) -> LiveClassView {
        let me = ClassUser(id: "t", name: "Wang", role: .teacher)
        var view = LiveClassView(me: me)
        _ = view.machine.enter(me, at: 0)
        _ = try? view.machine.handle(.start(true), by: "t", at: 0)
        view.clock = ClassClock(time: WallTime.now.milliseconds, at: SystemClock().now)
        view.media = ClassMedia(
            room: "botany", servers: [ClassMedia.Server(name: "rtmp", address: address, token: nil)])
        return view
    }

    @Test("a shared screen is sent as the stream that the class shows as its large picture")
    func screen() throws {
        let server = try RTMPServer()
        var sources = LiveStudio.Sources()
        sources.screen = CaptureAddress(.lavfi, "testsrc2=size=320x180:rate=10")
        let studio = LiveStudio(sources, wakeUp: WakeUp())
        defer { studio.close() }
        let view = view(server.address)
        studio.follow(view, at: SystemClock().now)
        try studio.turn(.screen, true)
        #expect(studio.sending.sharesScreen && !studio.sending.isOnAir)
        try #require(eventually { studio.status(.screen)?.phase == .sending })
        // Smaller pictures keep their size.
        expect(studio.status(.screen)?.size, is: OwnSending.Size(width: 320, height: 180))
        try studio.turn(.screen, false)
        #expect(!studio.sending.sharesScreen && studio.status(.screen) == nil)
    }

    @Test("LIVE-26: a teacher's microphone is sent to the class's server, without a camera that does not exist")
    func teacher() throws {
        let server = try RTMPServer()
        var sources = LiveStudio.Sources()
        sources.microphone = CaptureAddress(.lavfi, "sine=frequency=440")
        sources.camera = CaptureAddress(.v4l2, "/dev/video99")
        let studio = LiveStudio(sources, wakeUp: WakeUp())
        defer { studio.close() }
        let view = view(server.address)
        #expect(throws: ClassError(.notPresent)) { try studio.turn(.microphone) }
        studio.follow(view, at: SystemClock().now)
        try studio.turn(.microphone)
        try studio.turn(.camera)
        try #require(eventually { studio.sending.isOnAir })
        var news: [SendingMachine.News] = []
        try #require(
            eventually {
                studio.follow(view, at: SystemClock().now)
                news += studio.takeNews()
                return !news.isEmpty
            })
        expect(news, is: [.failed(.camera, "No such file or directory")])
        #expect(studio.status(.camera) == nil && studio.sending.isOnAir)
        var lost = view
        lost.link = .reconnecting
        studio.follow(lost, at: SystemClock().now)
        #expect(!studio.sending.isOnAir && studio.status(.microphone) == nil)
        studio.follow(view, at: SystemClock().now)
        try #require(eventually { studio.sending.isOnAir })
        studio.follow(nil, at: SystemClock().now)
        #expect(!studio.sending.isOnAir && studio.status(.microphone) == nil)
        studio.follow(view, at: SystemClock().now)
        expect(studio.status(.microphone), is: nil)
    }
}
