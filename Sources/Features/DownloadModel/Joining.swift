package import Encoding
package import PlayCore

/// The input of the program that joins a stream's segments into one file, stored in a file of the download.
package struct JoinPlan: Sendable, Equatable {
    /// The first argument. The second is the plan's path.
    package static let programWord = "--join-stream"

    package struct Text: Sendable, Equatable {
        /// An absolute path.
        package var path: String
        /// Unverified text.
        package var language: String?

        package init(path: String, language: String?) { (self.path, self.language) = (path, language) }
    }

    /// The absolute path of the playlist.
    package var index: String
    /// An absolute path.
    package var output: String
    /// Whether to write MP4 if it supports all tracks; otherwise the file is Matroska.
    package var prefersMP4 = true
    /// Unverified text.
    package var title: String?
    /// The duration of the segments, without the stream's gaps.
    package var promised: MediaTime?
    package var texts: [Text] = []
    /// The service's chapters. The stream may have its own.
    package var chapters: [Chapter] = []

    package init(index: String, output: String) { (self.index, self.output) = (index, output) }

    package var json: JSONValue {
        .object([
            "index": .string(index), "output": .string(output), "prefersMP4": .flag(prefersMP4),
            "title": title.map(JSONValue.string), "promised": promised.map { .integer($0.nanoseconds) },
            "texts": .list(
                texts.map { text in
                    .object(["path": .string(text.path), "language": text.language.map(JSONValue.string)])
                }),
            "chapters": .list(
                chapters.map { chapter in
                    .object([
                        "start": .integer(chapter.range.start.nanoseconds),
                        "end": .integer(chapter.range.end.nanoseconds), "title": chapter.title.map(JSONValue.string),
                    ])
                }),
        ])
    }

    package init?(_ value: JSONValue) {
        guard let index = value["index"]?.text, let output = value["output"]?.text else { return nil }
        self.init(index: index, output: output)
        prefersMP4 = value["prefersMP4"] == .flag(true)
        title = value["title"]?.text
        promised = value["promised"]?.wholeNumber.map { MediaTime(nanoseconds: $0) }
        texts = (value["texts"]?.items ?? []).compactMap { text in
            text["path"]?.text.map { Text(path: $0, language: text["language"]?.text) }
        }
        chapters = (value["chapters"]?.items ?? []).compactMap { chapter in
            guard let start = chapter["start"]?.wholeNumber, let end = chapter["end"]?.wholeNumber, start <= end else {
                return nil
            }
            let range = MediaRange(start: MediaTime(nanoseconds: start), end: MediaTime(nanoseconds: end))
            return Chapter(range: range, title: chapter["title"]?.text)
        }
    }
}

package enum JoinNews: Sendable, Equatable {
    /// 0 … 1.
    case progress(Double)
    case done(isMP4: Bool)
    /// The last message: no container supports the tracks, so the segments stay. The reason is in English, for the log.
    case unfit(String)
    case failed(DownloadProblem)

    package var json: JSONValue {
        switch self {
        case .progress(let share): .object(["progress": .number(share)])
        case .done(let isMP4): .object(["isMP4": .flag(isMP4)])
        case .unfit(let reason): .object(["unfit": .string(reason)])
        case .failed(let problem): .object(["problem": problem.json])
        }
    }

    package init?(_ value: JSONValue) {
        if let share = value["progress"]?.anyNumber {
            self = .progress(share)
        } else if case .flag(let isMP4)? = value["isMP4"] {
            self = .done(isMP4: isMP4)
        } else if let reason = value["unfit"]?.text {
            self = .unfit(reason)
        } else if let problem = value["problem"].flatMap({ DownloadProblem($0) }) {
            self = .failed(problem)
        } else {
            return nil
        }
    }
}
