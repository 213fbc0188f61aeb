package struct DefinitionChoice: Sendable, Hashable {
    /// `preferredDefinitionList`, strongest first.
    package var preferred: [DefinitionInfo.Key]
    /// The service's own order, best first; empty for a local item.
    package var ranking: [DefinitionInfo.Key]

    package init(preferred: [DefinitionInfo.Key] = [], ranking: [DefinitionInfo.Key] = []) {
        self.preferred = preferred
        self.ranking = ranking
    }

    /// Returns the index of the first available preference, by key. Returns `nil` if none is available.
    package func preferredIndex(in list: [DefinitionInfo]) -> Int? { Self.first(of: preferred, in: list) }

    /// Selects by the preferences, then by the service's order, then the first. Returns `nil` only for an empty list.
    package func index(in list: [DefinitionInfo]) -> Int? {
        preferredIndex(in: list) ?? Self.first(of: ranking, in: list) ?? list.indices.first
    }

    private static func first(of keys: [DefinitionInfo.Key], in list: [DefinitionInfo]) -> Int? {
        for key in keys {
            if let index = list.firstIndex(where: { $0.definitionKey == key }) { return index }
        }
        return nil
    }
}
