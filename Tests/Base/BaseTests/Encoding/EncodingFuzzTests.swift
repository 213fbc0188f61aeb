import Encoding
import PlayCore
import TestSupport
import Testing
import XML

/// Readers of general formats: random input ends in bounded values or errors.
@Suite(.serialized)
struct EncodingFuzzTests {
    @Test("mutated XML yields a bounded tree or an error")
    func xml() {
        let seed = """
            <?xml version="1.0" encoding="UTF-8"?><!-- c --><a xmlns="n" xmlns:x="m" k='v"&quot;&#x41;'><x:b>t &amp; <![CDATA[<raw>]]></x:b>\
            <c/><d e="1"f="2"/></a>
            """
        let limits = XMLLimits(bytes: 1 << 16, textBytes: 1 << 12, depth: 8)
        func count(_ element: XMLElement) -> Int { element.children.reduce(1) { $0 + count($1) } }
        ReaderFuzz.run("XMLElement", 1500, of: [seed, seed.replacing("\"f", with: "\" f")].map { Array($0.utf8) }) {
            bytes in
            _ = XMLRepair.spacingAttributes(bytes)
            guard let root = try? XMLElement.read(bytes, limits: limits, elements: 20) else { return false }
            #expect(count(root) <= 20)
            return true
        }
    }

    @Test("mutated gzip data is decompressed up to the limit or refused")
    func gzip() {
        // `printf 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n' | gzip -n9`
        let seed: [UInt8] = [
            0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 3, 0x4B, 0x4C, 0x24, 0x11, 0x70, 1, 0, 0x5C, 0x8E, 0x10, 0x1D, 0x3D, 0, 0,
            0,
        ]
        ReaderFuzz.run("Inflater", 200, of: [seed]) { bytes in
            let output = Inflater.whole(bytes, limit: 1000)
            #expect((output?.count ?? 0) <= 1000 + 256 << 10)
            return Inflater.recognizes(bytes)
        }
    }

    @Test("mutated Base64 is decoded or refused")
    func base64() {
        ReaderFuzz.run("Base64", 3000, of: [Array("eyJhbGciOiJIUzI1NiJ9-_Zm9vYmFy".utf8), Array("Zm9vYg==".utf8)]) {
            let text = String(decoding: $0, as: UTF8.self)
            let bytes = Base64.decoded(text[...])
            #expect((bytes?.count ?? 0) <= text.utf8.count)
            return bytes != nil
        }
    }
}
