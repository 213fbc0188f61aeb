import TestSupport
import Testing

@testable import AudioOutput

@Suite("The sound of several outputs in one program")
struct ProgramMixTests {
    private var mix = ProgramMix(limit: 4)

    @Test("a single output passes at once")
    mutating func single() {
        let pieces = [mix.append([1, 2], of: 1), mix.append([3], of: 1)]
        expect(pieces, is: [[1, 2], [3]])
    }

    @Test("two outputs are added, neither interleaved nor lengthened")
    mutating func sum() {
        // The second one has just begun.
        let pieces = [
            mix.append([1, 1], of: 1), mix.append([10, 10, 10], of: 2), mix.append([2, 2], of: 1),
            mix.append([3, 3], of: 1), mix.append([20, 20, 20], of: 2),
        ]
        expect(pieces, is: [[1, 1], [], [12, 12], [13], [23]])
    }

    @Test("an output that falls silent delays the other one once")
    mutating func silence() {
        _ = mix.append([0], of: 2)
        let pieces = [
            mix.append([1, 1], of: 1), mix.append([1, 1], of: 1), mix.append([1, 1], of: 1), mix.append([2], of: 1),
        ]
        expect(pieces, is: [[], [], [1, 1, 1, 1, 1, 1], [2]])
        _ = mix.append([5], of: 2)
        mix.remove(2)
        let rest = mix.append([3], of: 1)
        expect(rest, is: [3])
    }
}
