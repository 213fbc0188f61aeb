import PlayCore
import TestSupport
import Testing

@Suite("DefinitionChoice")
struct DefinitionChoiceTests {
    private func list(_ keys: String...) -> [DefinitionInfo] {
        keys.map { DefinitionInfo(key: .init(rawValue: $0), name: $0) }
    }

    private func keys(_ text: String) -> [DefinitionInfo.Key] {
        text.split(separator: ",").map { DefinitionInfo.Key(rawValue: String($0)) }
    }

    @Test(
        "PLAY-12, PLAY-13: the first available wish is chosen, else the service's first available, else the first",
        arguments: [
            ("720p,high", "low", 2), ("480p,high", "low", 1), ("HIGH", "low", 0), ("", "audio,low", 3),
            ("x", "y,720p", 2), ("", "", 0), ("x", "y", 0), ("audio", "720p", 3), ("x,audio,720p", "", 3),
        ])
    func choice(preferred: String, ranking: String, index: Int) {
        let choice = DefinitionChoice(preferred: keys(preferred), ranking: keys(ranking))
        expect(choice.index(in: list("low", "high", "720p", "audio")), is: index)
        expect(choice.index(in: []), is: nil)
    }

    @Test("PLAY-12: without an available wish there is no preferred definition")
    func none() {
        let choice = DefinitionChoice(preferred: keys("x"), ranking: keys("low"))
        expect(choice.preferredIndex(in: list("low", "high")), is: nil)
    }

    @Test(
        "INFO-05: a number is not a valid definition key; INFO-04: any other word is",
        arguments: [
            ("720p", true), ("superHD", true), ("原画", true), ("3", false), ("-1", false), ("2.0", false), ("", false),
            ("a b", false),
        ])
    func written(text: String, isKey: Bool) {
        expect((DefinitionInfo.Key(written: text)?.rawValue == text), is: isKey)
    }

    private let video = Video(
        id: "v",
        sources: [
            Source("a", definition: DefinitionInfo(key: .high, name: "High")),
            Source("b", definition: DefinitionInfo(key: .hd720, name: "720p")),
            Source("c", definition: DefinitionInfo(key: .high, name: "High")), Source("d"),
        ])

    @Test("INFO-03, PLAY-26, INFO-06: sources of the same definition are its addresses, each with its index")
    func selections() {
        expect(video.definitionList.map(\.definitionKey), is: [.high, .hd720])
        let plain = video.selections(preferring: [])
        expect(plain.map(\.source.location), is: ["a", "c", "b", "d"])
        expect(plain.map(\.network.index), is: [0, 1, 0, 0])
        expect(plain.map(\.network.count), is: [2, 2, 1, 1])
        expect(video.selections(preferring: [.hd720]).map(\.source.location), is: ["b", "a", "c", "d"])
        let ranked = video.updating { $0.definitionRanking = [.audio, .hd720] }
        expect(ranked.selections(preferring: []).map(\.source.location), is: ["b", "a", "c", "d"])
        expect(Video(location: "x").selections(preferring: [.low]).map(\.source.location), is: ["x"])
    }

    @Test(
        "INFO-01: a container's format has its common name",
        arguments: [("mov,mp4,m4a,3gp,3g2,mj2", "mp4"), ("matroska,webm", "matroska"), ("mp3", "mp3"), ("", nil)])
    func format(container: String, name: String?) {
        expect(MediaFormat(container: container)?.rawValue, is: name)
    }
}
