import Cells
import Classes
import PlayCore
import ScreenKit

/// Comments over the picture. Each stays in its lane while visible, and none overlaps another. The lanes depend on the
/// messages and the pane, not on the times of the updates.
///
/// All flying comments move at one speed, by whole columns and at the same instants, so that a step is one redraw.
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
        /// Centred, without motion.
        case still
    }

    package struct Field: Sendable, Equatable {
        var columns: Int
        var rows: Int
        /// Per cent of the rows.
        var density: Int

        /// The lanes from the top, for flying comments and those fixed there.
        var upper: Range<Int> { 0..<min(rows, max(1, rows * density / 100)) }
        /// The lanes for comments fixed at the bottom, filled upwards.
        var lower: Range<Int> { min(rows, max(upper.upperBound, rows - max(1, rows * density / 300)))..<rows }
    }

    /// The columns between two comments in a lane.
    private static let gap = 2
    private static let longest = 120
    /// The time for which a fixed comment is visible.
    private static let stay = MediaTime.seconds(4)

    private(set) var comments: [Comment] = []
    private(set) var field = Field(columns: 0, rows: 0, density: 0)
    /// The IDs of messages that have a lane, or found none free.
    private var known: Set<String> = []

    package init() {}

    /// - Parameters:
    ///   - messages: the ones that may be visible now, in order of time.
    ///   - offset: the messages' delay relative to the playback.
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

    /// Whether another comment may start behind this one.
    private func hasLeft(_ comment: Comment, space motion: Motion, at time: MediaTime) -> Bool {
        guard motion == comment.motion, motion != .still else { return time >= end(of: comment) }
        return travelled(comment, at: time) >= comment.width + Self.gap
    }

    // MARK: Moving

    /// A comment crosses the picture in some eight seconds, in at most twelve steps a second.
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

    /// Returns the column from the pane's edge, or `nil` if the comment is not visible.
    func column(of comment: Comment, at position: MediaTime) -> Int? {
        guard position >= comment.start, position < end(of: comment) else { return nil }
        switch comment.motion {
        case .leftwards: return field.columns - travelled(comment, at: position)
        case .rightwards: return travelled(comment, at: position) - comment.width
        case .still: return max(0, (field.columns - comment.width) / 2)
        }
    }

    func isBusy(at position: MediaTime) -> Bool { comments.contains { column(of: $0, at: position) != nil } }
}
