extension JSONReader {
    mutating func number() throws(JSONValue.Problem) -> JSONValue {
        let start = place
        if place < bytes.count, bytes[place] == UInt8(ascii: "-") { place += 1 }
        let whole = digits()
        guard whole > 0, whole == 1 || bytes[place - whole] != UInt8(ascii: "0") else { throw failure }
        var isWhole = true
        if place < bytes.count, bytes[place] == UInt8(ascii: ".") {
            place += 1
            isWhole = false
            guard digits() > 0 else { throw failure }
        }
        if place < bytes.count, bytes[place] | 0x20 == UInt8(ascii: "e") {
            place += 1
            isWhole = false
            if place < bytes.count, bytes[place] == UInt8(ascii: "+") || bytes[place] == UInt8(ascii: "-") {
                place += 1
            }
            guard digits() > 0 else { throw failure }
        }
        let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<place]), as: UTF8.self)
        if isWhole, let number = Int64(text) { return .integer(number) }
        guard let number = Double(text), number.isFinite else { throw failure }
        // 1.0 and 1e3 are integers, too.
        return Int64(exactly: number).map(JSONValue.integer) ?? .number(number)
    }

    private mutating func digits() -> Int {
        let start = place
        while place < bytes.count, (0x30...0x39).contains(bytes[place]) { place &+= 1 }
        return place - start
    }

    mutating func string() throws(JSONValue.Problem) -> String {
        place += 1
        let start = place
        try skipPlain()
        let plain = UnsafeBufferPointer(rebasing: bytes[start..<place])
        if bytes[place] == UInt8(ascii: "\"") {
            place += 1
            return String(decoding: plain, as: UTF8.self)
        }
        var result = Array(plain)
        while bytes[place] != UInt8(ascii: "\"") {
            try escape(to: &result)
            let start = place
            try skipPlain()
            result += bytes[start..<place]
        }
        place += 1
        return String(decoding: result, as: UTF8.self)
    }

    private mutating func skipPlain() throws(JSONValue.Problem) {
        while place < bytes.count {
            let byte = bytes[place]
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return }
            guard byte >= 0x20 else { break }
            place &+= 1
        }
        throw failure
    }

    private mutating func escape(to result: inout [UInt8]) throws(JSONValue.Problem) {
        place += 1
        guard place < bytes.count else { throw failure }
        let byte = bytes[place]
        place += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): result.append(byte)
        case UInt8(ascii: "b"): result.append(0x08)
        case UInt8(ascii: "f"): result.append(0x0C)
        case UInt8(ascii: "n"): result.append(0x0A)
        case UInt8(ascii: "r"): result.append(0x0D)
        case UInt8(ascii: "t"): result.append(0x09)
        case UInt8(ascii: "u"): result += UTF8.encode(try escapedScalar()) ?? UTF8.encodedReplacementCharacter
        default: throw failure
        }
    }

    /// An unpaired surrogate becomes U+FFFD.
    private mutating func escapedScalar() throws(JSONValue.Problem) -> Unicode.Scalar {
        let first = try fourDigits()
        guard (0xD800...0xDBFF).contains(first), place + 1 < bytes.count, bytes[place] == UInt8(ascii: "\\"),
            bytes[place + 1] == UInt8(ascii: "u")
        else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
        let before = place
        place += 2
        let second = try fourDigits()
        guard (0xDC00...0xDFFF).contains(second) else {
            place = before
            return "\u{FFFD}"
        }
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
    }

    private mutating func fourDigits() throws(JSONValue.Problem) -> UInt32 {
        guard bytes.count - place >= 4 else { throw failure }
        var number: UInt32 = 0
        for byte in bytes[place..<place + 4] {
            guard let digit = Hexadecimal.digit(byte) else { throw failure }
            number = number << 4 | UInt32(digit)
        }
        place += 4
        return number
    }
}
