package import PlayCore

/// The marks of an item's parts from separate files.
package struct RegionSource: Sendable {
    package struct Found: Sendable {
        package var marks: [RegionMark] = []
        /// A sentence for the viewer about what could not be read, or `nil` if all was read.
        package var problem: String?

        package init() {}
    }

    /// The name that the viewer sees.
    package let name: String
    /// Loads the marks on the `regions` thread. May block; the token ends waits.
    package let load: @Sendable (CancelToken) -> Found

    package init(name: String, load: @escaping @Sendable (CancelToken) -> Found) {
        (self.name, self.load) = (name, load)
    }
}
