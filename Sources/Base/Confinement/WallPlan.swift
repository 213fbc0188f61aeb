/// What a process needs once it is confined; everything else is refused by the kernel. A value.
package struct WallPlan: Sendable, Equatable {
    package enum Access: Sendable, Equatable {
        /// To read, and to list where it is a folder.
        case read
        /// Files may be made, written and removed in the folder; folders, links, sockets and the like may not.
        case write
        /// A terminal or another device: to read, to write and to be set.
        case device
    }

    package struct Place: Sendable, Equatable {
        /// Absolute; of a folder, with all that it holds, or of a file.
        package let path: String
        package let access: Access
        /// False: where it is missing nobody needs it.
        package let isRequired: Bool

        package init(_ path: String, _ access: Access, isRequired: Bool = false) {
            (self.path, self.access, self.isRequired) = (path, access, isRequired)
        }
    }

    /// What may be reached through sockets that are opened afterwards.
    package enum Sockets: Sendable, Equatable {
        case none
        /// Servers: TCP, UDP and the questions that name resolution asks the kernel.
        case servers
    }

    package var places: [Place]
    package var sockets = Sockets.none
    /// Bytes of memory of its own, its threads' stacks included; nil: as much as there is.
    package var memory: UInt64?
    /// Bytes of a file that it writes; nil: as much as there is.
    package var fileSize: UInt64?

    package init(_ places: [Place]) { self.places = places }

    /// What a program that is linked to the system's libraries opens after it has begun: libraries that are loaded when
    /// they are needed, descriptions of terminals, locales, time zones, sources of nothing and of chance.
    package static let system: [Place] =
        [
            "/usr/lib", "/lib", "/usr/lib64", "/lib64", "/usr/local/lib", "/etc/ld.so.cache", "/etc/terminfo",
            "/usr/share/terminfo", "/usr/share/locale", "/usr/share/zoneinfo", "/etc/localtime", "/dev/urandom",
        ].map { Place($0, .read) } + [Place("/dev/null", .device)]

    /// What looking up names and trusting servers needs beside that.
    package static let network: [Place] =
        [
            "/etc/resolv.conf", "/run/systemd/resolve", "/etc/hosts", "/etc/nsswitch.conf", "/etc/host.conf",
            "/etc/gai.conf", "/etc/services", "/etc/protocols", "/etc/ssl", "/usr/share/ca-certificates",
            "/usr/local/share/ca-certificates",
        ].map { Place($0, .read) }
}

/// What could not be done, and why.
package struct WallError: Error, Sendable, Equatable {
    /// What was asked of the kernel.
    package let operation: String
    package let number: Int32
    /// Text from the plan.
    package let path: String?

    init(_ operation: String, _ number: Int32, path: String? = nil) {
        (self.operation, self.number, self.path) = (operation, number, path)
    }
}
