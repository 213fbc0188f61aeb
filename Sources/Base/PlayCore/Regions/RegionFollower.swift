/// Reports the regions that playback enters. A seek into a region suspends its effect until playback reaches its start
/// again: the viewer went there to see it. Only a cut always takes effect, unless the seek undoes the skip over it.
package struct RegionFollower: Sendable, Equatable {
    package let index: RegionIndex
    /// The regions around the position that have taken effect or are suspended.
    private var inside: Set<Int> = []

    package init(_ index: RegionIndex = RegionIndex()) { self.index = index }

    /// Replaces the regions. A region around the position is entered if an earlier one of its start and kind was.
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

    /// Returns the regions entered since the last call, in order.
    package mutating func play(to position: MediaTime) -> [Region] {
        guard !index.isEmpty else { return [] }
        let here = index.indices(at: position)
        let entered = here.filter { !inside.contains($0) }
        inside = Set(here)
        return entered.map { index.regions[$0] }
    }

    /// Moves the position as a seek does. `letsCutsBe`: the seek undoes a skip.
    package mutating func leap(to position: MediaTime, letsCutsBe: Bool = false) {
        guard !index.isEmpty else { return }
        inside = Set(
            index.indices(at: position).filter {
                letsCutsBe || inside.contains($0) || index.regions[$0].effect != .cut
            })
    }
}
