package import PlayCore
package import Rooms

/// A chat that was recorded beside a video. A value; its texts are unverified.
package struct ChatReplay: Sendable, Equatable {
    package let format: ChatFormat
    /// Messages, and what was taken back or pinned, in the order of their times; their ids are the same each time the
    /// file is read.
    package let events: [RoomEvent]
    /// What was left out, and why.
    package let warnings: [RoomWarning]
    /// Of the video, as the file names it.
    package let title: String?
    /// The times are those of a clock on the wall: the first line was taken as the start.
    package let hasClockTimes: Bool

    /// The same with the viewer's offset for this video.
    package func shifted(by offset: MediaTime) -> ChatReplay {
        ChatReplay(
            format: format, events: events.map { $0.shifted(by: offset) }, warnings: warnings, title: title,
            hasClockTimes: hasClockTimes)
    }

    /// As a room without anything else.
    ///
    /// - Parameter id: of the video.
    package func contents(id: String) -> RoomContents {
        var info = RoomInfo(playbackID: id)
        info.title = title
        info.isShowUserList = false
        return RoomContents(info: info, events: events, warnings: warnings)
    }
}

/// Reads a chat replay that comes in pieces, whatever its format; holds one message of the file at a time, and what was
/// made of those before. Pure: a value of one thread.
package struct ChatReplayReader {
    private let name: String
    private let limits: ImportLimits
    /// Of a wall clock's times: when the video began, as a time of day; nil: with the first line.
    private let clockStart: MediaTime?
    private var head: [UInt8] = []
    private var format: ChatFormat?
    private var parser: (any ChatParser)?
    private var collector: ImportCollector

    /// - Parameter name: of the file, for warnings.
    package init(name: String, clockStart: MediaTime? = nil, limits: ImportLimits = ImportLimits()) {
        self.name = name
        self.limits = limits
        self.clockStart = clockStart
        collector = ImportCollector(file: name, limits: limits)
    }

    /// Nothing more is wanted: the limit of events is reached.
    package var isFull: Bool { collector.isFull }

    /// - Throws: 1030 for what is no chat replay; nothing may be fed after that.
    package mutating func feed(_ bytes: [UInt8]) throws(RoomError) {
        guard parser == nil else {
            parser?.feed(bytes, into: &collector)
            return
        }
        head += bytes
        if head.count >= ChatFormat.headSize { try begin() }
    }

    /// - Throws: 1030 for what is no chat replay.
    package mutating func finish() throws(RoomError) -> ChatReplay {
        if parser == nil { try begin() }
        parser?.finish(into: &collector)
        guard let format, let parser else { throw unknown }
        if collector.events.isEmpty {
            collector.note("no messages")
        }
        return ChatReplay(
            format: format, events: collector.events.sortedByTime, warnings: collector.allWarnings, title: parser.title,
            hasClockTimes: parser.hasClockTimes)
    }

    private var unknown: RoomError { .malformed("unknown chat format", in: name) }

    private mutating func begin() throws(RoomError) {
        guard let found = ChatFormat.detect(head) else { throw unknown }
        format = found
        var parser = found.parser(limits: limits, clockStart: clockStart)
        parser.feed(head.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(head.dropFirst(3)) : head, into: &collector)
        self.parser = parser
        head = []
    }

    /// The whole of a file.
    package static func read(
        _ bytes: [UInt8], name: String, clockStart: MediaTime? = nil, limits: ImportLimits = ImportLimits()
    ) throws(RoomError) -> ChatReplay {
        var reader = ChatReplayReader(name: name, clockStart: clockStart, limits: limits)
        try reader.feed(bytes)
        return try reader.finish()
    }
}

/// One format of chat replays.
protocol ChatParser {
    mutating func feed(_ bytes: [UInt8], into collector: inout ImportCollector)
    mutating func finish(into collector: inout ImportCollector)
    /// Of the video; known at the end.
    var title: String? { get }
    var hasClockTimes: Bool { get }
}

extension ChatParser {
    var title: String? { nil }
    var hasClockTimes: Bool { false }
}

extension ChatFormat {
    fileprivate func parser(limits: ImportLimits, clockStart: MediaTime?) -> any ChatParser {
        let size = limits.recordBytes
        switch self {
        case .youTubeLines: return JSONChat(YouTubeChat(), linesUpTo: size)
        case .youTubeDocument: return JSONChat(YouTubeChat(), members: [], ignoring: [], upTo: limits.fileBytes)
        case .twitchDownloader:
            return JSONChat(TwitchChat(), members: ["comments"], ignoring: ["embeddedData"], upTo: size)
        case .chatDownloader: return JSONChat(ChatDownloaderChat(), members: [], ignoring: [], upTo: size)
        case .chatDownloaderLines: return JSONChat(ChatDownloaderChat(), linesUpTo: size)
        case .dandanplay: return JSONChat(DanmakuItems(), members: ["comments"], ignoring: [], upTo: size)
        case .acFun, .commonDanmaku: return JSONChat(DanmakuItems(), members: [], ignoring: [], upTo: size)
        case .niconico:
            return JSONChat(NiconicoChat(), members: ["threads", "packet"], ignoring: [], upTo: limits.fileBytes)
        case .zoomDocument: return JSONChat(ZoomChat(), members: ["meetingChatList"], ignoring: [], upTo: size)
        case .danmaku: return DanmakuXML(limit: size)
        case .text: return TextChat(limit: size, clockStart: clockStart)
        }
    }
}

extension [RoomEvent] {
    /// Equal times stay in their order.
    var sortedByTime: [RoomEvent] {
        let isSorted = indices.dropFirst().allSatisfy { self[$0 - 1].time <= self[$0].time }
        if isSorted { return self }
        return enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    }
}
