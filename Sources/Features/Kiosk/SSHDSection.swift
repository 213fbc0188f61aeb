/// The sshd configuration for the kiosk's account, and the check of the effective one.
package enum SSHDSection {
    /// Returns a section for a file in /etc/ssh/sshd_config.d.
    ///
    /// - Parameters:
    ///   - command: the command line of `tvplay kiosk`, without its options for printing and checking.
    ///   - endsUnused: whether sshd can end connections without a session, as OpenSSH 9.2 and later can.
    package static func text(account: String, command: [String], endsUnused: Bool) -> String {
        let lines = [("ForceCommand", command.map(quoted).joined(separator: " "))] + fixed
        let unused = unusedTimeout + " 1m"
        return "Match User \(account)\n" + lines.map { "    \($0.0) \($0.1)\n" }.joined()
            + (endsUnused ? "    \(unused)\n" : "    # From OpenSSH 9.2 on: \(unused)\n")
    }

    /// Ends connections without a session, such as those of `ssh -N`.
    package static let unusedTimeout = "UnusedConnectionTimeout"

    /// Every login gets only a terminal and the command. Any key is accepted: `echo` lists the offered key as
    /// authorized. `ExposeAuthInfo` reveals the key to the kiosk.
    private static let fixed = [
        ("ExposeAuthInfo", "yes"),
        ("PermitTTY", "yes"),
        ("DisableForwarding", "yes"),
        ("AllowTcpForwarding", "no"),
        ("AllowStreamLocalForwarding", "no"),
        ("AllowAgentForwarding", "no"),
        ("X11Forwarding", "no"),
        ("PermitTunnel", "no"),
        ("GatewayPorts", "no"),
        ("PermitUserRC", "no"),
        ("AuthorizedKeysFile", "none"),
        ("AuthorizedKeysCommand", "/usr/bin/echo %t %k"),
        ("AuthorizedKeysCommandUser", "nobody"),
        // Disconnects a dropped viewer after one to two minutes: sshd sends one probe more than it counts.
        ("ClientAliveInterval", "15"),
        ("ClientAliveCountMax", "3"),
    ]

    /// Quotes for the account's shell, which receives the line from sshd.
    private static func quoted(_ word: String) -> String {
        let isPlain =
            !word.isEmpty
            && word.utf8.allSatisfy { byte in
                (97...122).contains(byte) || (65...90).contains(byte) || (48...57).contains(byte)
                    || "/._-=:@%+,".utf8.contains(byte)
            }
        return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }

    /// A setting that allows too much, as `sshd -T -C user=…` prints it.
    package struct Opening: Sendable, Equatable {
        /// As in sshd_config.
        package let setting: String
        package let value: String
    }

    /// - Parameter effective: the output of sshd, `name value` lines with lower-case names.
    package static func openings(in effective: String) -> [Opening] {
        var values: [String: [String]] = [:]
        for line in effective.split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 1)
            guard let name = words.first else { continue }
            values[String(name), default: []].append(words.count == 2 ? String(words[1]) : "")
        }
        var found: [Opening] = []
        let command = values["forcecommand"]?.first ?? "none"
        if !command.split(separator: " ").contains("kiosk") {
            found.append(Opening(setting: "ForceCommand", value: command))
        }
        for (setting, closed) in closedValues {
            let value = values[setting.lowercased()]?.first ?? ""
            if value != closed { found.append(Opening(setting: setting, value: value.isEmpty ? "unknown" : value)) }
        }
        // Without these, only the kiosk's own limits end a session whose connection dropped.
        for setting in ["ClientAliveInterval", "ClientAliveCountMax"] where values[setting.lowercased()]?.first == "0" {
            found.append(Opening(setting: setting, value: "0"))
        }
        if let value = values[unusedTimeout.lowercased()]?.first, ["0", "none"].contains(value) {
            found.append(Opening(setting: unusedTimeout, value: value))
        }
        let accepted = (values["acceptenv"] ?? []).flatMap { $0.split(separator: " ") }
        for name in accepted where !harmlessVariables.contains(String(name)) {
            found.append(Opening(setting: "AcceptEnv", value: String(name)))
        }
        return found
    }

    /// - Parameter effective: as in ``openings(in:)``.
    package static func canEndUnused(_ effective: String) -> Bool {
        effective.split(separator: "\n").contains { $0.hasPrefix(unusedTimeout.lowercased() + " ") }
    }

    private static let closedValues = [
        ("ExposeAuthInfo", "yes"), ("DisableForwarding", "yes"), ("PermitUserRC", "no"),
        ("PermitUserEnvironment", "no"), ("PermitTunnel", "no"),
    ]

    /// Variables that only select the program's language and colours. Debian's sshd accepts them.
    private static let harmlessVariables: Set<String> = ["LANG", "LC_*", "COLORTERM", "NO_COLOR"]
}
