import CPlatform

/// The gettext domain, and the name of the `.mo` files.
let textDomain = "tvplay"

/// Returns the message in the user's language, or `message` itself without a translation. It must be a literal, which
/// `po/extract` collects. Any thread, after ``Localization/start(localeDirectory:)``.
package func tr(_ message: String) -> String {
    // gettext translates an empty message to the catalogue's header.
    if message.isEmpty { return message }
    if let translate = OtherLanguage.translate { return translate(message) ?? message }
    // Converted inside the closure: without a translation gettext returns its own argument.
    return message.withCString { text in
        dgettext(textDomain, text).map { String(cString: $0) } ?? message
    }
}

/// Returns the message with the arguments in place of `%1` … `%9`; `%%` is a per cent sign. A placeholder without an
/// argument remains. The arguments are never interpreted again, so text from outside is safe in them.
package func tr(_ message: String, _ arguments: String...) -> String {
    Placeholders.fill(tr(message), with: arguments)
}

/// Returns a message that has another meaning here than elsewhere, or needs another form in some language. Both
/// parameters are literals. The context (`msgctxt`) names the place where the message is shown.
package func trc(_ context: String, _ message: String) -> String {
    // gettext's own key of a message with a context.
    let key = context + "\u{4}" + message
    let translation = tr(key)
    return translation == key ? message : translation
}

/// Returns the message for a count: `one` or `other` in English, or the form that the language requires. Both
/// parameters are literals. `%1` is the count, `%2` … `%9` are the arguments.
///
/// - Parameter count: not negative; a count of things, not a measure with a unit.
package func trn(_ one: String, _ other: String, _ count: Int, _ arguments: String...) -> String {
    Placeholders.fill(plural(one, other, count), with: [String(count)] + arguments)
}

private func plural(_ one: String, _ other: String, _ count: Int) -> String {
    let untranslated = count == 1 ? one : other
    if let translate = OtherLanguage.translate { return translate(one) ?? untranslated }
    return one.withCString { one in
        other.withCString { other in
            dngettext(textDomain, one, other, UInt(max(0, count))).map { String(cString: $0) } ?? untranslated
        }
    }
}

package enum OtherLanguage {
    /// Replaces the catalogue for a task and its calls. Returns `nil` without a translation. Messages with a count are
    /// requested by their singular, so the language must have one form for all counts. The process has one language;
    /// this shows a screen in another one.
    @TaskLocal package static var translate: (@Sendable (String) -> String?)?
}

/// Marks a literal for `po/extract` where code needs it untranslated first, as in a table. Show it through ``tr(_:)``.
package func trMark(_ message: String) -> String { message }

/// The placeholders of a message: numbered, because languages order their words differently.
enum Placeholders {
    static func fill(_ message: String, with arguments: [String]) -> String {
        var result = ""
        var rest = message[...]
        while let percent = rest.firstIndex(of: "%") {
            result += rest[..<percent]
            let next = rest.index(after: percent)
            guard next < rest.endIndex else { return result + "%" }
            result += replacement(for: rest[next], in: arguments)
            rest = rest[rest.index(after: next)...]
        }
        return result + rest
    }

    private static func replacement(for character: Character, in arguments: [String]) -> String {
        if character == "%" { return "%" }
        guard character.isASCII, let number = character.wholeNumberValue, arguments.indices.contains(number - 1) else {
            return "%" + String(character)
        }
        return arguments[number - 1]
    }
}
