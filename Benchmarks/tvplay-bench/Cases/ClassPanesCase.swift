import Cells
import Classes
import PlayCore
import PlaybackModel
import ScreenKit
import TUI

/// The cost of a class's panes, from the session to the composed screen, on one thread; without slides' pixels and the
/// terminal (``ClassProgramCase``).
enum ClassPanesCase {
    static let panes = BenchCase("room-panes", "all panes of a class redrawn after a jump; a minute of a lively class")
    {
        _ in
        try sizes.flatMap { try jumps($0.0, $0.1) + minute($0.0, $0.1) }
    }

    private static let sizes = [(120, 36), (200, 60)]
    private static let hours = MediaTime.seconds(3 * 3600)
    private static let messageCount = 200_000
    private static let jumpCount = 200

    private static func jumps(_ columns: Int, _ rows: Int) throws -> [Figure] {
        var scene = PaneScene(BenchRoom.contents(.lively, duration: hours, messages: messageCount), columns, rows)
        let clock = CPUClock.own
        var (times, most) = ([Double](), 0)
        for number in 0..<jumpCount {
            let target = MediaTime.milliseconds(number * 7_919_003 % Int(hours.nanoseconds / 1_000_000))
            let start = clock.now
            scene.jump(to: target)
            let cells = scene.draw()
            times.append((clock.now - start).inMilliseconds)
            most = max(most, scene.loadedCount)
            guard cells.columns == columns, scene.lineCount > 0 else { throw BenchError("nothing was drawn") }
        }
        let subject = "\(columns)x\(rows), \(messageCount) messages"
        return [
            Figure(subject: subject, name: "jump to all panes, median", unit: "ms", value: Report.median(times)),
            Figure(subject: subject, name: "jump to all panes, longest", unit: "ms", value: times.max() ?? 0),
            Figure(subject: subject, name: "messages in memory, most", unit: "", value: Double(most)),
        ]
    }

    /// Checks thirty times a second, as with a playing video; redraws after a change.
    private static func minute(_ columns: Int, _ rows: Int) throws -> [Figure] {
        let length = MediaTime.seconds(60)
        var scene = PaneScene(BenchRoom.contents(.lively, duration: length, messages: 120), columns, rows)
        var shown = scene.draw()
        var (redraws, cells) = (0, 0)
        let cost = CPUClock.measure {
            for frame in 1...1800 {
                guard scene.move(to: .milliseconds(frame * 100 / 3)) else { continue }
                let new = scene.draw()
                cells += changed(shown, new)
                shown = new
                redraws += 1
            }
        }
        guard redraws > 60 else { throw BenchError("a lively class stood still") }
        let subject = "\(columns)x\(rows), a lively class"
        return [
            Figure(subject: subject, name: "CPU of the panes", unit: "% of a core", value: cost.inSeconds / 60 * 100),
            Figure(subject: subject, name: "redraws", unit: "1/s", value: Double(redraws) / 60),
            Figure(subject: subject, name: "changed cells", unit: "1/s", value: Double(cells) / 60),
        ]
    }

    private static func changed(_ old: CellBuffer, _ new: CellBuffer) -> Int {
        var count = 0
        for row in 0..<new.rows {
            for column in 0..<new.columns where old[column, row] != new[column, row] { count += 1 }
        }
        return count
    }
}

private struct PaneScene {
    private var session: ClassSession
    private let chat: SlicedChat
    private var state: AppState
    private var view = ClassView()
    private let now = HostTime.seconds(1000)
    private var due: MediaTime?

    init(_ contents: ClassContents, _ columns: Int, _ rows: Int) {
        let (room, chat) = contents.loaded()
        self.chat = chat
        session = ClassSession(room)
        state = AppState(terminal: TerminalTraits(columns: columns, rows: rows, isASCII: false))
        var playing = PlaybackSnapshot()
        playing.status = .playing
        playing.title = "A class to measure"
        playing.duration = contents.info.duration
        playing.canSeek = true
        _ = reduce(&state, .snapshot(playing), now: now)
        load()
        renew()
    }

    var loadedCount: Int { session.chat.loadedCount }
    var lineCount: Int { view.chat.lines.count }

    mutating func jump(to target: MediaTime) {
        session.jump(to: target)
        load()
        renew()
    }

    mutating func move(to target: MediaTime) -> Bool {
        let reading = ClockReading(position: session.position, hostTime: now, rate: .normal, isRunning: true)
        let next = session.nextChange(reading).map { session.position + MediaTime(nanoseconds: ($0 - now).nanoseconds) }
        guard let next, next <= target else { return false }
        session.move(to: target)
        load()
        renew()
        return true
    }

    func draw() -> CellBuffer { compose(state, at: now).chrome }

    private mutating func load() {
        while let slice = session.chat.wanted.first { session.insert(chat.messages[slice], into: slice) }
    }

    private mutating func renew() {
        var new = view
        new.number += 1
        new.snapshot = session.snapshot(phase: .entered)
        if new.snapshot.users?.revision != view.snapshot.users?.revision {
            new.people = new.snapshot.users?.content.rows ?? []
        }
        let area = new.snapshot.documents?.content.area
        if let change = area?.page {
            new.slide = SlideView(
                title: "Board", page: change.key.page + 1, count: 20, text: area?.text(of: change.key))
        }
        if let end = session.chat.end(at: session.position) {
            new.chat.lines = session.chat.page(before: end, count: state.terminal.rows, at: session.position).lines
        }
        view = new
        _ = reduce(&state, .room(new), now: now)
    }
}
