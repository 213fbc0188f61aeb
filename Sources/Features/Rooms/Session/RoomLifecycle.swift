/// Entering, leaving and loading anew, without what they do. A value.
package struct RoomLifecycle: Sendable, Equatable {
    package enum Phase: Sendable, Equatable {
        /// Created; settings may change. May become loading.
        case created
        /// May become entered, failed or exited.
        case loading
        /// May become reloading or exited.
        case entered
        /// Entered, and its contents are read again. May become entered, or exited: with an error where the viewer may
        /// no longer attend.
        case reloading
        /// Could not be entered. May become loading (reload) or exited.
        case failed(RoomError)
        /// Over; nothing may follow.
        case exited(RoomError?)
    }

    package enum Action: Sendable, Equatable {
        case none
        /// Load; hand the result to ``loaded(_:attempt:)`` with this number.
        case load(attempt: Int)
        /// `roomDidEnter`: nil: success.
        case didEnter(RoomError?)
        /// `roomDidExit`: nil: as was asked for.
        case didExit(RoomError?)
        /// Read anew while entered: the panes are rebuilt, or the error is shown and what was there stays.
        case didReload(RoomError?)
    }

    package private(set) var phase = Phase.created
    private var attempt = 0

    package init() {}

    package var isLoading: Bool { phase == .loading || phase == .reloading }

    /// What is set before entering can still be set.
    package var takesOptions: Bool { phase == .created }

    package mutating func enter() -> Action {
        guard phase == .created else { return .none }
        return load(.loading)
    }

    /// Also what retries an entering that failed.
    package mutating func reload() -> Action {
        switch phase {
        case .entered: load(.reloading)
        case .failed: load(.loading)
        case .created, .loading, .reloading, .exited: .none
        }
    }

    /// What came of a load; of one that is no longer wanted nothing does.
    package mutating func loaded(_ error: RoomError?, attempt: Int) -> Action {
        guard attempt == self.attempt else { return .none }
        switch phase {
        case .loading:
            phase = error.map { .failed($0) } ?? .entered
            return .didEnter(error)
        case .reloading:
            if let error, error.endsAttendance { return exit(error) }
            phase = .entered
            return .didReload(error)
        case .created, .entered, .failed, .exited: return .none
        }
    }

    /// - Parameter error: nil: the viewer leaves.
    package mutating func exit(_ error: RoomError? = nil) -> Action {
        if case .exited = phase { return .none }
        attempt += 1
        phase = .exited(error)
        return .didExit(error)
    }

    /// The room's time is over while it is attended.
    package mutating func expire(_ error: RoomError) -> Action {
        switch phase {
        case .entered, .reloading: exit(error)
        case .created, .loading, .failed, .exited: .none
        }
    }

    private mutating func load(_ next: Phase) -> Action {
        attempt += 1
        phase = next
        return .load(attempt: attempt)
    }
}
