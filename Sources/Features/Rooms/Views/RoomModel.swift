package import PlayCore

/// OBS-05, OBS-08: a room as properties and events that can be observed.
///
/// What belongs to the room itself is there from the start, to be observed before it is entered; view models are there
/// once it has been entered (``viewModels``), and each of them only where the recording has it. Observing what is not
/// there observes nothing, and the log says so.
///
/// Delivery thread (OBS-07): the thread that creates it, when its owner calls ``take(_:)`` or sends an event.
package final class RoomModel {
    package let didEnter = Signal<RoomError?>()
    package let didExit = Signal<RoomError?>()
    package let didReload = Signal<RoomError?>()
    /// ROOM-21, ROOM-22: the slice, from 0.
    package let willLoadSlice = Signal<Int>()
    package let didLoadSlice = Signal<Int, RoomError?>()
    /// ROOM-14.
    package let loading = ObservedValue(false)
    /// Nil before the room is entered and after it is left.
    package private(set) var viewModels: RoomViewModels?

    package init() {}

    /// Tells observers what is new in a snapshot.
    package func take(_ snapshot: RoomSnapshot) {
        let isLoading = snapshot.phase == .loading || snapshot.phase == .reloading
        if loading.value != isLoading { loading.value = isLoading }
        switch snapshot.phase {
        case .entered, .reloading:
            let models = viewModels ?? RoomViewModels()
            viewModels = models
            models.take(snapshot)
        case .created, .loading, .failed, .exited: viewModels = nil
        }
    }

    /// Calls `handler` after every change of a view model, and once at once.
    ///
    /// - Parameter owner: held weakly.
    /// - Returns: nil: there is no such view model now.
    @discardableResult
    package func observe<Value>(
        _ viewModel: KeyPath<RoomViewModels, ObservedValue<Value>?>, by owner: AnyObject? = nil,
        handler: @escaping (_ new: Value, _ old: Value?) -> Observation
    ) -> ObservationToken? {
        guard let target = viewModels.flatMap({ $0[keyPath: viewModel] }) else {
            Log.shared.write(.debug, "rooms", "nothing to observe: no \(Value.self)")
            return nil
        }
        return target.observe(by: owner, options: [.new, .old, .initial]) { new, old, _ in handler(new, old) }
    }
}

/// ROOM-15: the view models of a room that was entered; any of them may be absent.
package final class RoomViewModels {
    package private(set) var room: ObservedValue<RoomHeader>?
    package private(set) var messages: ObservedValue<ChatSummary>?
    package private(set) var users: ObservedValue<UsersView>?
    package private(set) var documents: ObservedValue<DocumentsView>?
    /// Of what is published as values.
    private var last = RoomSnapshot(phase: .created)

    fileprivate init() {}

    fileprivate func take(_ snapshot: RoomSnapshot) {
        let before = last
        last = snapshot
        room = Self.updated(room, snapshot.room, before.room)
        messages = Self.updated(messages, snapshot.messages, before.messages)
        users = Self.updated(users, snapshot.users, before.users)
        documents = Self.updated(documents, snapshot.documents, before.documents)
    }

    /// Equal revisions mean equal content.
    private static func updated<Value>(
        _ model: ObservedValue<Value>?, _ new: Revised<Value>?, _ old: Revised<Value>?
    ) -> ObservedValue<Value>? {
        guard let new else { return nil }
        guard let model else { return ObservedValue(new.content) }
        if new.revision != old?.revision { model.value = new.content }
        return model
    }
}
