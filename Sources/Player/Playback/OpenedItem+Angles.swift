import MediaSources
import PlayCore
import PlaybackModel

/// Angles of a stream are video tracks, whose packets come under one number.
extension OpenedItem {
    func isAngle(_ track: Int?) -> Bool {
        guard let track, let angles = stream?.status.angles else { return false }
        return angles.contains(track)
    }

    /// The number under which the packets of a video track come.
    func packetTrack(of video: Int?) -> Int? { isAngle(video) ? stream?.status.angles.first : video }

    /// The track to begin with: see ``TrackSelector/video(_:)``. Which of the angles is the stream's choice, where the
    /// viewer has made none: a wished definition is none.
    func firstVideo(_ options: SessionOptions) -> (track: Int?, skipped: [TrackInfo]) {
        let choice = TrackSelector(tracks: tracks).video(options)
        guard options.videoTrack == .automatic, isAngle(choice.track) else { return choice }
        return (stream?.status.angle, choice.skipped)
    }
}
