import PlayCore
import TestSupport
import Testing
import Transport

@testable import Catalogue

/// Videos of a manifest whose playback data comes from a service.
@Suite struct ManifestServiceTests {
    private static let place = "https://h.example/cat/all.tvplay.json"

    private func ask(
        _ credential: String, answer: String, _ change: (inout PlayRequest) -> Void = { _ in }
    ) throws(CatalogueError) -> (info: PlayInfo, asked: [ServiceRequest]) {
        let manifest = """
            {"tvplay": 1, "videos": [{"id": "v", "title": "Own", "credential": "\(credential)",
             "vod": {"address": "/info", "params": {"b": "2", "a": "x y"}}}]}
            """
        let transport = FakeTransport { request throws(CatalogueError) in
            request.address == Self.place ? manifest : answer
        }
        let provider = ManifestProvider(transport: transport, now: { 0 }) { _, _ throws(ByteSourceError) in [] }
        var request = PlayRequest(Self.place)
        change(&request)
        return (try provider.playInfo(request, cancel: CancelToken()), transport.requests)
    }

    private static let good = #"{"id": "other", "definitions": [{"key": "low", "addresses": ["low.mp4?k={token}"]}]}"#

    @Test(
        "ADV-30, ADV-31, ADV-51, CFG-10, PLAY-05, INFO-02: a service gets all options of playback, and its answer plays"
    )
    func asked() throws {
        let (info, asked) = try ask("auth", answer: Self.good) {
            $0.token = token("t0ken")
            $0.accessKey = token("key")
            $0.playDomain = "p.example"
            $0.previewSeconds = 20
            $0.clippedVersion = -1
            $0.isEncrypted = true
            $0.parameters = ["b": "3"]
        }
        expect(info.videoID, is: "v")
        expect(info.title, is: "Own")
        expect(info.previewSeconds, is: 20)
        #expect(info.definitionList[0].entries[0].playURL == "https://h.example/low.mp4?k=t0ken")
        #expect(
            asked.last?.address
                == "https://h.example/info?id=v&a=x%20y&b=3&play_domain=p.example&preview=20&version=-1&encrypted=1")
        expect(asked.last?[header: "authorization"], is: "Bearer t0ken")
        expect(asked.last?[header: "x-access-key"], is: "key")
    }

    @Test("PLAY-09, CFG-09: a request to the service names the viewer as far as known")
    func viewer() throws {
        let (_, asked) = try ask("auth", answer: Self.good) {
            $0.token = token("t0ken")
            $0.viewer = Viewer(name: "Ada & Co", number: "7", group: 3)
        }
        expect(asked.last?.address.hasSuffix("&user_name=Ada%20%26%20Co&user_number=7&user_group=3"), is: true)
        let (_, other) = try ask("auth", answer: Self.good) { $0.token = token("t0ken") }
        expect(other.last?.address.contains("user"), is: false)
    }

    @Test(
        "PLAY-32, CFG-05, CFG-10: error codes of the service become the player's codes",
        arguments: [
            (1010, PlayErrorCode.invalidToken), (1020, .invalidAccessKey), (1040, .invalidVideoURL),
            (1080, .invalidTime), (7, .playFailed),
        ])
    func refused(code: Int, meaning: PlayErrorCode) {
        let error = failure { () throws(CatalogueError) in try ask("auth", answer: #"{"error": \#(code)}"#) }
        expect(error?.code, is: meaning)
    }

    @Test("ADV-84: a feature that the item's kind lacks is refused before the service is asked")
    func kinds() {
        let preview = failure { () throws(CatalogueError) in
            try ask("url", answer: Self.good) { $0.previewSeconds = 20 }
        }
        let domain = failure { () throws(CatalogueError) in
            try ask("url", answer: Self.good) { $0.playDomain = "d" }
        }
        expect(preview?.code, is: .playFailed)
        expect(domain?.code, is: .playFailed)
    }
}
