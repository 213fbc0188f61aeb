import PlayCore
import TestSupport
import Testing
import Transport

@testable import Catalogue

@Suite("Browsing a catalogue")
struct BrowsingTests {
    private static let page = """
        {"total": 2, "data": [
          {"shortUUID": "abc", "uuid": "1-2", "name": "Waves", "duration": 90,
           "thumbnailPath": "/lazy-static/a.jpg"},
          {"uuid": "3-4", "name": null, "thumbnailPath": "file:///etc/passwd"}, {"name": "without an id"}]}
        """

    @Test("A server lists its newest videos or those that match escaped words, without entries that have no id")
    func peerTube() throws {
        let transport = FakeTransport { _ throws(CatalogueError) in Self.page }
        let provider = PeerTubeProvider(transport: transport)
        let newest = try provider.videos(at: "https://h.example", matching: nil, cancel: CancelToken())
        #expect(
            newest == [
                AlbumList.Item(
                    vid: "abc", reference: "https://h.example/w/abc", title: "Waves", duration: .seconds(90),
                    cover: "https://h.example/lazy-static/a.jpg"),
                AlbumList.Item(vid: "3-4", reference: "https://h.example/w/3-4"),
            ])
        _ = try provider.videos(at: "https://h.example", matching: "a&b ü", cancel: CancelToken())
        #expect(transport.requests[0].address.hasPrefix("https://h.example/api/v1/videos?"))
        #expect(transport.requests[1].address.hasPrefix("https://h.example/api/v1/search/videos?"))
        #expect(transport.requests[1].address.hasSuffix("search=a%26b%20%C3%BC"))
    }

    @Test("Every word of a search has to be in the title, in any case")
    func words() {
        let items = [
            AlbumList.Item(vid: "1", reference: "a", title: "Linear Algebra 7"),
            AlbumList.Item(vid: "algebra-8", reference: "b"),
        ]
        expect(items.matching("ALGEBRA").count, is: 2)
        expect(items.matching("algebra linear").map(\.vid), is: ["1"])
        #expect(items.matching(nil) == items && items.matching(" ") == items)
    }

    @Test("A catalogue can be browsed if it is a manifest or a PeerTube server")
    func account() {
        func place(_ text: String?) -> CataloguePlace? {
            let transport = FakeTransport { _ throws(CatalogueError) in "{}" }
            return AccountCatalogue(
                at: text, policyKey: nil, transport: transport, peerTube: PeerTubeProvider(transport: transport),
                now: { 0 }
            ) { _, _ throws(ByteSourceError) in [] }.browsable
        }
        #expect(
            place("peertube://tube.example/")
                == CataloguePlace(.peerTube(origin: "https://tube.example"), name: "tube.example"))
        expect(
            place("/x/all.tvplay.json"), is: CataloguePlace(.manifest("/x/all.tvplay.json"), name: "all.tvplay.json"))
        #expect(place("https://service.example") == nil && place(nil) == nil)
    }
}
