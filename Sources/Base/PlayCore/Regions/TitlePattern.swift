import Glibc

/// A regular expression for titles: POSIX extended syntax, ignoring case.
package struct TitlePattern: Sendable, Equatable {
    private let text: String

    package init?(_ text: String) {
        guard !text.isEmpty, text.utf8.count <= 1000, !text.utf8.contains(0) else { return nil }
        self.text = text
        guard matcher() != nil else { return nil }
    }

    package func matcher() -> Matcher? { Matcher(text) }

    /// One thread.
    package final class Matcher {
        private var expression = regex_t()
        /// In bytes of a title, which comes from outside.
        private static let limit = 400

        fileprivate init?(_ text: String) {
            guard regcomp(&expression, text, REG_EXTENDED | REG_ICASE | REG_NOSUB) == 0 else { return nil }
        }

        deinit { regfree(&expression) }

        package func matches(_ title: String) -> Bool {
            let start = String(decoding: title.utf8.prefix(Self.limit), as: UTF8.self)
            return regexec(&expression, start, 0, nil, 0) == 0
        }
    }
}
