package import PlayCore

package struct CacheOptions: Sendable, Equatable {
    /// Whether bytes are cached. For a single file it can only switch the cache off.
    package var isOn = false
    /// Absolute, or `nil` for a folder below `$XDG_CACHE_HOME`.
    package var folder: String?
    /// The capacity in bytes; 0 for the default.
    package var capacity: Int64 = 0
    /// The bytes to leave free.
    package var minimumFree: Int64 = 0
    package var isStrict = false
    package var buffersToDisk = false
    /// The names of parameters, by domain in lower case.
    package var strippedParameters: [String: Set<String>] = [:]
    /// Domains in lower case.
    package var unifiedDomains: Set<String> = []

    package init() {}
}

package struct PreloadOptions: Sendable, Equatable {
    /// How much to load of the nearest neighbour, and of the items of `tvplay cache load`.
    package var amount = MediaTime.seconds(1)
    /// The decrease for each item farther away.
    package var decrease = MediaTime.milliseconds(200)
    /// Only a feed also loads previous items.
    package var next = 3
    package var previous = 1
    package var isBalanced = true

    package init() {}
}

/// `tvplay cache load`. Texts are the user's.
package struct CacheLoad: Sendable, Equatable {
    package var addresses: [String]
    /// The length to load, or `nil` for `--cache-ahead`.
    package var length: MediaTime?
    package var allowsMetered = false
    /// Whether to wait until all are loaded, have failed or were cancelled.
    package var waits = false

    package init(_ addresses: [String]) { self.addresses = addresses }
}

package struct CacheCommand: Sendable, Equatable {
    package enum Action: Sendable, Equatable {
        case stat
        case list
        /// Unverified text.
        case remove(String)
        case removeAll
        case load(CacheLoad)
        case queue
        /// IDs, beginnings of IDs or addresses, all unverified; `nil` for all.
        case cancel([String]?)
    }

    package var action: Action
    package var isJSON: Bool

    package init(_ action: Action, isJSON: Bool = false) {
        self.action = action
        self.isJSON = isJSON
    }
}
