internal import CExpat
import PlayCore

/// XSPF (xspf.org, version 1): `playlist/trackList/track` with `location`, `title`, `creator`, `duration` in
/// milliseconds, `image`, and VLC's options in `extension`. With or without its namespace. A document type declaration ends the reading: no playlist needs
/// one, and entities are how a small file becomes a large one.
enum XSPFParser {
    /// - Throws: `.malformed`.
    static func parse(_ bytes: [UInt8], limits: PlaylistLimits) throws(PlaylistError) -> ParsedPlaylist {
        guard let parser = XML_ParserCreate(nil) else { fatalError("XML_ParserCreate: no memory") }
        defer { XML_ParserFree(parser) }
        let reader = XSPFReader(limits: limits, stop: { XML_StopParser(parser, 0) })
        XML_SetUserData(parser, Unmanaged.passUnretained(reader).toOpaque())
        XML_SetElementHandler(parser, elementBegan, elementEnded)
        XML_SetCharacterDataHandler(parser, charactersCame)
        XML_SetStartDoctypeDeclHandler(parser, doctypeBegan)
        let status = bytes.withUnsafeBytes { buffer in
            XML_Parse(
                parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count), 1)
        }
        if status == XML_STATUS_OK { return reader.playlist }
        if reader.playlist.isCut { return reader.playlist }
        let reason =
            reader.refusal ?? XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "unknown"
        throw .malformed(line: Int(XML_GetCurrentLineNumber(parser)), reason: reason)
    }
}

/// Gets the elements as they come.
private final class XSPFReader {
    private(set) var playlist = ParsedPlaylist()
    /// Why the reading was ended.
    private(set) var refusal: String?
    private let limits: PlaylistLimits
    private let stop: () -> Void
    private var path: [String] = []
    private var entry = ParsedPlaylist.Entry(location: "")
    private var creator: String?
    private var text: [UInt8] = []

    init(limits: PlaylistLimits, stop: @escaping () -> Void) {
        self.limits = limits
        self.stop = stop
    }

    func begin(_ name: String) {
        // Nothing in the format is deeper than six.
        guard path.count < 64 else { return refuse("elements within elements within elements") }
        path.append(name)
        text = []
        if isTrack { (entry, creator) = (ParsedPlaylist.Entry(location: ""), nil) }
    }

    func end() {
        let value = String(decoding: text, as: UTF8.self).trimmed
        if isTrack {
            addEntry()
        } else if path.count == 4, path.dropLast() == ["playlist", "trackList", "track"] {
            set(path[3], value)
        } else if path.dropFirst(2) == ["track", "extension", "option"] {
            entry.take(option: value)
        } else if path == ["playlist", "title"], !value.isEmpty {
            playlist.title = value
        }
        text = []
        path.removeLast()
    }

    func add(_ characters: UnsafeBufferPointer<UInt8>) {
        guard text.count + characters.count <= limits.lineBytes else { return refuse("a text that is too long") }
        text.append(contentsOf: characters)
    }

    func refuse(_ reason: String) {
        if refusal == nil { refusal = reason }
        stop()
    }

    private var isTrack: Bool { path == ["playlist", "trackList", "track"] }

    private func set(_ name: String, _ value: String) {
        guard !value.isEmpty else { return }
        switch name {
        // Several locations are the same thing in several places; the first is the best.
        case "location" where entry.location.isEmpty: entry.location = value
        case "location":
            if entry.alternatives.count < ParsedPlaylist.Entry.maximumReferences { entry.alternatives.append(value) }
        case "title": entry.title = value
        case "creator": creator = value
        case "image": entry.cover = value
        case "duration": entry.duration = PlaylistNumber.seconds(value).map { $0.scaled(by: 0.001) }
        default: break
        }
    }

    private func addEntry() {
        guard !entry.location.isEmpty else { return }
        guard playlist.entries.count < limits.entries else {
            playlist.isCut = true
            return stop()
        }
        if let title = entry.title, let creator { entry.title = creator + " - " + title }
        playlist.entries.append(entry)
    }
}

private func reader(_ context: UnsafeMutableRawPointer?) -> XSPFReader? {
    context.map { Unmanaged<XSPFReader>.fromOpaque($0).takeUnretainedValue() }
}

/// The name without its prefix: `xspf:track` is `track`.
private func elementBegan(
    _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?,
    _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) {
    guard let name else { return }
    let full = String(cString: name)
    reader(context)?.begin(full.split(separator: ":").last.map(String.init) ?? full)
}

private func elementEnded(_ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?) { reader(context)?.end() }

private func charactersCame(
    _ context: UnsafeMutableRawPointer?, _ characters: UnsafePointer<CChar>?, _ count: Int32
) {
    guard let characters else { return }
    UnsafeRawBufferPointer(start: characters, count: Int(count)).withMemoryRebound(to: UInt8.self) {
        reader(context)?.add($0)
    }
}

private func doctypeBegan(
    _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?, _ system: UnsafePointer<CChar>?,
    _ identifier: UnsafePointer<CChar>?, _ hasInternalSubset: Int32
) {
    reader(context)?.refuse("a document type declaration")
}
