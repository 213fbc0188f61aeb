import CPlatform
import Glibc
import PlayCore

/// The kernel's rules for files. They apply to the calling thread and to the threads that it starts later.
package enum Landlock {
    /// The kernel's version of Landlock, or `nil` if the kernel lacks it or has it switched off.
    package static var version: Int? {
        let version = Int(tv_landlock_version())
        return version > 0 ? version : nil
    }

    static func enter(_ plan: WallPlan, version: Int) throws(WallError) {
        let all = Rights.all(version)
        let rules = tv_landlock_create(
            Int32(version), all.rawValue, version >= 4 ? connections(plan) : 0, version >= 6 ? scope : 0)
        guard rules >= 0 else { throw WallError("landlock_create_ruleset", errno) }
        defer { close(rules) }
        for place in plan.places { try allow(place, all, rules) }
        guard tv_landlock_enter(rules) == 0 else { throw WallError("landlock_restrict_self", errno) }
    }

    private static func allow(_ place: WallPlan.Place, _ all: Rights, _ rules: Int32) throws(WallError) {
        let descriptor = ByteText.withCString(place.path, tv_open_path)
        guard descriptor >= 0 else {
            guard place.isRequired else { return }
            throw WallError("open", errno, path: place.path)
        }
        defer { close(descriptor) }
        var information = stat()
        guard fstat(descriptor, &information) == 0 else { throw WallError("fstat", errno, path: place.path) }
        let isFolder = information.st_mode & S_IFMT == S_IFDIR
        let rights = Rights(place.access).intersection(isFolder ? all : all.intersection(.ofFiles))
        guard tv_landlock_allow(rules, descriptor, rights.rawValue) == 0 else {
            throw WallError("landlock_add_rule", errno, path: place.path)
        }
    }

    /// Forbids opening ports, and connections to servers unless the plan allows them.
    private static func connections(_ plan: WallPlan) -> UInt64 { plan.sockets == .servers ? 1 : 3 }

    /// Forbids abstract sockets of other processes, and signals to them.
    private static let scope: UInt64 = 3

    /// The bits of linux/landlock.h.
    private struct Rights: OptionSet {
        let rawValue: UInt64

        static let writeFile = Rights(rawValue: 1 << 1)
        static let readFile = Rights(rawValue: 1 << 2)
        static let readFolder = Rights(rawValue: 1 << 3)
        static let removeFile = Rights(rawValue: 1 << 5)
        static let makeFile = Rights(rawValue: 1 << 8)
        static let truncate = Rights(rawValue: 1 << 14)
        static let setDevice = Rights(rawValue: 1 << 15)
        static let execute = Rights(rawValue: 1)

        /// The rights that a rule about a single file may name.
        static let ofFiles: Rights = [.execute, .writeFile, .readFile, .truncate, .setDevice]

        static func all(_ version: Int) -> Rights {
            // The first version has thirteen rights. Later ones add renaming between folders, truncating, and devices.
            let count = version >= 5 ? 16 : version >= 3 ? 15 : version == 2 ? 14 : 13
            return Rights(rawValue: (1 << UInt64(count)) - 1)
        }

        init(rawValue: UInt64) { self.rawValue = rawValue }

        init(_ access: WallPlan.Access) {
            self =
                switch access {
                case .read: [.readFile, .readFolder]
                case .write: [.readFile, .readFolder, .writeFile, .truncate, .makeFile, .removeFile]
                case .device: [.readFile, .writeFile, .setDevice]
                }
        }
    }
}
