extension ProsodyConfiguration {
    var text: String { global + "\n" + (hasGuests ? guests : "") + hosts }

    private var global: String {
        let addresses = interfaces.map(quoted).joined(separator: "; ")
        return """
            run_as_root = true
            interfaces = { \(addresses) }
            component_interfaces = { "127.0.0.1" }
            http_interfaces = { \(addresses) }
            pidfile = \(quoted(folder + "/prosody.pid"))
            data_path = \(quoted(folder + "/data"))
            plugin_paths = { \(quoted(folder + "/modules")) }
            log = { info = \(quoted(logPath)) }
            c2s_ports = { \(ports.clients) }
            c2s_direct_tls_ports = { \(ports.secureClients) }
            http_ports = { \(isPublic ? "" : "\(ports.http)") }
            https_ports = { \(isPublic ? "\(ports.http)" : "") }
            component_ports = { \(ports.components) }
            modules_disabled = { "s2s"; "offline"; "posix" }
            -- A guest has no contacts: roster, pep, carbons, mam and blocklist cost half of what a server can carry.
            modules_enabled = { "saslauth"; "tls"; "disco"; "ping"; "smacks"; "limits"; "websocket" }
            -- Without encryption it is of this machine alone.
            consider_websocket_secure = \(!isPublic)
            -- A page of a state is longer than a segment: its end would wait 40 ms for the acknowledgement of its beginning.
            network_settings = { nagle = false; read_size = 65536 }
            -- Prosody's own threshold of 105 % makes Lua collect without end once many are there: 300 people got no answer.
            gc = { mode = "incremental"; threshold = 200 }
            -- Without figures of one's own: 10 kB/s.
            limits = { c2s = { rate = "1mb/s"; burst = "2s" } }
            c2s_stanza_size_limit = \(Self.clientStanzaBytes)
            c2s_max_child_elements = 1000
            component_stanza_size_limit = \(XMPPConnection.stanzaLimit)
            smacks_hibernation_time = 60
            -- Asked for after each stanza, receipts are a third of what a room of 500 costs.
            smacks_max_unacked_stanzas = 20
            ssl = { certificate = \(quoted(certificatePath)); key = \(quoted(privateKeyPath)) }
            \(webTLS)
            """
    }

    private var webTLS: String {
        guard case .files(let certificate, let key) = webCertificate else { return "" }
        return "https_ssl = { certificate = \(quoted(certificate)); key = \(quoted(key)) }\n"
    }

    private var guests: String {
        """
        VirtualHost \(quoted(guestDomain))
          authentication = "anonymous"


        """
    }

    private var hosts: String {
        """
        VirtualHost \(quoted(clientDomain))
          authentication = "join_token"
          join_token_secret = \(quoted(tokenSecret))
          http_host = \(quoted(webHost))

        Component \(quoted(roomDomain)) "muc"
          modules_enabled = { "muc_mam"; "muc_retraction"; "muc_quiet_presence"; "muc_limits" }
          -- Rooms are the keeper's: nobody else makes one, and it is owner of all.
          restrict_room_creation = true
          admins = { \(quoted(keeperDomain)) }
          muc_room_locking = false
          -- Who comes may chat, also while the keeper is away; whom it makes a visitor may not, in any room.
          muc_room_default_moderated = false
          muc_room_default_persistent = true
          muc_room_default_history_length = 0
          max_archive_query_results = 250
          muc_log_expires_after = "\(chatDays > 0 ? "\(chatDays)d" : "never")"

        Component \(quoted(uploadDomain)) "http_file_share"
          http_host = \(quoted(webHost))
          http_file_share_access = { \(quoted(clientDomain)) }
          http_file_share_size_limit = \(uploadBytes)
          http_file_share_expires_after = \(uploadDays > 0 ? uploadDays * 86_400 : -1)
        \(uploadSpace.map { "  http_file_share_global_quota = \($0)\n" } ?? "")\

        Component \(quoted(keeperDomain))
          component_secret = \(quoted(componentSecret))
          -- A keeper that was killed and comes again finds its own ghost.
          component_conflict_resolve = "kick_old"

        """
    }

    private func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\", "\u{0}"..<" ", "\u{7F}":
                let digits = String(scalar.value)
                result += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
