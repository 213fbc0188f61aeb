/// One of the definitions in which an item can be shown. A value; the index in the item's list is what
/// switching uses.
package struct DefinitionInfo: Sendable, Hashable {
    /// What a definition is known by. Open: an item may have its own ("480p").
    package struct Key: RawRepresentable, Sendable, Hashable {
        package let rawValue: String

        package init(rawValue: String) { self.rawValue = rawValue }

        /// What someone wrote as a key. Nil for nothing, and for a number: earlier services numbered their
        /// definitions, and a number taken for a key would match nothing without a word.
        package init?(written text: some StringProtocol) {
            guard !text.isEmpty, !text.contains(where: \.isWhitespace), Double(String(text)) == nil else { return nil }
            self.init(rawValue: String(text))
        }

        package static let low = Key(rawValue: "low")
        package static let high = Key(rawValue: "high")
        package static let superHD = Key(rawValue: "superHD")
        package static let hd720 = Key(rawValue: "720p")
        package static let hd1080 = Key(rawValue: "1080p")
        /// Sound only.
        package static let audio = Key(rawValue: "audio")
    }

    package let definitionKey: Key
    /// As the source has it; unverified text. The keys of the catalogue have names of their own on the screen.
    package let definitionName: String
    /// Pixels; 0 where unknown and for sound only.
    package let width: Int
    package let height: Int
    /// Bits per second; nil when unknown.
    package let bitRate: Int?

    package init(key: Key, name: String, width: Int = 0, height: Int = 0, bitRate: Int? = nil) {
        definitionKey = key
        definitionName = name
        self.width = max(0, width)
        self.height = max(0, height)
        self.bitRate = bitRate
    }

    /// True exactly for the key `audio`.
    package var isAudio: Bool { definitionKey == .audio }
}
