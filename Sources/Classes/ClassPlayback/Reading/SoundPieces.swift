import Classes
import Media
import MediaSources
import PlayCore
import Playback

/// The sound of a meeting in pieces, as one item of the meeting's length. The pieces may end before the meeting.
struct SoundPieces {
    /// Silence fills longer gaps after a piece.
    private static let leastSilence = MediaTime.seconds(1)
    private let sounds: [(location: String, start: MediaTime)]
    private let length: MediaTime

    /// Returns `nil` if the class has no such sound or an unknown length.
    init?(_ info: ClassInfo, locate: (String) -> String?) {
        guard !info.sounds.isEmpty, let length = info.duration else { return nil }
        sounds = info.sounds.compactMap { sound in locate(sound.url).map { ($0, max(.zero, sound.start)) } }
        self.length = length
        guard !sounds.isEmpty else { return nil }
    }

    /// Called on the `demux` thread; may block.
    func open(
        name: String, title: String?, _ cancel: CancelToken,
        _ bytes: @escaping @Sendable (String, CancelToken) throws(MediaError) -> any ByteSource
    ) throws(MediaError) -> OpenedMedia {
        var parts: [JoinedSource.Part] = []
        func add(_ location: String, _ duration: MediaTime) {
            guard duration > .zero else { return }
            parts.append(
                JoinedSource.Part(title: nil, duration: duration) { cancel throws(MediaError) in
                    try bytes(location, cancel)
                })
        }
        for (index, sound) in sounds.enumerated() {
            let end = index + 1 < sounds.count ? sounds[index + 1].start : max(length, sound.start)
            let space = end - sound.start
            let own = try Demuxer(source: try bytes(sound.location, cancel), nameHint: name, cancel: cancel).duration
            let isLast = index + 1 == sounds.count
            // The meeting ends no earlier than its sound.
            let used = own.map { isLast ? $0 : min($0, space) } ?? space
            add(sound.location, used)
            if space - used >= Self.leastSilence { add(SilentSource.location(exactly: space - used), space - used) }
        }
        return .packets(
            try JoinedSource(parts, name: name, title: title, hasChapters: false, cancel: cancel))
    }
}
