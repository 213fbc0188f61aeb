import Foundation
import Processes
import TestSupport
import Testing

@Suite(.serialized)
struct SphereTests {
    /// Returns a clip that is marked as a cube map by the boxes of Spherical Video, version 2.
    private func markedCube(in folder: URL) throws -> String {
        func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
            Self.number(8 + content.count) + Array(name.utf8) + content
        }
        let zero = Self.number(0)
        let projection = box("prhd", zero + zero + zero + zero) + box("cbmp", zero + zero + Self.number(2))
        let mark = box("sv3d", box("svhd", zero + Array("test".utf8) + [0]) + box("proj", projection))
        return try film(with: mark, behind: ["moov", "trak", "mdia", "minf", "stbl", "stsd", "avc1"], in: folder)
    }

    /// Returns a clip that is marked as a sphere by the boxes of Spherical Video, version 1.
    private func marked(in folder: URL) throws -> String {
        let text =
            "<rdf:SphericalVideo xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" "
            + "xmlns:GSpherical=\"http://ns.google.com/videos/1.0/spherical/\">"
            + "<GSpherical:Spherical>true</GSpherical:Spherical><GSpherical:Stitched>true</GSpherical:Stitched>"
            + "<GSpherical:StitchingSoftware>test</GSpherical:StitchingSoftware>"
            + "<GSpherical:ProjectionType>equirectangular</GSpherical:ProjectionType></rdf:SphericalVideo>"
        let id: [UInt8] = [
            0xFF, 0xCC, 0x82, 0x63, 0xF8, 0x55, 0x4A, 0x93, 0x88, 0x14, 0x58, 0x7A, 0x02, 0x52, 0x1F, 0xDD,
        ]
        let box = Self.number(8 + id.count + text.utf8.count) + Array("uuid".utf8) + id + Array(text.utf8)
        return try film(with: box, behind: ["moov", "trak"], in: folder)
    }

    /// Returns the clip with an additional box, at the end of the innermost of the nested boxes.
    private func film(with box: [UInt8], behind boxes: [String], in folder: URL) throws -> String {
        var film = Array(try Data(contentsOf: URL(fileURLWithPath: Fixtures.path("counter.mp4"))))
        var places: [Int] = []
        // The boxes follow all samples, so no sample moves.
        for name in boxes { places.append(try #require(Self.place(of: name, in: film, from: places.last ?? 0))) }
        let last = try #require(places.last)
        film.insert(contentsOf: box, at: last + Self.size(film, last))
        for place in places {
            film.replaceSubrange(place..<place + 4, with: Self.number(Self.size(film, place) + box.count))
        }
        let file = folder.appendingPathComponent("sphere.mp4")
        try Data(film).write(to: file)
        return file.path
    }

    private static func number(_ value: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }
    private static func size(_ bytes: [UInt8], _ place: Int) -> Int {
        bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    private static func place(of name: String, in bytes: [UInt8], from start: Int) -> Int? {
        let name = Array(name.utf8)
        return (start + 4..<bytes.count - 4).first { Array(bytes[$0..<$0 + 4]) == name }.map { $0 - 4 }
    }

    private func remote(_ words: String..., in folder: URL) throws -> String {
        try BuiltProgram.run(
            BuiltProgram.path("tvplay"), ["remote"] + words,
            environment: ["XDG_RUNTIME_DIR": folder.path, "LANG": "C.UTF-8"]
        ).output.trimmingCharacters(in: CharacterSet(charactersIn: "\"\n"))
    }

    private func player(_ arguments: (URL) throws -> [String], _ body: (PlayerRun, URL) throws -> Void) throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
        let run = try PlayerRun(
            ["--background-audio=yes", "--remote-control", "--pause", "--control-bar=always"] + arguments(folder),
            environment: ["XDG_RUNTIME_DIR": folder.path])
        try body(run, folder)
        try run.quit()
    }

    @Test(
        "UI-28, UI-29, UI-30, UI-31, UI-32: a marked file is a sphere: keys and the mouse look around, and the socket and the log of events report it"
    )
    func looking() throws {
        let log = "events"
        try player { folder in
            ["--log-events=" + folder.appendingPathComponent(log).path, "--start=2", try marked(in: folder)]
        } _: { run, folder in
            try run.wait(for: "the button") { $0.text.contains(" VR ") }
            run.type("\u{1B}[C\u{1B}[C")
            try run.wait(for: "a look to the right") { $0.text.contains("View: pan 20°, tilt 0°, zoom 1.00") }
            run.type("\u{1B}[A")
            try run.wait(for: "a look upwards") { $0.text.contains("pan 20°, tilt 10°") }
            run.type("+")
            try run.wait(for: "less of it") { $0.text.contains("tilt 10°, zoom 1.25") }
            try expect(remote("get", "sphere-pan", in: folder), is: "20")
            _ = try remote("set", "sphere-tilt", "-30", in: folder)
            try expect(remote("get", "sphere-tilt", in: folder), is: "-30")
            run.type(Keys.press(40, 10) + Keys.drag(30, 10) + Keys.release(30, 10))
            try run.wait(for: "a look by the mouse") { _ in (try? remote("get", "sphere-pan", in: folder)) == "29" }
            try expect(remote("get", "pause", in: folder), is: "true")
            run.type("v")
            try run.wait(for: "two views") { $0.text.contains("Two views, for goggles") }
            try expect(remote("get", "sphere-style", in: folder), is: "vr-goggles")
            run.type("v")
            try run.wait(for: "one view") { $0.text.contains("One view") }
            run.type("\u{1B}[H")
            try run.wait(for: "straight ahead") { $0.text.contains("View: pan 0°, tilt 0°, zoom 1.00") }
            try expect(remote("get", "time-pos", in: folder), is: "2")
            run.type("gV")
            try run.wait(for: "a flat picture") { $0.text.contains("360° video: off") && !$0.text.contains(" VR ") }
            run.type("gV")
            try run.wait(for: "a sphere by hand") { $0.text.contains("360° video: on") && $0.text.contains(" VR ") }
            run.type("gV")
            try run.wait(for: "a cube map") { $0.text.contains("360° video: on, from a cube map") }
            run.type("gV")
            try run.wait(for: "the file's word") { $0.text.contains("360° video: as the file says") }
            let events = try String(contentsOf: folder.appendingPathComponent(log), encoding: .utf8)
            #expect(events.contains("Video360VRGoggles") && events.contains("Video360Normal"))
        }
    }

    @Test(
        "UI-28, UI-30: --video-projection makes any video a sphere or a flat picture without a button, in which arrows seek"
    )
    func byHand() throws {
        try player { _ in
            ["--video-projection=equirectangular", Fixtures.path("counter.mp4")]
        } _: { run, folder in
            try run.wait(for: "the button") { $0.text.contains(" VR ") }
            try expect(remote("get", "video-projection", in: folder), is: "equirectangular")
        }
        try player {
            [try marked(in: $0), "--video-projection=flat"]
        } _: { run, folder in
            try run.wait(for: "the picture") { $0.counter == 0 }
            expect(run.screen.text.contains(" VR "), is: false)
            run.type("\u{1B}[C")
            try run.wait(for: "5 seconds later") { ($0.counter ?? 0) >= 50 }
        }
    }

    @Test("UI-28: a file marked as a cube map is a sphere, and --video-projection=cubemap makes any video one")
    func cube() throws {
        try player { folder in
            [try markedCube(in: folder)]
        } _: { run, _ in
            try run.wait(for: "the button") { $0.text.contains(" VR ") }
            run.type("\u{1B}[C")
            try run.wait(for: "a look to the right") { $0.text.contains("View: pan 10°") }
        }
        try player { _ in
            ["--video-projection=cubemap", Fixtures.path("counter.mp4")]
        } _: { run, folder in
            try run.wait(for: "the button") { $0.text.contains(" VR ") }
            try expect(remote("get", "video-projection", in: folder), is: "cubemap")
        }
    }

    @Test("UI-31: a narrow pane refuses goggles")
    func narrow() throws {
        let run = try PlayerRun(
            ["--pause", "--control-bar=always", "--video-projection=equirectangular", Fixtures.path("counter.mp4")],
            columns: 36, rows: 20)
        try run.wait(for: "the button") { $0.text.contains(" VR ") }
        run.type("v")
        try run.wait(for: "the refusal") { $0.text.contains("Two views need 40 columns") }
        try run.quit()
    }
}
