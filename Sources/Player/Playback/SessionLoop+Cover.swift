import Media
import MediaSources
import PlayCore
import PlaybackModel

/// INFO-16: the picture that stands for an item, where no picture of its own is to be seen.
extension SessionLoop {
    /// Nothing of the item's own is on show: it is still opening, or plays sound alone.
    private var lacksPicture: Bool { videoTrack == nil || shown == nil }

    func took(_ cover: VideoFrame) {
        self.cover = cover
        publish(cover)
        if lacksPicture { showCover() }
    }

    /// Shows the cover there is, or looks beside the item for one.
    func coverMissingPicture() {
        if cover != nil || facts?.cover != nil {
            showCover()
        } else if !hasLookedForCover, let input, let pipeline {
            hasLookedForCover = true
            pipeline.loadCover(input.coversBeside)
        }
    }

    private func showCover() {
        guard let frame = cover ?? facts?.cover else { return }
        snapshot.showsCover = true
        snapshot.pictureAspect = frame.displayAspect
        picture.show(frame, due: nil, isStill: true)
    }
}
