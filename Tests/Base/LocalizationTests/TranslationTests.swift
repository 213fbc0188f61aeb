import Foundation
import TestSupport
import Testing

/// The whole way from the environment to a translated line, in a process of its own: locales belong to processes.
@Suite("Translation")
struct TranslationTests {
    private static let root = Checkout.folder

    /// First line of `tvplay --help` with the Chinese catalogue in reach.
    private func firstLine(_ environment: [String: String]) throws -> String {
        let data = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(data) }
        let catalogue = data.appendingPathComponent("locale/zh_CN/LC_MESSAGES")
        try FileManager.default.createDirectory(at: catalogue, withIntermediateDirectories: true)
        let compiled = try BuiltProgram.run(
            "/usr/bin/msgfmt",
            ["-o", catalogue.path + "/tvplay.mo", Self.root.appendingPathComponent("po/zh_CN.po").path])
        #expect(compiled.status == 0, "\(compiled.errors)")
        let environment = environment.merging(["TVPLAY_DATA": data.path]) { own, _ in own }
        let help = try BuiltProgram.run(BuiltProgram.path("tvplay"), ["--help"], environment: environment)
        return String(help.output.prefix { $0 != "\n" })
    }

    @Test(
        "a Chinese locale gets Chinese, also where that locale was never generated",
        arguments: [
            ["LANG": "zh_CN.UTF-8"], ["LC_ALL": "zh_CN.utf8"], ["LANG": "C.UTF-8", "LANGUAGE": "zh_CN"],
            ["LANG": "en_US.UTF-8", "LC_MESSAGES": "zh_CN.UTF-8"],
        ])
    func chinese(environment: [String: String]) throws {
        #expect(try firstLine(environment) == "tvplay 在终端里播放视频和声音。")
    }

    @Test(
        "where Chinese cannot be shown or was not asked for, the text is English",
        arguments: [
            [:], ["LANG": "C"], ["LC_ALL": "POSIX", "LANGUAGE": "zh_CN"], ["LANG": "zh_CN.GBK"],
            ["LANG": "de_DE.UTF-8"],
            ["LANG": "zh_CN.UTF-8", "LC_CTYPE": "C"], ["LANG": "no such locale/../x"],
            ["LANG": "zh_CN.UTF-8", "LANGUAGE": "en"],
        ])
    func english(environment: [String: String]) throws {
        #expect(try firstLine(environment) == "tvplay plays video and sound in the terminal.")
    }
}
