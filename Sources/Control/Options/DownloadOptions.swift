package import PlayCore

package struct DownloadOptions: Sendable, Equatable {
    package var account = "default"
    /// Absolute, or `nil` for the viewer's own folder, or one below `$XDG_CACHE_HOME`.
    package var folder: String?
    package var isInCache = false
    /// `nil` to use the title.
    package var nameTemplate: String?
    /// In bytes per second, for all downloads together; 0 for no limit.
    package var limit: Int64 = 0
    /// The limit while a player streams from the network; 0 for the same as otherwise.
    package var limitWhilePlaying: Int64 = 256 << 10
    /// The number of downloads at a time, or `nil` for all.
    package var items: Int?
    /// The number of downloads with connections at a time.
    package var maxActive = 24
    package var connections = 4
    package var connectionsPerHost = 6
    package var allowsMetered = true
    package var hours: DownloadHours?
    /// `nil` for the usual file.
    package var key: SecureKeyPlace?
    /// Idle time before the daemon exits, or `nil` to stay forever.
    package var idle: MediaTime? = .seconds(30)

    package init() {}
}

package enum SecureKeyPlace: Sendable, Equatable {
    case file(String)
    /// A program and its arguments, separated by blanks.
    case command(String)
}

/// `--download-schedule`: a part of each day, on certain days.
package struct DownloadHours: Sendable, Equatable {
    /// Minutes since midnight, 0 … 1439. An end at or before the start is on the next day.
    package let start: Int
    package let end: Int
    /// 0 for Sunday to 6; never empty.
    package let weekdays: Set<Int>

    private static let days = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]

    /// Parses `22:00-06:30`, optionally followed by days: `22:00-06:30,sat,sun`.
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

/// A quick command on downloads. Texts are the user's.
package struct DownloadCommand: Sendable, Equatable {
    package enum Selection: Sendable, Equatable {
        /// IDs, or beginnings of IDs; never empty.
        case some([String])
        case all
    }

    package enum Action: Sendable, Equatable {
        case get(DownloadWish)
        /// The list on the whole screen. Printed without a terminal.
        case browse
        case list
        case watch
        case info(Selection)
        case path(Selection)
        case pause(Selection)
        case resume(Selection)
        case retry(Selection)
        case remove(Selection)
        case priority(Double, Selection)
        /// Bytes per second, 0 for no limit. Without a selection: the limit of all together.
        case limit(Int64, Selection?)
        /// The position counts from 1.
        case move(String, Int)
        /// Removes the selected downloads, or all complete and failed ones, from the list, but not their files.
        case clear(Selection?)
        case refresh
        case stop
        case unit
        case key
    }

    package var action: Action
    package var isJSON = false
    package var isSure = false

    package init(_ action: Action) { self.action = action }
}

/// `tvplay get`. Texts are the user's.
package struct DownloadWish: Sendable, Equatable {
    package var references: [String] = []
    /// Files with further references, one per line; `-` for standard input.
    package var inputFiles: [String] = []
    /// The class of a recording, to download it instead.
    package var classID: String?
    package var sessionID: String?
    package var folder: String?
    package var definitions: [DefinitionInfo.Key] = []
    package var isSecure = false
    package var isPaused = false
    package var keepsSegments = false
    package var isInCache = false
    package var priority: Double?
    /// In bytes per second.
    package var limit: Int64?
    package var title: String?
    /// The file's name without a path.
    package var name: String?
    package var checksum: String?
    package var keepsServerTime = false
    /// Started for each complete download.
    package var onComplete: String?
    package var notes: [(name: String, value: String)] = []
    package var waits = false
    package var listsFormats = false
    /// `--length` of `cache load`: how much of the beginning to load into the cache.
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
