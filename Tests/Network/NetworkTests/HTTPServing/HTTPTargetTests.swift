import Encoding
import TestSupport
import Testing

@testable import HTTPServing

struct HTTPTargetTests {
    @Test(
        "a target is split before its parts are unescaped",
        arguments: [
            ("/", [], [:]), ("/c/ABCD", ["c", "ABCD"], [:]), ("//c///d/", ["c", "d"], [:]),
            ("/a%20b?x=1&y=%E4%BB%A3&x=2", ["a b"], ["x": "2", "y": "代"]), ("/?a+b=c+d", [], ["a b": "c d"]),
            ("/x?", ["x"], [:]), ("/x?flag&&e=", ["x"], ["flag": "", "e": ""]), ("/x?a=b=c", ["x"], ["a": "b=c"]),
            ("http://tv.test:80/c/1?q=2", ["c", "1"], ["q": "2"]), ("HTTPS://tv.test/c", ["c"], [:]),
            ("/a%3Fb", ["a?b"], [:]), ("/a+b", ["a+b"], [:]),
        ] as [(String, [String], [String: String])])
    func taken(text: String, segments: [String], query: [String: String]) {
        let target = HTTPTarget(text)
        expect(target?.segments, is: segments)
        expect(target?.query, is: query)
    }

    @Test(
        "a target that is malformed or leads out of the root is refused",
        arguments: [
            "", "*", "c", "http://tv.test", "/a%", "/a%2", "/a%zz", "/%2e%2e/x", "/../x", "/a/./b", "/a%2fb", "/a%00b",
            "/a%0ab", "/a%7fb", "/%ff", "/?x=%", "/?x=%ff", "/?%c0%80=1", String(repeating: "/a", count: 33),
            "/?" + String(repeating: "a&", count: 129),
        ])
    func refused(text: String) { expect(HTTPTarget(text), is: nil) }

    @Test func hostileTargetsYieldNoUnsafeSegments() {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<Rounds.of(50_000) {
            var text = Array("/c/ABCD?name=Li%20%E4&x=%41".utf8)
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = text.indices.randomElement(using: &random) ?? 0
                text[place] = UInt8.random(in: 0...255, using: &random)
            }
            guard let target = HTTPTarget(String(decoding: text, as: UTF8.self)) else { continue }
            for segment in target.segments {
                #expect(!segment.isEmpty && segment != ".." && !segment.contains("/"))
                #expect(segment.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
            }
        }
    }
}

struct RequestAssemblyTests {
    private func length(_ fields: [(String, String)]) -> RequestAssembly.Length? {
        RequestAssembly.length(fields.map { HTTPField($0.0, $0.1) })
    }

    @Test("a body has an unambiguous length, or the request is refused")
    func lengths() {
        expect(length([]), is: .exactly(0))
        expect(length([("content-length", "17")]), is: .exactly(17))
        expect(length([("transfer-encoding", "Chunked")]), is: .chunked)
        for fields in [
            [("content-length", "1"), ("content-length", "1")], [("content-length", "+1")], [("content-length", "1,1")],
            [("content-length", "")], [("content-length", "0x1")], [("content-length", "99999999999999999999")],
            [("content-length", "1"), ("transfer-encoding", "chunked")], [("transfer-encoding", "gzip, chunked")],
            [("transfer-encoding", "identity")], [("transfer-encoding", "chunked"), ("transfer-encoding", "chunked")],
        ] {
            expect(length(fields), is: nil, "\(fields)")
        }
    }

    @Test func aTrustedProxyNamesTheClientAddress() {
        func peer(_ values: [String], from peer: String = "10.0.0.1") -> String {
            ForwardedPeer.peer(
                peer, values.map { HTTPField("x-forwarded-for", $0) }, trusted: ["10.0.0.1", "10.0.0.2"])
        }
        expect(peer(["1.2.3.4"]), is: "1.2.3.4")
        // The client's own claim comes before the part that the proxy adds.
        expect(peer(["6.6.6.6, 1.2.3.4"]), is: "1.2.3.4")
        expect(peer(["6.6.6.6", "1.2.3.4, 10.0.0.2"]), is: "1.2.3.4")
        expect(peer(["2001:db8::1"]), is: "2001:db8::1")
        expect(peer([]), is: "10.0.0.1")
        expect(peer(["unknown"]), is: "10.0.0.1")
        expect(peer(["1.2.3.4"], from: "7.7.7.7"), is: "7.7.7.7")
    }

    @Test func bodyLimitsDependOnThePath() {
        var limits = HTTPBodyLimits()
        limits.exceptions["pages"] = 10 << 20
        expect(limits.limit(HTTPTarget("/join")), is: 64 << 10)
        expect(limits.limit(HTTPTarget("/pages/1")), is: 10 << 20)
        expect(limits.limit(nil), is: 64 << 10)
    }

    @Test func formsAndJSONAreReadByTheirContentType() {
        let target = HTTPTarget(segments: ["join"])
        func request(_ type: String, _ body: String) -> HTTPServerRequest {
            HTTPServerRequest(.post, target, fields: [HTTPField("content-type", type)], body: Array(body.utf8))
        }
        expect(
            request("Application/X-WWW-Form-Urlencoded; charset=utf-8", "a=1&b=%20+").form, is: ["a": "1", "b": "  "])
        expect(request("application/x-www-form-urlencoded", "a=%f").form, is: nil)
        expect(request("text/plain", "a=1").form, is: nil)
        expect(request("application/json;charset=utf-8", "{\"a\":1}").json?["a"]?.integer, is: 1)
        expect(request("application/json", "{").json, is: nil)
        expect(request("text/plain", "{}").json, is: nil)
        let asks = HTTPServerRequest(.get, target, fields: [HTTPField("accept", "text/html, Application/JSON;q=0.9")])
        #expect(asks.accepts("application/json") && asks.accepts("text/html") && !asks.accepts("text/plain"))
    }
}
