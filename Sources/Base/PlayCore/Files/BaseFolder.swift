import Glibc

/// The environment of this process, as bytes (``ByteText``).
package enum ProcessEnvironment {
    package static func text(_ name: String) -> String? {
        getenv(name).map { ByteText.text(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
    }
}

/// The folders of the XDG Base Directory Specification. As it requires, relative paths are ignored.
package enum BaseFolder: Sendable {
    case cache, configuration, data, state

    private var variable: String {
        switch self {
        case .cache: "XDG_CACHE_HOME"
        case .configuration: "XDG_CONFIG_HOME"
        case .data: "XDG_DATA_HOME"
        case .state: "XDG_STATE_HOME"
        }
    }

    private var standard: String {
        switch self {
        case .cache: "/.cache"
        case .configuration: "/.config"
        case .data: "/.local/share"
        case .state: "/.local/state"
        }
    }

    /// Returns `nil` if the home folder is unknown, too.
    package func path(_ environment: (String) -> String? = ProcessEnvironment.text) -> String? {
        Self.absolute(variable, environment) ?? Self.absolute("HOME", environment).map { $0 + standard }
    }

    package static func absolute(
        _ name: String, _ environment: (String) -> String? = ProcessEnvironment.text
    ) -> String? {
        environment(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
}
