import Manifests

enum RenditionMatch {
    /// Returns the rendition of the same name. If its period is gone, returns the most similar one of its kind, or
    /// `nil`. Texts and sounds must have the same language.
    static func continuation(of old: Rendition, in newer: [Rendition]) -> Rendition? {
        if let same = newer.first(where: { $0.id == old.id && $0.kind == old.kind }) { return same }
        return newer.filter { $0.kind == old.kind && (isPicture($0) || $0.language == old.language) }
            .min { distance(old, $0).lexicographicallyPrecedes(distance(old, $1)) }
    }

    private static func isPicture(_ rendition: Rendition) -> Bool { [.video, .muxed].contains(rendition.kind) }

    /// Returns the differences by weight; the first one decides.
    private static func distance(_ a: Rendition, _ b: Rendition) -> [Int] {
        [
            a.codecs.first?.prefix(4) == b.codecs.first?.prefix(4) ? 0 : 1, abs(a.height - b.height),
            abs((a.bandwidth ?? 0) - (b.bandwidth ?? 0)),
        ]
    }
}
