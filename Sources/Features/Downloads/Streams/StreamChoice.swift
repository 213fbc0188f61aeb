import DownloadModel
import Manifests
import PlayCore

struct StreamChoice: Equatable {
    let definition: DefinitionInfo
    /// Indices in the presentation's renditions, the variant first.
    let renditions: [Int]

    /// - Throws: `.noSuchDefinition`, `.protected`, `.unreadable`.
    init(_ presentation: Presentation, _ wishes: DownloadWishes) throws(DownloadProblem) {
        let definitions = presentation.definitions()
        guard !definitions.isEmpty else {
            if let protection = presentation.renditions.compactMap(\.protection).first {
                throw DownloadProblem(.protected, detail: protection.reason)
            }
            throw DownloadProblem(.unreadable, detail: "nothing to play in the manifest")
        }
        let all = presentation.renditions
        if wishes.isAudioOnly, !definitions.contains(where: { $0.info.isAudio }) {
            let sounds = all.indices.filter { all[$0].kind == .audio && Self.isUsable(all[$0]) }
            guard let sound = Self.sounds(sounds, all, wishes).first else {
                throw Self.noSuchDefinition(definitions.map(\.info))
            }
            definition = DefinitionInfo(key: .audio, name: "audio", bitRate: all[sound].bandwidth)
            renditions = [sound]
            return
        }
        guard let index = wishes.index(in: definitions.map(\.info)) else {
            throw Self.noSuchDefinition(definitions.map(\.info))
        }
        let chosen = definitions[index]
        definition = chosen.info
        let main = all[chosen.rendition]
        let others = all.indices.filter { $0 != chosen.rendition && Self.isUsable(all[$0]) }
        let sounds =
            main.kind == .audio
            ? [] : others.filter { all[$0].kind == .audio && Self.belongs(all[$0], to: main.audioGroup) }
        let texts = others.filter { index in
            guard all[index].kind == .text, Self.belongs(all[index], to: main.textGroup) else { return false }
            return wishes.textLanguages.map { Self.speaks(all[index].language, $0) } ?? true
        }
        renditions = [chosen.rendition] + Self.sounds(sounds, all, wishes) + texts
    }

    /// - Parameter told: the source's definition. The manifest's definition of that key counts, else a preferred one,
    ///   else the default, since a playlist of segments names no definition.
    init(
        _ presentation: Presentation, _ wishes: DownloadWishes, told: DefinitionInfo?
    ) throws(DownloadProblem) {
        guard let told else {
            self = try StreamChoice(presentation, wishes)
            return
        }
        var wishes = wishes
        if !wishes.isAudioOnly { wishes.definitions = [told.definitionKey.rawValue] + (wishes.definitions ?? []) }
        do throws(DownloadProblem) {
            self = try StreamChoice(presentation, wishes)
        } catch {
            guard error.code == .noSuchDefinition else { throw error }
            wishes.definitions = nil
            self = try StreamChoice(presentation, wishes)
        }
    }

    /// Chooses the sound of a stream that is another one's sound. Throws `.protected`, `.unreadable`.
    static func sound(_ presentation: Presentation, _ wishes: DownloadWishes) throws(DownloadProblem) -> Int {
        let all = presentation.renditions
        let usable = all.indices.filter { [.audio, .muxed].contains(all[$0].kind) && isUsable(all[$0]) }
        // A media playlist does not declare its contents.
        if let index = sounds(usable.filter { all[$0].kind == .audio }, all, wishes).first ?? usable.first {
            return index
        }
        if let protection = all.compactMap(\.protection).first {
            throw DownloadProblem(.protected, detail: protection.reason)
        }
        throw DownloadProblem(.unreadable, detail: "no sound in the manifest of the sound")
    }

    private static func noSuchDefinition(_ known: [DefinitionInfo]) -> DownloadProblem {
        DownloadProblem(.noSuchDefinition, detail: known.map(\.definitionKey.rawValue).joined(separator: ", "))
    }

    private static func isUsable(_ rendition: Rendition) -> Bool {
        !rendition.isInVariant && rendition.protection == nil
    }

    /// Returns whether the rendition belongs to the group. HLS names groups; DASH has none.
    private static func belongs(_ rendition: Rendition, to group: String?) -> Bool {
        guard let own = rendition.group else { return group == nil }
        return group == nil || own == group
    }

    private static func sounds(_ indices: [Int], _ all: [Rendition], _ wishes: DownloadWishes) -> [Int] {
        // The best form of each language.
        var best: [String: Int] = [:]
        for index in indices {
            let key =
                (all[index].language ?? "") + "/" + (all[index].group == nil ? "" : all[index].name ?? "")
                + "/\(all[index].purpose.rawValue)"
            if let known = best[key], (all[known].bandwidth ?? 0) >= (all[index].bandwidth ?? 0) { continue }
            best[key] = index
        }
        let each = best.values.sorted()
        let wanted = each.filter { speaks(all[$0].language, wishes.audioLanguages) }
        if !wanted.isEmpty { return wanted }
        let sound = each.map { all[$0] }.soundToPlay()
        guard let first = each.first(where: { all[$0] == sound }) else { return [] }
        return wishes.audioLanguages.isEmpty ? [first] + each.filter { $0 != first } : [first]
    }

    /// Returns whether a language is wanted; `en` also matches `en-GB`.
    private static func speaks(_ language: String?, _ wanted: [String]) -> Bool {
        guard let language = language?.lowercased() else { return false }
        return wanted.contains { language == $0.lowercased() || language.hasPrefix($0.lowercased() + "-") }
    }
}
