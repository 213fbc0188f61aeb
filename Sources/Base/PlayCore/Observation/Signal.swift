/// OBS-02: an event with any number of arguments that can be observed.
///
/// Delivery thread (OBS-07): the thread that created it, as for ``ObservedValue``.
package final class Signal<each Argument: Sendable> {
    private let observers = ObserverList<(repeat each Argument)>()

    package init() {}

    /// Calls every handler before it returns; from within a handler, after the event at hand.
    package func send(_ argument: repeat each Argument) { observers.send((repeat each argument)) }

    /// Calls `handler` at every event until it returns `.stop`, the token is stopped, or `owner` or this object goes
    /// away.
    ///
    /// - Parameters:
    ///   - owner: held weakly; nil: the observation is not bound to an object.
    ///   - filter: false drops that event.
    @discardableResult
    package func observe(
        by owner: AnyObject? = nil, filter: ((repeat each Argument) -> Bool)? = nil,
        handler: @escaping (repeat each Argument) -> Observation
    ) -> ObservationToken {
        observers.add(owner: owner) { event in
            if let filter, !filter(repeat each event) { return .keep }
            return handler(repeat each event)
        }
    }
}
