internal import Glibc
import PlayCore

/// The options of this command line that hold for a daemon that it starts.
package enum DaemonArguments {
    private static let groups: Set<OptionGroup> = [.network, .services, .cache, .downloads]
    private static let configuration: Set<String> = ["config", "config-dir", "include", "profile", "log-level"]
    /// A process's arguments are for everyone to read, and a daemon lives long: these come from the configuration.
    private static let secret: Set<String> = ["token", "comment-token", "policy-key", "access-key"]

    package static func words(_ typed: [TypedOption]) -> [String] {
        typed.filter { option in
            (groups.contains(option.group) || configuration.contains(option.name)) && !secret.contains(option.name)
                && option.name != "account"
        }
        .map { option in "--\(option.name)=" + (option.isPath ? UserPath.absolute(option.value) : option.value) }
    }
}

/// Paths as the user wrote them.
package enum UserPath {
    /// As seen from another folder: the daemon has one of its own.
    package static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), !path.hasPrefix("~"), let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        let base = ByteText.text(UnsafeRawBufferPointer(start: folder, count: strlen(folder)))
        return (base == "/" ? "" : base) + "/" + path
    }
}
