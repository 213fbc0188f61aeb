import Foundation
import TestSupport
import Testing

@Suite struct DownloadUnitTests {
    @Test("the printed unit is the packaged one, and runs the daemon of this program all the time")
    func unit() throws {
        let outcome = try BuiltProgram.run(BuiltProgram.path("tvplay"), ["downloads", "unit"])
        expect(outcome.status, is: 0, "\(outcome.errors)")
        let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.first { $0.hasPrefix("ExecStart=") })
        #expect(start.hasPrefix("ExecStart=\"/"))
        #expect(start.hasSuffix("/tvplay-downloads\" --download-idle=never"))
        let packaged = try String(
            contentsOf: Checkout.folder.appendingPathComponent("Assets/systemd/tvplay-downloads.service"),
            encoding: .utf8)
        // Two comments precede it.
        expect(
            lines.dropFirst(2).joined(separator: "\n"),
            is: packaged.replacing("ExecStart=/usr/libexec/tvplay/tvplay-downloads", with: start))
    }
}
