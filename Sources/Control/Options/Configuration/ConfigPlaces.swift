import CPlatform
import Glibc
import PlayCore

package struct ConfigPlaces: Sendable {
    package enum Reading: Sendable, Equatable {
        case bytes([UInt8])
        case missing
        /// The user may not read the file, or not see whether it exists. The system's message.
        case denied(String)
        case failed(String)
    }

    package var systemFolder: String?
    /// `TVPLAY_HOME`, else `XDG_CONFIG_HOME/tvplay`, else `~/.config/tvplay`; `nil` without a home folder.
    package var userFolder: String?
    package var home: String?
    package var read: @Sendable (String) -> Reading
    package var variable: @Sendable (String) -> String? = { _ in nil }

    package init(
        systemFolder: String?, userFolder: String?, home: String?, read: @escaping @Sendable (String) -> Reading
    ) {
        self.systemFolder = systemFolder
        self.userFolder = userFolder
        self.home = home
        self.read = read
    }

    package static let none = ConfigPlaces(systemFolder: nil, userFolder: nil, home: nil) { _ in .missing }

    package static var ofThisUser: ConfigPlaces {
        let home = BaseFolder.absolute("HOME")
        var places = ConfigPlaces(
            systemFolder: "/etc/tvplay",
            userFolder: BaseFolder.absolute("TVPLAY_HOME") ?? BaseFolder.configuration.path().map { $0 + "/tvplay" },
            home: home, read: SmallFile.read)
        places.variable = ProcessEnvironment.text
        return places
    }

    /// Returns the folders, lowest precedence first.
    func folders(_ choice: ConfigChoice) -> [String] {
        guard choice.isUsed else { return [] }
        // As in mpv, a named folder is the only one.
        if let folder = choice.folder { return [expanded(folder, beside: nil)] }
        return [systemFolder, userFolder].compactMap { $0 }
    }

    /// Expands `~~/` to the user's configuration folder and `~/` to the home. Another relative path starts in `folder`.
    func expanded(_ path: String, beside folder: String?) -> String {
        if path.hasPrefix("~~/"), let userFolder { return userFolder + path.dropFirst(2) }
        if path.hasPrefix("~/"), let home { return home + path.dropFirst(1) }
        guard let folder, !path.hasPrefix("/") else { return path }
        return folder + "/" + path
    }
}

/// Reads files of at most a megabyte.
package enum SmallFile {
    package static let limit = 1 << 20

    package static func read(_ path: String) -> ConfigPlaces.Reading {
        do throws(FileError) {
            return .bytes(try WholeFile.read(path, limit: limit, kind: .ready))
        } catch {
            if error.isMissing || error.number == ENOTDIR { return .missing }
            return error.number == EACCES ? .denied(error.reason) : .failed(error.reason)
        }
    }
}

package struct ConfigChoice: Sendable, Equatable {
    /// `--no-config` disables it, including input.conf.
    package var isUsed = true
    /// `--config-dir`: replaces all others.
    package var folder: String?
    package var profiles: [String] = []
    package var includes: [String] = []

    package init() {}
}
