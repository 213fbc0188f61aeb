import Cells
import MediaSources
import Mosaic
import PlayCore
import Playback
import PlaybackModel
import TUI

/// A video of a class beside the main one, the second one or a small one (ROOM-30, ROOM-42): an engine of its own without
/// sound, whose clock follows that of what plays. It exists while its pane is to be seen: hidden it costs nothing. Main
/// thread.
final class CompanionFeed: PictureSource {
    /// What to show. A value.
    struct Item: Equatable {
        /// Path or address.
        let location: String
        /// Where on the axis of what plays it begins.
        let start: MediaTime
    }

    private static let notePause = HostTime.seconds(1)

    private let access: SourceAccess
    private let sink = MosaicVideoSink()
    /// Signalled when its state has changed.
    private let news: WakeUp
    private let prepare: (MosaicVideoSink) -> Void
    private let cellAspect: Double?
    /// Nil: all pictures are shown.
    private let pictureInterval: MediaTime?
    private var engine: PlaybackEngine?
    private var follower = ClockFollower()
    private var item: Item?
    private var shown: Item?
    private var hasPane = false
    private var notedAt = HostTime.zero
    /// Both stand still at the same place.
    private var isSettled = false
    private(set) var takenTime: MediaTime?

    /// - Parameters:
    ///   - cellAspect: width of a cell divided by its height, against what the terminal says.
    ///   - pictureInterval: from one picture to the next; nil: as the video has them.
    ///   - prepare: tells the sink the terminal's colours and glyphs.
    init(
        access: SourceAccess, news: WakeUp, cellAspect: Double?, pictureInterval: MediaTime? = nil,
        prepare: @escaping (MosaicVideoSink) -> Void
    ) {
        self.access = access
        self.news = news
        self.cellAspect = cellAspect
        self.pictureInterval = pictureInterval
        self.prepare = prepare
    }

    /// Nil: there is nothing to be shown.
    func show(_ item: Item?) {
        self.item = item
        if item == nil { leave() }
    }

    /// Follows what plays.
    func follow(_ reading: ClockReading, at now: HostTime) {
        guard let item, hasPane else { return leave() }
        let leader = ClockReading(
            position: reading.position - item.start, hostTime: reading.hostTime, rate: reading.rate,
            isRunning: reading.isRunning)
        guard item == shown, let engine else { return open(item, at: leader.position(at: now)) }
        let snapshot = engine.snapshot
        let commands = follower.commands(snapshot, leader: leader, at: now)
        for command in commands { engine.send(command) }
        note(snapshot.clock.position(at: now) - leader.position(at: now), now)
        isSettled = commands.isEmpty && !leader.isRunning && !snapshot.isSeeking
    }

    /// When to look again; nil: not before something has happened.
    func nextDeadline(at now: HostTime) -> HostTime? {
        shown == nil || isSettled ? nil : now + ClockFollower.interval
    }

    /// PLAY-31: why it cannot be shown.
    var failure: PlayError? {
        guard let snapshot = engine?.snapshot, shown != nil, snapshot.status == .failed else { return nil }
        return snapshot.error
    }

    /// Where what is open, or being opened, is.
    var shownLocation: String? { shown?.location }

    /// Of what is open.
    var duration: MediaTime? { shown == nil ? nil : engine?.snapshot.duration }

    /// Its distance from what plays, now and then, for the log.
    private func note(_ drift: MediaTime, _ now: HostTime) {
        guard now - notedAt >= Self.notePause else { return }
        notedAt = now
        Log.shared.write(.debug, "rooms", "second video: \(drift.nanoseconds / 1_000_000) ms ahead")
    }

    /// Begins what ``close()`` waits for.
    func end() { engine?.end() }

    /// Call once, last.
    func close() {
        engine?.destroy()
        engine = nil
        shown = nil
    }

    private func open(_ item: Item, at position: MediaTime) {
        guard let input = SessionInput(source: Source(item.location), access) else { return }
        let engine =
            self.engine
            ?? PlaybackEngine(
                videoSink: sink, makeAudioSink: { _ in preconditionFailure("its sound is off") }, wakeUp: news)
        self.engine = engine
        var options = SessionOptions()
        options.audioTrack = .none
        options.pictureInterval = pictureInterval
        options.start = .absolute(max(.zero, position))
        follower = ClockFollower()
        shown = item
        engine.setUp(input, options: options)
    }

    private func leave() {
        guard shown != nil else { return }
        shown = nil
        engine?.stop()
    }

    // MARK: PictureSource

    var wakeUp: WakeUp { sink.wakeUp }
    var droppedCount: Int { sink.droppedCount }

    func takeNewest() -> CellBuffer? {
        // Until then it may be one of the video before; it waits where it is, since it may be the only one.
        guard shown != nil, engine?.snapshot.showsFirstPicture == true, let frame = sink.takeNewest() else {
            return nil
        }
        takenTime = frame.hasPicture ? frame.time : nil
        return frame.cells
    }

    func setPane(columns: Int, rows: Int, cellAspect: Double) {
        prepare(sink)
        sink.setPane(columns: columns, rows: rows, cellAspect: self.cellAspect ?? cellAspect)
        let hadPane = hasPane
        hasPane = columns > 0 && rows > 0
        if hasPane { engine?.send(.refreshPicture) } else { leave() }
        // It is opened when it is looked at next.
        if hasPane != hadPane { news.signal() }
    }
}
