import PlayCore
import TestSupport
import Testing

@Suite("Placeholder words in usage texts") struct UsageTextTests {
    private func shown(_ usage: String) -> String {
        OtherLanguage.$translate.withValue(
            { ["FILE": "文件", "NAME": "名称", "VALUE": "值", "URL": "网址"][$0] },
            operation: { UsageText.localized(usage) })
    }

    @Test("placeholder words are translated, and option names and values are kept")
    func words() {
        expect(shown("--sub-file=FILE|no"), is: "--sub-file=文件|no")
        expect(shown("NAME=VALUE[,...]"), is: "名称=值[,...]")
        expect(shown("play FILE|URL..."), is: "play 文件|网址...")
    }

    @Test(
        "words without a translation are kept",
        arguments: ["#RRGGBB", "JSON", "FILENAME", "HOST", "", "--Ab"])
    func others(usage: String) { expect(shown(usage), is: usage) }
}
