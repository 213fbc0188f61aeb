import PlayCore
import TestSupport
import Testing

@testable import ClassStreams

@Suite("Pictures over a slow connection") struct PictureThriftTests {
    /// A connection with a queue of 0.3 s before it, and people who send over it.
    private struct Line {
        var bitRate: Double
        var people: [String]
        var small: Set<String> = []
        var hidden: Set<String> = []
        var thrift = PictureThrift()
        var now = HostTime.zero
        var queue = 0.0
        var changes = 0
        var strainedLooks = 0

        private func rate(_ id: String) -> Double {
            switch thrift.saving(of: .person(id)) {
            case .resting: 0
            case .small: 100_000
            case nil: 600_000
            }
        }

        var sum: Double { people.reduce(0) { $0 + rate($1) } }
        var resting: [String] { people.filter { thrift.saving(of: .person($0)) == .resting } }
        var shrunk: [String] { people.filter { thrift.saving(of: .person($0)) == .small } }

        mutating func run(_ seconds: Int) {
            for _ in 0..<seconds * 4 {
                now = now + .milliseconds(250)
                queue = min(max(0, queue + (sum - bitRate) / 4), bitRate * 0.3)
                let isStrained = queue >= bitRate * 0.3
                if isStrained { strainedLooks += 1 }
                let streams = people.map { id in
                    PictureThrift.Stream(
                        picture: .person(id), isLarge: id == people.first, isSeen: !hidden.contains(id),
                        canShrink: small.contains(id) && thrift.saving(of: .person(id)) == nil, isStrained: isStrained)
                }
                if thrift.look(streams, at: now) { changes += 1 }
            }
        }
    }

    @Test func aSufficientLineCausesNoSavings() {
        var line = Line(bitRate: 5e6, people: ["t", "a", "b"])
        line.run(600)
        expect(line.changes, is: 0)
    }

    @Test("Within 15 seconds the received pictures fit the connection, and the large picture is among them")
    func thin() {
        var line = Line(bitRate: 1e6, people: ["t", "a", "b", "c", "d", "e"])
        line.run(15)
        #expect(line.sum <= line.bitRate)
        expect(line.resting, is: ["a", "b", "c", "d", "e"])
    }

    @Test func offeredSmallPicturesAreUsedBeforePausing() {
        var line = Line(bitRate: 1e6, people: ["t", "a", "b", "c"], small: ["a", "b", "c"])
        line.run(15)
        #expect(line.shrunk == ["a", "b", "c"] && line.resting.isEmpty)
        line = Line(bitRate: 3e5, people: ["t"], small: ["t"])
        line.run(15)
        expect(line.shrunk, is: ["t"])
    }

    @Test func hiddenPicturesArePausedFirst() {
        var line = Line(bitRate: 1.3e6, people: ["t", "a", "b", "c"], hidden: ["a", "c"])
        line.run(15)
        expect(line.resting, is: ["a", "c"])
    }

    @Test("Pictures return when the connection can carry them")
    func recovery() {
        var line = Line(bitRate: 1e6, people: ["t", "a", "b", "c"])
        line.run(15)
        #expect(!line.resting.isEmpty)
        line.bitRate = 5e6
        line.run(120)
        #expect(line.resting.isEmpty)
    }

    @Test("On a permanently slow connection, attempts become rare and strain less than a twentieth of an hour")
    func tries() {
        var line = Line(bitRate: 1e6, people: ["t", "a", "b"])
        line.run(15)
        line.strainedLooks = 0
        line.run(3600)
        #expect(line.strainedLooks < 3600 * 4 / 20)
        #expect(line.sum <= line.bitRate || line.queue > 0)
    }

    @Test func oneStrainedPersonCausesNoSavings() {
        var thrift = PictureThrift()
        for look in 0..<400 {
            let streams = ["t", "a"].map {
                PictureThrift.Stream(picture: .person($0), isLarge: $0 == "t", isStrained: $0 == "a")
            }
            let isChanged = thrift.look(streams, at: .milliseconds(look * 250))
            #expect(!isChanged)
        }
    }

    @Test func aPictureResumedByTheViewerIsPausedLast() {
        var line = Line(bitRate: 1.3e6, people: ["t", "a", "b"])
        line.run(15)
        expect(line.resting, is: ["b"])
        line.thrift.forget(.person("b"), at: line.now)
        line.run(15)
        expect(line.resting, is: ["a"])
    }
}
