/// One of the definitions of an item. Switching uses its index in the item's list.
package struct DefinitionInfo: Sendable, Hashable {
    /// The identifier of a definition. An item may have its own ("480p").
    package struct Key: RawRepresentable, Sendable, Hashable {
        package let rawValue: String

        package init(rawValue: String) { self.rawValue = rawValue }

        /// Reads a key that a user wrote. Returns `nil` for empty text and for numbers: earlier services numbered their
        /// definitions, and such a number would silently match no key.
        package init?(written text: some StringProtocol) {
            guard !text.isEmpty, !text.contains(where: \.isWhitespace), Double(String(text)) == nil else { return nil }
            self.init(rawValue: String(text))
        }

        package static let low = Key(rawValue: "low")
        package static let high = Key(rawValue: "high")
        package static let superHD = Key(rawValue: "superHD")
        package static let hd720 = Key(rawValue: "720p")
        package static let hd1080 = Key(rawValue: "1080p")
        package static let audio = Key(rawValue: "audio")
    }

    package let definitionKey: Key
    /// As in the source; unverified text. The screen shows the catalogue's keys by names of their own.
    package let definitionName: String
    /// Pixels; 0 if unknown and for sound only.
    package let width: Int
    package let height: Int
    /// Bits per second, or `nil` if unknown.
    package let bitRate: Int?

    package init(key: Key, name: String, width: Int = 0, height: Int = 0, bitRate: Int? = nil) {
        definitionKey = key
        definitionName = name
        self.width = max(0, width)
        self.height = max(0, height)
        self.bitRate = bitRate
    }

    package var isAudio: Bool { definitionKey == .audio }
}
