/// The sound of Chinese characters as typed with a pinyin input method.
enum Pinyin {
    /// Returns whether consecutive characters match the letters, each by its syllable or by a prefix of its syllable.
    /// Skips spaces and punctuation; other letters and digits match themselves. More than 63 letters match nothing.
    /// Without `anywhere`, a match begins with the text.
    static func matches(_ letters: [UInt8], _ text: String, anywhere: Bool) -> Bool {
        guard (1..<64).contains(letters.count), text.utf8.contains(where: isLead) else { return false }
        // Bit n: the characters so far match the first n letters.
        var places: UInt64 = 1
        for scalar in text.unicodeScalars {
            var next: UInt64 = anywhere ? 1 : 0
            let character = place(of: scalar)
            while places != 0 {
                let place = places.trailingZeroBitCount
                places &= places - 1
                if let character {
                    var readings = table.readings[character]
                    while readings != 0 {
                        let syllable = table.syllables[Int(readings & 0xFFFF)]
                        next |= lengths(of: syllable, in: letters[place...]) << UInt64(place)
                        readings >>= 16
                    }
                } else if scalar.value == UInt32(letters[place]) {
                    next |= 2 << UInt64(place)
                } else if !scalar.properties.isAlphabetic, scalar.properties.numericType == nil {
                    next |= 1 << UInt64(place)
                }
            }
            guard next >> UInt64(letters.count) == 0 else { return true }
            places = next
        }
        return false
    }

    /// Returns, as bits, how many of the letters a syllable can match: up to the length of their common prefix.
    private static func lengths(of syllable: [UInt8], in letters: ArraySlice<UInt8>) -> UInt64 {
        var length: UInt64 = 0
        for (own, typed) in zip(syllable, letters) {
            guard own == typed || (own == UInt8(ascii: "v") && typed == UInt8(ascii: "u")) else { break }
            length += 1
        }
        return (2 << length) - 2
    }

    /// Returns whether the byte begins one of U+3000 … U+9FFF in UTF-8.
    private static func isLead(_ byte: UInt8) -> Bool { (0xE3...0xE9).contains(byte) }

    private static func place(of scalar: Unicode.Scalar) -> Int? {
        switch scalar.value {
        case 0x3007: 0
        case 0x4E00...0x9FFF: Int(scalar.value) - 0x4E00 + 1
        default: nil
        }
    }

    private static let table = Table()

    private struct Table {
        private(set) var syllables: [[UInt8]] = [[]]
        /// Up to four syllable indices for each character, 16 bits each. 0 ends the list.
        private(set) var readings = [UInt64](repeating: 0, count: 0x5201)

        init() {
            var isLetter = false
            for scalar in PinyinTable.text.unicodeScalars {
                if let place = Pinyin.place(of: scalar) {
                    readings[place] = readings[place] << 16 | UInt64(syllables.count - 1)
                    isLetter = false
                } else if scalar != "\n" {
                    if !isLetter { syllables.append([]) }
                    syllables[syllables.count - 1].append(UInt8(scalar.value))
                    isLetter = true
                }
            }
        }
    }
}
