package import Media
package import MediaSources
package import PlayCore
import Playback
import Playlists
import Rooms

/// A room as an item of the list: what it plays is found when it is opened, so an album reads none of its rooms before
/// their time, and a merged room plays as one. `tvplay-room:VERSION:LOCATION`. A value.
package struct RoomItem {
    private static let scheme = "tvplay-room:"
    /// Of a room that has neither sound nor picture and does not say how long it is.
    private static let unknownDuration = MediaTime.seconds(3600)

    package let room: String
    package let version: Int

    /// Nil: the location is another one's.
    package init?(_ location: String) {
        guard location.hasPrefix(Self.scheme) else { return nil }
        let parts = location.dropFirst(Self.scheme.count).split(separator: ":", maxSplits: 1)
        guard parts.count == 2, let version = Int(parts[0]) else { return nil }
        self.version = version
        room = String(parts[1])
    }

    /// What ``init(_:)`` takes.
    package static func location(of room: String, version: Int) -> String { scheme + "\(version):" + room }

    /// Called on the `demux` thread; may block.
    package func open(_ access: any MediaAccess, _ cancel: CancelToken) throws(MediaError) -> OpenedMedia {
        let source = RoomSource(room, access: access)
        let outline = try asMedia { () throws(RoomError) in try source.outline(cancel: cancel) }
        switch outline {
        case .single:
            let pieces: SoundPieces? = try asMedia { () throws(RoomError) in try source.sounds(cancel: cancel) }
            if let pieces {
                return try pieces.open(name: AddressText.shown(room), title: nil, cancel) {
                    location, cancel throws(MediaError) in
                    try bytes(location, access, cancel)
                }
            }
            let media = try asMedia { () throws(RoomError) in try source.media(version, cancel: cancel) }
            if let media { return try access.openMedia(media, cancel: cancel, keeps: true) }
            let duration = try asMedia { () throws(RoomError) in try signalledDuration(source, cancel) }
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
        _ slice: MixedRoom.Slice, _ access: any MediaAccess, _ cancel: CancelToken
    ) throws(MediaError) -> any ByteSource {
        let source = RoomSource(slice.room, access: access)
        let media = try asMedia { () throws(RoomError) in try source.media(version, cancel: cancel) }
        return try bytes(media ?? SilentSource.location(of: slice.duration), access, cancel)
    }

    private func signalledDuration(_ source: RoomSource, _ cancel: CancelToken) throws(RoomError) -> MediaTime {
        var options = RoomOptions()
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

    /// A room that cannot be read is media that cannot.
    private func asMedia<Value>(_ body: () throws(RoomError) -> Value) throws(MediaError) -> Value {
        do throws(RoomError) {
            return try body()
        } catch {
            throw MediaError(.refused(error.playError), operation: "open")
        }
    }
}

extension LoadedRoom {
    /// Of what has neither picture nor sound, after the last event: time to see it.
    static let silentTail = MediaTime.seconds(5)

    /// How long something without picture and sound plays; nil: nothing is known to happen.
    var silence: MediaTime? { info.duration ?? lastTime.map { $0 + Self.silentTail } }
}
