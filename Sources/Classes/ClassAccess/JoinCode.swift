/// A code that people read aloud and type: eleven random letters and a check letter, in three groups.
///
/// None of the 23 letters resembles another (no 0 O Q D, 1 I L, 2 Z, 5 S, 6 G, 8 B, U V). Since 23 is prime, the check
/// detects every single wrong letter and every swap of two letters. There are 23¹¹ codes, about 2⁴⁹.
package struct JoinCode: Sendable, Hashable {
    private static let letters = Array("23456789ACEFHJKMNPRTWXY".utf8)
    static let length = 12

    /// Without hyphens, for comparing and storing. A secret.
    package let text: String

    /// Accepts small letters, and blanks and hyphens anywhere. Returns `nil` if the code is mistyped.
    package init?(_ typed: String) {
        guard typed.utf8.count <= 64 else { return nil }
        var digits: [Int] = []
        for byte in typed.utf8 where byte != UInt8(ascii: "-") && byte != UInt8(ascii: " ") {
            guard digits.count < Self.length, let digit = Self.digit(byte) else { return nil }
            digits.append(digit)
        }
        guard digits.count == Self.length, Self.sum(digits) == 0 else { return nil }
        self.init(digits)
    }

    package static func random(using random: inout some RandomNumberGenerator) -> JoinCode {
        var digits = (1..<length).map { _ in Int.random(in: 0..<letters.count, using: &random) }
        let others = sum(digits)
        let last = (0..<letters.count).first { (others + length * $0) % letters.count == 0 } ?? 0
        digits.append(last)
        return JoinCode(digits)
    }

    private init(_ digits: [Int]) { text = String(decoding: digits.map { Self.letters[$0] }, as: UTF8.self) }

    package var shown: String {
        let letters = Array(text)
        return stride(from: 0, to: letters.count, by: 4).map { String(letters[$0..<$0 + 4]) }.joined(separator: "-")
    }

    /// Each position has its own weight, so swapped letters change the sum.
    private static func sum(_ digits: [Int]) -> Int {
        digits.enumerated().reduce(0) { ($0 + ($1.offset + 1) * $1.element) % letters.count }
    }

    private static func digit(_ byte: UInt8) -> Int? {
        let large = (97...122).contains(byte) ? byte - 32 : byte
        // Reads characters that resemble a letter of the alphabet as that letter.
        let letter: UInt8 =
            switch large {
            case UInt8(ascii: "Z"): UInt8(ascii: "2")
            case UInt8(ascii: "S"): UInt8(ascii: "5")
            case UInt8(ascii: "G"): UInt8(ascii: "6")
            case UInt8(ascii: "B"): UInt8(ascii: "8")
            default: large
            }
        return letters.firstIndex(of: letter)
    }
}

extension JoinCode: CustomStringConvertible, CustomReflectable {
    package var description: String { "join code" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
