package import PlayCore

/// The rooms of a merged one on their common axis. The one of the position is entered, and the
/// next one a little before its time, so that nobody waits at the boundary. One thread's (the loop's).
///
/// The order of use: at each wake-up ``deliver()``; while it plays ``move(to:)``; at the end ``close()``.
package final class RoomSeries {
    package enum Event: Sendable, Equatable {
        /// `mixPlaybackRoomWillLoadSlice`: ``client`` is this slice's from now on.
        case willLoad(Int)
        /// `mixPlaybackRoomSlice(slice, didLoadWithError)`.
        case didLoad(Int, RoomError?)
        /// What else happened to the room that is shown.
        case room(RoomClient.Event)
    }

    /// The next slice is read so long before its time.
    package static let ahead = MediaTime.seconds(20)

    package private(set) var mixed: MixedRoom
    /// Makes the client of a slice, which is entered here.
    private let make: (Int) -> RoomClient
    /// That of the slice which is shown, and perhaps that of the next one.
    private var clients: [Int: RoomClient]
    private var events: [Event] = []
    /// What was read for slices that are not here any more.
    private var arrivalsBefore = 0

    /// - Parameters:
    ///   - first: the room of the first slice, which was entered.
    ///   - make: of another slice, from 0; with its options, not entered.
    package init(_ mixed: MixedRoom, first: RoomClient, make: @escaping (Int) -> RoomClient) {
        var mixed = mixed
        _ = mixed.move(to: .zero)
        _ = mixed.didLoad(0, error: nil)
        self.mixed = mixed
        self.make = make
        clients = [0: first]
    }

    /// The slice that is shown or being loaded, from 0.
    package var index: Int { mixed.current ?? 0 }
    /// Where it begins on the common axis.
    package var offset: MediaTime { mixed.starts[index] }
    /// Its room.
    package var client: RoomClient { client(of: index) }
    /// Rises with what is read of the slice that is shown, and when that is another one.
    package var arrivals: Int { arrivalsBefore + client.arrivals }

    /// Follows the position on the common axis.
    package func move(to position: MediaTime) {
        perform(mixed.move(to: position))
        let next = index + 1
        guard mixed.isLoaded, next < mixed.slices.count, clients[next] == nil,
            mixed.starts[next] - position <= Self.ahead
        else { return }
        _ = client(of: next)
    }

    /// The next slice can be shown at once.
    package var hasNext: Bool { clients[index + 1]?.phase == .entered }

    /// When ``move(to:)`` has something to do by itself; nil: never.
    package func nextChange(after position: MediaTime) -> MediaTime? {
        guard index + 1 < mixed.slices.count else { return nil }
        let boundary = mixed.starts[index + 1]
        return clients[index + 1] == nil && boundary - Self.ahead > position ? boundary - Self.ahead : boundary
    }

    package func reload() {
        client.reload()
        if mixed.failure != nil { perform(mixed.reload()) }
    }

    /// Passes on what was read.
    ///
    /// - Returns: what happened, each once.
    package func deliver() -> [Event] {
        for (number, client) in clients {
            for event in client.deliver() { handle(event, of: number) }
        }
        defer { events = [] }
        return events
    }

    /// Waits for the slice that is being loaded; for programs without a loop.
    package func waitForAnswer() { client.waitForAnswer() }

    package func close() {
        for client in clients.values {
            client.exit()
            client.close()
        }
        clients = [:]
    }

    private func client(of slice: Int) -> RoomClient {
        if let known = clients[slice] { return known }
        let new = make(slice)
        clients[slice] = new
        new.enter()
        return new
    }

    private func handle(_ event: RoomClient.Event, of slice: Int) {
        switch event {
        // That of a slice which is not shown yet is told when it is.
        case .didEnter(let error): if slice == index { perform(mixed.didLoad(slice, error: error)) }
        case .didReload, .didExit: if slice == index { events.append(.room(event)) }
        }
    }

    private func perform(_ action: MixedRoom.Action) {
        switch action {
        case .none: break
        case .didLoad(let slice, let error): events.append(.didLoad(slice, error))
        case .load(let slice):
            events.append(.willLoad(slice))
            arrivalsBefore += 1
            for other in clients.keys where other != slice { leave(other) }
            switch client(of: slice).phase {
            case .entered, .reloading: perform(mixed.didLoad(slice, error: nil))
            case .failed(let error): perform(mixed.didLoad(slice, error: error))
            case .created, .loading, .exited: break
            }
        }
    }

    private func leave(_ slice: Int) {
        guard let client = clients.removeValue(forKey: slice) else { return }
        arrivalsBefore += client.arrivals
        client.exit()
        client.close()
    }
}
