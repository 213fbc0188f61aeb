import Addresses
import ClassImport
import Classes
import PlayCore
import TestSupport
import Testing

@Suite struct RecordingPlaceTests {
    /// Other files are absent, with the error of a file system or a server.
    private func files(_ place: ClassPlace, _ all: [String: String], absent: ByteSourceError.Code) -> SourceClassFiles {
        SourceClassFiles(place) { (location, _, cancel) throws(ByteSourceError) in
            guard let text = all[location] else {
                throw ByteSourceError(absent, operation: "open", context: location)
            }
            return ScriptedByteSource(Array(text.utf8), cancel: cancel)
        }
    }

    @Test("ROOM-02, ROOM-39: a recording is read from the address of its player, and missing files count as absent")
    func server() throws {
        let id = "0123456789abcdef-1600000000000"
        let place = try #require(BigBlueButton.place("https://b.example.org/playback/presentation/2.3/\(id)"))
        let base = "https://b.example.org/presentation/\(id)/"
        var all: [String: String] = [:]
        for (path, text) in PublishedRecordingTests.files { all[base + path] = text }
        all[base + "video/webcams.webm"] = "a video"
        let recording = try BigBlueButton.read(
            RecordingFiles(files(place, all, absent: .httpStatus(404)), cancel: CancelToken()))
        expect(recording.contents.info.media, is: [.init(base + "video/webcams.webm")])
        let local = try BigBlueButton.read(MemoryRecording(PublishedRecordingTests.files).reading)
        expect(recording.contents.counts, is: local.contents.counts)
        expect(recording.contents.warnings, is: local.contents.warnings)
    }

    @Test(
        "ROOM-06: a recording in a folder is found by the folder or by its main file",
        arguments: ["rec", "rec/", "rec/metadata.xml"])
    func folder(location: String) throws {
        let place = try #require(BigBlueButton.place(location))
        let all = ["rec/metadata.xml": PublishedRecordingTests.metadata, "rec/video/webcams.mp4": "a video"]
        let recording = try BigBlueButton.read(
            RecordingFiles(files(place, all, absent: .notFound), cancel: CancelToken()))
        expect(recording.contents.info.media, is: [.init("video/webcams.mp4")])
        expect(recording.contents.warnings, is: [])
    }

    @Test("ROOM-18: a server that refuses access is an error, not an empty recording")
    func refused() throws {
        let place = try #require(BigBlueButton.place("https://b.example.org/presentation/0123456789abcdef/"))
        #expect {
            try BigBlueButton.read(RecordingFiles(files(place, [:], absent: .httpStatus(403)), cancel: CancelToken()))
        } throws: {
            ($0 as? ClassReadError)?.code == .invalidToken
        }
        #expect(BigBlueButton.place("https://example.org/watch") == nil)
    }

    @Test("ROOM-58: files beside a video that may be its chat are found by their names")
    func chatFiles() {
        let names = [
            "a.mp4", "a.live_chat.json", "a.xml", "a.json", "b.live_chat.json", "a_chat.json", "a.en.vtt",
            "ab.chat.json",
        ]
        expect(ChatFileNames.candidates(video: "a.mp4", in: names), is: ["a.live_chat.json", "a_chat.json", "a.xml"])
        expect(ChatFileNames.candidates(video: "a.xml", in: names), is: ["a.live_chat.json", "a_chat.json"])
        expect(ChatFileNames.candidates(video: "", in: names), is: [])
    }
}

extension RecordingPlaceTests {
    @Test(
        "ROOM-06: a main file is recognised by its beginning, regardless of its name",
        arguments: [
            ("<?xml version=\"1.0\"?>\n<recording meeting_id=\"x\" bbb_version=\"2.6\">", "events.xml"),
            ("\u{FEFF}<recording>\n<head/><event timestamp='1'>", "events.xml"),
            ("<!-- made by hand -->\n<recording>\n <id>x</id>", "metadata.xml"),
            ("<playback>\n<format>presentation</format>", "metadata.xml"),
            ("<recording>", nil), ("<i><d p=\"1\">x</d><recording meeting_id=\"x\">", nil), ("", nil),
        ])
    func part(beginning: String, part: String?) {
        expect(BigBlueButton.part(beginning: Array(beginning.utf8)), is: part)
    }
}
