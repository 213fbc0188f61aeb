import Commands
import PlayCore
import PlaybackModel
import Playlists

/// MPRIS 2.2's properties of the player, computed from its state.
struct MPRISState: Sendable, Equatable {
    static let rootInterface = "org.mpris.MediaPlayer2"
    static let playerInterface = "org.mpris.MediaPlayer2.Player"

    let context: PropertyContext
    let artUrl: String?

    private var snapshot: PlaybackSnapshot { context.snapshot }

    // MARK: Properties

    /// Returns the properties in the specification's order, or `nil` for an unknown interface.
    func properties(of interface: String) -> [(key: String, value: BusValue)]? {
        switch interface {
        case Self.rootInterface: Self.root
        case Self.playerInterface: player
        default: nil
        }
    }

    private static let root: [(key: String, value: BusValue)] = [
        ("CanQuit", .flag(true)), ("Fullscreen", .flag(false)), ("CanSetFullscreen", .flag(false)),
        ("CanRaise", .flag(false)), ("HasTrackList", .flag(false)), ("Identity", .string("tvplay")),
        ("DesktopEntry", .string("tvplay")), ("SupportedUriSchemes", .strings(["file"])),
        (
            "SupportedMimeTypes",
            .strings([
                "video/mp4", "video/x-matroska", "video/webm", "video/mpeg", "video/x-msvideo", "video/quicktime",
                "audio/mpeg", "audio/flac", "audio/ogg", "audio/mp4", "audio/x-wav", "application/ogg",
            ])
        ),
    ]

    private var player: [(key: String, value: BusValue)] {
        [
            ("PlaybackStatus", .string(status)), ("LoopStatus", .string(loopStatus)),
            ("Rate", .number(snapshot.rate.value)), ("Shuffle", .flag(context.playlist.isShuffled)),
            ("Metadata", .map(metadata)),
            ("Volume", .number(Double(snapshot.volume) / 100)), ("Position", .integer(0)),
            ("MinimumRate", .number(PlaybackRate.range.lowerBound)),
            ("MaximumRate", .number(PlaybackRate.range.upperBound)), ("CanGoNext", .flag(context.playlist.hasNext)),
            ("CanGoPrevious", .flag(context.playlist.hasPrevious)), ("CanPlay", .flag(context.isOpen || canPlayAgain)),
            ("CanPause", .flag(context.isOpen)), ("CanSeek", .flag(context.isOpen && snapshot.isSeekable)),
            ("CanControl", .flag(true)),
        ]
    }

    private var canPlayAgain: Bool { snapshot.status == .stopped && !context.playlist.items.isEmpty }

    private var status: String {
        switch snapshot.status {
        case .playing, .stalled, .loading: "Playing"
        case .paused, .ready: "Paused"
        case .unload, .failed, .reachEnd, .stopped: "Stopped"
        }
    }

    private var loopStatus: String {
        if snapshot.loopFile != 0 { return "Track" }
        return context.playlist.repeats == .times(1) ? "None" : "Playlist"
    }

    /// Other paths are outdated.
    var trackPath: String {
        context.playlist.current.map { "/org/tvplay/track/\($0.id)" } ?? "/org/mpris/MediaPlayer2/TrackList/NoTrack"
    }

    private var metadata: [(key: String, value: BusValue)] {
        var fields: [(key: String, value: BusValue)] = [("mpris:trackid", .path(trackPath))]
        if let duration = snapshot.duration { fields.append(("mpris:length", .integer(duration.nanoseconds / 1000))) }
        if let title = snapshot.title { fields.append(("xesam:title", .string(ByteText.shown(title)))) }
        if let artist = snapshot.tags.artist { fields.append(("xesam:artist", .strings([ByteText.shown(artist)]))) }
        if let album = snapshot.tags.album { fields.append(("xesam:album", .string(ByteText.shown(album)))) }
        if let item = snapshot.item { fields.append(("xesam:url", .string(FileAddress.address(item)))) }
        if let artUrl { fields.append(("mpris:artUrl", .string(artUrl))) }
        return fields
    }

    /// Returns the position in microseconds.
    func position(at now: HostTime) -> Int64 {
        let position = max(.zero, snapshot.clock.position(at: now))
        return (snapshot.duration.map { min($0, position) } ?? position).nanoseconds / 1000
    }

    // MARK: Changes

    /// Excludes the position.
    func changes(since old: MPRISState) -> [(key: String, value: BusValue)] {
        zip(player, old.player).filter { $0.value != $1.value }.map(\.0)
    }

    func hasJumped(since old: MPRISState) -> Bool {
        // A seek is reported at its end, which may have come before this check.
        let hasSought = old.snapshot.isSeeking || old.snapshot.seekCount != snapshot.seekCount
        return context.isOpen && trackPath == old.trackPath && hasSought && !snapshot.isSeeking
    }
}

enum FileAddress {
    /// Returns `file:///…` for a path. An address is unchanged.
    static func address(_ text: String, workingFolder: String? = WorkingFolder.path) -> String {
        if text == "-" || hasScheme(text) { return ByteText.shown(text) }
        let path = text.hasPrefix("/") ? text : (workingFolder ?? "") + "/" + text
        return "file://" + ByteText.bytes(path).map(escaped).joined()
    }

    /// Returns `nil` for other addresses than `file:`.
    static func path(_ address: String) -> String? {
        guard address.hasPrefix("file://") else { return hasScheme(address) ? nil : address }
        // A host may precede the path. Only this machine's files can be opened.
        let rest = address.dropFirst("file://".count).drop { $0 != "/" }
        var bytes: [UInt8] = []
        var source = Array(rest.utf8)[...]
        while let byte = source.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = String(decoding: source.prefix(2), as: UTF8.self)
            guard digits.utf8.count == 2, let value = UInt8(digits, radix: 16), value != 0 else { return nil }
            bytes.append(value)
            source = source.dropFirst(2)
        }
        return bytes.isEmpty ? nil : ByteText.text(bytes)
    }

    private static func hasScheme(_ text: String) -> Bool {
        guard let range = text.firstRange(of: "://") else { return false }
        let scheme = text[..<range.lowerBound]
        return !scheme.isEmpty && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    }

    private static func escaped(_ byte: UInt8) -> String {
        let scalar = UnicodeScalar(byte)
        if ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
            || "/-._~!$&'()*+,;=:@".unicodeScalars.contains(scalar)
        {
            return String(scalar)
        }
        let digits = String(byte, radix: 16, uppercase: true)
        return "%" + (digits.utf8.count == 1 ? "0" : "") + digits
    }
}
