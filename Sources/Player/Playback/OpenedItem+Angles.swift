import MediaSources
import PlayCore
import PlaybackModel

/// The angles of a stream: video tracks whose packets share one number.
extension OpenedItem {
    func isAngle(_ track: Int?) -> Bool {
        guard let track, let angles = stream?.status.angles else { return false }
        return angles.contains(track)
    }

    func packetTrack(of video: Int?) -> Int? { isAngle(video) ? stream?.status.angles.first : video }

    /// Returns the first track, because the stream chooses the angle, unless the viewer has chosen one.
    func firstVideo(_ options: SessionOptions) -> (track: Int?, skipped: [TrackInfo]) {
        let choice = TrackSelector(tracks: tracks).video(options)
        guard options.videoTrack == .automatic, isAngle(choice.track) else { return choice }
        return (stream?.status.angle, choice.skipped)
    }
}
