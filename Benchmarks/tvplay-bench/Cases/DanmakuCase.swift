import Cells
import Classes
import PlayCore
import PlaybackModel
import ScreenKit
import TUI

/// The cost of comments that fly over a film: a minute of a crowded chat, each step composed.
enum DanmakuCase {
    static let danmaku = BenchCase("danmaku", "comments over the picture: a minute of six a second, lanes and redraws")
    {
        _ in
        try [(80, 24), (120, 36), (200, 60)].flatMap { try minute($0.0, $0.1) }
    }

    private static let seconds = 60
    private static let perSecond = 6

    private static func minute(_ columns: Int, _ rows: Int) throws -> [Figure] {
        let session = ClassSession(contents.loaded().room)
        let chat = contents.loaded().chat
        var (own, view) = (session, ClassView())
        var state = AppState(terminal: TerminalTraits(columns: columns, rows: rows, isASCII: false))
        state.danmaku.isOn = true
        state.bar.visibility = .never
        view.isChatOnly = true
        view.snapshot = ClassSnapshot(phase: .entered)
        var redraws = 0
        var key: ChromeKey?
        let cost = CPUClock.measure {
            for frame in 0..<seconds * 30 {
                let position = MediaTime.milliseconds(frame * 100 / 3)
                let now = HostTime.seconds(1000) + HostTime.milliseconds(frame * 100 / 3)
                var snapshot = PlaybackSnapshot()
                (snapshot.status, snapshot.title, snapshot.duration) = (.playing, "A film", .seconds(seconds))
                snapshot.clock = ClockReading(position: position, hostTime: now, rate: .normal, isRunning: true)
                _ = reduce(&state, .snapshot(snapshot), now: now)
                own.move(to: position, isPlayed: true)
                while let slice = own.chat.wanted.first { own.insert(chat.messages[slice], into: slice) }
                if frame % (30 / perSecond) == 0 {
                    view.number += 1
                    view.flying = own.chat.flying(at: position)
                    _ = reduce(&state, .room(view), now: now)
                }
                let new = ChromeKey(state, at: now)
                guard new != key else { continue }
                key = new
                redraws += compose(state, at: now).chrome.columns > 0 ? 1 : 0
            }
        }
        guard redraws > seconds else { throw BenchError("comments stood still") }
        let subject = "\(columns)x\(rows), \(perSecond) comments a second"
        return [
            Figure(
                subject: subject, name: "CPU", unit: "% of a core", value: cost.inSeconds / Double(seconds) * 100),
            Figure(subject: subject, name: "redraws", unit: "1/s", value: Double(redraws) / Double(seconds)),
        ]
    }

    private static var contents: ClassContents {
        var contents = ClassContents(info: ClassInfo(playbackID: "danmaku"))
        contents.events = (0..<seconds * perSecond).map { number in
            let time = MediaTime.milliseconds(number * 1000 / perSecond)
            var message = ChatMessage(
                id: "\(number)", time: time, text: String("弹幕 comments over a film ".prefix(4 + number % 20)))
            message.color = UInt32(number * 7919 & 0xFFFFFF)
            return ClassEvent(time, .message(message))
        }
        return contents
    }
}
