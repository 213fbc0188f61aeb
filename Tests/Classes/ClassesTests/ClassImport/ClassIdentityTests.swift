import ClassImport
import Classes
import PlayCore
import TestSupport
import Testing

@Suite struct ClassIdentityTests {
    @Test(
        "INFO-01, ROOM-24: all spellings of a class's location yield one place",
        arguments: [
            ("/a/lesson/room.json", "/a/lesson"), ("/a/lesson/", "/a/lesson"), ("/a/lesson", "/a/lesson"),
            ("/a/bbb/events.xml", "/a/bbb"), ("/a/chat.json", "/a/chat.json"),
            ("https://x.org/lesson/room.json", "https://x.org/lesson/"),
            ("https://x.org/lesson", "https://x.org/lesson/"),
            ("https://x.org/lesson/", "https://x.org/lesson/"), ("https://x.org/a.json", "https://x.org/a.json"),
            (
                "https://b.org/playback/presentation/2.0/playback.html?meetingId=0123456789-1",
                "https://b.org/presentation/0123456789-1/"
            ),
            ("https://b.org/playback/presentation/2.3/0123456789-1?t=5s", "https://b.org/presentation/0123456789-1/"),
        ])
    func places(location: String, place: String) {
        expect(ClassIdentity.place(of: location), is: place)
    }

    @Test("INFO-01: a class is identified by its IDs, or else by its place")
    func identities() {
        var info = ClassInfo(playbackID: "p")
        let unnamed = ClassIdentity.identity(of: info, at: "https://x.org/lesson")
        #expect(unnamed == ClassIdentity.identity(of: info, at: "https://x.org/lesson/room.json"))
        #expect(unnamed != ClassIdentity.identity(of: info, at: "https://x.org/other"))
        #expect(!unnamed.classID.contains("x.org"))
        (info.classID, info.sessionID, info.clippedVersion) = ("c", "s", 2)
        let named = RecordingIdentity(classID: "c", sessionID: "s", clippedVersion: 2)
        expect(ClassIdentity.identity(of: info, at: "/one"), is: named)
        #expect(ClassIdentity.identity(of: info, at: "https://x.org/") == named)
    }
}
