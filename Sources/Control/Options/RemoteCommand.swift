import Encoding

/// `tvplay remote`: a command for a player that runs elsewhere. A value.
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
        JSONValue.object(["command": .list(playerWords.map(JSONValue.string)), "request_id": .integer(1)]).bytes + [
            0x0A
        ]
    }

    package enum Answer: Sendable, Equatable {
        /// JSON; nil: there is nothing to tell.
        case done(data: String?)
        /// The protocol's words.
        case failed(String)
    }

    /// What one line of the player says of ``request``; nil: it is about something else (events come in between).
    package static func answer(_ line: String) -> Answer? {
        let answer: JSONValue
        do throws(JSONValue.Problem) {
            answer = try JSONValue(document: Array(line.utf8))
        } catch {
            // No player writes so: whatever it is, it is about something else.
            return nil
        }
        guard answer["request_id"] == .integer(1), let error = answer["error"]?.text else { return nil }
        guard error == "success" else { return .failed(error) }
        return .done(data: answer["data"].map { String(decoding: $0.bytes, as: UTF8.self) })
    }
}
