import PlayCore
import PlaybackModel

/// ARCH-32: playing while nobody sees the picture.
extension SessionLoop {
    /// The picture's packets are thrown away from now on; the sound does not notice. What cannot be read again is decoded
    /// on, or it would never be seen.
    func detachPicture() {
        isPictureAttached = false
        guard let pipeline, facts?.canSeek == true, let track = videoTrack else { return }
        detachedVideoTrack = track
        videoTrack = nil
        pendingSteps = 0
        pipeline.packets.switchOff(.video)
        pipeline.frames.flush(to: generation)
        picture.clear()
    }

    /// The picture of where playing has come to, by an exact seek: the sound waits for it.
    func attachPicture() {
        isPictureAttached = true
        guard let track = detachedVideoTrack else { return }
        detachedVideoTrack = nil
        videoTrack = track
        guard pipeline != nil, state.status != .failed else { return }
        // At the end there is nothing to go on with: the last picture.
        let target = preroll?.target ?? clock.position(at: now)
        guard state.status == .reachEnd else { return seekExactly(to: target) }
        request(.time(target), mode: .before, at: target)
    }
}
