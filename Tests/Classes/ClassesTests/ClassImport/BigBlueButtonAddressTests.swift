import Addresses
import ClassImport
import TestSupport
import Testing

@Suite struct BigBlueButtonAddressTests {
    static let folder = "https://b.example.org/presentation/0123456789abcdef-1600000000000/"

    @Test(
        "ROOM-02: a recording's folder is derived from the addresses that people have of it",
        arguments: [
            "https://b.example.org/playback/presentation/2.3/0123456789abcdef-1600000000000",
            "https://b.example.org/playback/presentation/2.3/0123456789abcdef-1600000000000/?t=1m",
            "https://b.example.org/playback/presentation/2.0/playback.html?meetingId=0123456789abcdef-1600000000000",
            "https://b.example.org/playback/presentation/0.9.0/playback.html?x=1&meetingId=0123456789abcdef-1600000000000&t=5",
            "https://b.example.org/presentation/0123456789abcdef-1600000000000/",
            "https://b.example.org/presentation/0123456789abcdef-1600000000000/metadata.xml",
            "https://b.example.org/presentation/0123456789abcdef-1600000000000/video/webcams.webm",
        ])
    func folders(text: String) throws {
        try expect(BigBlueButtonAddress.folder(try #require(Address(text)))?.text, is: Self.folder)
    }

    @Test(
        "ROOM-02: other addresses yield no folder",
        arguments: [
            "https://b.example.org/", "https://b.example.org/presentation/", "https://b.example.org/presentation/x",
            "https://b.example.org/playback/presentation/2.3/", "ftp://b.example.org/presentation/0123456789abcdef/",
            "https://b.example.org/playback/presentation/2.0/playback.html?meetingId=..%2F..%2Fetc%2Fpasswd",
        ])
    func others(text: String) throws {
        try expect(BigBlueButtonAddress.folder(try #require(Address(text))), is: nil)
    }

    @Test(
        "ROOM-07: the start position is read from the address",
        arguments: [
            ("?t=1h10m5s", 4205), ("?t=90", 90), ("?t=2m", 120), ("?x=1&t=5s", 5), ("?t=", nil), ("", nil),
            ("?t=-5", nil),
            ("?t=1h5", nil), ("?t=9999999999h", nil), ("?t=h", nil),
        ])
    func start(query: String, seconds: Int?) throws {
        try expect(BigBlueButtonAddress.start(try #require(Address(Self.folder + query))), is: seconds)
    }
}
