import PlayCore
import RoomPlayback
import Rooms
import TUI

/// Classes that consist of several rooms (ROOM-04, ROOM-05), and who is told of rooms (OBS-05).
extension RoomDesk {
    /// ROOM-05: another item of the album plays.
    func goToItem(_ item: RoomItem?) {
        guard let album, let item, item.room != albumItem,
            let index = album.albumList.firstIndex(where: { $0.room == item.room })
        else { return }
        self.album?.choose(index)
        albumItem = item.room
        leaveClients()
        facts.offset = .zero
        enter(RoomSource(item.room, access: access))
    }

    func entered() {
        guard let first, let session = first.client.session else { return }
        let outline = first.source.outline
        let isItem = album != nil
        switch outline {
        case .single: break
        case .merged(let mixed, _):
            partSources = [0: first.source]
            series = RoomSeries(mixed, first: first.client) { [unowned self] in makePart($0, of: mixed) }
        case .album(let album, _): self.album = album
        }
        // An item plays already.
        if !isItem { onEnter(session, outline) }
    }

    private func makePart(_ index: Int, of mixed: MixedRoom) -> RoomClient {
        let source = RoomSource(mixed.slices[index].room, access: access)
        partSources[index] = source
        return makeClient(source)
    }

    /// ROOM-21, ROOM-22.
    func tell(_ event: RoomSeries.Event) {
        switch event {
        case .willLoad(let part):
            // The view models are the next part's from here on.
            model.take(RoomSnapshot(phase: .loading))
            model.willLoadSlice.send(part)
            Log.shared.write(.info, "rooms", "part \(part + 1) is next")
            forgetPart()
            partSources = partSources.filter { $0.key == part }
        case .didLoad(let part, let error):
            if let client { model.take(client.snapshot) }
            model.didLoadSlice.send(part, error)
            if error == nil { observeHeader() }
            Log.shared.write(.info, "rooms", "part \(part + 1): \(error?.reason ?? "loaded")")
            isStale = true
        case .room(let event): tell(event)
        }
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

    /// View models are there when it is told that the room was entered.
    func publish(_ event: RoomClient.Event) {
        if let client { model.take(client.snapshot) }
        switch event {
        case .didEnter(let error):
            model.didEnter.send(error)
            if error == nil { observeHeader() }
        case .didExit(let error): model.didExit.send(error)
        case .didReload(let error): model.didReload.send(error)
        }
    }

    /// ROOM-35: for the log.
    private func observeHeader() {
        model.observe(\.room, by: self) { new, old in
            if new.presenterID != old?.presenterID || new.isDesktopSharing != old?.isDesktopSharing {
                let sharing = new.isDesktopSharing ? "shared" : "not shared"
                Log.shared.write(.debug, "rooms", "presenter \(new.presenterID ?? "-"), desktop \(sharing)")
            }
            return .keep
        }
    }
}
