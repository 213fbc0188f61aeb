package import PlayCore

/// The metrics for node_exporter's textfile collector. The totals are stored beside the locks.
package struct KioskMetrics: Sendable, Equatable {
    /// The totals since the first session.
    package struct Totals: Sendable, Equatable {
        package var entered = 0
        package var refused: [KioskHouse.Refusal: Int] = [:]

        package init() {}

        /// Reads `name number` lines. Unreadable figures restart from 0.
        package init(text: String) {
            for line in text.split(separator: "\n") {
                let words = line.split(separator: " ")
                guard words.count == 2, let number = Int(words[1]), number >= 0 else { continue }
                if words[0] == "entered" { entered = number }
                if let refusal = KioskHouse.Refusal(rawValue: String(words[0])) { refused[refusal] = number }
            }
        }

        package var text: String {
            KioskHouse.Refusal.allCases.reduce("entered \(entered)\n") { $0 + "\($1.rawValue) \(refused[$1] ?? 0)\n" }
        }
    }

    package var sessions: Int
    package var most: Int
    package var viewers: Int
    package var totals: Totals

    package init(sessions: Int, most: Int, viewers: Int, totals: Totals) {
        (self.sessions, self.most, self.viewers, self.totals) = (sessions, most, viewers, totals)
    }

    /// Prometheus's text format, which is never translated.
    package var text: String {
        let refusals = KioskHouse.Refusal.allCases.map { refusal in
            "tvplay_kiosk_refused_total{reason=\"\(refusal.rawValue)\"} \(totals.refused[refusal] ?? 0)\n"
        }
        return Self.head("sessions", "gauge", "Viewers now.") + "tvplay_kiosk_sessions \(sessions)\n"
            + Self.head("sessions_limit", "gauge", "Viewers at most.") + "tvplay_kiosk_sessions_limit \(most)\n"
            + Self.head("viewers", "gauge", "Viewers whose positions are kept.")
            + "tvplay_kiosk_viewers \(viewers)\n"
            + Self.head("sessions_total", "counter", "Sessions that began.")
            + "tvplay_kiosk_sessions_total \(totals.entered)\n"
            + Self.head("refused_total", "counter", "Sessions that were refused.") + refusals.joined()
    }

    private static func head(_ name: String, _ kind: String, _ help: String) -> String {
        "# HELP tvplay_kiosk_\(name) \(help)\n# TYPE tvplay_kiosk_\(name) \(kind)\n"
    }

    package static func totalsPath(in folder: String) -> String { folder + "/house/totals" }

    /// Replaces the file atomically. Every user may read it.
    package func write(to path: String) throws(FileError) {
        try WholeFile.replace(path, with: Array(text.utf8), mode: 0o644, draft: path + ".new")
    }
}
