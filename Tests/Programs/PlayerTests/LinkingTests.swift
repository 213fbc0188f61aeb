import Foundation
import TestSupport
import Testing

/// What the modules ask of system libraries, read from the objects that the compiler made of them.
@Suite("Linking")
struct LinkingTests {
    /// Every target of the layers above the screen.
    private static let core: [String] = {
        let sources = Checkout.folder.appendingPathComponent("Sources")
        let layers = ["Base", "Network", "Formats", "Media", "Player", "Features", "Control"]
        return layers.flatMap { layer in
            let folder = sources.appendingPathComponent(layer).path
            return (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        }
    }()

    /// All objects of a module, one behind the other.
    private func objects(of module: String) throws -> Data {
        let folder = URL(fileURLWithPath: BuiltProgram.path(module + ".build"))
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "o" }
        try #require(!files.isEmpty, "no objects in \(folder.path)")
        return try files.reduce(into: Data()) { $0 += try Data(contentsOf: $1, options: .alwaysMapped) }
    }

    private func mentions(_ word: String, in data: Data) -> Bool { data.range(of: Data(word.utf8)) != nil }

    @Test("CFG-01: no module of the core has ncurses linked, nor uses a module that has", arguments: core)
    func ncurses(module: String) throws {
        let data = try objects(of: module)
        // The module map's names, which the compiler writes into each object for the linker.
        for library in ["-lncursesw", "-ltinfo"] { #expect(!mentions(library, in: data), "\(library)") }
        // Names of Swift carry their module's: the screen's are not in the core.
        for screen in ["8Terminal", "3TUI", "6Mosaic"] { #expect(!mentions("$s" + screen, in: data), "\(screen)") }
    }

    @Test("CFG-01: and where ncurses is linked it is seen")
    func control() throws {
        // A layer that could not be read would be a layer that is not looked at.
        #expect(Self.core.contains("PlayCore"))
        #expect(Self.core.contains("RemoteControl"))
        #expect(mentions("-lncursesw", in: try objects(of: "Terminal")))
        #expect(mentions("$s6Mosaic", in: try objects(of: "Mosaic")))
    }

    @Test("ARCH-42: the sound's module knows PCM devices, and neither mixers nor controls of cards")
    func mixer() throws {
        let data = try objects(of: "AudioOutput")
        #expect(mentions("snd_pcm_writei", in: data))
        for name in ["snd_mixer", "snd_ctl", "snd_hctl", "snd_seq"] { #expect(!mentions(name, in: data), "\(name)") }
    }
}
