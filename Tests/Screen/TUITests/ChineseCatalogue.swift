import Foundation
import PlayCore
import TestSupport

/// The project's Chinese messages, read from the catalogue's source. No locale and no built file is needed.
enum ChineseCatalogue {
    private static let messages: [String: String] = {
        let file = Checkout.folder.appendingPathComponent("po/zh_CN.po")
        guard let text = try? String(contentsOf: file, encoding: .utf8) else {
            preconditionFailure("po/zh_CN.po cannot be read")
        }
        return read(text)
    }()

    /// Runs `body` with Chinese messages.
    static func use<R>(_ body: () throws -> R) rethrows -> R {
        try OtherLanguage.$translate.withValue({ messages[$0] }, operation: body)
    }

    private static func read(_ text: String) -> [String: String] {
        var messages: [String: String] = [:]
        var id = ""
        var translation = ""
        var context = ""
        var isID = true
        func close() {
            if !id.isEmpty, !translation.isEmpty { messages[id] = translation }
            id = ""
            translation = ""
        }
        for line in text.split(separator: "\n") {
            if line.hasPrefix("msgctxt ") {
                close()
                context = unquoted(line.dropFirst(8)) + "\u{4}"
            } else if line.hasPrefix("msgid ") {
                close()
                isID = true
                id = context + unquoted(line.dropFirst(6))
                context = ""
            } else if let prefix = ["msgstr ", "msgstr[0] "].first(where: { line.hasPrefix($0) }) {
                isID = false
                translation = unquoted(line.dropFirst(prefix.count))
            } else if line.hasPrefix("msgid_plural ") {
                // A message with a count is looked up by its singular, and Chinese has one form.
                continue
            } else if line.hasPrefix("\"") {
                if isID { id += unquoted(line) } else { translation += unquoted(line) }
            }
        }
        close()
        return messages
    }

    private static func unquoted(_ text: Substring) -> String {
        text.dropFirst().dropLast().replacingOccurrences(of: "\\n", with: "\n")
            .replacingOccurrences(of: "\\\"", with: "\"").replacingOccurrences(of: "\\\\", with: "\\")
    }
}
