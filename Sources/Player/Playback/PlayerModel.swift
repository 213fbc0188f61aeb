package import PlayCore
package import PlaybackModel

/// A session as properties and events that can be observed (OBS-01 … OBS-06).
///
/// Delivery thread (OBS-07): the thread that creates it, when it calls ``deliver()``; nothing is delivered on any other.
/// ``deliver()`` is called when the session's wake-up was signalled, or once a frame of the screen: what changed in
/// between is coalesced (OBS-04), events are not (each arrives once, in order).
package final class PlayerModel {
    /// PLAY-24.
    package let playStatus = ObservedValue(PlayStatus.unload)
    /// PLAY-26: path or address of the item; nil when nothing is set up.
    package let playInfo = ObservedValue<String?>(nil)
    /// PLAY-26: `currDefinitionInfo`, `currCDNInfo` with `currentCDNIndex`.
    package let currentDefinition = ObservedValue<DefinitionInfo?>(nil)
    package let currentNetwork = ObservedValue<NetworkEntry?>(nil)
    /// PLAY-25; nil when unknown.
    package let duration = ObservedValue<MediaTime?>(nil)
    /// PLAY-25: length of media buffered from the position on.
    package let cachedDuration = ObservedValue(MediaTime.zero)
    /// PLAY-25: position in the main content.
    package let currentTime = ObservedValue(MediaTime.zero)
    package let rate = ObservedValue(PlaybackRate.normal)
    /// Per cent, 0 … 130.
    package let volume = ObservedValue(100)
    package let isMuted = ObservedValue(false)
    package let notice = ObservedValue<NumberedNotice?>(nil)
    /// ARCH-10: the event and the position at which it happened.
    package let lifecycle = Signal<LifecycleEvent, MediaTime>()
    /// PLAY-31: `video(playInfo, playFailedWithError:)`.
    package let playFailed = Signal<String?, PlayError>()

    private let session: PlaybackEngine
    private let clock: any HostClock

    package init(session: PlaybackEngine, clock: any HostClock = SystemClock()) {
        self.session = session
        self.clock = clock
    }

    /// Reads the session's newest state and tells observers what changed.
    /// - Returns: that state.
    @discardableResult
    package func deliver() -> PlaybackSnapshot {
        let events = session.takeEvents()
        let snapshot = session.snapshot
        take(events, snapshot)
        return snapshot
    }

    /// Tells observers what is new in them.
    func take(_ events: [TimedEvent], _ snapshot: PlaybackSnapshot) {
        let position = snapshot.clock.position(at: clock.now)
        update(playInfo, snapshot.item)
        update(currentDefinition, snapshot.currentDefinition)
        update(currentNetwork, snapshot.selection?.network)
        update(duration, snapshot.duration)
        update(currentTime, snapshot.duration.map { min(position, $0) } ?? position)
        update(cachedDuration, snapshot.buffered?.length ?? .zero)
        update(rate, snapshot.rate)
        update(volume, snapshot.volume)
        update(isMuted, snapshot.isMuted)
        update(notice, snapshot.notices.last)
        update(playStatus, snapshot.status)
        for event in events {
            lifecycle.send(event.event, event.position)
            if let error = event.error { playFailed.send(snapshot.item, error) }
        }
    }

    private func update<Value: Equatable>(_ property: ObservedValue<Value>, _ value: Value) {
        if property.value != value { property.value = value }
    }
}
