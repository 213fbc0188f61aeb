package import Media
import MediaSources
package import PlayCore

/// Reads all texts of a container's subtitles beside playback. One thread.
package final class SubtitleIndex {
    private let source: ContainerSource
    private let board = SubtitleBoard()
    private let reader: SubtitleReader

    /// - Returns: `nil` if the container has no text tracks.
    package init?(_ bytes: any ByteSource, name: String, cancel: CancelToken) throws(MediaError) {
        source = try ContainerSource(bytes, nameHint: name, cancel: cancel)
        reader = SubtitleReader(source, board: board)
        let wanted = reader.wanted
        guard !wanted.isEmpty else { return nil }
        source.select(Set(wanted))
    }

    package var tracks: [TrackInfo] { source.tracks }

    package func read() throws(MediaError) -> Bool {
        guard case .packet(let packet) = try source.read() else { return false }
        _ = reader.read(packet)
        return true
    }

    package func news(from count: Int) -> SubtitleNews {
        let news = board.news(from: count)
        return SubtitleNews(tracks: news.tracks, texts: Array(news.texts))
    }
}
