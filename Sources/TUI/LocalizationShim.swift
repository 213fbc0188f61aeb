/// The English text itself; stands in for the `Localization` target's function of the same name.
package func tr(_ message: String) -> String { message }

/// The text with `%1`, `%2` … replaced by the arguments; `%%` is a per cent sign.
package func tr(_ message: String, _ arguments: String...) -> String {
    var result = ""
    var characters = message.makeIterator()
    while let character = characters.next() {
        guard character == "%" else {
            result.append(character)
            continue
        }
        guard let next = characters.next() else { break }
        if let number = next.wholeNumberValue, number >= 1, number <= arguments.count {
            result += arguments[number - 1]
        } else {
            result.append(next)
        }
    }
    return result
}

/// Marks a text for translation that is translated later, by `tr` of a variable (gettext's `N_`).
package func trMark(_ message: String) -> String { message }
