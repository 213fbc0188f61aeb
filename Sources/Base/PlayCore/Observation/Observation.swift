/// OBS-01: what a handler returns: whether it wants to be called again.
package enum Observation: Sendable {
    case keep, stop
}

/// OBS-06: what an observation asks for; always given explicitly.
package struct ObservationOptions: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }
    /// The change record has the new value.
    package static let new = ObservationOptions(rawValue: 1)
    /// The change record has the old value.
    package static let old = ObservationOptions(rawValue: 2)
    /// The handler is called once with the current value before `observe` returns.
    package static let initial = ObservationOptions(rawValue: 4)
}

/// OBS-01, OBS-06: the record of a change; its values are there when the options asked for them.
package struct ObservationChange<Value> {
    package enum Kind: Sendable, Equatable {
        /// The call on subscribing; there is no old value.
        case initial
        /// The value was set, perhaps to what it was.
        case set
    }

    package let kind: Kind
    package let new: Value?
    package let old: Value?
}

extension ObservationChange: Sendable where Value: Sendable {}

/// OBS-03: one observation, to end it. Letting go of the token does not end it; its owner's end does.
///
/// Used on the delivery thread of what it observes (OBS-07).
package final class ObservationToken {
    private weak var list: (any ObserverRemoving)?
    private let id: UInt64

    init(list: any ObserverRemoving, id: UInt64) {
        self.list = list
        self.id = id
    }

    /// False once the handler stopped, ``stop()`` was called, or the owner or the observed object is gone.
    package var isActive: Bool { list?.isObserving(id) ?? false }

    /// The handler is not called any more, not even for a change that is just being delivered. A second call does
    /// nothing.
    package func stop() { list?.remove(id) }
}

/// The list of observers behind a token.
protocol ObserverRemoving: AnyObject {
    func remove(_ id: UInt64)
    func isObserving(_ id: UInt64) -> Bool
}
