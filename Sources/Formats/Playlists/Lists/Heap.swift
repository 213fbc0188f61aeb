import CPlatform

enum Heap {
    /// The number of entries whose reading leaves less than a megabyte behind.
    private static let fewEntries = 1000

    /// Returns free memory to the system: as much as the entries use, which glibc would keep while the player runs.
    static func trim(afterReading entries: Int) {
        if entries > fewEntries { _ = malloc_trim(0) }
    }
}
