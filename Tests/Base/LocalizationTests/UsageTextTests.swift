import Localization
import TestSupport
import Testing

@Suite("Words that stand for values") struct UsageTextTests {
    private func shown(_ usage: String) -> String {
        OtherLanguage.$translate.withValue(
            { ["FILE": "文件", "NAME": "名称", "VALUE": "值", "URL": "网址"][$0] },
            operation: { UsageText.localized(usage) })
    }

    @Test("words that stand for values are translated, names and values stay")
    func words() {
        expect(shown("--sub-file=FILE|no"), is: "--sub-file=文件|no")
        expect(shown("NAME=VALUE[,...]"), is: "名称=值[,...]")
        expect(shown("play FILE|URL..."), is: "play 文件|网址...")
    }

    @Test(
        "words that stand for nothing, or have no translation, stay",
        arguments: ["#RRGGBB", "JSON", "FILENAME", "HOST", "", "--Ab"])
    func others(usage: String) { expect(shown(usage), is: usage) }
}
