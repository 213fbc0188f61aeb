import Manifests

/// Alternative pictures of the same event (HLS: groups of type `VIDEO`): which of them are one track to the viewer.
/// Pure.
struct AngleChoices {
    struct Choice {
        /// The item's track.
        let id: Int
        /// The same angle in the groups of several variants has one name.
        let name: String?
        let language: String?
        let isDefault: Bool
    }

    /// Empty: there is nothing to choose.
    let list: [Choice]
    private let renditions: [Rendition]

    /// - Parameters:
    ///   - variants: those that are played.
    ///   - first: the number of the first, under which the packets of all come.
    ///   - firstID: of the second.
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

    /// How many track numbers they take beside that of the pictures.
    var numberCount: Int { max(0, list.count - 1) }

    /// What plays unless somebody chooses.
    var first: Int? { list.first(where: \.isDefault)?.id }

    /// The angle as it goes with a variant; where that has none of its name, the default of its group. The variant
    /// itself, where that is the angle.
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
