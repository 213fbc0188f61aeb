import Classes
import PlayCore
import XML

/// `events.xml`: events by the server's clock in milliseconds. The axis starts with the sound file, relative to which
/// the videos are placed. Without sound it starts with the first event.
struct RawRecording {
    let files: RecordingFiles
    var collector: ImportCollector
    var info = ClassInfo(playbackID: "BigBlueButton")
    var users = RawUsers()
    var documents = RawDocuments()
    var polls = RawPolls()
    var drawings = RawDrawings()
    var chatCount = 0
    private(set) var version: String?
    private var first: Int64?
    /// The offset of the calendar time from the server's clock, in milliseconds.
    private var clockDistance: Int64?
    private var sounds: [(file: String, start: Int64)] = []
    private var videos: [(user: String, stream: String, start: Int64)] = []
    private var sharings: [(file: String, start: Int64)] = []
    private var end: MediaTime?

    init(_ files: RecordingFiles, limits: ImportLimits) {
        self.files = files
        collector = ImportCollector(file: "events.xml", limits: limits)
    }

    var isTldraw: Bool { !versionNumbers.lexicographicallyPrecedes([2, 6]) }
    var versionNumbers: [Int] { (version ?? "").split(separator: ".").prefix(3).compactMap { Int($0) } }

    /// - Throws: 1030 for a file without a single event.
    consuming func read(events bytes: [UInt8]) throws(ClassReadError) -> ImportedRecording {
        var reading = self
        let root = reading.readAll(bytes)
        guard reading.first != nil || root?.name == "recording" else {
            throw .malformed("events.xml is not a recording", in: reading.files.name)
        }
        return reading.finish()
    }

    private mutating func readAll(_ bytes: [UInt8]) -> XMLElement? {
        // The version is an attribute of the outermost element, which the parser completes only at the end of the file.
        version = Self.version(bytes)
        // Moves the collector out while the file is read, which avoids copies.
        var collector = collector
        self.collector = ImportCollector(file: "", limits: collector.limits)
        var reading = self
        let root = XMLFile.read(bytes, into: &collector) { element, collector in
            swap(&reading.collector, &collector)
            reading.read(element)
            swap(&reading.collector, &collector)
        }
        self = reading
        self.collector = collector
        if let id = root?["meeting_id"] {
            info.playbackID = id
            info.sessionID = id
        }
        return root
    }

    private static func version(_ bytes: [UInt8]) -> String? {
        let head = String(decoding: bytes.prefix(4096), as: UTF8.self)
        guard let start = head.firstRange(of: "bbb_version=\"") else { return nil }
        return String(head[start.upperBound...].prefix { $0 != "\"" }.prefix(32))
    }

    private mutating func read(_ element: XMLElement) {
        switch element.name {
        case "meeting":
            info.classID = element["externalId"]
            info.title = element["name"]
        case "metadata": info.title = info.title ?? element["meetingName"]
        case "head": info.title = info.title ?? element.value("title")
        case "event": readEvent(element)
        default: break
        }
    }

    // MARK: Events

    private mutating func readEvent(_ event: XMLElement) {
        guard let stamp = event["timestamp"].flatMap({ Int64($0) }), let name = event["eventname"]
        else { return collector.note("an event without a time or a name") }
        let start = first ?? stamp
        first = start
        let (distance, overflow) = stamp.subtractingReportingOverflow(start)
        guard !overflow, let time = Numbers.milliseconds(distance) else {
            return collector.note("a time that is more than 100 days away")
        }
        noteClock(event, stamp)
        switch event["module"]?.uppercased() {
        case "PARTICIPANT", "WEBCAM": readUser(name, event, time, stamp)
        case "VOICE": readVoice(name, event, time)
        case "PRESENTATION":
            name == "AssignPresenterEvent" ? readUser(name, event, time, stamp) : readPage(name, event, time)
        case "WHITEBOARD": readDrawing(name, event, time)
        case "CHAT": readChat(name, event, time)
        case "POLL": readPoll(name, event, time)
        case "DESKSHARE": readSharing(name, event, time, stamp)
        case "EXTERNAL-VIDEO", "EXTERNALVIDEO", "EXTERNAL_VIDEO": readVideo(name, event, time)
        default:
            if name.contains("ExternalVideo") { readVideo(name, event, time) }
        }
    }

    private mutating func noteClock(_ event: XMLElement, _ stamp: Int64) {
        guard clockDistance == nil else { return }
        if let calendar = event.value("timestampUTC").flatMap({ Int64($0) }) {
            clockDistance = calendar.subtractingReportingOverflow(stamp).partialValue
        } else if stamp > 1_000_000_000_000 {
            // The clock of old servers counts from 1970.
            clockDistance = 0
        }
    }

    mutating func add(_ time: MediaTime, _ kind: ClassEvent.Kind) { collector.add(ClassEvent(time, kind)) }

    mutating func endMeeting(_ time: MediaTime) { end = time }

    private mutating func readChat(_ name: String, _ event: XMLElement, _ time: MediaTime) {
        switch name {
        case "PublicChatEvent":
            chatCount += 1
            let sender = event.value("sender") ?? ""
            let id = event.value("senderId") ?? sender
            let author = users.known(id) ?? (id.isEmpty ? nil : ClassUser(id: id, name: sender))
            var message = ChatMessage(
                id: event.value("messageId") ?? "chat \(chatCount)", time: time, author: author,
                text: CleanText.fromHTML(event.value("message") ?? ""))
            message.wallTime = event.value("timestampUTC").flatMap { Int64($0) }
            message.replyTo = event.value("replyToMessageId")
            collector.add(message)
        case "ClearPublicChatEvent": add(time, .chatCleared)
        default: readChange(name, event, time)
        }
    }

    private mutating func readChange(_ name: String, _ event: XMLElement, _ time: MediaTime) {
        let changes = [
            "EditPublicChatMessageRecordEvent", "DeletePublicChatMessageRecordEvent",
            "SendPublicChatMessageReactionRecordEvent", "DeletePublicChatMessageReactionRecordEvent",
        ]
        guard let change = changes.firstIndex(of: name) else { return }
        guard let id = event.value("messageId") else { return collector.note("a change to a message without an id") }
        switch change {
        case 0:
            let text = CleanText.fromHTML(event.value("message") ?? "")
            add(time, .messageEdited(id: id, text: collector.cut(text)))
        case 1: add(time, .messageRemoved(id))
        default:
            guard let emoji = event.value("reactionEmoji").flatMap(PublishedChat.emoji),
                let user = event.value("senderId") ?? event.value("userId")
            else { return collector.note("a reaction that cannot be read") }
            add(
                time,
                .messageReaction(MessageReaction(message: id, user: user, emoji: emoji, isGiven: change == 2)))
        }
    }

    private mutating func readSharing(_ name: String, _ event: XMLElement, _ time: MediaTime, _ stamp: Int64) {
        if name.contains("Start") {
            add(time, .desktopSharing(true))
            if let file = event.value("file") ?? event.value("filename") {
                sharings.append((Self.fileName(file), stamp))
            }
        } else if name.contains("Stop") {
            add(time, .desktopSharing(false))
        }
    }

    private mutating func readVideo(_ name: String, _ event: XMLElement, _ time: MediaTime) {
        if name.hasPrefix("Start") {
            add(time, .media(PlayedMedia(isPlaying: true, address: event.value("externalVideoUrl"))))
        } else if name.hasPrefix("Stop") {
            add(time, .media(PlayedMedia(isPlaying: false)))
        }
    }

    // MARK: Media

    mutating func noteSound(_ file: String, start: Int64) { sounds.append((Self.fileName(file), start)) }
    mutating func noteVideo(_ user: String, _ stream: String, start: Int64) { videos.append((user, stream, start)) }

    private static func fileName(_ path: String) -> String { String(path.split(separator: "/").last ?? "") }

    static func start(in name: String) -> Int64? {
        let stem = name.split(separator: ".").first ?? ""
        return Int64(stem.reversed().prefix { $0.isASCII && $0.isNumber }.reversed().map(String.init).joined())
    }

    private consuming func finish() -> ImportedRecording {
        var reading = self
        let zero = reading.addMedia() ?? reading.first ?? 0
        let shift = Numbers.milliseconds((reading.first ?? 0).subtractingReportingOverflow(zero).partialValue) ?? .zero
        reading.polls.finish(&reading.collector)
        reading.documents.addPictures(reading.files, &reading.collector)
        reading.collector.shift(by: shift)
        // The duration is that of the whole meeting, and recorded media may be shorter.
        let last = reading.info.sounds.isEmpty ? nil : reading.collector.events.map(\.time).max()
        if let end = reading.end.map({ $0 + shift }) ?? last, end > .zero { reading.info.duration = end }
        // Slides, cameras and sound are separate files, so no video shows the class.
        reading.info.recordType = .common
        reading.info.startWallTime = reading.clockDistance.map { zero &+ $0 }
        let contents = ClassContents(
            info: reading.info, events: reading.collector.events.sortedByTime, warnings: reading.collector.allWarnings)
        return ImportedRecording(contents: contents)
    }

    /// Returns the start of the first sound by the server's clock, or else of the first event.
    private mutating func addMedia() -> Int64? {
        var sounds = self.sounds.filter { files.has("audio/" + $0.file) }
        for file in files.list("audio") where !sounds.contains(where: { $0.file == file }) {
            if let start = Self.start(in: file) { sounds.append((file, start)) }
        }
        let videos = userVideos()
        sounds.sort { $0.start < $1.start }
        // Cameras are shorter than the meeting and silent, so without a sound file the class plays in silence.
        guard let zero = sounds.first?.start ?? first else { return nil }
        func place(_ start: Int64) -> MediaTime? {
            Numbers.milliseconds(start.subtractingReportingOverflow(zero).partialValue)
        }
        info.sounds = sounds.compactMap { sound in
            guard let url = files.reference("audio/" + sound.file), let start = place(sound.start) else { return nil }
            return ClassInfo.Sound(url: url, start: start)
        }
        info.media = info.sounds.prefix(1).map { ClassInfo.Media($0.url) }
        info.userVideoList = videos.compactMap { video in
            files.reference(video.path).map {
                ClassInfo.UserVideo(user: video.user, url: $0, start: place(video.start))
            }
        }
        return zero
    }

    private func userVideos() -> [(path: String, user: ClassUser, start: Int64)] {
        var result: [(path: String, user: ClassUser, start: Int64)] = []
        let folders = ["video/" + info.playbackID, "video"] + files.list("video").map { "video/" + $0 }
        for video in videos {
            let names = ["flv", "webm", "mkv", "mp4"].map { video.stream + "." + $0 }
            let path = files.first(of: folders.flatMap { folder in names.map { folder + "/" + $0 } })
            guard let path, !result.contains(where: { $0.path == path }) else { continue }
            result.append(
                (
                    path, users.known(video.user) ?? ClassUser(id: video.user, name: ""),
                    video.start
                ))
        }
        for sharing in sharings where files.has("deskshare/" + sharing.file) {
            result.append(
                (
                    "deskshare/" + sharing.file, ClassUser(id: ClassUser.desktopID, name: "deskshare"),
                    sharing.start
                ))
        }
        return result
    }
}
