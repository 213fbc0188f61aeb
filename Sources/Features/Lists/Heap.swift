import CPlatform

/// The process's heap. Any thread.
enum Heap {
    /// Entries whose reading leaves less than a megabyte behind.
    private static let fewEntries = 1000

    /// Reading a list leaves as much free memory between its entries as they need, which glibc keeps; a player of long
    /// lists goes on for hours.
    static func trim(afterReading entries: Int) {
        if entries > fewEntries { _ = malloc_trim(0) }
    }
}
