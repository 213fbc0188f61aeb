package import PlayCore
package import Processes

/// The parts of the program that a viewer may use. When the program is assembled, forbidden parts are not created.
package struct KioskRules: Sendable, Equatable {
    package enum Part: Sendable, CaseIterable {
        /// The JSON socket and scripts.
        case remoteControl
        /// Over the session's bus.
        case mediaKeys
        case downloads
        /// Screenshots and texts of the screen, saved as files.
        case screenshots
        case soundDevices
        /// Live classes, and messages to them.
        case liveClasses
        /// Programs that receive broadcasts or open links.
        case programs
        /// The cache on the disk, and the stored lengths of films.
        case cache
        /// Addresses and standard input.
        case addresses
    }

    /// `nil` if the viewer is the machine's own user.
    private let strangers: Strangers?

    private struct Strangers: Sendable, Equatable {
        let library: [String]
        let servers: ServerBounds?
    }

    package static let none = KioskRules(nil)

    private init(_ strangers: Strangers?) { self.strangers = strangers }

    /// - Parameters:
    ///   - library: absolute paths.
    ///   - servers: the servers that the library may name, or `nil` for local files only.
    package init(library: [String], servers: ServerBounds?) {
        self.init(Strangers(library: library, servers: servers))
    }

    package var isKiosk: Bool { strangers != nil }

    package func allows(_ part: Part) -> Bool {
        guard let strangers else { return true }
        return part == .addresses && strangers.servers != nil
    }

    /// `nil` for all servers, where addresses are allowed.
    package var servers: ServerBounds? { strangers?.servers }

    /// Returns the kernel's restrictions for the playing process.
    ///
    /// - Parameters:
    ///   - viewer: the folder of the viewer's files.
    ///   - program: the folders of the program's own files.
    ///   - terminal: the paths of the terminal.
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

    /// Four times the size of a history with ten thousand rows.
    private static let largestFile: UInt64 = 16 << 20
}
