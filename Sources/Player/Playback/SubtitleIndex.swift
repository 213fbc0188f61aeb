package import Media
import MediaSources
package import PlayCore

/// All texts of a container's subtitles, read beside playing. One thread.
package final class SubtitleIndex {
    private let source: ContainerSource
    private let board = SubtitleBoard()
    private let reader: SubtitleReader

    /// - Returns: nil: there is no text in it.
    package init?(_ bytes: any ByteSource, name: String, cancel: CancelToken) throws(MediaError) {
        source = try ContainerSource(bytes, nameHint: name, cancel: cancel)
        reader = SubtitleReader(source, board: board)
        let wanted = reader.wanted
        guard !wanted.isEmpty else { return nil }
        source.select(Set(wanted))
    }

    package var tracks: [TrackInfo] { source.tracks }

    /// Reads the next packet of text, wherever in the file it is.
    ///
    /// - Returns: false: it was the last one.
    package func read() throws(MediaError) -> Bool {
        guard case .packet(let packet) = try source.read() else { return false }
        _ = reader.read(packet)
        return true
    }

    /// All text tracks, and the texts from this number on.
    package func news(from count: Int) -> SubtitleNews {
        let news = board.news(from: count)
        return SubtitleNews(tracks: news.tracks, texts: Array(news.texts))
    }
}
