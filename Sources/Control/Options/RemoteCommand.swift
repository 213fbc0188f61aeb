import Encoding

/// `tvplay remote`: a command for another player.
package struct RemoteCommand: Sendable, Equatable {
    /// As the user wrote them; never empty.
    package let words: [String]

    package init?(_ words: [String]) {
        guard !words.isEmpty else { return nil }
        self.words = words
    }

    /// The words for mpv's protocol. Converts the names of media keys: `play`, `pause`, `play-pause`, `next`,
    /// `previous`, `volume N`, `get NAME`, `set NAME VALUE`, whose error names the reason. Passes all other words
    /// unchanged.
    package var playerWords: [String] {
        switch (words[0], words.count) {
        case ("play", 1): ["set", "pause", "no"]
        case ("pause", 1): ["set", "pause", "yes"]
        case ("play-pause", 1): ["cycle", "pause"]
        case ("next", 1): ["playlist-next"]
        case ("previous", 1): ["playlist-prev"]
        case ("volume", 2): ["set", "volume", words[1]]
        case ("get", 2): ["get_property", words[1]]
        case ("set", 3): ["set_property", words[1], words[2]]
        default: words
        }
    }

    /// In the JSON protocol, with the end of its line.
    package var request: [UInt8] {
        JSONValue.object(["command": .list(playerWords.map(JSONValue.string)), "request_id": .integer(1)]).bytes + [
            0x0A
        ]
    }

    package enum Answer: Sendable, Equatable {
        /// As JSON, or `nil` without data.
        case done(data: String?)
        case failed(String)
    }

    /// Returns `nil` if the player's line is something else, such as an event.
    package static func answer(_ line: String) -> Answer? {
        let answer: JSONValue
        do throws(JSONValue.Problem) {
            answer = try JSONValue(document: Array(line.utf8))
        } catch {
            // No player writes such lines, so the line is not the answer.
            return nil
        }
        guard answer["request_id"] == .integer(1), let error = answer["error"]?.text else { return nil }
        guard error == "success" else { return .failed(error) }
        return .done(data: answer["data"].map { String(decoding: $0.bytes, as: UTF8.self) })
    }
}
