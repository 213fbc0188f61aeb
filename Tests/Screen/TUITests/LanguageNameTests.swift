import TestSupport
import Testing

@testable import TUI

@Suite("Names of languages")
struct LanguageNameTests {
    @Test("codes of two and three letters have the same name, a region is kept, and an unknown code stays")
    func names() {
        for (code, name) in [
            ("eng", "English"), ("en", "English"), ("chi", "Chinese"), ("zho", "Chinese"),
            ("zh-Hans", "Simplified Chinese"), ("cht", "Traditional Chinese"), ("yue", "Cantonese"),
            ("pt-BR", "Portuguese (pt-BR)"), ("xyz", "xyz"),
            ("中文", "中文"),
        ] {
            expect(LanguageName.of(code), is: name)
        }
    }

    @Test("a title that names its language is shown without the language")
    func parts() {
        expect(LanguageName.parts(title: "English (SDH)", language: "eng"), is: ["English (SDH)"])
        expect(LanguageName.parts(title: "Director", language: "ger"), is: ["Director", "German"])
        expect(LanguageName.parts(title: "", language: "und"), is: [])
        expect(LanguageName.parts(title: nil, language: "fra"), is: ["French"])
    }
}
