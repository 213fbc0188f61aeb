import Cells
import PlayCore
import Rooms
import Text

/// Comments over the picture, and the lane that each keeps for as long as it is there: none touches another. A value,
/// which depends on the messages and the pane, and not on when it is asked.
///
/// All that fly go at one speed, by whole columns and at the same instants: a step is one redraw, however many there are.
package struct DanmakuLanes: Sendable, Equatable {
    package struct Comment: Sendable, Equatable {
        let id: String
        /// Cleaned, one line.
        let text: String
        let width: Int
        let lane: Int
        let motion: Motion
        /// By the playback's clock.
        let start: MediaTime
        let color: Color
    }

    enum Motion: Sendable, Equatable {
        case leftwards, rightwards
        /// Centred.
        case still
    }

    /// Where lanes are, in the pane's rows.
    package struct Field: Sendable, Equatable {
        var columns: Int
        var rows: Int
        /// Per cent of the rows.
        var density: Int

        /// From the top: for what flies, and what stands at the top.
        var upper: Range<Int> { 0..<min(rows, max(1, rows * density / 100)) }
        /// For what stands at the bottom, from there up.
        var lower: Range<Int> { min(rows, max(upper.upperBound, rows - max(1, rows * density / 300)))..<rows }
    }

    /// Columns between two in a lane.
    private static let gap = 2
    private static let longest = 120
    /// How long what stands still is there.
    private static let stay = MediaTime.seconds(4)

    private(set) var comments: [Comment] = []
    private(set) var field = Field(columns: 0, rows: 0, density: 0)
    /// Ids of messages that have a lane, or found none.
    private var known: Set<String> = []

    package init() {}

    /// - Parameters:
    ///   - messages: that may be there now, in the order of their times.
    ///   - offset: their times come so much later than those of the playback.
    mutating func update(_ messages: [ChatMessage], offset: MediaTime, in field: Field) {
        if field != self.field {
            self = DanmakuLanes()
            self.field = field
        }
        guard field.columns > 0, field.rows > 0 else { return }
        let ids = Set(messages.map(\.id))
        comments.removeAll { !ids.contains($0.id) }
        known.formIntersection(ids)
        for message in messages where known.insert(message.id).inserted {
            if let comment = place(message, at: message.time + offset) { comments.append(comment) }
        }
    }

    /// Nil: no lane is free.
    private func place(_ message: ChatMessage, at start: MediaTime) -> Comment? {
        let text = SafeText.clean(message.text, limit: Self.longest)
        let width = TextWidth.columns(of: text)
        guard width > 0, text.contains(where: { !$0.isWhitespace }) else { return nil }
        let (motion, lanes): (Motion, [Int]) =
            switch message.placement {
            case nil, .scroll: (.leftwards, Array(field.upper))
            case .reverse: (.rightwards, Array(field.upper))
            case .top, .positioned: (.still, Array(field.upper))
            case .bottom: (.still, field.lower.reversed())
            }
        let lane = lanes.first { lane in
            comments.allSatisfy { $0.lane != lane || hasLeft($0, space: motion, at: start) }
        }
        return lane.map {
            Comment(
                id: message.id, text: text, width: width, lane: $0, motion: motion, start: start,
                color: message.color.map { Color(rawValue: $0) } ?? .terminalDefault)
        }
    }

    /// Whether another one may begin behind it.
    private func hasLeft(_ comment: Comment, space motion: Motion, at time: MediaTime) -> Bool {
        guard motion == comment.motion, motion != .still else { return time >= end(of: comment) }
        return travelled(comment, at: time) >= comment.width + Self.gap
    }

    // MARK: Moving

    /// Columns a step and steps a second: a picture's width in some eight seconds, twelve steps a second at most.
    private var columnsPerStep: Int { max(1, (field.columns + 95) / 96) }

    var stepNanoseconds: Int64 { 8_000_000_000 * Int64(columnsPerStep) / Int64(max(8, field.columns)) }

    func step(at position: MediaTime) -> Int64 {
        let nanoseconds = position.nanoseconds
        return nanoseconds >= 0
            ? nanoseconds / stepNanoseconds : -((-nanoseconds + stepNanoseconds - 1) / stepNanoseconds)
    }

    private func travelled(_ comment: Comment, at position: MediaTime) -> Int {
        Int(clamping: (step(at: position) - step(at: comment.start)) * Int64(columnsPerStep))
    }

    private func end(of comment: Comment) -> MediaTime {
        guard comment.motion != .still else { return comment.start + Self.stay }
        let steps = (field.columns + comment.width) / columnsPerStep + 1
        return comment.start + MediaTime(nanoseconds: Int64(steps) * stepNanoseconds)
    }

    /// Column of the pane where it begins; nil: it is not there.
    func column(of comment: Comment, at position: MediaTime) -> Int? {
        guard position >= comment.start, position < end(of: comment) else { return nil }
        switch comment.motion {
        case .leftwards: return field.columns - travelled(comment, at: position)
        case .rightwards: return travelled(comment, at: position) - comment.width
        case .still: return max(0, (field.columns - comment.width) / 2)
        }
    }

    /// Something is to be seen.
    func isBusy(at position: MediaTime) -> Bool { comments.contains { column(of: $0, at: position) != nil } }
}
