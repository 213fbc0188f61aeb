import DownloadModel
import PlayCore
import TestSupport
import Testing

@testable import Downloads

struct ModelTests {
    private func id(_ number: Int) -> DownloadID {
        let digits = String(number, radix: 16)
        guard let id = DownloadID(String(repeating: "0", count: 16 - digits.count) + digits) else {
            preconditionFailure("sixteen digits")
        }
        return id
    }

    @Test("DL-08, DL-14: a video cannot be added twice in any definition, and the refusal names the existing item")
    func duplicates() throws {
        var list = DownloadList()
        _ = try list.add(DownloadRequest(.video("a"), folder: "/v"), id: id(1), at: 0)
        var audio = DownloadRequest(.video("a"), folder: "/v")
        audio.wishes.definitions = ["audio"]
        #expect(throws: DownloadProblem(.duplicate, detail: id(1).text)) { try list.add(audio, id: id(2), at: 0) }
        let room = DownloadIdentity.playback(classID: "1", sessionID: nil, version: -1)
        _ = try list.add(DownloadRequest(room, folder: "/v"), id: id(3), at: 0)
        expect(list.existing(room)?.kind, is: .room)
        expect(list.existing(.playback(classID: "1", sessionID: "2", version: -1)), is: nil)
    }

    @Test("INFO-02: another clipped version is another download")
    func versions() {
        #expect(DownloadIdentity.video(id: "a", version: 0) != .video("a"))
        expect(DownloadIdentity.video("a").version, is: -1)
    }

    @Test("DL-16, DL-17: the list keeps the order of adding, finds items by state, and moves them")
    func order() throws {
        var list = DownloadList()
        for number in 1...4 {
            _ = try list.add(DownloadRequest(.video("\(number)"), folder: "/v"), id: id(number), at: 0)
        }
        list.change(id(2)) { $0.state = .completed }
        expect(list.items(in: [.completed]).map(\.id), is: [id(2)])
        expect(list.items(in: [.running, .completed]).count, is: 4)
        let moved = list.move(id(4), to: 0)
        expect(list.items.map(\.id), is: [4, 1, 2, 3].map(id))
        expect(moved.count, is: 4)
        expect(DownloadList(list.items.reversed()), is: list)
    }

    @Test("DL-24: state and problem of an item determine one of five labels")
    func labels() throws {
        var list = DownloadList()
        var item = try list.add(DownloadRequest(.video("a"), folder: "/v"), id: id(1), at: 0)
        expect(item.label, is: .downloading)
        item.state = .paused
        expect(item.label, is: .paused)
        item.problem = DownloadProblem(.network)
        expect(item.label, is: .failed)
        item.state = .completed
        expect(item.label, is: .fileLost)
        item.problem = nil
        expect(item.label, is: .done)
        expect([DownloadState.invalid, .running, .paused, .completed].map(\.rawValue), is: [-1, 0, 1, 2])
    }

    @Test("DL-12: the first available wish is chosen; without wishes it is the best that a terminal shows")
    func wishes() {
        let ladder =
            [(240, "240p"), (720, "720p"), (1080, "1080p")].map {
                DefinitionInfo(key: .init(rawValue: $1), name: $1, width: $0 * 16 / 9, height: $0)
            } + [DefinitionInfo(key: .audio, name: "audio")]
        expect(DownloadWishes(definitions: ["4k", "1080p", "240p"]).index(in: ladder), is: 2)
        expect(DownloadWishes(definitions: ["4k"]).index(in: ladder), is: nil)
        expect(DownloadWishes().index(in: ladder), is: 1)
        expect(DownloadWishes(definitions: ["audio"]).index(in: ladder), is: 3)
        #expect(DownloadWishes(definitions: ["audio"]).isAudioOnly)
    }

    @Test("DL-02: all items run at the same time unless a limit makes those of low priority wait")
    func planning() {
        let moment = DownloadSchedule.Moment(weekday: 1, second: 0)
        let candidates = [0.1, 0.9, 0.5].enumerated().map {
            DownloadPlanner.Candidate(id: id($0 + 1), priority: $1, host: "a")
        }
        var limits = DownloadLimits()
        let all = DownloadPlanner.decide(candidates, limits, at: moment, isMetered: false)
        expect(all.shares.count, is: 3)
        #expect(all.waiting.isEmpty)
        // A host gets six connections, and a higher priority gets more of them.
        expect(all.shares[id(2)]?.connections, is: 3)
        expect(all.shares[id(3)]?.connections, is: 2)
        expect(all.shares[id(1)]?.connections, is: 1)
        limits.runningItems = 2
        let some = DownloadPlanner.decide(candidates, limits, at: moment, isMetered: false)
        expect(some.waiting, is: [id(1): .limit])
    }

    @Test("DL-02: the total speed is shared by priority, and unused shares go to the other items")
    func speeds() {
        let moment = DownloadSchedule.Moment(weekday: 1, second: 0)
        var limits = DownloadLimits()
        limits.bytesPerSecond = 1200
        let candidates = [
            DownloadPlanner.Candidate(id: id(1), priority: 0.5), DownloadPlanner.Candidate(id: id(2), priority: 0.5),
            DownloadPlanner.Candidate(id: id(3), priority: 0.5, speedLimit: 200),
        ]
        let shares = DownloadPlanner.decide(candidates, limits, at: moment, isMetered: false).shares
        expect(shares.mapValues(\.bytesPerSecond), is: [id(1): 500, id(2): 500, id(3): 200])
    }

    @Test("DL-03: on a metered line and outside the scheduled hours all downloads wait")
    func holding() {
        var limits = DownloadLimits()
        let candidates = [DownloadPlanner.Candidate(id: id(1), priority: 0.5)]
        let noon = DownloadSchedule.Moment(weekday: 3, second: 43_200)
        limits.allowsMetered = false
        expect(
            DownloadPlanner.decide(candidates, limits, at: noon, isMetered: true).waiting, is: [id(1): .metered])
        expect(DownloadPlanner.decide(candidates, limits, at: noon, isMetered: false).shares.count, is: 1)
        // Open from 22:00 to 06:00, in the nights that begin on Sunday to Thursday.
        limits.schedule = DownloadSchedule(start: 1320, end: 360, weekdays: Set(0...4))
        let closed = DownloadPlanner.decide(candidates, limits, at: noon, isMetered: false)
        expect(closed.waiting, is: [id(1): .schedule])
        expect(closed.secondsToChange, is: 10 * 3600)
        let night = DownloadSchedule.Moment(weekday: 5, second: 5 * 3600)
        expect(limits.schedule?.isOpen(at: night), is: true)
        expect(limits.schedule?.secondsToChange(after: night), is: 3600)
        expect(limits.schedule?.isOpen(at: .init(weekday: 5, second: 23 * 3600)), is: false)
        expect(limits.schedule?.secondsToChange(after: .init(weekday: 5, second: 23 * 3600)), is: 47 * 3600)
    }
}
