/// `tvplay remote`: a command for a player that runs elsewhere (ARCH-33). A value.
package struct RemoteCommand: Sendable, Equatable {
    /// As the user wrote them; never empty.
    package let words: [String]

    /// Nil without words.
    package init?(_ words: [String]) {
        guard !words.isEmpty else { return nil }
        self.words = words
    }

    /// mpv's words, of which those of media keys are made here: `play`, `pause`, `play-pause`, `next`, `previous`,
    /// `volume N`, `get NAME`. All else is handed on as it is.
    package var playerWords: [String] {
        switch (words[0], words.count) {
        case ("play", 1): ["set", "pause", "no"]
        case ("pause", 1): ["set", "pause", "yes"]
        case ("play-pause", 1): ["cycle", "pause"]
        case ("next", 1): ["playlist-next"]
        case ("previous", 1): ["playlist-prev"]
        case ("volume", 2): ["set", "volume", words[1]]
        case ("get", 2): ["get_property", words[1]]
        default: words
        }
    }

    /// A request of the JSON protocol, with the end of its line.
    package var request: [UInt8] {
        let list = playerWords.map(Self.quoted).joined(separator: ",")
        return Array("{\"command\":[\(list)],\"request_id\":1}\n".utf8)
    }

    /// RFC 8259, section 7.
    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\" + String(scalar)
            case "\u{0}"..<" ":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    package enum Answer: Sendable, Equatable {
        /// JSON; nil: there is nothing to tell.
        case done(data: String?)
        /// The protocol's words.
        case failed(String)
    }

    /// What one line of the player says of ``request``; nil: it is about something else (events come in between). The
    /// player writes an answer's fields in the order of their names: data, error, request_id.
    package static func answer(_ line: String) -> Answer? {
        let end = "\",\"request_id\":1}"
        guard line.hasPrefix("{"), line.hasSuffix(end) else { return nil }
        let rest = line.dropFirst().dropLast(end.count)
        let mark = "\"error\":\""
        guard let place = rest.ranges(of: mark).last else { return nil }
        let error = String(rest[place.upperBound...])
        guard error == "success" else { return .failed(error) }
        let data = rest[..<place.lowerBound]
        guard data.hasPrefix("\"data\":"), data.hasSuffix(",") else { return .done(data: nil) }
        let text = String(data.dropFirst("\"data\":".count).dropLast())
        return .done(data: text == "null" ? nil : text)
    }
}
