import Manifests

/// Finds a rendition again in a later reading of its manifest. Pure.
enum RenditionMatch {
    /// The one of the same name; when the period that gave it its name has gone, the most alike of its kind. Nil: there
    /// is none of its kind, and for texts and sounds none of its language.
    static func continuation(of old: Rendition, in newer: [Rendition]) -> Rendition? {
        if let same = newer.first(where: { $0.id == old.id && $0.kind == old.kind }) { return same }
        return newer.filter { $0.kind == old.kind && (isPicture($0) || $0.language == old.language) }
            .min { distance(old, $0).lexicographicallyPrecedes(distance(old, $1)) }
    }

    private static func isPicture(_ rendition: Rendition) -> Bool { [.video, .muxed].contains(rendition.kind) }

    /// The first difference counts.
    private static func distance(_ a: Rendition, _ b: Rendition) -> [Int] {
        [
            a.codecs.first?.prefix(4) == b.codecs.first?.prefix(4) ? 0 : 1, abs(a.height - b.height),
            abs((a.bandwidth ?? 0) - (b.bandwidth ?? 0)),
        ]
    }
}
