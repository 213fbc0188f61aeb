/// What sshd has to be told about the account, and what it says that it does. Pure.
package enum SSHDSection {
    /// A section for a file in /etc/ssh/sshd_config.d.
    ///
    /// - Parameters:
    ///   - command: the words of `tvplay kiosk`, without those that print or check.
    ///   - endsUnused: whether sshd can end connections without a session, as OpenSSH does from 9.2 on.
    package static func text(account: String, command: [String], endsUnused: Bool) -> String {
        let lines = [("ForceCommand", command.map(quoted).joined(separator: " "))] + fixed
        let unused = unusedTimeout + " 1m"
        return "Match User \(account)\n" + lines.map { "    \($0.0) \($0.1)\n" }.joined()
            + (endsUnused ? "    \(unused)\n" : "    # From OpenSSH 9.2 on: \(unused)\n")
    }

    /// The setting that ends connections such as those of `ssh -N`, which open no session.
    package static let unusedTimeout = "UnusedConnectionTimeout"

    /// Whoever logs in gets a terminal and the command, and nothing else. Any key lets its owner in: `echo` says yes to the
    /// one that was offered. `ExposeAuthInfo` tells the kiosk which it was.
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
        // A viewer whose network is cut is let go after one to two minutes: after one question more than sshd counts.
        ("ClientAliveInterval", "15"),
        ("ClientAliveCountMax", "3"),
    ]

    /// For sshd, which hands the line to the account's shell.
    private static func quoted(_ word: String) -> String {
        let isPlain =
            !word.isEmpty
            && word.utf8.allSatisfy { byte in
                (97...122).contains(byte) || (65...90).contains(byte) || (48...57).contains(byte)
                    || "/._-=:@%+,".utf8.contains(byte)
            }
        return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }

    /// Something that sshd lets viewers do, as `sshd -T -C user=…` tells it.
    package struct Opening: Sendable, Equatable {
        /// As sshd_config has it.
        package let setting: String
        package let value: String
    }

    /// - Parameter effective: what sshd printed, `name value` lines with small letters.
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
        // Then nothing ends a session whose network is cut but the kiosk's own bounds.
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

    /// Whether sshd, as ``openings(in:)`` takes its words, knows ``unusedTimeout``.
    package static func canEndUnused(_ effective: String) -> Bool {
        effective.split(separator: "\n").contains { $0.hasPrefix(unusedTimeout.lowercased() + " ") }
    }

    private static let closedValues = [
        ("ExposeAuthInfo", "yes"), ("DisableForwarding", "yes"), ("PermitUserRC", "no"),
        ("PermitUserEnvironment", "no"), ("PermitTunnel", "no"),
    ]

    /// They say in which language the program speaks; Debian's sshd accepts them.
    private static let harmlessVariables: Set<String> = ["LANG", "LC_*", "COLORTERM", "NO_COLOR"]
}
