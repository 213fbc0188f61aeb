import Classes
import PlayCore
import TestSupport
import Testing

@Suite("Videos of participants")
struct ParticipantVideoTests {
    private func video(_ user: String, _ url: String, at seconds: Int?) -> ClassInfo.UserVideo {
        .init(user: ClassUser(id: user, name: user), url: url, start: seconds.map { .seconds($0) })
    }

    private var info: ClassInfo {
        var info = ClassInfo(playbackID: "p")
        info.userVideoList = [
            video("late", "l", at: 30), video("mei", "m2", at: 60), video("mei", "m1", at: 5),
            video(ClassUser.desktopID, "d", at: 0), video("li", "x", at: nil),
        ]
        return info
    }

    private func urls(_ seconds: Int, _ lengths: [String: MediaTime] = [:]) -> [String] {
        info.participantVideos(at: .seconds(seconds), lengths: lengths).map(\.url)
    }

    @Test("ROOM-30: each participant with a started video appears once, in order of appearance, without the desktop")
    func present() {
        expect(urls(0), is: ["x"])
        expect(urls(10), is: ["x", "m1"])
        expect(urls(40), is: ["x", "m1", "l"])
        expect(urls(60), is: ["x", "m2", "l"])
    }

    @Test("ROOM-30: a video of known length disappears at its end, and is shown at earlier positions")
    func over() {
        let lengths: [String: MediaTime] = ["x": .seconds(20), "m1": .seconds(10)]
        expect(urls(14, lengths), is: ["x", "m1"])
        expect(urls(15, lengths), is: ["x"])
        expect(urls(20, lengths), is: [])
        expect(urls(60, lengths), is: ["m2", "l"])
    }

    @Test("ROOM-30: the list of videos changes only at the predicted times: beginnings and known ends")
    func foreseen() {
        let lengths: [String: MediaTime] = ["x": .seconds(20), "m2": .seconds(7)]
        var times: [Int64] = []
        var time: MediaTime? = MediaTime.seconds(-1)
        while let now = time {
            time = info.nextVideoChange(after: now, lengths: lengths)
            if let time { times.append(time.wholeSeconds) }
        }
        expect(times, is: [0, 5, 20, 30, 60, 67])
        for second in 0..<80 where !times.contains(Int64(second)) {
            expect(urls(second, lengths), is: urls(second - 1, lengths), "\(second)")
        }
    }
}
