import Foundation
import PlayCore
import TestSupport
import Testing

@testable import Streaming

@Suite("The record of a film's renditions")
struct PreparedRecordTests {
    private func write(_ record: PreparedRecord, change: (String) -> String = { $0 }) throws -> PreparedRecord? {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let place = PreparedPlace(film: folder.path + "/film.mp4")
        try FileManager.default.createDirectory(atPath: place.folder, withIntermediateDirectories: true)
        let text = String(decoding: try record.bytes, as: UTF8.self)
        try Data(change(text).utf8).write(to: URL(fileURLWithPath: place.record))
        return PreparedRecord.read(place)
    }

    private static let record = PreparedRecord(
        stamp: FilmStamp(size: 1234, modified: 1_700_000_000_123_456_789), track: 2,
        renditions: [FilmLadderTests.rendition("240p", 426, 240)])

    @Test("a record is read back exactly as it was written, to the nanosecond")
    func same() throws { try expect(write(Self.record), is: Self.record) }

    @Test(
        "a record of another version, a truncated one, and one with impossible numbers are refused",
        arguments: [
            ["\"version\":1", "\"version\":2"], ["}", ""], ["\"timescale\":16000", "\"timescale\":0"],
            ["[0,16000,32000]", "[0,16000]"], ["[0,16000,32000]", "[0,32000,16000]"], ["[800,", "[-1,"],
            ["\"240p\"", "\"../240p\""], ["\"size\":5000", "\"size\":1"],
        ])
    func hostile(_ change: [String]) throws {
        let read = try write(Self.record) { text in
            #expect(text.contains(change[0]), "\(text)")
            return text.replacing(change[0], with: change[1])
        }
        expect(read, is: nil)
    }

    @Test("renditions are stored in a hidden folder beside the film that a link leads to")
    func place() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        try FileManager.default.createDirectory(atPath: folder.path + "/films", withIntermediateDirectories: true)
        try Data("x".utf8).write(to: folder.appendingPathComponent("films/a b.mkv"))
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/link.mkv", withDestinationPath: folder.path + "/films/a b.mkv")
        let place = try #require(PreparedPlace(of: folder.path + "/link.mkv"))
        #expect(place.folder.hasSuffix("/films/.tvplay/a b.mkv"))
        expect(place.name, is: "a b.mkv")
        expect(PreparedPlace(of: folder.path + "/gone.mkv"), is: nil)
        expect(FilmStamp.of(folder.path), is: nil)
    }
}
