import Access
import MediaSources
package import PlayCore
import Playback
import PlaybackModel

/// A video of a class beside the main one, either the second or a small one. Its engine has no sound and a clock that
/// follows the main item, and exists only while the video is visible. For one thread.
package final class FollowingVideo {
    package struct Item: Sendable, Equatable {
        package let location: String
        /// On the axis of the main item.
        package let start: MediaTime
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
    private let wakeUp: WakeUp
    /// `nil` to show all pictures.
    private let pictureInterval: MediaTime?
    private var engine: PlaybackEngine?
    private var follower = ClockFollower()
    private var item: Item?
    private var shown: Item?
    private var isSeen = false
    private var notedAt = HostTime.zero
    /// Whether the main item and this video are paused at the same place.
    private var isSettled = false

    /// Signals `wakeUp` when the state has changed.
    package init(
        access: any MediaAccess, sink: any VideoSink, pictureInterval: MediaTime? = nil, wakeUp: WakeUp
    ) {
        self.access = access
        self.sink = sink
        self.pictureInterval = pictureInterval
        self.wakeUp = wakeUp
    }

    func show(_ item: Item?) {
        self.item = item
        if item == nil { leave() }
    }

    /// Also to be called when the video moves.
    package func setSeen(_ isSeen: Bool) {
        let wasSeen = self.isSeen
        self.isSeen = isSeen
        if isSeen { engine?.send(.refreshPicture) } else { leave() }
        if isSeen != wasSeen { wakeUp.signal() }
    }

    /// Whether the sink has a picture of the current video, not of the previous one.
    package var showsItsPicture: Bool { shown != nil && engine?.snapshot.showsFirstPicture == true }

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

    func nextDeadline(at now: HostTime) -> HostTime? {
        shown == nil || isSettled ? nil : now + ClockFollower.interval
    }

    var failure: PlayError? {
        guard let snapshot = engine?.snapshot, shown != nil, snapshot.status == .failed else { return nil }
        return snapshot.error
    }

    var shownLocation: String? { shown?.location }

    var duration: MediaTime? { shown == nil ? nil : engine?.snapshot.duration }

    private func note(_ drift: MediaTime, _ now: HostTime) {
        guard now - notedAt >= Self.notePause else { return }
        notedAt = now
        Log.shared.write(.debug, "rooms", "second video: \(drift.nanoseconds / 1_000_000) ms ahead")
    }

    /// Starts to end the engine; ``close()`` blocks for it.
    func end() { engine?.end() }

    /// Must be the last call, made once.
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
    func moved(by offset: MediaTime) -> ClockReading {
        ClockReading(position: position + offset, hostTime: hostTime, rate: rate, isRunning: isRunning)
    }
}
