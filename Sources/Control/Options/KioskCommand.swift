package import PlayCore

package struct KioskCommand: Sendable, Equatable {
    package enum Action: Sendable, Equatable {
        /// Serves one viewer for sshd.
        case serve
        /// `--print-sshd-config`.
        case printConfiguration
        case check
    }

    package var action = Action.serve
    /// The machine's account, for the configuration and the check.
    package var account = "tv"
    /// Absolute, or `nil` for a folder below the account's home folder.
    package var stateFolder: String?
    package var sessions = 40
    package var sessionsPerAddress = 8
    /// Time without a key press while nothing plays, or `nil` for no limit.
    package var idleTimeout: MediaTime? = .seconds(600)
    /// `nil` for no limit.
    package var sessionLimit: MediaTime? = .seconds(4 * 3600)
    /// In bytes, per session.
    package var memory: Int64 = 1 << 30
    package var niceness = 5
    /// The number of viewers with stored positions.
    package var viewers = 500
    /// `syslog` or a path, or `nil` for no log.
    package var watchLog: String?
    /// A file for node_exporter.
    package var metrics: String?
    /// The servers that the library's playlists and catalogues may name, or `nil` for none.
    package var servers: ServerBounds?

    package init() {}

    /// Returns `false` if the value is invalid.
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

    /// The least memory with which a film can start.
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

    /// Accepts `no`, or at least a second.
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

    /// Returns whether useradd accepts the name, which is written to a configuration of sshd.
    private static func isAccount(_ name: String) -> Bool {
        name.utf8.count <= 32 && name.utf8.first.map { $0 != UInt8(ascii: "-") } == true
            && name.utf8.allSatisfy { byte in
                (97...122).contains(byte) || (48...57).contains(byte) || byte == UInt8(ascii: "-")
                    || byte == UInt8(ascii: "_")
            }
    }
}

extension PlayerOptions {
    /// The options for public viewers: the appearance of pictures and the sound as in the kiosk's command line, and no
    /// options that open, start, listen, write or ask. A new option is excluded until it is named here.
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
