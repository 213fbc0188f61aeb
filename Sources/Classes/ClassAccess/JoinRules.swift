import Addresses
import Classes
import PlayCore

enum JoinRules {
    /// In characters, as shown in the list of people.
    static let nameLimit = 64
    static let numberLimit = 20
    static let avatarLimit = 2048

    static func name(_ text: String) throws(JoinError) -> String {
        guard text.utf8.count <= 1024 else { throw JoinError(.nameTooLong) }
        let words = SafeText.clean(text, limit: 1024).split { $0.isWhitespace }
        let name = words.joined(separator: " ")
        guard name.contains(where: isVisible) else { throw JoinError(.nameMissing) }
        guard name.count <= nameLimit else { throw JoinError(.nameTooLong) }
        return name
    }

    static func fitted(_ text: String) -> String? { try? name(SafeText.clean(text, limit: nameLimit)) }

    /// Whether a character is visible. A name of only joiners and variation selectors is not.
    private static func isVisible(_ letter: Character) -> Bool {
        letter.unicodeScalars.contains { TextWidth.columns(of: $0) > 0 && !$0.properties.isWhitespace }
    }

    static func isNumber(_ text: String) -> Bool {
        (1...numberLimit).contains(text.utf8.count) && text.utf8.allSatisfy { (48...57).contains($0) }
    }

    static func role(_ text: String) throws(JoinError) -> ClassUser.Role {
        let role = ClassUser.Role(rawValue: text)
        guard [.student, .teacher, .assistant, .guest].contains(role) else { throw JoinError(.unknownRole) }
        return role
    }

    static func group(_ number: Int) throws(JoinError) -> Int {
        guard (0...Int(Int32.max)).contains(number) else { throw JoinError(.malformedGroup) }
        return number
    }

    /// Does not fetch the picture.
    static func avatar(_ text: String?) throws(JoinError) -> String? {
        guard let text, !text.isEmpty else { return nil }
        guard text.utf8.count <= avatarLimit, let address = Address(text), address.isHTTP, !address.hasUser else {
            throw JoinError(.malformedAvatar)
        }
        return address.text
    }
}
