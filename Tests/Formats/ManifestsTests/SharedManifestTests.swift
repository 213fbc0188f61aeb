import Foundation
import Manifests
import TestSupport
import Testing

@Suite("Real manifests")
struct SharedManifestTests {
    @Test(
        "ADV-27: every real HLS and DASH manifest is read as expected",
        .enabled(if: SharedMedia.isPresent, "\(SharedMedia.absentReason)"), arguments: SharedManifests.table)
    func real(file: String, expected: String) throws {
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: SharedMedia.path(file))))
        try expect(Summary.of(bytes, isDASH: file.hasSuffix(".mpd")), is: expected)
        expect(HLSPlaylist.recognizes(bytes), is: file.hasSuffix(".m3u8"))
        expect(DASHManifest.recognizes(bytes), is: file.hasSuffix(".mpd"))
    }

    @Test("every real manifest is in the table", .enabled(if: SharedMedia.isPresent, "\(SharedMedia.absentReason)"))
    func complete() throws {
        var found: Set<String> = []
        for (folder, suffix) in [("hls", ".m3u8"), ("dash", ".mpd")] {
            let files = try FileManager.default.subpathsOfDirectory(atPath: SharedMedia.path(folder))
            found.formUnion(files.filter { $0.hasSuffix(suffix) }.map { "\(folder)/\($0)" })
        }
        expect(found, is: Set(SharedManifests.table.map(\.0)))
    }
}
