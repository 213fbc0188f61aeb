import Foundation
import TestSupport
import Testing

/// Tests of the modules' use of system libraries, read from their object files.
@Suite("Linking")
struct LinkingTests {
    /// The targets of all layers above the screen.
    private static let core: [String] = {
        let sources = Checkout.folder.appendingPathComponent("Sources")
        let layers = ["Base", "Network", "Formats", "Media", "Player", "Features", "Control"]
        return layers.flatMap { layer in
            let folder = sources.appendingPathComponent(layer).path
            return (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        }
    }()

    /// Returns the concatenated object files of a module.
    private func objects(of module: String) throws -> Data {
        let folder = URL(fileURLWithPath: BuiltProgram.path(module + ".build"))
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "o" }
        try #require(!files.isEmpty, "no objects in \(folder.path)")
        return try files.reduce(into: Data()) { $0 += try Data(contentsOf: $1, options: .alwaysMapped) }
    }

    private func mentions(_ word: String, in data: Data) -> Bool { data.range(of: Data(word.utf8)) != nil }

    @Test("CFG-01: no module of the core links ncurses or uses a module that does", arguments: core)
    func ncurses(module: String) throws {
        let data = try objects(of: module)
        // The names in the module map, which the compiler writes into each object file for the linker.
        for library in ["-lncursesw", "-ltinfo"] { #expect(!mentions(library, in: data), "\(library)") }
        // Swift names contain their module's name. The core must not contain names of the screen's modules.
        for screen in ["8Terminal", "3TUI", "6Mosaic"] { #expect(!mentions("$s" + screen, in: data), "\(screen)") }
    }

    @Test("CFG-01: a module that links ncurses is detected")
    func control() throws {
        // A layer that cannot be read would not be checked.
        #expect(Self.core.contains("PlayCore"))
        #expect(Self.core.contains("RemoteControl"))
        #expect(mentions("-lncursesw", in: try objects(of: "Terminal")))
        #expect(mentions("$s6Mosaic", in: try objects(of: "Mosaic")))
    }

    @Test("ARCH-42: the sound module uses PCM devices, but no mixers or card controls")
    func mixer() throws {
        let data = try objects(of: "AudioOutput")
        #expect(mentions("snd_pcm_writei", in: data))
        for name in ["snd_mixer", "snd_ctl", "snd_hctl", "snd_seq"] { #expect(!mentions(name, in: data), "\(name)") }
    }
}
