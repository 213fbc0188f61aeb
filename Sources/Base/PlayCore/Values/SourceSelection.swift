package struct SourceSelection: Sendable, Hashable {
    package let source: Source
    /// `currCDNInfo`: the selected address of the definition.
    package let network: NetworkEntry
    /// `currDefinitionInfo`, or `nil` if the source declares none. Its container may have several.
    package var definition: DefinitionInfo? { source.definition }

    package init(source: Source, network: NetworkEntry) {
        self.source = source
        self.network = network
    }
}

package struct NetworkEntry: Sendable, Hashable {
    /// `currentCDNIndex`, from 0.
    package let index: Int
    /// At least 1.
    package let count: Int

    package init(index: Int = 0, count: Int = 1) {
        self.index = index
        self.count = count
    }
}

extension Video {
    /// `definitionList`: the distinct definitions of the sources, in order. Empty if only the container declares them.
    package var definitionList: [DefinitionInfo] {
        var list: [DefinitionInfo] = []
        for case let definition? in sources.map(\.definition)
        where !list.contains(where: { $0.definitionKey == definition.definitionKey }) {
            list.append(definition)
        }
        return list
    }

    /// Returns a file with the other addresses of its definition. A stream keeps its own.
    package func sourceWithAlternates(_ source: Source) -> Source {
        guard source.delivery == .progressive else { return source }
        var copy = source
        copy.alternates = sources.filter {
            $0.delivery == .progressive && $0.definition?.definitionKey == source.definition?.definitionKey
                && $0.location != source.location
        }.map(\.location)
        return copy
    }

    /// Returns the video's sources, those of the preferred definition first. Never empty.
    package func selections(preferring preferred: [DefinitionInfo.Key]) -> [SourceSelection] {
        let list = definitionList
        var keys: [DefinitionInfo.Key?] = list.map(\.definitionKey)
        if let chosen = DefinitionChoice(preferred: preferred, ranking: definitionRanking).index(in: list) {
            keys.insert(keys.remove(at: chosen), at: 0)
        }
        if sources.contains(where: { $0.definition == nil }) { keys.append(nil) }
        return keys.flatMap { key in
            let group = sources.filter { $0.definition?.definitionKey == key }
            return group.enumerated().map { index, source in
                SourceSelection(source: source, network: NetworkEntry(index: index, count: group.count))
            }
        }
    }
}
