/// What a merged observation can watch: an ``ObservedValue`` or a ``Signal``.
package protocol ObservationSource: AnyObject {
    /// Calls `handler` after every change or event; ended as any observation.
    func observeAnyChange(by owner: AnyObject?, _ handler: @escaping () -> Observation) -> ObservationToken
}

/// OBS-04: several values and events observed together by one handler.
///
/// Changes only mark it; the handler runs in ``deliver()``, once however many changes there were. The screen's loop
/// calls that once per frame. Used on the delivery thread of its sources. It ends when its holder lets go of it.
package final class MergedObservation {
    private var tokens: [ObservationToken] = []
    private let handler: () -> Observation
    private let hasOwner: Bool
    private weak var owner: AnyObject?

    /// Whether something changed since the last delivery.
    package private(set) var isPending: Bool

    /// - Parameters:
    ///   - owner: held weakly; the observation ends with it; nil: it has none.
    ///   - options: `.initial`: the first delivery comes without a change. The others have no meaning here.
    package init(
        of sources: [any ObservationSource], by owner: AnyObject? = nil, options: ObservationOptions = [],
        handler: @escaping () -> Observation
    ) {
        self.handler = handler
        self.owner = owner
        hasOwner = owner != nil
        isPending = options.contains(.initial)
        tokens = sources.map { source in
            source.observeAnyChange(by: self) { [weak self] in
                guard let self else { return .stop }
                isPending = true
                return .keep
            }
        }
    }

    /// False once it was stopped, its owner is gone, or all of its sources are.
    package var isActive: Bool { !(hasOwner && owner == nil) && tokens.contains(where: \.isActive) }

    /// Calls the handler if something changed. What the handler itself changes waits for the next delivery.
    package func deliver() {
        guard isPending else { return }
        isPending = false
        guard !(hasOwner && owner == nil) else { return stop() }
        if handler() == .stop { stop() }
    }

    /// The handler is not called any more. A second call does nothing.
    package func stop() {
        isPending = false
        for token in tokens { token.stop() }
        tokens = []
    }
}
