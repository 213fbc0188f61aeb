import PlayCore
import TestSupport
import Testing

@testable import Adverts

/// The lists of films that `X-ASSET-LIST` names.
@Suite("Asset lists of breaks")
struct AssetListTests {
    private static let text = """
        {"ASSETS": [{"URI": "https://ads.example/1.m3u8", "DURATION": 15.5}, {"URI": "2.m3u8"}, {"DURATION": 3},
        {"URI": "a b"}, {"URI": 5}, "x", {"URI": "3.m3u8", "DURATION": -4, "X-OTHER": []}],
        "SKIP-CONTROL": {"OFFSET": 5, "DURATION": 10, "LABEL-ID": "skip"}}
        """

    @Test("films are listed in order with their known lengths, and invalid entries are skipped")
    func plain() throws {
        let list = try AssetList(Array(Self.text.utf8))
        #expect(list.assets.map(\.location) == ["https://ads.example/1.m3u8", "2.m3u8", "3.m3u8"])
        expect(list.assets.map(\.duration), is: [.milliseconds(15_500), nil, nil])
        expect(list.skipTime, is: .seconds(5))
    }

    @Test("an invalid list is an error, and the number of films is bounded")
    func wrong() throws {
        func code(_ text: String) -> AdvertErrorCode? {
            do throws(AdvertErrorCode) {
                _ = try AssetList(Array(text.utf8))
                return nil
            } catch {
                return error
            }
        }
        expect(code(""), is: .unreadable)
        expect(code("<html>"), is: .unreadable)
        expect(code("[]"), is: .notAdverts)
        expect(code("{\"ASSETS\": 5}"), is: .notAdverts)
        expect(code(String(repeating: " ", count: 1 << 20) + "{}"), is: .unreadable)
        let many = String(repeating: "{\"URI\":\"a\"},", count: 10_000) + "{}"
        try expect(AssetList(Array("{\"ASSETS\": [\(many)]}".utf8)).assets.count, is: 32)
        #expect(try AssetList(Array("{\"ASSETS\": []}".utf8)).assets.isEmpty)
    }

    @Test("20,000 mutated lists end in a value or an error")
    func mutated() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<Rounds.of(20_000) {
            var bytes = Array(Self.text.utf8)
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            do throws(AdvertErrorCode) {
                #expect(try AssetList(bytes).assets.count <= 32)
            } catch {
                // Most of them are expected to end here.
            }
        }
    }
}
