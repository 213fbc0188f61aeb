/// A counter that each seek or track switch increments. Data of an older generation is stale (ffplay's serial).
package struct Generation: Sendable, Hashable, Comparable {
    package let number: UInt64

    package init(_ number: UInt64 = 0) { self.number = number }

    package var next: Generation { Generation(number + 1) }

    package static func < (a: Generation, b: Generation) -> Bool { a.number < b.number }
}
