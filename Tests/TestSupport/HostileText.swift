import Foundation

/// Texts that break programs and terminals: hostile strings, escape sequences of every form, and mutations of these.
/// Includes the big list of naughty strings and xterm's escape files of `../shared/media/terminal` if that folder is
/// present.
package struct HostileText: Sendable {
    package let originals: [[UInt8]]
    private let seed: UInt64

    /// - Throws: an error if files that are present cannot be read (``SharedMedia``).
    package init(seed: UInt64) throws {
        self.seed = seed
        let files = SharedMedia.isPresent ? try Self.lines() + Self.sequences() : []
        originals = Self.unique(HostileStrings.all + HostileSequences.all + files)
    }

    /// Returns originals first, then mutations. The same number always returns the same bytes, at most 4 kB.
    package func input(_ number: Int) -> [UInt8] {
        if number < originals.count { return Array(originals[number].prefix(Self.limit)) }
        var random = SeededGenerator(seed: seed &+ UInt64(number) &* 0x1_0000_0001)
        var text = pick(&random)
        for _ in 0..<Int.random(in: 1...4, using: &random) { mutate(&text, &random) }
        return Array(text.prefix(Self.limit))
    }

    private static let limit = 4096

    // MARK: Files

    private static func lines() throws -> [[UInt8]] {
        let text = try Data(contentsOf: URL(fileURLWithPath: SharedMedia.path("terminal/blns.txt")))
        let json = try Data(contentsOf: URL(fileURLWithPath: SharedMedia.path("terminal/blns.json")))
        let strings = try JSONDecoder().decode([String].self, from: json)
        return text.split(separator: 0x0A).map { [UInt8]($0) } + strings.map { Array($0.utf8) }
    }

    /// Returns whole files, and each piece of them from one ESC to the next.
    private static func sequences() throws -> [[UInt8]] {
        let folder = SharedMedia.path("terminal/xterm_escape_files")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map {
            [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/" + $0)))
        }
        let pieces = files.flatMap { file in file.split(separator: 0x1B).dropFirst().map { [0x1B] + $0.prefix(64) } }
        return files + pieces
    }

    private static func unique(_ texts: [[UInt8]]) -> [[UInt8]] {
        var seen: Set<[UInt8]> = []
        return texts.filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    // MARK: Mutations

    private static let pieces: [[UInt8]] =
        [
            "\u{1B}[2J", "\u{1B}]0;x\u{7}", "\u{1B}]52;c;eA==\u{1B}\\", "\u{1B}P1$r\u{1B}\\", "\u{1B}_Ga=d\u{1B}\\",
            "\u{1B}^x\u{1B}\\", "\u{1B}c", "\u{1B}[5n", "\u{1B}[c", "\u{1B}[?1049l", "\u{1B}[6n", "\u{1B}(0",
            "\u{9B}2J",
            "\u{9D}0;x\u{9C}", "\u{90}q\u{9C}", "\u{85}", "\u{0}", "\u{7}", "\u{8}", "\u{9}", "\u{B}", "\u{C}", "\r",
            "\n", "\u{E}", "\u{F}", "\u{18}", "\u{1A}", "\u{7F}", "\u{202E}", "\u{2066}", "\u{2028}", "\u{FEFF}",
            "\u{E0041}", "\u{FE0F}", "\u{200B}", "\u{200D}", "\u{300}\u{301}\u{302}", "本語",
            "👨‍👩‍👧", "مرحبا", "\u{1F1E9}\u{1F1EA}", "&#27;[2J", "&#x1b;c", "&#155;", "&#0;",
            "{\\an5\\c&HFF&}", "\\N", "\\h", "<b>", "</i>", "<c.red>", "<00:01.000>", "<ruby>a<rt>b", "-->", "%1", "%2",
            "\\e[2J", "\u{1B}", "[", "]", ";", "m", "?25l",
        ].map { Array($0.utf8) } + [
            [0x9B, 0x32, 0x4A], [0xC1, 0x9B], [0xE0, 0x80, 0x9B], [0xED, 0xA0, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80],
            [0xFF], [0xC2], [0xF0, 0x9F], [0xEF, 0xBF, 0xBE],
            [0xEF, 0xB7, 0x90], [0xF4, 0x8F, 0xBF, 0xBF],
        ]

    private func pick(_ random: inout SeededGenerator) -> [UInt8] {
        originals.randomElement(using: &random) ?? []
    }

    private func mutate(_ text: inout [UInt8], _ random: inout SeededGenerator) {
        let place = Int.random(in: 0...text.count, using: &random)
        switch Int.random(in: 0..<9, using: &random) {
        case 0, 1, 2: text.insert(contentsOf: Self.pieces.randomElement(using: &random) ?? [], at: place)
        case 3: text.insert(UInt8.random(in: 0...255, using: &random), at: place)
        case 4 where place < text.count: text[place] = UInt8.random(in: 0...255, using: &random)
        case 5 where place < text.count: text[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
        case 6: text = Array(text[..<place])
        case 7:
            let other = pick(&random)
            text.insert(contentsOf: other[..<Int.random(in: 0...other.count, using: &random)], at: place)
        default: text = asEightBits(text, &random)
        }
    }

    /// Replaces each pair of ESC and a byte by one C1 byte, by its two bytes of UTF-8, or by a reference.
    private func asEightBits(_ text: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        let form = Int.random(in: 0..<4, using: &random)
        var result: [UInt8] = []
        var at = 0
        while at < text.count {
            let hasNext = text[at] == 0x1B && at + 1 < text.count && (0x40...0x5F).contains(text[at + 1])
            switch (hasNext, form) {
            case (true, 0): result.append(text[at + 1] + 0x40)
            case (true, 1): result += [0xC2, text[at + 1] + 0x40]
            case (true, 2): result += Array("&#27;".utf8) + [text[at + 1]]
            case (true, _): result += Array("&#x1B;".utf8) + [text[at + 1]]
            case (false, _): result.append(text[at])
            }
            at += hasNext ? 2 : 1
        }
        return result
    }
}
