import Manifests

/// Groups alternative pictures of an event (HLS: groups of type `VIDEO`) into tracks.
struct AngleChoices {
    struct Choice {
        let id: Int
        /// An angle has the same name in the groups of several variants.
        let name: String?
        let language: String?
        let isDefault: Bool
    }

    let list: [Choice]
    private let renditions: [Rendition]

    /// All packets have the first angle's track number, `first`. `firstID` is the second angle's.
    init(_ renditions: [Rendition], variants: [Int], first: Int, firstID: Int) {
        self.renditions = renditions
        let groups = Set(variants.compactMap { renditions[$0].videoGroup })
        var members: [Rendition] = []
        for member in renditions where Self.isAngle(member) && groups.contains(member.group ?? "") {
            if !members.contains(where: { Self.key($0) == Self.key(member) }) { members.append(member) }
        }
        let chosen = members.firstIndex(where: \.isDefault) ?? members.firstIndex(where: \.isInVariant) ?? 0
        list =
            members.count < 2
            ? []
            : members.enumerated().map { place, member in
                Choice(
                    id: place == 0 ? first : firstID + place - 1, name: member.name, language: member.language,
                    isDefault: place == chosen)
            }
    }

    var numberCount: Int { max(0, list.count - 1) }

    var first: Int? { list.first(where: \.isDefault)?.id }

    /// Returns an angle's rendition for a variant, else its group's default, or the variant if it is the angle itself.
    func rendition(of id: Int, with variant: Int) -> Int {
        guard let choice = list.first(where: { $0.id == id }), let group = renditions[variant].videoGroup else {
            return variant
        }
        let members = renditions.indices.filter { Self.isAngle(renditions[$0]) && renditions[$0].group == group }
        let named = members.first { Self.key(renditions[$0]) == choice.name ?? choice.language }
        guard let found = named ?? members.first(where: { renditions[$0].isDefault }),
            let source = renditions[found].sources.first, !renditions[variant].sources.contains(source)
        else { return variant }
        return found
    }

    private static func isAngle(_ rendition: Rendition) -> Bool {
        rendition.kind == .video && rendition.group != nil && rendition.switchingSet == nil
            && rendition.protection == nil
    }

    private static func key(_ rendition: Rendition) -> String? { rendition.name ?? rendition.language }
}
