/// OBS-01: a property that can be observed.
///
/// Delivery thread (OBS-07): the thread that created it. All use of it is there, and handlers run there, before the
/// setter returns; a debug build stops on any other. A handler may set the value: its observers then see both
/// changes, one after the other.
package final class ObservedValue<Value: Sendable> {
    private struct Change {
        let new: Value
        let old: Value
    }

    private let observers = ObserverList<Change>()
    private var current: Value

    package init(_ value: Value) { current = value }

    /// Setting notifies, even when the value stays the same; a filter can tell.
    package var value: Value {
        get {
            observers.checkThread()
            return current
        }
        set {
            observers.checkThread()
            let old = current
            current = newValue
            observers.send(Change(new: newValue, old: old))
        }
    }

    /// Calls `handler` after every change until it returns `.stop`, the token is stopped, or `owner` or this object
    /// goes away.
    ///
    /// - Parameters:
    ///   - owner: held weakly; nil: the observation is not bound to an object.
    ///   - options: what the change record has, and whether there is a first call at once (OBS-06).
    ///   - filter: gets the new and the old value (nil in the initial call); false drops that notification.
    ///   - handler: gets the new value, the old one (nil in the initial call) and the record.
    @discardableResult
    package func observe(
        by owner: AnyObject? = nil, options: ObservationOptions, filter: ((Value, Value?) -> Bool)? = nil,
        handler: @escaping (_ new: Value, _ old: Value?, _ change: ObservationChange<Value>) -> Observation
    ) -> ObservationToken {
        func call(_ kind: ObservationChange<Value>.Kind, _ new: Value, _ old: Value?) -> Observation {
            guard filter?(new, old) ?? true else { return .keep }
            let change = ObservationChange(
                kind: kind, new: options.contains(.new) ? new : nil, old: options.contains(.old) ? old : nil)
            return handler(new, old, change)
        }
        let token = observers.add(owner: owner) { call(.set, $0.new, $0.old) }
        guard options.contains(.initial) else { return token }
        observers.inOrder {
            if call(.initial, current, nil) == .stop { token.stop() }
        }
        return token
    }
}
