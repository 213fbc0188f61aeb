import Foundation

/// The number of random inputs of a test. `make test` takes few, so that it stays fast; `Tests/Trials/fuzz` takes many.
package enum Rounds {
    /// Multiplies `count` by the environment's `TVPLAY_ROUNDS`.
    package static func of(_ count: Int) -> Int { count * (number("TVPLAY_ROUNDS") ?? 1) }

    /// Prefers the environment's `TVPLAY_SEED`.
    package static func seed(_ standard: UInt64) -> UInt64 { number("TVPLAY_SEED").map(UInt64.init) ?? standard }

    private static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }.map { max(1, $0) }
    }
}
