import Classes
package import Media
package import MediaSources
package import PlayCore
import Playback
import Playlists

/// A class as an item of the playlist: `tvplay-room:VERSION:LOCATION`. Opening the item determines its media, so an
/// album reads a class only just before it plays, and a merged class plays as one item.
package struct ClassItem {
    private static let scheme = "tvplay-room:"
    /// For a class without sound, picture and known length.
    private static let unknownDuration = MediaTime.seconds(3600)

    package let room: String
    package let version: Int

    package init?(_ location: String) {
        guard location.hasPrefix(Self.scheme) else { return nil }
        let parts = location.dropFirst(Self.scheme.count).split(separator: ":", maxSplits: 1)
        guard parts.count == 2, let version = Int(parts[0]) else { return nil }
        self.version = version
        room = String(parts[1])
    }

    package static func location(of room: String, version: Int) -> String { scheme + "\(version):" + room }

    /// Called on the `demux` thread; may block.
    package func open(_ access: any MediaAccess, _ cancel: CancelToken) throws(MediaError) -> OpenedMedia {
        let source = ClassSource(room, access: access)
        let outline = try asMedia { () throws(ClassReadError) in try source.outline(cancel: cancel) }
        switch outline {
        case .single:
            let pieces: SoundPieces? = try asMedia { () throws(ClassReadError) in try source.sounds(cancel: cancel) }
            if let pieces {
                return try pieces.open(name: AddressText.shown(room), title: nil, cancel) {
                    location, cancel throws(MediaError) in
                    try bytes(location, access, cancel)
                }
            }
            let media = try asMedia { () throws(ClassReadError) in try source.media(version, cancel: cancel) }
            if let media { return try access.openMedia(media, cancel: cancel, keeps: true) }
            let duration = try asMedia { () throws(ClassReadError) in try signalledDuration(source, cancel) }
            return .bytes(try bytes(SilentSource.location(of: duration), access, cancel))
        case .merged(let mixed, let title):
            let parts = mixed.slices.enumerated().filter { $1.duration > .zero }.map { number, slice in
                JoinedSource.Part(title: slice.title ?? "\(number + 1)", duration: slice.duration) {
                    cancel throws(MediaError) in
                    try part(slice, access, cancel)
                }
            }
            guard !parts.isEmpty else {
                throw MediaError(.unreadable, operation: "open", libraryText: "a merged room without duration")
            }
            return .packets(
                try JoinedSource(parts, name: AddressText.shown(room), title: title, cancel: cancel))
        case .album:
            throw MediaError(.unreadable, operation: "open", libraryText: "an album within an album")
        }
    }

    private func part(
        _ slice: MixedClass.Slice, _ access: any MediaAccess, _ cancel: CancelToken
    ) throws(MediaError) -> any ByteSource {
        let source = ClassSource(slice.room, access: access)
        let media = try asMedia { () throws(ClassReadError) in try source.media(version, cancel: cancel) }
        return try bytes(media ?? SilentSource.location(of: slice.duration), access, cancel)
    }

    private func signalledDuration(_ source: ClassSource, _ cancel: CancelToken) throws(ClassReadError) -> MediaTime {
        var options = ClassOptions()
        options.clippedVersion = version
        let room = try source.room(options, cancel: cancel)
        return room.silence ?? Self.unknownDuration
    }

    private func bytes(
        _ location: String, _ access: any MediaAccess, _ cancel: CancelToken
    ) throws(MediaError) -> any ByteSource {
        do throws(ByteSourceError) {
            return try access.open(location, cancel: cancel, keeps: true)
        } catch {
            throw MediaError(.source(error), operation: error.operation)
        }
    }

    private func asMedia<Value>(_ body: () throws(ClassReadError) -> Value) throws(MediaError) -> Value {
        do throws(ClassReadError) {
            return try body()
        } catch {
            throw MediaError(.refused(error.playError), operation: "open")
        }
    }
}

extension LoadedClass {
    /// Lets the viewer see the last event in a class without picture and sound.
    static let silentTail = MediaTime.seconds(5)

    /// For a class without picture and sound; `nil` without events.
    var silence: MediaTime? { info.duration ?? lastTime.map { $0 + Self.silentTail } }
}
