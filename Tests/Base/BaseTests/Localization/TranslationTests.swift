import Foundation
import PlayCore
import TestSupport
import Testing

/// The way from the environment to a translated line, in a separate process because locales belong to processes.
@Suite("Translation")
struct TranslationTests {
    private static let root = Checkout.folder

    /// Returns the first line of `tvplay --help`, with the Chinese catalogue available.
    private func firstLine(_ environment: [String: String]) throws -> String {
        let data = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(data) }
        let catalogue = data.appendingPathComponent("locale/zh_CN/LC_MESSAGES")
        try FileManager.default.createDirectory(at: catalogue, withIntermediateDirectories: true)
        let compiled = try BuiltProgram.run(
            "/usr/bin/msgfmt",
            ["-o", catalogue.path + "/tvplay.mo", Self.root.appendingPathComponent("po/zh_CN.po").path])
        expect(compiled.status, is: 0, "\(compiled.errors)")
        let environment = environment.merging(["TVPLAY_DATA": data.path]) { own, _ in own }
        let help = try BuiltProgram.run(BuiltProgram.path("tvplay"), ["--help"], environment: environment)
        return String(help.output.prefix { $0 != "\n" })
    }

    @Test(
        "a Chinese locale gets Chinese text even if the system lacks that locale",
        arguments: [
            ["LANG": "zh_CN.UTF-8"], ["LC_ALL": "zh_CN.utf8"], ["LANG": "C.UTF-8", "LANGUAGE": "zh_CN"],
            ["LANG": "en_US.UTF-8", "LC_MESSAGES": "zh_CN.UTF-8"], ["LANG": "zh_TW.UTF-8"], ["LC_ALL": "zh_HK.UTF-8"],
            ["LANG": "zh_SG.utf8"], ["LANG": "C.UTF-8", "LANGUAGE": "zh_TW:en"],
        ])
    func chinese(environment: [String: String]) throws {
        try expect(firstLine(environment), is: "tvplay 在终端中播放视频和声音。")
    }

    @Test(
        "the text is English if Chinese cannot be shown or was not requested",
        arguments: [
            [:], ["LANG": "C"], ["LC_ALL": "POSIX", "LANGUAGE": "zh_CN"], ["LANG": "zh_CN.GBK"],
            ["LANG": "de_DE.UTF-8"],
            ["LANG": "zh_CN.UTF-8", "LC_CTYPE": "C"], ["LANG": "no such locale/../x"],
            ["LANG": "zh_CN.UTF-8", "LANGUAGE": "en"],
        ])
    func english(environment: [String: String]) throws {
        try expect(firstLine(environment), is: "tvplay plays video and sound in the terminal.")
    }

    @Test("a message with a count is singular for one and plural for other counts in English")
    func counts() {
        func text(_ count: Int) -> String { trn("%1 download of %2", "%1 downloads of %2", count, "%1") }
        expect(text(1), is: "1 download of %1")
        expect([0, 2, 11, 101].map(text), is: ["0", "2", "11", "101"].map { "\($0) downloads of %1" })
    }

    @Test("a message with a context has its own translation, and stays as it is without one")
    func contexts() {
        expect(trc("menu", "Muted"), is: "Muted")
        #expect(["a", "b"].listed == "a, b" && ["a", "b"].clauses == "a, b")
        OtherLanguage.$translate.withValue({ ["menu\u{4}Muted": "静音", "Muted": "已静音"][$0] }) {
            #expect(trc("menu", "Muted") == "静音" && tr("Muted") == "已静音" && trc("bar", "Muted") == "Muted")
        }
    }

    @Test("another language is looked up by the singular and has one form for all counts")
    func countsElsewhere() {
        func text(_ count: Int) -> String { trn("%1 download", "%1 downloads", count) }
        OtherLanguage.$translate.withValue({ $0 == "%1 download" ? "%1 个下载" : nil }) {
            expect([1, 2].map(text), is: ["1 个下载", "2 个下载"])
        }
        OtherLanguage.$translate.withValue({ _ in nil }) {
            expect([1, 2].map(text), is: ["1 download", "2 downloads"])
        }
    }

    @Test("ngettext chooses the form by the catalogue's rule: zero is singular in French")
    func catalogueForms() throws {
        let data = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(data) }
        let catalogue = data.appendingPathComponent("locale/fr/LC_MESSAGES")
        try FileManager.default.createDirectory(at: catalogue, withIntermediateDirectories: true)
        let source = data.appendingPathComponent("fr.po")
        try """
        msgid ""
        msgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=2; plural=(n > 1);\\n"

        msgid "%1 position removed"
        msgid_plural "%1 positions removed"
        msgstr[0] "%1 position supprimée"
        msgstr[1] "%1 positions supprimées"
        """.write(to: source, atomically: true, encoding: .utf8)
        let compiled = try BuiltProgram.run("/usr/bin/msgfmt", ["-o", catalogue.path + "/tvplay.mo", source.path])
        expect(compiled.status, is: 0, "\(compiled.errors)")
        let cleared = try BuiltProgram.run(
            BuiltProgram.path("tvplay"), ["positions", "clear"],
            environment: ["LANG": "fr_FR.UTF-8", "TVPLAY_DATA": data.path, "HOME": data.path])
        expect(cleared.output, is: "0 position supprimée\n", "\(cleared.errors)")
    }
}
