package import PlayCore

/// Sound files, and the tracks that begin in them (CDRWIN, User's Guide, Appendix A). Unverified texts.
package struct CueSheet: Sendable, Equatable {
    package struct Track: Sendable, Equatable {
        package var title: String?
        package var performer: String?
        /// The time of index 1, where the track's sound begins.
        package var start = MediaTime.zero
    }

    package struct File: Sendable, Equatable {
        package let name: String
        package var tracks: [Track] = []
    }

    package private(set) var title: String?
    package private(set) var performer: String?
    /// Only files with tracks.
    package private(set) var files: [File] = []

    /// Further tracks are ignored: an hour has a few dozen.
    private static let mostTracks = 10_000
    /// The frames of a second.
    private static let frames: Int64 = 75

    package init(_ lines: some Sequence<some StringProtocol>) {
        var track: Track?
        var (count, isHead) = (0, true)
        for line in lines {
            let words = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
            guard words.count == 2 else { continue }
            let value = Self.value(words[1])
            switch words[0].uppercased() {
            case "FILE": files.append(File(name: Self.name(words[1])))
            case "TRACK":
                track = words[1].uppercased().contains("AUDIO") ? Track() : nil
                isHead = false
            case "TITLE" where isHead: title = value
            case "TITLE": track?.title = value
            case "PERFORMER" where isHead: performer = value
            case "PERFORMER": track?.performer = value
            case "INDEX":
                let parts = words[1].split(whereSeparator: \.isWhitespace)
                guard var begun = track, !files.isEmpty, count < Self.mostTracks, parts.count == 2,
                    Int(parts[0]) == 1, let start = Self.time(parts[1])
                else { continue }
                begun.start = start
                files[files.count - 1].tracks.append(begun)
                count += 1
                track = nil
            default: break
            }
        }
        files.removeAll { $0.tracks.isEmpty }
    }

    package var name: String? { Self.name(title, by: performer) }

    /// Returns the title, preceded by the performer if that differs from the sheet's.
    ///
    /// - Parameter isAlone: whether the name is shown without the sheet's performer nearby.
    package func name(of track: Track, isAlone: Bool = false) -> String? {
        let whose = track.performer ?? performer
        return Self.name(track.title, by: isAlone || whose != performer ? whose : nil)
    }

    private static func name(_ title: String?, by performer: String?) -> String? {
        guard let performer, let title else { return title }
        return performer + " - " + title
    }

    /// Returns the tracks of a file. Each lasts until the next one; the last has no length.
    ///
    /// - Parameter name: without folder; ignored if the sheet has one file.
    package func chapters(of name: String?) -> [Chapter] {
        let file = files.count == 1 ? files[0] : files.first { Self.lastPart($0.name) == name }
        guard let tracks = file?.tracks.sorted(by: { $0.start < $1.start }) else { return [] }
        return tracks.indices.map { index in
            let end = tracks[min(index + 1, tracks.count - 1)].start
            return Chapter(
                range: MediaRange(start: tracks[index].start, end: end), title: self.name(of: tracks[index]))
        }
    }

    /// Returns a file's name within the sheet's folder. A path elsewhere is reduced to its last part.
    package static func place(of name: String) -> String {
        let parts = name.split(whereSeparator: { $0 == "/" || $0 == "\\" })
        let leads = name.first == "/" || name.first == "\\" || parts.contains("..") || name.contains(":")
        let place = leads ? lastPart(name) : name
        return place.hasPrefix("-") ? "./" + place : place
    }

    private static func lastPart(_ name: String) -> String {
        let last = name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
        return last == ".." ? "" : last
    }

    /// Returns the text between quotes, else all of it, or `nil` if it is empty.
    private static func value(_ text: some StringProtocol) -> String? {
        var value = String(text.trimming(\.isWhitespace))
        if value.hasPrefix("\"") {
            value = String(value.dropFirst())
            if let end = value.lastIndex(of: "\"") { value = String(value[..<end]) }
        }
        return value.isEmpty ? nil : value
    }

    /// Reads `"name" WAVE` or `name WAVE`.
    private static func name(_ text: some StringProtocol) -> String {
        let line = String(text.trimming(\.isWhitespace))
        if line.hasPrefix("\"") { return value(line) ?? "" }
        return line.lastIndex(where: \.isWhitespace).map { String(line[..<$0].trimming(\.isWhitespace)) } ?? line
    }

    /// Reads `mm:ss:ff`, with 75 frames a second.
    private static func time(_ text: some StringProtocol) -> MediaTime? {
        let parts = text.split(separator: ":").map { Int64($0) }
        guard parts.count == 3, let minutes = parts[0], let seconds = parts[1], let frame = parts[2],
            (0..<1_000_000).contains(minutes), (0..<60).contains(seconds), (0..<frames).contains(frame)
        else { return nil }
        return MediaTime(
            nanoseconds: (minutes * 60 + seconds) * 1_000_000_000 + frame * 1_000_000_000 / frames)
    }
}
