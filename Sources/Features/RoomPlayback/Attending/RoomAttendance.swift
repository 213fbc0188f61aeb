import JobControl
import PlayCore
import Rooms

/// The rooms that one class consists of: the one that is attended now, its reader and its source. What
/// is read is read by ``RoomClient``'s thread. One thread.
final class RoomAttendance {
    /// With what it is attended.
    var options = RoomOptions()
    private let access: any MediaAccess
    private let wakeUp: WakeUp
    /// Of the class, or of the first part of a merged one.
    private var first: (source: RoomSource, client: RoomClient)?
    /// Nil: the class is one recording.
    private(set) var series: RoomSeries?
    /// Nil: the class is recorded.
    private(set) var live: (any LiveRoomReading)?
    /// Of its parts.
    private var partSources: [Int: RoomSource] = [:]
    /// Nil: the class is no album.
    private var album: AlbumRoom?
    /// Where the item of the album is that was entered.
    private var albumItem: String?
    private var definitionIsAudio = false

    init(access: any MediaAccess, wakeUp: WakeUp) {
        self.access = access
        self.wakeUp = wakeUp
    }

    var client: RoomClient? { series?.client ?? first?.client }

    var source: RoomSource? { series.flatMap { partSources[$0.index] } ?? first?.source }

    /// Of all rooms so far.
    var arrivals: Int { series?.arrivals ?? first?.client.arrivals ?? 0 }

    func enter(_ source: RoomSource, live: (any LiveRoomReading)? = nil) {
        self.live = live
        let client = makeClient(source)
        first = (source, client)
        client.enter()
    }

    private func makeClient(_ source: RoomSource) -> RoomClient {
        let client = RoomClient(source, options: options) { [wakeUp] in wakeUp.signal() }
        client.setDefinitionIsAudio(definitionIsAudio)
        // Ancestors stay what they are while we run; clients of tmux are looked at once.
        client.setScreenCaptured(RecorderSearch.recorder() != nil)
        return client
    }

    func setDefinitionIsAudio(_ isAudio: Bool) {
        definitionIsAudio = isAudio
        client?.setDefinitionIsAudio(isAudio)
    }

    /// The room that was asked for is there: what it consists of is known now.
    ///
    /// - Returns: what is to be played for it; nil: an item of an album plays already.
    func entered() -> (RoomSession, RoomOutline)? {
        guard let first, let session = first.client.session else { return nil }
        let outline = first.source.outline
        let isItem = album != nil
        switch outline {
        case .single: break
        case .merged(let mixed, _):
            partSources = [0: first.source]
            series = RoomSeries(mixed, first: first.client) { [unowned self] in makePart($0, of: mixed) }
        case .album(let album, _): self.album = album
        }
        return isItem ? nil : (session, outline)
    }

    private func makePart(_ index: Int, of mixed: MixedRoom) -> RoomClient {
        let source = RoomSource(mixed.slices[index].room, access: access)
        partSources[index] = source
        return makeClient(source)
    }

    /// A part is left for another one.
    func keepOnly(_ part: Int) { partSources = partSources.filter { $0.key == part } }

    /// The item of the album that plays, if it is another one than before; it is attended.
    ///
    /// - Returns: whether it is.
    func attend(_ item: RoomItem) -> Bool {
        guard let album, item.room != albumItem,
            let index = album.albumList.firstIndex(where: { $0.room == item.room })
        else { return false }
        self.album?.choose(index)
        albumItem = item.room
        leaveRoom()
        enter(RoomSource(item.room, access: access))
        return true
    }

    func reload() {
        if let series { series.reload() } else { client?.reload() }
        client?.retryChat()
    }

    /// The class as a whole.
    func leave() {
        leaveRoom()
        (album, albumItem) = (nil, nil)
    }

    private func leaveRoom() {
        if let series {
            series.close()
        } else if let client = first?.client {
            client.exit()
            client.close()
        }
        (first, series, partSources, live) = (nil, nil, [:], nil)
    }

    /// What to choose from.
    var parts: RoomParts {
        if let album {
            return RoomParts(
                kind: .items,
                rows: album.albumList.map {
                    RoomParts.Row(
                        title: $0.title, duration: $0.duration,
                        location: RoomItem.location(of: $0.room, version: options.clippedVersion))
                }, index: album.index)
        }
        guard let mixed = series?.mixed else { return RoomParts() }
        return RoomParts(
            kind: .slices,
            rows: zip(mixed.slices, mixed.starts).map {
                RoomParts.Row(title: $0.title, start: $1, duration: $0.duration)
            }, index: mixed.current ?? 0)
    }
}
