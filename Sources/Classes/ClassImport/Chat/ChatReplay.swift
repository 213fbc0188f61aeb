package import Classes
package import PlayCore

/// A chat recorded beside a video. Its texts are unverified.
package struct ChatReplay: Sendable, Equatable {
    package let format: ChatFormat
    /// Sorted by time. Reading a file again yields the same IDs.
    package let events: [ClassEvent]
    package let warnings: [ClassWarning]
    package let title: String?
    /// Whether the file has wall-clock times, so that the first line was assumed to be the start.
    package let hasClockTimes: Bool

    package func shifted(by offset: MediaTime) -> ChatReplay {
        ChatReplay(
            format: format, events: events.map { $0.shifted(by: offset) }, warnings: warnings, title: title,
            hasClockTimes: hasClockTimes)
    }

    package func contents(id: String) -> ClassContents {
        var info = ClassInfo(playbackID: id)
        info.title = title
        info.isShowUserList = false
        return ClassContents(info: info, events: events, warnings: warnings)
    }
}

/// Reads a chat replay in pieces. It holds its results and one message of the file. One thread.
package struct ChatReplayReader {
    private let name: String
    private let limits: ImportLimits
    /// The time of day at which the video started, for wall-clock times; `nil` for that of the first line.
    private let clockStart: MediaTime?
    private var head: [UInt8] = []
    private var format: ChatFormat?
    private var parser: (any ChatParser)?
    private var collector: ImportCollector

    package init(name: String, clockStart: MediaTime? = nil, limits: ImportLimits = ImportLimits()) {
        self.name = name
        self.limits = limits
        self.clockStart = clockStart
        collector = ImportCollector(file: name, limits: limits)
    }

    package var isFull: Bool { collector.isFull }

    /// - Throws: 1030 if the file is not a chat replay. The reader must not be used after that.
    package mutating func feed(_ bytes: [UInt8]) throws(ClassReadError) {
        guard parser == nil else {
            parser?.feed(bytes, into: &collector)
            return
        }
        head += bytes
        if head.count >= ChatFormat.headSize { try begin() }
    }

    package mutating func finish() throws(ClassReadError) -> ChatReplay {
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

    private var unknown: ClassReadError { .malformed("unknown chat format", in: name) }

    private mutating func begin() throws(ClassReadError) {
        guard let found = ChatFormat.detect(head) else { throw unknown }
        format = found
        var parser = found.parser(limits: limits, clockStart: clockStart)
        parser.feed(head.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(head.dropFirst(3)) : head, into: &collector)
        self.parser = parser
        head = []
    }

    package static func read(
        _ bytes: [UInt8], name: String, clockStart: MediaTime? = nil, limits: ImportLimits = ImportLimits()
    ) throws(ClassReadError) -> ChatReplay {
        var reader = ChatReplayReader(name: name, clockStart: clockStart, limits: limits)
        try reader.feed(bytes)
        return try reader.finish()
    }
}

protocol ChatParser {
    mutating func feed(_ bytes: [UInt8], into collector: inout ImportCollector)
    mutating func finish(into collector: inout ImportCollector)
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

extension [ClassEvent] {
    var sortedByTime: [ClassEvent] {
        let isSorted = indices.dropFirst().allSatisfy { self[$0 - 1].time <= self[$0].time }
        if isSorted { return self }
        return enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    }
}
