import TestSupport
import Testing

@testable import PlayCore

@Suite("LocaleName")
struct LocaleNameTests {
    @Test("LC_ALL precedes the category, which precedes LANG, and empty variables do not count")
    func precedence() {
        func wanted(_ environment: [String: String]) -> String {
            LocaleName.wanted(category: "LC_MESSAGES") { environment[$0] }.text
        }
        expect(wanted([:]), is: "C")
        expect(wanted(["LANG": "zh_CN.UTF-8"]), is: "zh_CN.UTF-8")
        expect(wanted(["LANG": "a", "LC_MESSAGES": "b"]), is: "b")
        expect(wanted(["LANG": "a", "LC_MESSAGES": "b", "LC_ALL": "c"]), is: "c")
        expect(wanted(["LANG": "a", "LC_MESSAGES": "", "LC_ALL": ""]), is: "a")
    }

    @Test(
        "a locale name is split into language, codeset and modifier",
        arguments: [
            ("zh_CN.UTF-8", "zh_CN", true), ("zh_CN.utf8", "zh_CN", true), ("de_DE.UTF-8@euro", "de_DE", true),
            ("zh_CN.GBK", "zh_CN", false), ("de_DE@euro", "de_DE", false), ("C", "C", false), ("", "", false),
            (".", "", false), ("@", "", false),
        ])
    func parts(text: String, language: String, isUTF8: Bool) {
        expect(LocaleName(text: text).language, is: language)
        expect(LocaleName(text: text).isUTF8, is: isUTF8)
    }

    @Test("every form of Chinese finds the simplified catalogue, after its own and before other languages")
    func chinese() {
        func catalogues(_ text: String, _ languages: String? = nil) -> String? {
            LocaleName(text: text).catalogues(languages)
        }
        expect(catalogues("zh_TW.UTF-8"), is: "zh_TW:zh_CN")
        expect(catalogues("zh_Hant_HK.UTF-8"), is: "zh_Hant_HK:zh_CN")
        expect(catalogues("zh.UTF-8", ""), is: "zh:zh_CN")
        expect(catalogues("en_US.UTF-8", "zh_TW:zh_HK:en"), is: "zh_TW:zh_HK:zh_CN:en")
        expect(catalogues("zh_TW.UTF-8", "en"), is: nil)
        expect(catalogues("zh_CN.UTF-8"), is: nil)
        expect(catalogues("zha_CN.UTF-8"), is: nil)
        expect(catalogues("C"), is: nil)
    }

    @Test("the viewer's languages are tags with their general forms, and the C locale has none")
    func languages() {
        func languages(_ environment: [String: String]) -> [String] { LocaleName.languages { environment[$0] } }
        expect(languages(["LANG": "zh_CN.UTF-8"]), is: ["zh-CN", "zh"])
        expect(languages(["LANG": "de_DE.UTF-8", "LANGUAGE": "de_AT:en"]), is: ["de-AT", "de", "en", "de-DE"])
        expect(languages(["LANG": "sr_RS@latin"]), is: ["sr-RS", "sr"])
        #expect(languages(["LC_ALL": "C", "LANG": "zh_CN.UTF-8"]).isEmpty)
        #expect(languages(["LC_ALL": "C.UTF-8", "LANGUAGE": "en"]).isEmpty)
        #expect(languages([:]).isEmpty)
    }
}
