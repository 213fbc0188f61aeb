package import PlayCore

/// `tvplay kiosk`. A value.
package struct KioskCommand: Sendable, Equatable {
    package enum Action: Sendable, Equatable {
        /// One viewer, whom sshd has let in.
        case serve
        /// `--print-sshd-config`.
        case printConfiguration
        /// `--check`.
        case check
    }

    package var action = Action.serve
    /// Of the machine, for the configuration and the check.
    package var account = "tv"
    /// Absolute; nil: below the account's home folder.
    package var stateFolder: String?
    /// At once.
    package var sessions = 40
    package var sessionsPerAddress = 8
    /// Without a key, while nothing plays; nil: as long as the session lasts.
    package var idleTimeout: MediaTime? = .seconds(600)
    /// Nil: without end.
    package var sessionLimit: MediaTime? = .seconds(4 * 3600)
    /// Bytes of one session.
    package var memory: Int64 = 1 << 30
    package var niceness = 5
    /// Viewers whose positions are kept.
    package var viewers = 500
    /// `syslog` or a path; nil: nothing is written.
    package var watchLog: String?
    /// Path of a file of node_exporter.
    package var metrics: String?
    /// Whose addresses playlists and catalogues of the library may name; nil: none.
    package var servers: ServerBounds?

    package init() {}

    /// Keeps the value of an option; false: it is no such value.
    mutating func store(_ name: String, _ value: String) -> Bool {
        guard !value.isEmpty else { return false }
        switch name {
        case "account": return keep(value, in: \.account) { Self.isAccount($0) }
        case "state": return keep(value, in: \.stateFolder) { $0?.hasPrefix("/") == true }
        case "metrics": return keep(value, in: \.metrics) { $0?.hasPrefix("/") == true }
        case "watch-log": return keep(value, in: \.watchLog) { $0 == "syslog" || $0?.hasPrefix("/") == true }
        case "sessions": return keep(value, 1...1000, in: \.sessions)
        case "sessions-per-address": return keep(value, 1...1000, in: \.sessionsPerAddress)
        case "viewers": return keep(value, 1...1_000_000, in: \.viewers)
        case "nice": return keep(value, 0...19, in: \.niceness)
        case "idle-timeout": return keep(value, in: \.idleTimeout)
        case "session-limit": return keep(value, in: \.sessionLimit)
        case "addresses":
            guard let servers = ServerBounds(value) else { return false }
            self.servers = servers
            return true
        case "memory":
            guard let bytes = ValueParser<Int64>.byteCount.read(value), bytes >= Self.leastMemory else { return false }
            memory = bytes
            return true
        default: return false
        }
    }

    /// With less no film begins.
    private static let leastMemory: Int64 = 256 << 20

    private mutating func keep<Value>(
        _ value: Value, in place: WritableKeyPath<KioskCommand, Value>, where isRight: (Value) -> Bool
    ) -> Bool {
        guard isRight(value) else { return false }
        self[keyPath: place] = value
        return true
    }

    private mutating func keep(
        _ text: String, _ range: ClosedRange<Int>, in place: WritableKeyPath<KioskCommand, Int>
    ) -> Bool {
        guard let number = Int(text), range.contains(number) else { return false }
        self[keyPath: place] = number
        return true
    }

    /// `no`, or at least a second.
    private mutating func keep(_ text: String, in place: WritableKeyPath<KioskCommand, MediaTime?>) -> Bool {
        if text == "no" {
            self[keyPath: place] = nil
            return true
        }
        guard let time = ValueParser<MediaTime>.time(.seconds(1)...(.seconds(365 * 24 * 3600))).read(text) else {
            return false
        }
        self[keyPath: place] = time
        return true
    }

    /// As useradd takes it: it goes into a configuration of sshd.
    private static func isAccount(_ name: String) -> Bool {
        name.utf8.count <= 32 && name.utf8.first.map { $0 != UInt8(ascii: "-") } == true
            && name.utf8.allSatisfy { byte in
                (97...122).contains(byte) || (48...57).contains(byte) || byte == UInt8(ascii: "-")
                    || byte == UInt8(ascii: "_")
            }
    }
}

extension PlayerOptions {
    /// What strangers get: how pictures look and how sound is heard, as the line of the kiosk says, and nothing that
    /// opens, starts, listens, writes or asks. Whatever option comes later is left out until it is named here.
    package var forKiosk: PlayerOptions {
        var kiosk = PlayerOptions()
        kiosk.library = library
        kiosk.definitions = definitions
        kiosk.pictureSymbols = pictureSymbols
        kiosk.colorMode = colorMode
        kiosk.usesASCII = usesASCII
        kiosk.reordersText = reordersText
        kiosk.cellAspect = cellAspect
        kiosk.scaling = scaling
        kiosk.quality = quality
        kiosk.sharpening = sharpening
        kiosk.background = background
        kiosk.audioLanguages = audioLanguages
        kiosk.volume = volume
        kiosk.subtitleLanguages = subtitleLanguages
        kiosk.subtitleSearch = subtitleSearch
        kiosk.showsSubtitles = showsSubtitles
        kiosk.controlBar = controlBar
        kiosk.hideControlsAfter = hideControlsAfter
        kiosk.usesMouse = usesMouse
        kiosk.setsTitle = setsTitle
        kiosk.maximumBitRate = maximumBitRate
        kiosk.resumeIgnoreTail = resumeIgnoreTail
        kiosk.isQuiet = isQuiet
        kiosk.configuration.isUsed = false
        kiosk.usesTraceID = false
        kiosk.services.catalogue = services.catalogue
        kiosk.loadsScripts = false
        kiosk.services.usesYtDlp = false
        kiosk.rooms.linkCommand = ""
        kiosk.adverts = AdvertWishes()
        kiosk.network.preconnect = ""
        kiosk.idle = .yes
        return kiosk
    }
}
