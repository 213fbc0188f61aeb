import PlayerScreen
import TestSupport
import Testing

@Suite("ScreenshotMethod")
struct ScreenshotMethodTests {
    @Test(
        "CTRL-10: an address whose path ends in .m3u8 uses the decoded frame, and any other one the source",
        arguments: [
            ("https://cdn.example/a/b.m3u8?token=x.mp4", ScreenshotMethod.decodedFrame),
            ("https://cdn.example/a/b.M3U8", .decodedFrame),
            ("https://cdn.example/a/b.mp4?u=b.m3u8", .frameFromSource),
            ("https://cdn.example/m3u8", .frameFromSource), ("https://cdn.example/a.m3u8/b", .frameFromSource),
            ("/films/road.m3u8", .decodedFrame), ("/films/.m3u8", .frameFromSource),
            ("/films/road.mkv", .frameFromSource),
            ("", .frameFromSource), ("-", .frameFromSource),
        ])
    func method(address: String, wanted: ScreenshotMethod) {
        expect(ScreenshotMethod(playURL: address), is: wanted)
    }
}
