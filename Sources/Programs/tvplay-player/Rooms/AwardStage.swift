import PlayCore
import Rooms
import TUI

/// ROOM-61, ADV-16: the award that is given, with its picture, over the panes for some seconds of the recording; then the
/// screen is as it was. Main thread; a thread of its own makes the picture, from the first award on.
final class AwardStage {
    /// Of the recording.
    private static let duration = MediaTime.seconds(4)

    /// The room that pictures have; nil: none was told yet.
    var pane: SlidePane?
    private let worker: SlideWorker
    private var current: (award: Award, end: MediaTime)?

    init(_ worker: SlideWorker) { self.worker = worker }

    /// When it is over; nil: there is none.
    var end: MediaTime? { current?.end }

    var facts: AwardFacts? {
        guard let current else { return nil }
        var facts = AwardFacts(fromUserName: current.award.fromUserName)
        facts.picture = worker.picture
        return facts
    }

    /// In place of the one before.
    func begin(_ award: Award, at time: MediaTime, picture: String?, _ folder: String?) {
        current = (award, time + Self.duration)
        worker.begin(nil)
        guard let picture, let pane else { return }
        var job = SlideJob(
            pane: pane, picture: picture, width: nil, height: nil, shapes: [], viewport: .whole, pointer: nil)
        job.folder = folder
        worker.begin(job)
    }

    /// Playing has come to a position.
    func move(to position: MediaTime) {
        if let current, position >= current.end { clear() }
    }

    func clear() {
        current = nil
        worker.begin(nil)
    }

    /// - Returns: whether there is another picture.
    func takeNews() -> Bool { current != nil && worker.takeNews() }

    /// Call once, last.
    func close() { worker.close() }
}
