package import PlayCore

/// The classes of a merged one on their common axis. The next class is entered shortly before its start, so that
/// playback does not wait at the boundary. For the loop's thread only.
///
/// The order of calls: at each wake-up ``deliver()``, during playback ``move(to:)``, at the end ``close()``.
package final class ClassSeries {
    package enum Event: Sendable, Equatable {
        /// `mixPlaybackRoomWillLoadSlice`: from now on, ``client`` belongs to this slice.
        case willLoad(Int)
        /// `mixPlaybackRoomSlice(slice, didLoadWithError)`.
        case didLoad(Int, ClassReadError?)
        case room(ClassClient.Event)
    }

    /// The next slice is read this long before its start.
    package static let ahead = MediaTime.seconds(20)

    package private(set) var mixed: MixedClass
    private let make: (Int) -> ClassClient
    private var clients: [Int: ClassClient]
    private var events: [Event] = []
    /// The arrivals of previous slices, plus the number of changes of slice.
    private var arrivalsBefore = 0

    /// `first` has been entered. `make` returns the client of another slice, from 0, with its options, before entering.
    package init(_ mixed: MixedClass, first: ClassClient, make: @escaping (Int) -> ClassClient) {
        var mixed = mixed
        _ = mixed.move(to: .zero)
        _ = mixed.didLoad(0, error: nil)
        self.mixed = mixed
        self.make = make
        clients = [0: first]
    }

    package var index: Int { mixed.current ?? 0 }
    package var offset: MediaTime { mixed.starts[index] }
    package var client: ClassClient { client(of: index) }
    /// Rises when the current slice is read or another one becomes current.
    package var arrivals: Int { arrivalsBefore + client.arrivals }

    package func move(to position: MediaTime) {
        perform(mixed.move(to: position))
        let next = index + 1
        guard mixed.isLoaded, next < mixed.slices.count, clients[next] == nil,
            mixed.starts[next] - position <= Self.ahead
        else { return }
        _ = client(of: next)
    }

    package var hasNext: Bool { clients[index + 1]?.phase == .entered }

    /// Returns the next position that requires ``move(to:)``, or `nil` in the last slice.
    package func nextChange(after position: MediaTime) -> MediaTime? {
        guard index + 1 < mixed.slices.count else { return nil }
        let boundary = mixed.starts[index + 1]
        return clients[index + 1] == nil && boundary - Self.ahead > position ? boundary - Self.ahead : boundary
    }

    package func reload() {
        client.reload()
        if mixed.failure != nil { perform(mixed.reload()) }
    }

    package func deliver() -> [Event] {
        for (number, client) in clients {
            for event in client.deliver() { handle(event, of: number) }
        }
        defer { events = [] }
        return events
    }

    /// For programs without a loop.
    package func waitForAnswer() { client.waitForAnswer() }

    package func close() {
        for client in clients.values {
            client.exit()
            client.close()
        }
        clients = [:]
    }

    private func client(of slice: Int) -> ClassClient {
        if let known = clients[slice] { return known }
        let new = make(slice)
        clients[slice] = new
        new.enter()
        return new
    }

    private func handle(_ event: ClassClient.Event, of slice: Int) {
        switch event {
        case .didEnter(let error): if slice == index { perform(mixed.didLoad(slice, error: error)) }
        case .didReload, .didExit: if slice == index { events.append(.room(event)) }
        }
    }

    private func perform(_ action: MixedClass.Action) {
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
