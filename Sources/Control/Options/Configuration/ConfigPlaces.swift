import CPlatform
import Glibc
import PlayCore

/// Where configuration files are, and how they are read.
package struct ConfigPlaces: Sendable {
    package enum Reading: Sendable, Equatable {
        case bytes([UInt8])
        case missing
        /// The system's words.
        case failed(String)
    }

    /// For everyone on this machine; nil: there is none.
    package var systemFolder: String?
    /// `TVPLAY_HOME`, else `XDG_CONFIG_HOME/tvplay`, else `~/.config/tvplay`; nil without a home.
    package var userFolder: String?
    /// What `~/` stands for.
    package var home: String?
    package var read: @Sendable (String) -> Reading
    /// The value of a variable of the environment; nil: not set.
    package var variable: @Sendable (String) -> String? = { _ in nil }

    package init(
        systemFolder: String?, userFolder: String?, home: String?, read: @escaping @Sendable (String) -> Reading
    ) {
        self.systemFolder = systemFolder
        self.userFolder = userFolder
        self.home = home
        self.read = read
    }

    /// Nowhere: no file is there.
    package static let none = ConfigPlaces(systemFolder: nil, userFolder: nil, home: nil) { _ in .missing }

    /// Of the user who runs the process, by the environment.
    package static var ofThisUser: ConfigPlaces {
        let home = variable("HOME")
        let base = variable("XDG_CONFIG_HOME") ?? home.map { $0 + "/.config" }
        var places = ConfigPlaces(
            systemFolder: "/etc/tvplay", userFolder: variable("TVPLAY_HOME") ?? base.map { $0 + "/tvplay" },
            home: home, read: SmallFile.read)
        places.variable = text
        return places
    }

    /// An absolute path from the environment; nil when unset, empty or relative, which XDG says to ignore.
    private static func variable(_ name: String) -> String? { text(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }

    @Sendable private static func text(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        return ByteText.text(UnsafeRawBufferPointer(start: value, count: strlen(value)))
    }

    /// The folders in the order of their rank, the lowest first.
    func folders(_ choice: ConfigChoice) -> [String] {
        guard choice.isUsed else { return [] }
        // mpv's rule: a folder that was named is the only one.
        if let folder = choice.folder { return [expanded(folder, beside: nil)] }
        return [systemFolder, userFolder].compactMap { $0 }
    }

    /// `~~/` is the user's configuration folder, `~/` the home; another relative path starts in `folder`, if any.
    func expanded(_ path: String, beside folder: String?) -> String {
        if path.hasPrefix("~~/"), let userFolder { return userFolder + path.dropFirst(2) }
        if path.hasPrefix("~/"), let home { return home + path.dropFirst(1) }
        guard let folder, !path.hasPrefix("/") else { return path }
        return folder + "/" + path
    }
}

/// Reads files of a megabyte at most.
package enum SmallFile {
    package static let limit = 1 << 20

    package static func read(_ path: String) -> ConfigPlaces.Reading {
        let descriptor = ByteText.withCString(path) { tv_open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0) }
        guard descriptor >= 0 else {
            return errno == ENOENT || errno == ENOTDIR ? .missing : .failed(String(cString: strerror(errno)))
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = CPlatform.read(descriptor, &buffer, buffer.count)
            if count == 0 { return .bytes(bytes) }
            if count < 0, errno != EINTR { return .failed(String(cString: strerror(errno))) }
            bytes += buffer.prefix(max(0, count))
            if bytes.count > limit { return .failed(String(cString: strerror(EFBIG))) }
        }
    }
}

/// What the command line says about configuration.
package struct ConfigChoice: Sendable, Equatable {
    /// `--no-config` switches it off, input.conf too.
    package var isUsed = true
    /// `--config-dir`: instead of all others.
    package var folder: String?
    /// `--profile`, in their order.
    package var profiles: [String] = []
    /// `--include`, in their order.
    package var includes: [String] = []

    package init() {}
}
