import CPlatform

enum Heap {
    /// Reading this many entries leaves less than a megabyte of free memory.
    private static let fewEntries = 1000

    /// Returns free memory to the system. glibc would keep as much as the entries use while the player runs.
    static func trim(afterReading entries: Int) {
        if entries > fewEntries { _ = malloc_trim(0) }
    }
}
