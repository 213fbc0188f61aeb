package import PlayCore

/// What the command line and the configuration say about downloads. A value.
package struct DownloadOptions: Sendable, Equatable {
    /// Whose downloads.
    package var account = "default"
    /// Absolute; nil: the viewer's own one, or below `$XDG_CACHE_HOME`.
    package var folder: String?
    package var isInCache = false
    /// `NameTemplate`; nil: the title.
    package var nameTemplate: String?
    /// Bytes per second of all together; 0: no limit.
    package var limit: Int64 = 0
    /// The same while a player plays from the network; 0: no other one.
    package var limitWhilePlaying: Int64 = 256 << 10
    /// How many run at a time; nil: all.
    package var items: Int?
    /// How many have connections at a time.
    package var maxActive = 24
    package var connections = 4
    package var connectionsPerHost = 6
    package var allowsMetered = true
    package var hours: DownloadHours?
    /// Nil: the file in its usual place.
    package var key: SecureKeyPlace?
    /// How long the daemon stays without anything to do; nil: for ever.
    package var idle: MediaTime? = .seconds(30)

    package init() {}
}

/// Where the key of encrypted downloads is: what was named last. A value.
package enum SecureKeyPlace: Sendable, Equatable {
    case file(String)
    /// A program and its arguments, blanks between them.
    case command(String)
}

/// `--download-schedule`: a part of each day, on some days. A value.
package struct DownloadHours: Sendable, Equatable {
    /// Minutes since midnight, 0 … 1439. An end at or before the start is on the next day.
    package let start: Int
    package let end: Int
    /// 0: Sunday … 6; never empty.
    package let weekdays: Set<Int>

    private static let days = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]

    /// `22:00-06:30`, with days behind it perhaps: `22:00-06:30,sat,sun`.
    package init?(_ text: String) {
        let parts = text.lowercased().split(separator: ",", omittingEmptySubsequences: false)
        let times = parts[0].split(separator: "-").compactMap(Self.minutes)
        let days = parts.dropFirst().compactMap { part in Self.days.firstIndex { $0 == part } }
        guard times.count == 2, parts[0].split(separator: "-").count == 2, days.count == parts.count - 1 else {
            return nil
        }
        (start, end) = (times[0], times[1])
        weekdays = days.isEmpty ? Set(0...6) : Set(days)
    }

    private static func minutes(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ (1...2).contains($0.utf8.count) }), let hours = Int(parts[0]),
            let minutes = Int(parts[1]), (0...23).contains(hours), (0...59).contains(minutes)
        else { return nil }
        return hours * 60 + minutes
    }
}

/// What a quick command does with downloads. A value; its texts are the user's.
package struct DownloadCommand: Sendable, Equatable {
    package enum Selection: Sendable, Equatable {
        /// IDs, or beginnings of IDs; never empty.
        case some([String])
        case all
    }

    package enum Action: Sendable, Equatable {
        case get(DownloadWish)
        /// The list over the whole screen; printed where there is no terminal.
        case browse
        case list
        case watch
        case info(Selection)
        /// What a player opens.
        case path(Selection)
        case pause(Selection)
        case resume(Selection)
        case retry(Selection)
        case remove(Selection)
        case priority(Double, Selection)
        /// Bytes per second, 0 none; nil: of all together.
        case limit(Int64, Selection?)
        /// From 1.
        case move(String, Int)
        /// Takes these, or all that are complete or have failed, off the list, and leaves their files.
        case clear(Selection?)
        case refresh
        case stop
        /// systemd's.
        case unit
        /// Makes a key file.
        case key
    }

    package var action: Action
    package var isJSON = false
    /// Removes without asking.
    package var isSure = false

    package init(_ action: Action) { self.action = action }
}

/// `tvplay get`. A value; its texts are the user's.
package struct DownloadWish: Sendable, Equatable {
    package var references: [String] = []
    /// Files of more references, one a line; `-`: standard input.
    package var inputFiles: [String] = []
    /// A room's recording instead.
    package var classID: String?
    package var sessionID: String?
    package var folder: String?
    package var definitions: [DefinitionInfo.Key] = []
    package var isSecure = false
    package var isPaused = false
    /// A stream stays a folder of segments.
    package var keepsSegments = false
    package var isInCache = false
    package var priority: Double?
    /// Bytes per second.
    package var limit: Int64?
    package var title: String?
    /// The name of the file; no path.
    package var name: String?
    /// As it was typed.
    package var checksum: String?
    package var keepsServerTime = false
    /// A program that is started for each that is complete.
    package var onComplete: String?
    package var notes: [(name: String, value: String)] = []
    /// Stays until all are complete or have failed.
    package var waits = false
    /// Only says what there is.
    package var listsFormats = false
    /// `--length` of `cache load`, which only loads so much of the beginning into the cache.
    var ahead: MediaTime?

    package init() {}

    package static func == (a: DownloadWish, b: DownloadWish) -> Bool {
        a.references == b.references && a.inputFiles == b.inputFiles && a.classID == b.classID
            && a.sessionID == b.sessionID && a.folder == b.folder
            && a.definitions == b.definitions && a.isSecure == b.isSecure && a.isPaused == b.isPaused
            && a.isInCache == b.isInCache && a.priority == b.priority && a.limit == b.limit && a.title == b.title
            && a.notes.map(\.name) == b.notes.map(\.name) && a.notes.map(\.value) == b.notes.map(\.value)
            && a.keepsSegments == b.keepsSegments && a.waits == b.waits && a.listsFormats == b.listsFormats
            && a.name == b.name && a.checksum == b.checksum && a.keepsServerTime == b.keepsServerTime
            && a.onComplete == b.onComplete
    }
}
