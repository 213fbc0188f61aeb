import CPlatform
import Glibc

/// The order of letters beyond ASCII in the environment's locale.
struct Collation: Sendable {
    /// `nil` if the locale defines no rank for the scalar.
    private let weight: @Sendable (Unicode.Scalar) -> UInt32?
    private let letters: [UInt32]

    init(weight: @escaping @Sendable (Unicode.Scalar) -> UInt32?) {
        self.weight = weight
        letters = (UInt8(ascii: "a")...UInt8(ascii: "z")).compactMap { weight(Unicode.Scalar($0)) }
    }

    /// Created at the first comparison of names beyond ASCII.
    static let ofEnvironment = Collation(locale: "") ?? Collation { $0.value }

    init?(locale name: String) {
        guard let locale = newlocale(LC_COLLATE_MASK, name, nil) else { return nil }
        // The C library's locale objects are immutable and this one is never freed.
        nonisolated(unsafe) let shared = locale
        self.init { scalar in
            withUnsafeTemporaryAllocation(of: wchar_t.self, capacity: 64) { weights in
                weights[0] = 0
                _ = wcsxfrm_l(weights.baseAddress, [wchar_t(bitPattern: scalar.value), 0], weights.count, shared)
                return weights[0] > 1 ? UInt32(bitPattern: weights[0]) : nil
            }
        }
    }

    /// Appends bytes that sort like the scalar. A form of an ASCII letter becomes that letter. A letter between two
    /// ASCII letters becomes the first of them and bytes above ASCII. All others become bytes above ASCII.
    func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        guard !scalar.isASCII else { return bytes.append(UInt8(scalar.value)) }
        guard !scalar.properties.isGraphemeExtend else { return }
        let isLetter = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        let rank = isLetter ? weight(scalar) ?? scalar.value : scalar.value
        if isLetter, letters.count == 26, let place = letters.lastIndex(where: { $0 <= rank }) {
            if place < 25 || letters[place] == rank { bytes.append(UInt8(ascii: "a") + UInt8(place)) }
            if letters[place] == rank { return }
        }
        for shift in stride(from: UInt32(28), through: 0, by: -7) {
            bytes.append(0x80 | UInt8(truncatingIfNeeded: (rank >> shift) & 0x7F))
        }
    }
}
