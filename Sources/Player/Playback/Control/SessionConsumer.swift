package import PlayCore
package import PlaybackModel

/// A listener to playback: a controller's delegate or consumer. All methods are optional. Called on the main thread,
/// within ``PlaybackController/deliver()`` and the calls that change the session.
package protocol SessionConsumer: AnyObject {
    /// `didAdvanceToPlaybackSession`: this session plays from now on. No calls about the previous one follow.
    func didAdvance(to session: PlaybackSession)
    /// The session is over, because the controller advances or ends. `snapshot` is its last one.
    func willDiscard(_ session: PlaybackSession, last snapshot: PlaybackSnapshot, at position: MediaTime)
    func session(_ session: PlaybackSession, didReceive event: LifecycleEvent, at position: MediaTime)
    /// The position in the main content. Called at each delivery.
    func session(_ session: PlaybackSession, didProgressTo clock: ClockReading, at now: HostTime)
    /// `onBufferedPositionUpdate`.
    func session(_ session: PlaybackSession, didBufferTo position: MediaTime)
    func session(_ session: PlaybackSession, didChangeDuration duration: MediaTime?)
    /// `onPlayerStatusChanged`.
    func session(_ session: PlaybackSession, didChangeStatusFrom old: PlayStatus, to new: PlayStatus)
    /// `onTrackReady`: the tracks of the item, once it is open.
    func session(_ session: PlaybackSession, didFindTracks tracks: [TrackInfo])
    /// `onTrackChanged`: `nil` if that kind is off.
    func session(_ session: PlaybackSession, didChangeTrack kind: TrackKind, to id: Int?)
    /// Playback passed a cue point, or a seek beyond it skipped it.
    func session(_ session: PlaybackSession, didPass point: CuePoint, isSkipped: Bool)
    func session(_ session: PlaybackSession, didBegin part: PlayPart)
    /// - Parameter position: in the content, which waits there.
    func session(_ session: PlaybackSession, didMeet event: AdvertEvent, at position: MediaTime)
    /// `onError`.
    func session(_ session: PlaybackSession, didFailWith error: PlayError)
    /// A clip before or after the content failed. The content plays.
    func session(_ session: PlaybackSession, didFailClip error: PlayError)
    func session(_ session: PlaybackSession, didEndEarly end: EarlyEnd)
    /// `onSubtitleShow`, `onSubtitleHide`.
    func session(_ session: PlaybackSession, didChangeSubtitle change: SubtitleChange, at position: MediaTime)
    /// `onCaptureScreen`.
    func session(_ session: PlaybackSession, didCapture picture: CapturedPicture, at position: MediaTime)
}

extension SessionConsumer {
    package func didAdvance(to session: PlaybackSession) {}
    package func willDiscard(_ session: PlaybackSession, last snapshot: PlaybackSnapshot, at position: MediaTime) {}
    package func session(_ session: PlaybackSession, didReceive event: LifecycleEvent, at position: MediaTime) {}
    package func session(_ session: PlaybackSession, didProgressTo clock: ClockReading, at now: HostTime) {}
    package func session(_ session: PlaybackSession, didBufferTo position: MediaTime) {}
    package func session(_ session: PlaybackSession, didChangeDuration duration: MediaTime?) {}
    package func session(_ session: PlaybackSession, didChangeStatusFrom old: PlayStatus, to new: PlayStatus) {}
    package func session(_ session: PlaybackSession, didFindTracks tracks: [TrackInfo]) {}
    package func session(_ session: PlaybackSession, didChangeTrack kind: TrackKind, to id: Int?) {}
    package func session(_ session: PlaybackSession, didPass point: CuePoint, isSkipped: Bool) {}
    package func session(_ session: PlaybackSession, didBegin part: PlayPart) {}
    package func session(_ session: PlaybackSession, didMeet event: AdvertEvent, at position: MediaTime) {}
    package func session(_ session: PlaybackSession, didFailWith error: PlayError) {}
    package func session(_ session: PlaybackSession, didFailClip error: PlayError) {}
    package func session(_ session: PlaybackSession, didEndEarly end: EarlyEnd) {}
    package func session(
        _ session: PlaybackSession, didChangeSubtitle change: SubtitleChange, at position: MediaTime
    ) {}
    package func session(_ session: PlaybackSession, didCapture picture: CapturedPicture, at position: MediaTime) {}
}
