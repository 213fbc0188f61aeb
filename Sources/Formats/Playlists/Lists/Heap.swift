import CPlatform

/// The process's heap. Any thread.
enum Heap {
    /// The number of entries whose reading leaves less than a megabyte behind.
    private static let fewEntries = 1000

    /// Returns free memory to the system. Reading a list leaves as much free memory between its entries as they use.
    /// glibc would keep it for the hours that a player of long lists runs.
    static func trim(afterReading entries: Int) {
        if entries > fewEntries { _ = malloc_trim(0) }
    }
}
