/// Follows the position through regions and tells which of them playing enters. Pure.
///
/// A region acts when playing enters it. A seek into one lets it be, until playing comes to its start again: that the
/// viewer went there is a wish to see it. Only a cut is none that one can wish to see, unless the seek takes back the
/// leap over it.
package struct RegionFollower: Sendable, Equatable {
    package let index: RegionIndex
    /// Those that the position is in and that have acted, or are let be.
    private var inside: Set<Int> = []

    package init(_ index: RegionIndex = RegionIndex()) { self.index = index }

    /// The regions are others now. One that the position is in has acted if another that began there had.
    package mutating func replace(_ index: RegionIndex, at position: MediaTime) {
        let acted = inside.map { self.index.regions[$0] }
        var new = RegionFollower(index)
        new.inside = Set(
            index.indices(at: position).filter { place in
                let region = index.regions[place]
                return acted.contains { $0.range.start == region.range.start && $0.kind == region.kind }
            })
        self = new
    }

    /// Playing has come here.
    ///
    /// - Returns: what it has entered since, in order.
    package mutating func play(to position: MediaTime) -> [Region] {
        guard !index.isEmpty else { return [] }
        let here = index.indices(at: position)
        let entered = here.filter { !inside.contains($0) }
        inside = Set(here)
        return entered.map { index.regions[$0] }
    }

    /// A seek has led here.
    ///
    /// - Parameter letsCutsBe: it takes back a leap.
    package mutating func leap(to position: MediaTime, letsCutsBe: Bool = false) {
        guard !index.isEmpty else { return }
        inside = Set(
            index.indices(at: position).filter {
                letsCutsBe || inside.contains($0) || index.regions[$0].effect != .cut
            })
    }
}
