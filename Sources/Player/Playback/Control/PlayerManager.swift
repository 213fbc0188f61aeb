package import PlayCore

/// Something that is registered with the manager and makes providers its own way, as adverts and protection do.
package protocol PlayerComponent: Sendable {
    /// Told apart from others; a second one of a name takes the place of the first.
    var name: String { get }
    /// Where in a chain its provider belongs.
    var stage: ProviderStage { get }
    /// Its provider around `upstream`. Main thread.
    func makeProvider(around upstream: any SessionProvider) throws -> any SessionProvider
}

/// ARCH-01: where controllers and chains of providers come from.
package final class PlayerManager: Sendable {
    /// `sharedManager`.
    package static let shared = PlayerManager()

    private let components = Monitor<[any PlayerComponent]>([])

    init() {}

    /// Before the first controller is made; any thread.
    package func register(_ component: any PlayerComponent) {
        components.withLock { components in
            components.removeAll { $0.name == component.name }
            components.append(component)
        }
    }

    package var componentNames: [String] { components.withLock { $0.map(\.name) } }

    /// A chain of all that is registered, in the order of the stages, around `base`.
    package func makeProviderChain(around base: any SessionProvider) throws -> any SessionProvider {
        let sorted = components.withLock {
            $0.enumerated().sorted { ($0.element.stage, $0.offset) < ($1.element.stage, $1.offset) }
        }
        return try sorted.reduce(base) { try $1.element.makeProvider(around: $0) }
    }

    /// Main thread; whoever asked keeps the controller.
    ///
    /// - Parameters:
    ///   - view: what the engine's pictures appear on.
    ///   - strategy: ARCH-29; nil: the view itself.
    package func makeController(
        engine: PlaybackEngine, provider: any SessionProvider, view: any PlaybackView, strategy: ViewStrategy? = nil,
        options: ControllerOptions = ControllerOptions(), clock: any HostClock = SystemClock()
    ) -> PlaybackController {
        PlaybackController(
            engine: engine, provider: provider, view: view, strategy: strategy, options: options, clock: clock)
    }
}
