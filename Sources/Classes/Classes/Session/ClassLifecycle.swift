package struct ClassLifecycle: Sendable, Equatable {
    package enum Phase: Sendable, Equatable {
        /// May become loading. Options may change.
        case created
        case loading
        /// May become reloading or exited.
        case entered
        /// The class is being read again. May become entered, or exited if the viewer may no longer attend.
        case reloading
        /// Entering failed. May become loading (by a reload) or exited.
        case failed(ClassReadError)
        case exited(ClassReadError?)
    }

    package enum Action: Sendable, Equatable {
        case none
        case load(attempt: Int)
        /// `roomDidEnter`; `nil` on success.
        case didEnter(ClassReadError?)
        /// `roomDidExit`; `nil` if the caller requested it.
        case didExit(ClassReadError?)
        /// The panes are rebuilt, or the error is shown and the old contents stay.
        case didReload(ClassReadError?)
    }

    package private(set) var phase = Phase.created
    private var attempt = 0

    package init() {}

    package var isLoading: Bool { phase == .loading || phase == .reloading }

    package var takesOptions: Bool { phase == .created }

    package mutating func enter() -> Action {
        guard phase == .created else { return .none }
        return load(.loading)
    }

    package mutating func reload() -> Action {
        switch phase {
        case .entered: load(.reloading)
        case .failed: load(.loading)
        case .created, .loading, .reloading, .exited: .none
        }
    }

    /// Ignores the result after another load or an exit.
    package mutating func loaded(_ error: ClassReadError?, attempt: Int) -> Action {
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

    package mutating func exit(_ error: ClassReadError? = nil) -> Action {
        if case .exited = phase { return .none }
        attempt += 1
        phase = .exited(error)
        return .didExit(error)
    }

    package mutating func expire(_ error: ClassReadError) -> Action {
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
