internal import Glibc
import PlayCore

/// Options for the downloads daemon. All users can read a process's arguments, and a daemon outlives its first
/// download. So options for requests are sent over the socket, and lasting settings come from the configuration.
package enum DaemonArguments {
    private static let configuration: Set<String> = ["config", "config-dir", "include", "profile"]
    /// A download does not store these: the access key is sent separately; the others expire after minutes.
    private static let notStored: Set<String> = ["token", "comment-token", "access-key"]

    package static func words(_ typed: [TypedOption]) -> [String] {
        typed.filter { option in
            switch option.group {
            case .cache, .downloads: option.name != "account"
            default: configuration.contains(option.name) || option.name == "log-level"
            }
        }
        .map { "--" + word($0) }
    }

    /// Returns the options that a download stores for its requests, each `name=value`; possibly secrets.
    package static func requestOptions(_ typed: [TypedOption]) -> [String] {
        typed.filter { option in
            [.network, .services].contains(option.group) && !notStored.contains(option.name)
                || configuration.contains(option.name)
        }
        .map(word)
    }

    /// Returns the languages of an option's last occurrence, or `nil` for none or all.
    package static func languages(_ name: String, _ typed: [TypedOption]) -> [String]? {
        let value = typed.last { $0.name == name }?.value ?? ""
        let languages = value.split { ",+".contains($0) }.map(String.init).filter { $0 != "auto" }
        return languages.isEmpty ? nil : languages
    }

    private static func word(_ option: TypedOption) -> String {
        option.name + "=" + (option.isPath ? UserPath.absolute(option.value) : option.value)
    }
}

package enum UserPath {
    package static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), !path.hasPrefix("~"), let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        let base = ByteText.text(UnsafeRawBufferPointer(start: folder, count: strlen(folder)))
        return (base == "/" ? "" : base) + "/" + path
    }
}
