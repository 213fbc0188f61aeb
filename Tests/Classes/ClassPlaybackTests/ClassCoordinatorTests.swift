import CPlatform
import ClassPlayback
import Classes
import Foundation
import History
import PlayCore
import Playback
import Processes
import Storage
import TestSupport
import Testing

/// A coordinator on a clock that only the test moves. The test waits for all reads.
private final class Rig {
    let coordinator: ClassCoordinator
    let wakeUp = WakeUp()
    private(set) var entered: [ClassOutline] = []
    private(set) var exits: [ClassReadError] = []
    private(set) var notices: [ClassCoordinator.Notice] = []
    private let now = HostTime.seconds(1000)
    private(set) var position = MediaTime.zero

    init(storage: StorageThread? = nil) {
        let access = FileAccess()
        let make = { [wakeUp] in FollowingVideo(access: access, sink: CapturingVideoSink(), wakeUp: wakeUp) }
        coordinator = ClassCoordinator(
            access: access, offsets: ChatOffsets(storage),
            links: LinkProgram(command: ""), broadcasts: BroadcastProgram(command: ""),
            second: make(), small: (0..<ThumbnailSlots.most).map { _ in make() }, effect: make(),
            wakeUp: wakeUp)
        coordinator.onEnter = { [unowned self] in entered.append($1) }
        coordinator.onExit = { [unowned self] in exits.append($0) }
        coordinator.onNotice = { [unowned self] in notices.append($0) }
        var wish = ChatWish()
        wish.count = 20
        coordinator.perform(.showChat(wish))
    }

    var view: ClassView { coordinator.view }
    var chat: [String] { view.chat.lines.map(\.message.text) }

    func move(to position: MediaTime) {
        self.position = position
        follow()
    }

    private func follow() {
        let reading = ClockReading(position: position, hostTime: now, rate: .normal, isRunning: false)
        coordinator.follow(reading, at: now)
    }

    func wait(_ what: String, _ isSo: (ClassView) -> Bool) throws {
        let limit = SystemClock().now + Patience.limit
        while true {
            wakeUp.clear()
            follow()
            if isSo(view) { return }
            try #require(SystemClock().now < limit, "\(what)")
            var waits = [pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0)]
            _ = poll(&waits, 1, 1000)
        }
    }

    func showChat() {
        var wish = ChatWish()
        wish.count = 20
        coordinator.perform(.showChat(wish))
    }
}

@Suite("An attended class", .timeLimit(.minutes(10))) struct ClassCoordinatorTests {
    private func attended(_ contents: ClassContents = .algebra()) throws -> (Rig, ClassFolder) {
        let (rig, folder) = (Rig(), try ClassFolder())
        try folder.put(contents)
        rig.coordinator.attend(folder.path(), ClassOptions())
        rig.showChat()
        try rig.wait("the class") { $0.snapshot.phase == .entered && !$0.chat.lines.isEmpty }
        return (rig, folder)
    }

    @Test("ROOM-01, ROOM-18, ROOM-47: a class is entered, and its chat and page follow the position in both directions")
    func following() throws {
        let (rig, folder) = try attended()
        defer { rig.coordinator.close() }
        expect(rig.entered, is: [.single])
        expect(rig.chat, is: ["early"])
        guard case .page(let page)? = rig.view.slide?.content else {
            Issue.record("no page")
            return
        }
        expect(page.picture, is: folder.path("page.png"))
        expect(page.folder, is: folder.path() + "/")
        expect(rig.view.slide?.text, is: "the words of the slide")
        rig.move(to: .seconds(7))
        expect(rig.chat, is: ["early", "late"])
        let number = rig.view.number
        rig.move(to: .seconds(7))
        expect(rig.view.number, is: number, "nothing has changed")
        rig.move(to: .seconds(1))
        expect(rig.chat, is: ["early"])
        #expect(rig.view.number != number)
    }

    @Test("ROOM-18, ROOM-20: a class that cannot be entered reports the error, and can be entered after a reload")
    func failing() throws {
        let (rig, folder) = (Rig(), try ClassFolder())
        defer { rig.coordinator.close() }
        rig.coordinator.attend(folder.path(), ClassOptions())
        try rig.wait("the error") {
            if case .failed(let error) = $0.snapshot.phase { error.code == .fileLost } else { false }
        }
        #expect(rig.entered.isEmpty)
        #expect(rig.notices.isEmpty)
        try folder.put(.algebra())
        rig.coordinator.perform(.reload)
        try rig.wait("the class") { $0.snapshot.phase == .entered }
        expect(rig.entered, is: [.single])
    }

    @Test("ROOM-61, ADV-16: an award is shown for four seconds of the recording, and disappears after a seek")
    func award() throws {
        let (rig, folder) = try attended(
            .algebra {
                let award = Award(id: "a", picture: "cup.png", fromUserName: "Mei", showsSpecialEffect: true)
                $0.events.append(ClassEvent(.seconds(2), .award(award)))
            })
        defer { rig.coordinator.close() }
        for step in stride(from: 200, through: 2200, by: 200) { rig.move(to: .milliseconds(step)) }
        expect(rig.view.award?.fromUserName, is: "Mei")
        expect(rig.view.award?.page?.picture, is: folder.path("cup.png"))
        for step in stride(from: 2400, through: 6400, by: 200) { rig.move(to: .milliseconds(step)) }
        expect(rig.view.award, is: nil)
        rig.move(to: .zero)
        for step in stride(from: 200, through: 2200, by: 200) { rig.move(to: .milliseconds(step)) }
        #expect(rig.view.award != nil)
        rig.move(to: .zero)
        expect(rig.view.award, is: nil)
    }

    @Test("ADV-16: an award's film ends at a seek, at the next award, or after its maximum length")
    func film() throws {
        let (rig, folder) = try attended(
            .algebra { contents in
                for (second, name) in [(2, "rose.mp4"), (5, "star.mp4"), (6, "rose.mp4")] {
                    let award = Award(
                        id: "\(second)", picture: "cup.png", film: name, alpha: second == 5 ? "elsewhere" : "right",
                        fromUserName: "Mei", showsSpecialEffect: true)
                    contents.events.append(ClassEvent(.seconds(second), .award(award)))
                }
            })
        defer { rig.coordinator.close() }
        func film() -> AwardFilm? { rig.view.award?.film }
        func play(to end: Int) {
            for step in stride(from: Int(rig.position.nanoseconds / 1_000_000), through: end, by: 200) {
                rig.move(to: .milliseconds(step))
            }
        }
        play(to: 2200)
        expect(film(), is: AwardFilm(location: folder.path("rose.mp4"), alpha: .right))
        rig.move(to: .zero)
        expect(rig.view.award, is: nil)
        play(to: 5400)
        expect(film(), is: AwardFilm(location: folder.path("star.mp4"), alpha: .automatic))
        play(to: 6200)
        expect(film()?.location, is: folder.path("rose.mp4"))
        play(to: 35_800)
        #expect(film() != nil)
        play(to: 36_200)
        expect(rig.view.award, is: nil)
    }

    @Test("ADV-16: a film's length ends its award, and an award whose film fails shows its picture for its time")
    func filmLength() {
        let award = Award(id: "a", picture: "cup.png", film: "rose.mp4", fromUserName: "Mei", showsSpecialEffect: true)
        let shown = ShownAward(award, at: .seconds(2), picture: "/cup.png", film: "/rose.mp4", folder: nil)
        expect(shown.ending(after: .seconds(3)).end, is: .seconds(5))
        expect(shown.ending(after: .seconds(300)).end, is: shown.end)
        expect(shown.withoutFilm.end, is: .seconds(6))
        expect(shown.withoutFilm.view, is: AwardView(fromUserName: "Mei", page: shown.view.page))
        expect(shown.view.page?.picture, is: "/cup.png")
    }

    @Test("ROOM-34, ROOM-19: an expired class is not entered")
    func expiry() throws {
        let (rig, _) = try attended(.algebra { $0.info.invalidTime = WallTime.now.milliseconds / 1000 + 86_400 })
        #expect(rig.coordinator.nextDeadline(at: .seconds(1000)) != nil)
        #expect(rig.exits.isEmpty)
        rig.coordinator.close()
        let (over, folder) = (Rig(), try ClassFolder())
        defer { over.coordinator.close() }
        try folder.put(.algebra { $0.info.invalidTime = 1 })
        over.coordinator.attend(folder.path(), ClassOptions())
        try over.wait("the end") { _ in !over.exits.isEmpty || isFailed(over.view) }
        #expect(over.entered.isEmpty)
    }

    private func isFailed(_ view: ClassView) -> Bool { if case .failed = view.snapshot.phase { true } else { false } }

    @Test("ROOM-30, INFO-15: users with a video are listed, and the viewer's choice becomes the second video")
    func videos() throws {
        let mei = ClassUser(id: "m", name: "Mei")
        let (rig, _) = try attended(
            .algebra { $0.info.userVideoList = [.init(user: mei, url: "mei.mp4", start: .zero)] })
        defer { rig.coordinator.close() }
        expect(rig.view.usersWithVideo, is: ["m"])
        expect(rig.view.companion, is: nil)
        expect(rig.view.thumbnails, is: [ThumbnailView(id: "m", name: "Mei")])
        rig.coordinator.perform(.showVideo(of: "m"))
        rig.move(to: .milliseconds(10))
        expect(rig.view.companion, is: CompanionView(kind: .person(id: "m", name: "Mei"), isWanted: true))
        expect(rig.view.thumbnails.map(\.isLarge), is: [true])
    }

    @Test("ROOM-04, ROOM-21: the chat of the current part is shown, on the axis of the whole class")
    func parts() throws {
        let (rig, folder) = (Rig(), try ClassFolder())
        defer { rig.coordinator.close() }
        let text = ["a", "b"].map { "{\"room\":\"\($0)\",\"title\":\"Part \($0)\",\"duration\":60000000000}" }
        try folder.put(
            "room.json", "{\"format\":\"tvplay-room\",\"version\":1,\"slices\":[\(text.joined(separator: ","))]}")
        for name in ["a", "b"] {
            try folder.put(
                .algebra {
                    $0.info.title = name
                    $0.events = [
                        ClassEvent(.zero, .message(ChatMessage(id: name, time: .zero, text: "said in " + name)))
                    ]
                }, in: name)
        }
        rig.coordinator.attend(folder.path(), ClassOptions())
        rig.showChat()
        try rig.wait("the first part") { $0.parts.kind == .slices && $0.chat.lines.count == 1 }
        expect(rig.chat, is: ["said in a"])
        expect(rig.view.parts.rows.map(\.title), is: ["Part a", "Part b"])
        expect(rig.entered.count, is: 1)
        rig.move(to: .seconds(70))
        rig.showChat()
        try rig.wait("the second part") { $0.parts.index == 1 && $0.chat.lines.first?.message.text == "said in b" }
        expect(rig.view.offset, is: .seconds(60))
        expect(rig.entered.count, is: 1)
    }

    @Test("ROOM-67: the viewer's offset of a chat beside a video is kept for that video")
    func chatBeside() throws {
        let folder = try ClassFolder()
        try folder.put("chat.txt", "00:00:00 Mei: hello there\n00:00:05 Ada: and later\n")
        let storage = StorageThread(HistorySchema.file(in: folder.path())) {}
        defer { storage.close(within: .seconds(10)) }
        let chat = ChatFile(location: folder.path("chat.txt"), offset: nil)
        func rig() throws -> Rig {
            let rig = Rig(storage: storage)
            rig.coordinator.itemChanged(folder.path("video.mp4"), chat: chat)
            rig.showChat()
            try rig.wait("the chat") { !$0.chat.lines.isEmpty }
            return rig
        }
        let first = try rig()
        #expect(first.view.isChatOnly)
        expect(first.chat, is: ["hello there"])
        #expect(first.entered.isEmpty)
        first.coordinator.perform(.moveChat(.seconds(-6)))
        first.move(to: .milliseconds(10))
        expect(first.chat, is: ["hello there", "and later"])
        first.coordinator.itemChanged(folder.path("other.mp4"), chat: nil)
        expect(first.view.number, is: 0)
        first.coordinator.close()
        let second = try rig()
        expect(second.view.offset, is: .seconds(-6))
        expect(second.chat, is: ["hello there", "and later"])
        second.coordinator.close()
    }

    @Test("ROOM-44: without a configured program, opening a link only notifies the viewer")
    func links() throws {
        let rig = Rig()
        defer { rig.coordinator.close() }
        rig.coordinator.perform(.openLink("https://example.org/"))
        expect(rig.notices.count, is: 1)
    }
}
