package import Classes
import Encoding
import PlayCore
import XML

/// Reads BigBlueButton's recordings, either as published for its player (`metadata.xml`, `shapes.svg`, …) or as stored
/// by its server (`events.xml`). Does I/O only through the caller's files. One thread.
package enum BigBlueButton {
    /// - Throws: 1030 if it is not a recording, or the error of a required file. Damaged parts only add warnings.
    package static func read(
        _ files: RecordingFiles, limits: ImportLimits = ImportLimits()
    ) throws(ClassReadError) -> ImportedRecording {
        if let bytes = try files.read("metadata.xml", limit: limits.fileBytes) {
            return PublishedRecording(files, limits: limits).read(metadata: bytes)
        }
        if let bytes = try files.read("events.xml", limit: limits.fileBytes) {
            return try RawRecording(files, limits: limits).read(events: bytes)
        }
        throw .malformed("neither metadata.xml nor events.xml", in: files.name)
    }
}

/// The published form. Times are seconds of playback, without the pauses of the recording.
struct PublishedRecording {
    private let files: RecordingFiles
    private var collector: ImportCollector
    private var captions: [ImportedRecording.Captions] = []
    private var board = TldrawBoard.current

    init(_ files: RecordingFiles, limits: ImportLimits) {
        self.files = files
        collector = ImportCollector(file: "", limits: limits)
    }

    consuming func read(metadata: [UInt8]) -> ImportedRecording {
        var reading = self
        return reading.readAll(metadata)
    }

    private mutating func readAll(_ metadata: [UInt8]) -> ImportedRecording {
        collector.file = "metadata.xml"
        var (info, participants) = PublishedMetadata.read(metadata, &collector)
        addMedia(&info)
        var slides = PublishedSlides()
        slides.texts = slideTexts()
        each("shapes.svg") { element, collector in slides.read(element, &collector) }
        slides.finish(files, &collector)
        addDrawings(slides)
        addViews(slides)
        addSharing(slides)
        addChat(participants)
        addPolls()
        addExternalVideos()
        readCaptions()
        let contents = ClassContents(
            info: info, events: collector.events.sortedByTime, warnings: collector.allWarnings)
        return ImportedRecording(contents: contents, captions: captions, notes: notes())
    }

    // MARK: Files

    /// Returns `nil` if the file does not exist. An error adds a warning.
    private mutating func bytes(_ path: String) -> [UInt8]? {
        collector.file = path
        do {
            return try files.read(path, limit: collector.limits.fileBytes)
        } catch {
            collector.note(error.reason)
            return nil
        }
    }

    @discardableResult
    private mutating func each(_ path: String, _ body: (XMLElement, inout ImportCollector) -> Void) -> XMLElement? {
        guard let bytes = bytes(path) else { return nil }
        return XMLFile.read(bytes, into: &collector, body: body)
    }

    private mutating func json(_ path: String) -> JSONValue? {
        guard let bytes = bytes(path), bytes.contains(where: { $0 > 0x20 }) else { return nil }
        do throws(JSONValue.Problem) {
            return try JSONValue(document: bytes)
        } catch {
            collector.note(error.words)
            return nil
        }
    }

    private func addMedia(_ info: inout ClassInfo) {
        let main = files.first(of: ["video/webcams.mp4", "video/webcams.webm", "audio/audio.ogg", "audio/audio.webm"])
        if let url = main.flatMap(files.reference) { info.media = [ClassInfo.Media(url)] }
        let share = files.first(of: ["deskshare/deskshare.mp4", "deskshare/deskshare.webm"])
        if let url = share.flatMap(files.reference) {
            info.userVideoList = [
                ClassInfo.UserVideo(user: ClassUser(id: ClassUser.desktopID, name: "deskshare"), url: url)
            ]
        }
    }

    // MARK: Parts

    private mutating func slideTexts() -> [PageKey: String] {
        var texts: [PageKey: String] = [:]
        for (presentation, pages) in json("presentation_text.json")?.fields ?? [:] {
            for (name, text) in pages.fields {
                guard let number = Int(name.split(separator: "-").last ?? ""), number >= 1,
                    let text = text.text?.trimmed, !text.isEmpty
                else { continue }
                texts[PageKey(document: presentation, page: number - 1)] = collector.cut(text)
            }
        }
        return texts
    }

    private mutating func addViews(_ slides: PublishedSlides) {
        var views = PublishedViews(slides: slides, board: board)
        var events: [XMLElement] = []
        let root = each("panzooms.xml") { element, _ in events.append(element) }
        views.addPanZooms(events, isTldraw: root?["tldraw"] == "true", &collector)
        events = []
        let cursors = each("cursor.xml") { element, _ in events.append(element) }
        views.addCursor(events, isTldraw: cursors?["tldraw"] == "true", &collector)
    }

    private mutating func addDrawings(_ slides: PublishedSlides) {
        guard let document = json("tldraw.json") else { return }
        let shapes = TldrawDocument(document)
        board = shapes.board
        shapes.add(slides, &collector)
    }

    private mutating func addSharing(_ slides: PublishedSlides) {
        var spans: [(start: MediaTime, end: MediaTime?)] = []
        let isThere =
            each("deskshare.xml") { element, _ in
                guard let start = element["start_timestamp"].flatMap({ Numbers.seconds($0) }) else { return }
                spans.append((start, element["stop_timestamp"].flatMap { Numbers.seconds($0) }))
            } != nil
        for span in isThere ? spans : slides.sharing {
            collector.add(ClassEvent(span.start, .desktopSharing(true)))
            if let end = span.end { collector.add(ClassEvent(end, .desktopSharing(false))) }
        }
    }

    private mutating func addChat(_ participants: Int?) {
        var chat = PublishedChat()
        each("slides_new.xml") { element, collector in chat.read(element, &collector) }
        chat.finish(participants: participants, &collector)
    }

    private mutating func addPolls() {
        var polls = json("polls.json")?.items?.compactMap(PublishedPoll.init) ?? []
        polls.sort { $0.time < $1.time }
        for (index, poll) in polls.enumerated() {
            let next = index + 1 < polls.count ? polls[index + 1].time : nil
            collector.add(ClassEvent(poll.time, .survey(poll.survey(number: index + 1))))
            let end = poll.time + PublishedPoll.shown
            if next.map({ end < $0 }) ?? true { collector.add(ClassEvent(end, .surveyFinished)) }
        }
    }

    /// Adds each external video as a line of the chat, as BigBlueButton's player does. The file has only its start.
    private mutating func addExternalVideos() {
        for (index, video) in (json("external_videos.json")?.items ?? []).enumerated() {
            guard let time = video["timestamp"]?.seconds, let url = video["external_video_url"]?.text else {
                collector.note("a video without a time or an address")
                continue
            }
            collector.add(ChatMessage(id: "external video \(index + 1)", time: time, text: url, kind: .system))
        }
    }

    private mutating func readCaptions() {
        for item in json("captions.json")?.items ?? [] {
            guard let locale = item["locale"]?.text, Self.isLocale(locale),
                let url = files.reference("caption_\(locale).vtt")
            else {
                collector.note("subtitles without a language")
                continue
            }
            captions.append(.init(locale: locale, name: item["localeName"]?.text ?? locale, url: url))
        }
    }

    private static func isLocale(_ text: String) -> Bool {
        (1...35).contains(text.utf8.count)
            && text.utf8.allSatisfy { (48...57).contains($0) || (97...122).contains($0 | 0x20) || $0 == 45 || $0 == 95 }
    }

    private mutating func notes() -> String? {
        guard let bytes = bytes("notes.html") ?? bytes("notes/notes.html") else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        let body = text.firstRange(of: "<body>").map { text[$0.upperBound...] } ?? text[...]
        let words = CleanText.fromHTML(String(body.prefix(collector.limits.recordBytes))).trimmed
        return words.isEmpty ? nil : words
    }
}
