import Encoding
import XML

/// Lines of a class package as a page of a state carries them: compressed (RFC 1950) and in base 64, since the many digits of
/// drawings take a third of their room so, and a server looks at one text in place of thousands of elements. A value;
/// unverified.
///
///     <lines xmlns="urn:tvplay:room:1" count="310" bytes="201123">eAG9…</lines>
package struct PackedLines: Sendable, Equatable {
    /// Bytes of lines of one of them, unless a line alone is longer.
    package static let usualBytes = 256 << 10
    /// Bytes of lines of one of them that a client takes.
    package static let byteLimit = 512 << 10
    /// Characters of the text, unless a line alone has more: together with its tags far below what a server passes on.
    package static let textLimit = 192 << 10

    package let count: Int
    /// Of the lines, each with a line feed.
    package let bytes: Int
    package let text: String

    /// As many as one of them may have, at least one.
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

    /// All of them; one without lines where there are none.
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

    /// Nil: they are not what they are said to be, or more than ``byteLimit``.
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

    /// Nil: the element is none.
    init?(_ element: XMLElement) {
        guard element.name == "lines", element.namespace == WireName.live, let count = element.liveNumber("count"),
            let bytes = element.liveNumber("bytes")
        else { return nil }
        (self.count, self.bytes, text) = (Int(count), Int(bytes), element.wholeText)
    }
}
