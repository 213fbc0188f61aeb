import PlayCore

struct ValueParser<Value>: Sendable {
    var form: ValueForm
    var read: @Sendable (String) -> Value?

    init(
        _ shape: ValueForm.Shape, words: [String] = [], bare: String? = nil,
        read: @escaping @Sendable (String) -> Value?
    ) {
        form = ValueForm(shape: shape, words: words, bare: bare)
        self.read = read
    }

    /// Returns a parser that accepts a word, too. Help omits an unlisted word, such as one of another program.
    func or(_ word: String, _ value: Value, isListed: Bool = true) -> ValueParser where Value: Sendable {
        var result = self
        if isListed { result.form.words.append(word) }
        result.read = { [read] in $0 == word ? value : read($0) }
        return result
    }

    /// The option alone means `word`.
    func bare(_ word: String) -> ValueParser {
        var result = self
        result.form.bare = word
        return result
    }

    /// The parser for an optional value, so that a word can mean `nil`.
    var optional: ValueParser<Value?> { map(Optional.some) }

    func map<Other>(_ transform: @escaping @Sendable (Value) -> Other) -> ValueParser<Other> {
        ValueParser<Other>(form.shape, words: form.words, bare: form.bare) { [read] in read($0).map(transform) }
    }
}

extension ValueParser<Bool> {
    static let flag = ValueParser(.flag, bare: "yes") {
        switch $0 {
        case "yes": true
        case "no": false
        default: nil
        }
    }
}

extension ValueParser<Int> {
    static func integer(_ range: ClosedRange<Int>) -> ValueParser {
        ValueParser(.integer(range)) { text in Int(text).flatMap { range.contains($0) ? $0 : nil } }
    }
}

extension ValueParser<Double> {
    /// Accepts digits with a decimal point only. `understood` is wider than the range in help, for others' values.
    static func number(_ range: ClosedRange<Double>, understood: ClosedRange<Double>? = nil) -> ValueParser {
        ValueParser(.number(range)) { text in decimal(text).flatMap { (understood ?? range).contains($0) ? $0 : nil } }
    }

    static func decimal(_ text: some StringProtocol) -> Double? {
        guard text.utf8.allSatisfy({ ("0"..."9").contains(UnicodeScalar($0)) || "+-.".utf8.contains($0) }) else {
            return nil
        }
        return Double(text)
    }
}

extension ValueParser<Double> {
    /// `16:9` or `1.78`.
    static let aspectRatio = ValueParser(.number(PictureView.aspectRange)) { PictureView.aspect($0) }
}

extension ValueParser<Double> {
    /// Bits per second: digits, a decimal point, `k` or `M` for a thousand or a million; 10 kbit/s … 100 Gbit/s.
    static let bitRate = ValueParser(.bitRate) { text in
        let units: [Character: Double] = ["k": 1e3, "K": 1e3, "m": 1e6, "M": 1e6]
        let unit = text.last.flatMap { units[$0] }
        guard let number = decimal(unit == nil ? text[...] : text.dropLast()) else { return nil }
        let rate = number * (unit ?? 1)
        return (1e4...1e11).contains(rate) ? rate : nil
    }
}

extension ValueParser<Int64> {
    /// Bytes: digits with an optional decimal point, and K, M, G or T, which count by 1024. Also `MiB` and the like.
    static let byteCount = ValueParser(.byteCount, read: bytes)
    static let byteRate = ValueParser(.byteRate, read: bytes)

    @Sendable private static func bytes(_ text: String) -> Int64? {
        var number = text[...]
        for ending in ["iB", "B"] where number.hasSuffix(ending) {
            number = number.dropLast(ending.count)
            break
        }
        let units: [Character: Double] = ["K": 0x1p10, "M": 0x1p20, "G": 0x1p30, "T": 0x1p40]
        let unit = number.last.flatMap { units[Character($0.uppercased())] }
        guard let value = ValueParser<Double>.decimal(unit == nil ? number : number.dropLast()) else { return nil }
        let bytes = value * (unit ?? 1)
        return (0...0x1p60).contains(bytes) ? Int64(bytes) : nil
    }
}

extension ValueParser<MediaTime> {
    /// Accepts a length or an instant. Negative only if the range is.
    static func time(_ range: ClosedRange<MediaTime>) -> ValueParser {
        ValueParser(.time) { text in TimeText.parse(text).flatMap { range.contains($0) ? $0 : nil } }
    }
}

extension ValueParser<TimePoint> {
    static let timePoint = ValueParser(.timePoint, read: TimePoint.parse)
}

extension ValueParser<UInt32> {
    /// `#rrggbb`, `#aarrggbb` or `0xaarrggbb`, without the alpha.
    static let colour = ValueParser(.colour) { text in
        let digits = text.hasPrefix("#") ? text.dropFirst() : text.hasPrefix("0x") ? text.dropFirst(2) : ""
        guard digits.utf8.count == 6 || digits.utf8.count == 8, digits.allSatisfy(\.isHexDigit) else { return nil }
        return UInt32(digits, radix: 16).map { $0 & 0xFF_FFFF }
    }
}

extension ValueParser<String> {
    static let text = ValueParser(.text) { $0.isEmpty ? nil : $0 }
    static let path = ValueParser(.path) { $0.isEmpty ? nil : $0 }
    static let folder = ValueParser(.folder) { $0.isEmpty ? nil : $0 }
    static let address = ValueParser(.address) { $0.isEmpty ? nil : $0 }
    static let host = ValueParser(.host) { $0.isEmpty ? nil : $0 }
    static let program = ValueParser(.program) { $0.isEmpty ? nil : $0 }
}

extension ValueParser<[String]> {
    /// Drops empty texts.
    static func list(_ separator: Character) -> ValueParser {
        ValueParser(.text) { text in text.isEmpty ? nil : text.split(separator: separator).map(String.init) }
    }
}

extension ValueParser<[DefinitionInfo.Key]> {
    /// An invalid key invalidates the whole list.
    static let definitions = ValueParser(.definitions) { text in
        let words = text.split(separator: ",", omittingEmptySubsequences: false)
        let keys = words.compactMap { DefinitionInfo.Key(written: $0) }
        return keys.count == words.count ? keys : nil
    }
}

extension ValueParser where Value: RawRepresentable<String> & CaseIterable & Sendable {
    static func choice(_ type: Value.Type) -> ValueParser {
        ValueParser(.choice, words: type.allCases.map(\.rawValue)) { Value(rawValue: $0) }
    }
}
