import Access
import MediaSources
package import PlayCore
import Playback
import PlaybackModel

/// A video of a class beside the main one, the second one or a small one: an engine of its own without
/// sound, whose clock follows that of what plays. It exists while it is to be seen: hidden it costs nothing. One thread.
package final class FollowingVideo {
    /// What to show. A value.
    package struct Item: Sendable, Equatable {
        /// Path or address.
        package let location: String
        /// Where on the axis of what plays it begins.
        package let start: MediaTime
        /// Where it says what of it is transparent.
        package let alpha: AlphaChoice

        package init(location: String, start: MediaTime, alpha: AlphaChoice = .automatic) {
            self.location = location
            self.start = start
            self.alpha = alpha
        }
    }

    private static let notePause = HostTime.seconds(1)

    private let access: any MediaAccess
    private let sink: any VideoSink
    /// Signalled when its state has changed.
    private let wakeUp: WakeUp
    /// Nil: all pictures are shown.
    private let pictureInterval: MediaTime?
    private var engine: PlaybackEngine?
    private var follower = ClockFollower()
    private var item: Item?
    private var shown: Item?
    private var isSeen = false
    private var notedAt = HostTime.zero
    /// Both stand still at the same place.
    private var isSettled = false

    /// - Parameters:
    ///   - pictureInterval: from one picture to the next; nil: as the video has them.
    ///   - wakeUp: signalled when its state has changed.
    package init(
        access: any MediaAccess, sink: any VideoSink, pictureInterval: MediaTime? = nil, wakeUp: WakeUp
    ) {
        self.access = access
        self.sink = sink
        self.pictureInterval = pictureInterval
        self.wakeUp = wakeUp
    }

    /// Nil: there is nothing to be shown.
    func show(_ item: Item?) {
        self.item = item
        if item == nil { leave() }
    }

    /// There is a place where it is to be seen, another one than before, or none any more.
    package func setSeen(_ isSeen: Bool) {
        let wasSeen = self.isSeen
        self.isSeen = isSeen
        if isSeen { engine?.send(.refreshPicture) } else { leave() }
        // It is opened when it follows next.
        if isSeen != wasSeen { wakeUp.signal() }
    }

    /// What the sink has is a picture of what is to be seen, not of the video before.
    package var showsItsPicture: Bool { shown != nil && engine?.snapshot.showsFirstPicture == true }

    /// Follows what plays.
    func follow(_ reading: ClockReading, at now: HostTime) {
        guard let item, isSeen else { return leave() }
        let leader = reading.moved(by: .zero - item.start)
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

    /// Why it cannot be shown.
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
        guard let input = access.input(Source(item.location)) else { return }
        let engine =
            self.engine
            ?? PlaybackEngine(
                videoSink: sink, makeAudioSink: { _ in preconditionFailure("its sound is off") }, wakeUp: wakeUp)
        self.engine = engine
        var options = SessionOptions()
        options.audioTrack = .none
        options.pictureInterval = pictureInterval
        options.view.alpha = item.alpha
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
}

extension ClockReading {
    /// The same clock on an axis that begins later or earlier.
    func moved(by offset: MediaTime) -> ClockReading {
        ClockReading(position: position + offset, hostTime: hostTime, rate: rate, isRunning: isRunning)
    }
}
