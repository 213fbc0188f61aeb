package struct MarqueeText: Sendable, Hashable, Codable {
    /// Unverified text.
    package var content: String
    /// 0xRRGGBB, or `nil` for the player's own colour.
    package var color: UInt32?
    /// Cells per second, 1 … 60, or `nil` for the player's own speed.
    package var speed: Int?

    package init(content: String, color: UInt32? = nil, speed: Int? = nil) {
        self.content = content
        self.color = color.map { $0 & 0xFFFFFF }
        self.speed = speed.map { min(max($0, 1), 60) }
    }
}

extension MarqueeText {
    private enum Field: String, CodingKey {
        case content, color, speed
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        self.init(
            content: try fields.decode(String.self, forKey: .content),
            color: try fields.decodeIfPresent(UInt32.self, forKey: .color),
            speed: try fields.decodeIfPresent(Int.self, forKey: .speed))
    }
}
