import MediaSources
package import Playback
import PlaybackModel
package import Subtitles

/// The subtitles of an item: files, read by the loader, and the tracks of its container. Main thread.
package final class ItemSubtitles {
    private let files: SubtitleLoader
    private let controller: PlaybackController
    private var container = ContainerSubtitles()

    package init(files: SubtitleLoader, controller: PlaybackController) {
        self.files = files
        self.controller = controller
    }

    package func begin() {
        container = ContainerSubtitles()
        files.begin()
    }

    package func add(_ request: TrackFileRequest) { files.add(request) }
    package func reload(path: String) { files.reload(path: path) }

    /// Reads all lines of the container's tracks ahead. Only for local files: other bytes are not read twice.
    package func index() {
        guard let input = controller.playingInput, input.openBytes != nil, input.name != "-",
            !input.name.contains("://"), controller.snapshot.canSeek
        else { return files.skipIndex() }
        files.index(input)
    }

    package func takeArrivals() -> [SubtitleArrival] { files.takeArrivals() + takeTracks() }

    private func takeTracks() -> [SubtitleArrival] {
        let (arrivals, documents) = container.arrivals(
            tracks: controller.snapshot.tracks, news: controller.subtitles(from:))
        for document in documents { files.read(document) }
        return arrivals
    }
}
