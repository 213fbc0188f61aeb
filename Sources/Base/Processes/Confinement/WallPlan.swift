/// The resources that a confined process may still use. The kernel refuses all others.
package struct WallPlan: Sendable, Equatable {
    package enum Access: Sendable, Equatable {
        case read
        /// Creating, writing and removing files in the folder. Excludes folders, links, sockets and the like.
        case write
        /// A terminal or another device: reading, writing and changing its settings.
        case device
    }

    package struct Place: Sendable, Equatable {
        /// Absolute path of a file, or of a folder with everything in it.
        package let path: String
        package let access: Access
        /// Whether confinement fails if the path is missing.
        package let isRequired: Bool

        package init(_ path: String, _ access: Access, isRequired: Bool = false) {
            (self.path, self.access, self.isRequired) = (path, access, isRequired)
        }
    }

    package enum Sockets: Sendable, Equatable {
        case none
        /// TCP, UDP and the netlink queries of name resolution.
        case servers
    }

    package var places: [Place]
    package var sockets = Sockets.none
    /// Bytes of private memory, including the stacks of the threads, or `nil` for no limit.
    package var memory: UInt64?
    /// Bytes of a file that the process writes, or `nil` for no limit.
    package var fileSize: UInt64?

    package init(_ places: [Place]) { self.places = places }

    /// The files that a program opens after its start: libraries, terminal descriptions, locales, time zones, devices.
    package static let system: [Place] =
        [
            "/usr/lib", "/lib", "/usr/lib64", "/lib64", "/usr/local/lib", "/etc/ld.so.cache", "/etc/terminfo",
            "/usr/share/terminfo", "/usr/share/locale", "/usr/share/zoneinfo", "/etc/localtime", "/dev/urandom",
        ].map { Place($0, .read) } + [Place("/dev/null", .device)]

    package static let network: [Place] =
        [
            "/etc/resolv.conf", "/run/systemd/resolve", "/etc/hosts", "/etc/nsswitch.conf", "/etc/host.conf",
            "/etc/gai.conf", "/etc/services", "/etc/protocols", "/etc/ssl", "/usr/share/ca-certificates",
            "/usr/local/share/ca-certificates",
        ].map { Place($0, .read) }
}

package struct WallError: Error, Sendable, Equatable {
    package let operation: String
    package let number: Int32
    package let path: String?

    init(_ operation: String, _ number: Int32, path: String? = nil) {
        (self.operation, self.number, self.path) = (operation, number, path)
    }
}
