import ClassRules
import Classes
import TestSupport
import Testing

@Suite("The origin of a class's pictures")
struct PictureOriginTests {
    @Test("LIVE-67: only plain addresses on the class's hosts belong to the class")
    func hosts() {
        let origin = PictureOrigin(hosts: ["Upload.School.example", "127.0.0.1", "::1"])
        for address in [
            "https://upload.school.example/a.png", "http://UPLOAD.school.example:5280/a", "http://127.0.0.1/x?y#z",
            "http://[::1]:5280/a",
        ] {
            #expect(origin.owns(address), "\(address)")
        }
        for address in [
            "https://evil.example/a.png", "https://upload.school.example.evil.example/a",
            "https://upload.school.example@evil.example/a", "https://evil.example\\@upload.school.example/a",
            "file:///etc/passwd", "/etc/passwd", "http://", "http://127.0.0.1:x/", "http://[::1", "http://[::1]x/",
            "https://upload.school.example\u{2025}/", "ftp://127.0.0.1/a", "",
        ] {
            #expect(!origin.owns(address), "\(address)")
        }
    }

    @Test("LIVE-72: emoticons of a class have printable keys and web addresses, and fit into one event")
    func emoticons() {
        var machine = ClassMachine()
        let many = (0..<1000).map { ClassEmoticon(key: "e\($0)", picture: "https://a.test/\($0).png") }
        let odd = [
            ClassEmoticon(key: "a b"), ClassEmoticon(key: "clap", picture: "file:///etc/passwd"),
            ClassEmoticon(key: ""), ClassEmoticon(key: "a\u{1B}b"),
        ]
        var features = ClassFeatures()
        features.emoticons = odd + many
        _ = machine.configure(features, at: 0)
        let kept = machine.features.emoticons ?? []
        expect(kept.first, is: ClassEmoticon(key: "clap"))
        #expect((50..<200).contains(kept.count))
    }

    @Test("LIVE-57: a class starts with exactly one whiteboard")
    func whiteboard() {
        var machine = ClassMachine()
        _ = machine.configure(ClassFeatures(), at: 0)
        expect(machine.state.documents.list.elements.map(\.kind), is: [.whiteboard])
        expect(machine.state.documents.page?.key, is: PageKey(document: ClassDocument.whiteboardID, page: 0))
        _ = machine.configure(ClassFeatures(maxSpeakerCount: 3), at: 1)
        expect(machine.state.documents.list.count, is: 1)
    }
}
