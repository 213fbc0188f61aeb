package import PlayCore

package struct RegionSource: Sendable {
    package struct Found: Sendable {
        package var marks: [RegionMark] = []
        /// A sentence for the viewer about what could not be read, or `nil`.
        package var problem: String?

        package init() {}
    }

    package let name: String
    /// Runs on the `regions` thread. May block; the token ends waits.
    package let load: @Sendable (CancelToken) -> Found

    package init(name: String, load: @escaping @Sendable (CancelToken) -> Found) {
        (self.name, self.load) = (name, load)
    }
}
