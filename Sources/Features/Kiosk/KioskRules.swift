package import Confinement
package import PlayCore

/// What of the program there is for whoever watches. Asked where the parts are put together: what is forbidden is not
/// built. A value.
package struct KioskRules: Sendable, Equatable {
    /// What would lead out of watching.
    package enum Part: Sendable, CaseIterable {
        /// The JSON socket and scripts.
        case remoteControl
        /// Media keys, over the session's bus.
        case mediaKeys
        case downloads
        /// Pictures and texts of the screen, as files.
        case screenshots
        /// Sound devices of the machine, to choose from.
        case soundDevices
        /// Live classes, and what is sent to them.
        case liveClasses
        /// Programs that are told of broadcasts, and that open links.
        case programs
        /// The cache on the disk, and lengths of films in it.
        case cache
        /// Addresses, and standard input.
        case addresses
    }

    /// Nil: whoever plays is the machine's own user.
    private let strangers: Strangers?

    private struct Strangers: Sendable, Equatable {
        let library: [String]
        let servers: ServerBounds?
    }

    /// Everything.
    package static let none = KioskRules(nil)

    private init(_ strangers: Strangers?) { self.strangers = strangers }

    /// - Parameters:
    ///   - library: folders, absolute.
    ///   - servers: where what the library names may be; nil: here only.
    package init(library: [String], servers: ServerBounds?) {
        self.init(Strangers(library: library, servers: servers))
    }

    package var isKiosk: Bool { strangers != nil }

    package func allows(_ part: Part) -> Bool {
        guard let strangers else { return true }
        return part == .addresses && strangers.servers != nil
    }

    /// Whom requests may reach; nil: everyone, where addresses are opened at all.
    package var servers: ServerBounds? { strangers?.servers }

    /// The kernel's wall for the process that plays.
    ///
    /// - Parameters:
    ///   - viewer: the folder in which things are kept of who watches.
    ///   - program: folders of the program's own files.
    ///   - terminal: paths of the terminal.
    package func walls(viewer: String, program: [String], terminal: [String], memory: UInt64) -> WallPlan {
        let library = strangers?.library ?? []
        var plan = WallPlan(
            library.map { WallPlan.Place($0, .read, isRequired: true) } + [.init(viewer, .write, isRequired: true)]
                + program.map { .init($0, .read) } + terminal.map { .init($0, .device) } + WallPlan.system)
        if allows(.addresses) {
            plan.sockets = .servers
            plan.places += WallPlan.network
        }
        plan.memory = memory
        plan.fileSize = Self.largestFile
        return plan
    }

    /// Ten thousand rows of a history, four times over.
    private static let largestFile: UInt64 = 16 << 20
}
