/// Connects representations that continue one another from period to period: by the same ID, else by similarity.
struct RenditionChains {
    struct Member {
        let set: DASHAdaptationSet
        let form: DASHRepresentation
        let switchingSet: String
    }

    struct Chain {
        let kind: Rendition.Kind
        /// The member that names the chain.
        let origin: Member
        /// One member per period, or `nil` for a period without a member of this kind.
        var members: [Member?]
    }

    private(set) var list: [Chain] = []
    private let periods: [[Member]]

    /// Real manifests of several periods have fewer. Comparing more would take seconds.
    private static let maximum = 200

    init(_ periods: [DASHPeriod]) {
        self.periods = periods.map { period in
            let names = Self.switchingNames(period.sets)
            return period.sets.flatMap { set in
                set.representations.map { Member(set: set, form: $0, switchingSet: names[set.id] ?? set.id) }
            }
        }
    }

    /// Returns a common name for connected sets: the smallest of their names, independent of the direction of
    /// references.
    private static func switchingNames(_ sets: [DASHAdaptationSet]) -> [String: String] {
        var result: [String: String] = [:]
        for set in sets where !set.switchableSets.isEmpty {
            let members = [set.id] + set.switchableSets
            let name = members.map { result[$0] ?? $0 }.min() ?? set.id
            for member in members { result[member] = name }
        }
        return result
    }

    mutating func extendAll() {
        for index in periods.indices {
            let members = periods[index]
            var used: Set<Int> = []
            for place in list.indices {
                let best = Self.best(for: list[place], among: members)
                list[place].members.append(best.map { members[$0] })
                if let best { used.insert(best) }
            }
            for (place, member) in members.enumerated() where !used.contains(place) {
                guard index == 0 || list.count < Self.maximum else { break }
                begin(member, in: index)
            }
        }
    }

    /// Starts a chain. Earlier periods contribute their most similar members.
    private mutating func begin(_ member: Member, in period: Int) {
        var chain = Chain(kind: member.form.kind, origin: member, members: [])
        let alone = Chain(kind: member.form.kind, origin: member, members: [member])
        for earlier in periods[..<period] {
            chain.members.append(Self.best(for: alone, among: earlier).map { earlier[$0] })
        }
        chain.members.append(member)
        list.append(chain)
    }

    /// Returns the index of the member that continues a chain: of the same kind; for texts, also language and roles.
    private static func best(for chain: Chain, among members: [Member]) -> Int? {
        guard let last = chain.members.last(where: { $0 != nil }).flatMap(\.self) else { return nil }
        var best: (index: Int, distance: Distance)?
        for (index, member) in members.enumerated() where member.form.kind == chain.kind {
            if chain.kind == .text, member.set.language != last.set.language || member.set.roles != last.set.roles {
                continue
            }
            let distance = Distance(from: last, to: member)
            if best.map({ distance < $0.distance }) ?? true { best = (index, distance) }
        }
        return best?.index
    }

    /// The dissimilarity of two members. The first difference counts.
    private struct Distance: Comparable {
        let values: [Int64]

        init(from a: Member, to b: Member) {
            values = [
                a.set.language == b.set.language ? 0 : 1,
                a.set.roles == b.set.roles ? 0 : 1,
                (a.form.protection == nil) == (b.form.protection == nil) ? 0 : 1,
                a.form.codecs.first?.prefix(4) == b.form.codecs.first?.prefix(4) ? 0 : 1,
                a.form.channels == b.form.channels ? 0 : 1,
                a.form.id == b.form.id && a.form.height == b.form.height ? 0 : 1,
                Int64(abs(a.form.height - b.form.height)),
                abs(a.form.bandwidth - b.form.bandwidth),
            ]
        }

        static func < (a: Distance, b: Distance) -> Bool { a.values.lexicographicallyPrecedes(b.values) }
    }
}
