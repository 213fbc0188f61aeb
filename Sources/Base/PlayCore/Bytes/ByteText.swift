import Glibc

/// Text that carries any bytes without loss, as file names need: `CommandLine.arguments` replaces invalid bytes, so the
/// file would not be found. Each byte that is not UTF-8 becomes a private scalar, U+10FE80 … U+10FEFF, and vice versa.
/// UTF-8 is unchanged except for these very scalars: each becomes four, so the conversion is reversible.
package enum ByteText {
    private static let base: UInt32 = 0x10FE00
    private static let carriers: ClosedRange<UInt32> = base + 0x80...base + 0xFF

    /// Whether a scalar represents a byte that is not UTF-8. See ``shown(_:)`` for people.
    package static func isCarrier(_ scalar: Unicode.Scalar) -> Bool { carriers.contains(scalar.value) }

    package static func text(_ bytes: some Collection<UInt8>) -> String {
        if let text = bytes.withContiguousStorageIfAvailable({ plain($0) }) ?? nil { return text }
        var result = String.UnicodeScalarView()
        var rest = bytes[...]
        while !rest.isEmpty {
            var parser = Unicode.UTF8.ForwardParser()
            var iterator = rest.makeIterator()
            let length: Int
            switch parser.parseScalar(from: &iterator) {
            case .valid(let encoded):
                length = encoded.count
                let scalar = Unicode.UTF8.decode(encoded)
                if isCarrier(scalar) { append(rest.prefix(length), to: &result) } else { result.append(scalar) }
            case .error(let wrong):
                length = wrong
                append(rest.prefix(length), to: &result)
            case .emptyInput: return String(result)
            }
            rest = rest.dropFirst(length)
        }
        return String(result)
    }

    /// Converts most names twenty times as fast. Returns `nil` unless they are UTF-8 without a carrier's first byte.
    private static func plain(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        bytes.contains(0xF4) ? nil : String(validating: bytes, as: UTF8.self)
    }

    private static func append(_ bytes: some Sequence<UInt8>, to text: inout String.UnicodeScalarView) {
        for byte in bytes {
            if let scalar = Unicode.Scalar(base + UInt32(byte)) { text.append(scalar) }
        }
    }

    /// Returns the bytes that were passed to ``text(_:)``, and UTF-8 for other texts.
    package static func bytes(_ text: String) -> [UInt8] {
        if !text.unicodeScalars.contains(where: isCarrier) { return Array(text.utf8) }
        var result: [UInt8] = []
        for scalar in text.unicodeScalars {
            if isCarrier(scalar) {
                result.append(UInt8(truncatingIfNeeded: scalar.value))
            } else {
                result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
        return result
    }

    /// Returns a text for people: GBK is decoded, every other byte that is not UTF-8 becomes U+FFFD.
    package static func shown(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isCarrier) else { return text }
        if let decoded = ChineseBytes.decoded(text) { return decoded }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { result.append(isCarrier(scalar) ? "\u{FFFD}" : scalar) }
        return String(result)
    }

    /// Adds a terminating NUL. The pointer is valid within the call only.
    package static func withCString<Result>(_ text: String, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
        let bytes = bytes(text).map { CChar(bitPattern: $0) } + [0]
        return bytes.withUnsafeBufferPointer { buffer in
            // Never empty: the buffer contains the NUL.
            buffer.baseAddress.map(body) ?? "".withCString(body)
        }
    }

    package static var commandLine: [String] {
        guard CommandLine.argc > 1 else { return [] }
        return (1..<Int(CommandLine.argc)).compactMap { index in
            CommandLine.unsafeArgv[index].map { argument in
                text(UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
            }
        }
    }
}
