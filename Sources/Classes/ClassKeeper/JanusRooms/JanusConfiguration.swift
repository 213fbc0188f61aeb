import Glibc
package import PlayCore
import Signalling

/// The configuration of a Janus with only its VideoRoom, for classes on one machine. The options' effects were observed
/// with Janus 1.1.2.
package struct JanusConfiguration: Sendable, Equatable {
    package var folder: String
    /// The HTTP interface, reachable only from this machine.
    package var port: Int
    package var mediaPorts: ClosedRange<Int>
    package var key: String
    /// The interfaces whose addresses viewers use, as prefixes of names or addresses. If empty, all except loopback,
    /// which Janus never uses.
    package var interfaces: [String] = []
    /// This machine's IPv4 address for viewers, if it is behind NAT and no interface has the address.
    package var outerAddress: String?
    var offersIPv6 = HostAddresses.hasIPv6

    package init(folder: String, port: Int, mediaPorts: ClosedRange<Int>, key: String) {
        self.folder = folder
        self.port = port
        self.mediaPorts = mediaPorts
        self.key = key
    }

    private static let programs = ["/usr/bin/janus", "/usr/local/bin/janus"]
    private static let libraries = ["/usr/lib/\(machine)-linux-gnu/janus", "/usr/lib/janus", "/usr/local/lib/janus"]
    private static let plugin = "plugins/libjanus_videoroom.so"
    private static let transport = "transports/libjanus_http.so"

    #if arch(arm64)
        private static let machine = "aarch64"
    #else
        private static let machine = "x86_64"
    #endif

    private static var program: String? { programs.first { access($0, X_OK) == 0 } }
    private static var library: String? {
        libraries.first { access("\($0)/\(plugin)", R_OK) == 0 && access("\($0)/\(transport)", R_OK) == 0 }
    }

    package static var isInstalled: Bool { program != nil && library != nil }

    package var logPath: String { folder + "/output" }
    package var address: String { "http://127.0.0.1:\(port)/janus" }

    package var command: [String] { [Self.program ?? "janus", "--configs-folder=" + folder + "/", "--disable-colors"] }

    package func write() throws(FileError) {
        let library = Self.library ?? ""
        try FolderMaking.make(folder + "/plugins", mode: 0o700)
        try FolderMaking.make(folder + "/transports", mode: 0o700)
        // Loads only the plugins in use. Others would open ports and write to the log in their own formats.
        for part in [Self.plugin, Self.transport] {
            let link = folder + "/" + part
            if symlink(library + "/" + part, link) != 0, errno != EEXIST {
                throw FileError("link", errno, link)
            }
        }
        for (name, text) in files {
            let path = folder + "/" + name
            try WholeFile.replace(path, with: Array(text.utf8), draft: path + ".new")
        }
    }

    var files: [(name: String, text: String)] {
        [
            ("janus.jcfg", main),
            (
                "janus.transport.http.jcfg",
                """
                general: {
                    json = "plain"
                    base_path = "/janus"
                    http = true
                    port = \(port)
                    ip = "127.0.0.1"
                    https = false
                }
                admin: { admin_http = false }

                """
            ),
            (
                "janus.plugin.videoroom.jcfg",
                """
                general: {
                    admin_key = \(quoted(key))
                    string_ids = true
                }

                """
            ),
        ]
    }

    private var main: String {
        let enforced = interfaces.isEmpty ? "" : "ice_enforce_list = " + quoted(interfaces.joined(separator: ","))
        // Viewers in the local network use the inner address.
        let mapped = outerAddress.map { "nat_1_1_mapping = \(quoted($0))\n    keep_private_host = true" } ?? ""
        return """
            general: {
                configs_folder = \(quoted(folder))
                plugins_folder = \(quoted(folder + "/plugins"))
                transports_folder = \(quoted(folder + "/transports"))
                events_folder = \(quoted(folder + "/none"))
                loggers_folder = \(quoted(folder + "/none"))
                debug_level = 3
                debug_timestamps = true
                # Of a session that nobody asks about: whoever waits for news asks each 30 s.
                session_timeout = 60
                server_name = "tvplay"
                hide_dependencies = true
            }
            media: {
                ipv6 = \(offersIPv6)
                # Such an address means nothing without the name of the viewer's interface.
                ipv6_linklocal = false
                rtp_port_range = "\(mediaPorts.lowerBound)-\(mediaPorts.upperBound)"
                # Packets that are sent again are kept for so long, in milliseconds.
                min_nack_queue = 1000
                dtls_timeout = 100
            }
            nat: {
                # It has an address of its own, and answers checks without making any.
                ice_lite = true
                ignore_mdns = true
                \(enforced)
                \(mapped)
            }

            """
    }

    private func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
