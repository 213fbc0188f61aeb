/// Which definition an item begins with. A value.
package struct DefinitionChoice: Sendable, Hashable {
    /// `preferredDefinitionList`: the viewer's wishes, the strongest first.
    package var preferred: [DefinitionInfo.Key]
    /// The service's own order, the best first; a local item has none.
    package var ranking: [DefinitionInfo.Key]

    package init(preferred: [DefinitionInfo.Key] = [], ranking: [DefinitionInfo.Key] = []) {
        self.preferred = preferred
        self.ranking = ranking
    }

    /// Index of the first wish that is there; nil: none is. Only keys are compared.
    package func preferredIndex(in list: [DefinitionInfo]) -> Int? { Self.first(of: preferred, in: list) }

    /// By the wishes, else by the service's order, else the first. Nil only for an empty list.
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
