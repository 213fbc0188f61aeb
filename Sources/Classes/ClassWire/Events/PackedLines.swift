import Encoding
import XML

/// Lines of a class package in a page of a state, compressed (RFC 1950) and in Base64. The many digits of drawings
/// shrink to a third, and servers handle one text instead of thousands of elements. Unverified.
///
///     <lines xmlns="urn:tvplay:room:1" count="310" bytes="201123">eAG9…</lines>
package struct PackedLines: Sendable, Equatable {
    /// Of lines in one element. A single line may be longer.
    package static let usualBytes = 256 << 10
    /// The most bytes of lines in one element that a client accepts.
    package static let byteLimit = 512 << 10
    /// In characters, far below a server's limit. A single line may have more.
    package static let textLimit = 192 << 10

    package let count: Int
    /// Of the lines, each with a line feed.
    package let bytes: Int
    package let text: String

    package init(_ lines: ArraySlice<String>) {
        var most = Self.usualBytes
        while true {
            var plain: [UInt8] = []
            var count = 0
            for line in lines {
                guard count == 0 || plain.count + line.utf8.count < most else { break }
                plain += line.utf8
                plain.append(0x0A)
                count += 1
            }
            let text = Base64.encoded(Deflate.packed(plain))
            if text.count <= Self.textLimit || count <= 1 {
                (self.count, bytes, self.text) = (count, plain.count, String(decoding: text, as: UTF8.self))
                return
            }
            most /= 2
        }
    }

    /// Without lines, returns one empty element.
    package static func all(_ lines: [String]) -> [PackedLines] {
        var result = [PackedLines(lines[...])]
        var taken = result[0].count
        while taken < lines.count {
            let next = PackedLines(lines[taken...])
            result.append(next)
            taken += next.count
        }
        return result
    }

    /// `nil` if the lines do not match the declared numbers or exceed ``byteLimit``.
    package var lines: [String]? {
        guard bytes <= Self.byteLimit, let packed = Base64.decoded(text[...]),
            let plain = Deflate.unpacked(packed, count: bytes)
        else { return nil }
        let lines = plain.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
        return lines.count == count ? lines : nil
    }

    var element: XMLElement {
        XMLElement(
            "lines", namespace: WireName.live, attributes: ["count": "\(count)", "bytes": "\(bytes)"], text: text)
    }

    init?(_ element: XMLElement) {
        guard element.name == "lines", element.namespace == WireName.live, let count = element.liveNumber("count"),
            let bytes = element.liveNumber("bytes")
        else { return nil }
        (self.count, self.bytes, text) = (Int(count), Int(bytes), element.wholeText)
    }
}
