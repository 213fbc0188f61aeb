package import PlayCore

/// Marks of an item's parts, that are in files of their own.
package struct RegionSource: Sendable {
    package struct Found: Sendable {
        package var marks: [RegionMark] = []
        /// What could not be read and why, a sentence for the viewer; nil: nothing.
        package var problem: String?

        package init() {}
    }

    /// As the viewer knows it.
    package let name: String
    /// Called on the `regions` thread; may block; the token ends waits.
    package let load: @Sendable (CancelToken) -> Found

    package init(name: String, load: @escaping @Sendable (CancelToken) -> Found) {
        (self.name, self.load) = (name, load)
    }
}
