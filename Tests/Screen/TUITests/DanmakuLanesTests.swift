import Cells
import Classes
import PlayCore
import PlaybackModel
import ScreenKit
import TestSupport
import Testing

@testable import ClassPanes
@testable import TUI

@Suite("Lanes of comments over the picture") struct DanmakuLanesTests {
    private let field = DanmakuLanes.Field(columns: 60, rows: 20, density: 50)

    private func message(_ id: Int, at time: Double, _ text: String, _ placement: ChatMessage.Placement? = nil)
        -> ChatMessage
    {
        var message = ChatMessage(id: "\(id)", time: MediaTime(seconds: time), text: text)
        message.placement = placement
        return message
    }

    private func lanes(_ messages: [ChatMessage]) -> DanmakuLanes {
        var lanes = DanmakuLanes()
        lanes.update(messages, offset: .zero, in: field)
        return lanes
    }

    @Test("ROOM-67: no two comments ever overlap, and all stay in the rows that their density allows")
    func noOverlap() {
        let messages = (0..<80).map { number in
            let kind: ChatMessage.Placement? = [nil, .top, .reverse, .bottom, .positioned, .scroll][number % 6]
            return message(number, at: Double(number) * 0.2, String(repeating: "x", count: 3 + number % 17), kind)
        }
        let lanes = lanes(messages)
        #expect(lanes.comments.count > 20)
        for tenth in 0..<300 {
            let position = MediaTime.milliseconds(tenth * 100)
            var taken: Set<[Int]> = []
            for comment in lanes.comments {
                guard let column = lanes.column(of: comment, at: position) else { continue }
                #expect(field.upper.contains(comment.lane) || field.lower.contains(comment.lane))
                for cell in column..<column + comment.width {
                    #expect(
                        taken.insert([comment.lane, cell]).inserted, "row \(comment.lane), column \(cell), \(tenth)")
                }
            }
        }
    }

    @Test("a comment crosses the picture from its edge, and a comment without a free lane is left out")
    func crossing() throws {
        let lanes = lanes([message(1, at: 1, "hello")])
        let comment = try #require(lanes.comments.first)
        expect(lanes.column(of: comment, at: .milliseconds(999)), is: nil)
        expect(lanes.column(of: comment, at: .seconds(1)), is: 60)
        #expect(try #require(lanes.column(of: comment, at: .seconds(5))) < 35)
        expect(lanes.column(of: comment, at: .seconds(12)), is: nil)
        let crowd = (0..<40).map { message($0, at: 1, "all at once") }
        expect(self.lanes(crowd).comments.count, is: field.upper.count)
    }

    @Test("a comment keeps its lane while other comments come and go")
    func stable() {
        let messages = (0..<60).map { message($0, at: Double($0) * 0.3, "comment \($0)") }
        var lanes = DanmakuLanes()
        var known: [String: Int] = [:]
        for end in 1...60 {
            lanes.update(Array(messages[max(0, end - 40)..<end]), offset: .zero, in: field)
            for comment in lanes.comments {
                if let lane = known[comment.id] { expect(lane, is: comment.lane) }
                known[comment.id] = comment.lane
            }
        }
    }

    @Test("comments never cover subtitles")
    func subtitles() throws {
        var view = ClassView()
        view.number = 1
        view.isChatOnly = true
        view.snapshot = ClassSnapshot(phase: .entered)
        var state = Samples.playing(80, 24)
        state.danmaku.isOn = true
        state.bar.visibility = .never
        let position = state.snapshot.clock.position(at: Samples.now)
        view.flying = (0..<12).map { message($0, at: position.inSeconds - 3, "comment") }
        _ = reduce(&state, .room(view), now: Samples.now)
        let pane = ScreenGeometry(state, at: Samples.now).pane
        var cells = CellBuffer(columns: 80, rows: 24, filledWith: .transparent)
        cells.writeDanmaku(state, in: pane, without: [pane.row], at: Samples.now)
        #expect((0..<80).allSatisfy { cells[$0, pane.row].isTransparent })
        #expect((0..<80).contains { !cells[$0, pane.row + 1].isTransparent })
    }
}
