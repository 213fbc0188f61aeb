package import PlayCore

/// What the command line says about the cache on disk.
package struct CacheOptions: Sendable, Equatable {
    /// Whether bytes are cached: for the run, or for one file, where it only switches the cache off.
    package var isOn = false
    /// Absolute; nil: below `$XDG_CACHE_HOME`.
    package var folder: String?
    /// Bytes; 0: the default.
    package var capacity: Int64 = 0
    /// Bytes that stay free.
    package var minimumFree: Int64 = 0
    package var isStrict = false
    package var buffersToDisk = false
    /// Names of parameters, by domain in lower case.
    package var strippedParameters: [String: Set<String>] = [:]
    /// Domains in lower case.
    package var unifiedDomains: Set<String> = []

    package init() {}
}

/// What is loaded into the cache ahead of its time.
package struct PreloadOptions: Sendable, Equatable {
    /// Of the nearest neighbour, and of what `tvplay cache load` names.
    package var amount = MediaTime.seconds(1)
    /// What each farther one has less.
    package var decrease = MediaTime.milliseconds(200)
    /// How many that follow; of those before only a feed has any.
    package var next = 3
    package var previous = 1
    /// What plays goes first.
    package var isBalanced = true

    package init() {}
}

/// `tvplay cache load`. A value; its texts are the user's.
package struct CacheLoad: Sendable, Equatable {
    package var addresses: [String]
    /// Nil: as `--cache-ahead` says.
    package var length: MediaTime?
    /// Over a line that costs by the byte, too.
    package var allowsMetered = false
    /// Stays until all are loaded, have failed or were cancelled.
    package var waits = false

    package init(_ addresses: [String]) { self.addresses = addresses }
}

/// What `tvplay cache` has to do.
package struct CacheCommand: Sendable, Equatable {
    package enum Action: Sendable, Equatable {
        case stat
        case list
        /// An address; text from outside.
        case remove(String)
        case removeAll
        case load(CacheLoad)
        /// What is loaded ahead, and what became of it.
        case queue
        /// IDs, beginnings of IDs or addresses; texts from outside. Nil: all.
        case cancel([String]?)
    }

    package var action: Action
    /// `--json`: for programs.
    package var isJSON: Bool

    package init(_ action: Action, isJSON: Bool = false) {
        self.action = action
        self.isJSON = isJSON
    }
}
