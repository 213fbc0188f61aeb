import ByteCaches
import CPlatform
import Glibc
import PlayCore

/// `CacheHarness MODE FOLDER SEED [COUNT]` uses a cache as players do, and prints a dot for each step.
///
/// - `write`: Fills the cache until the process is killed.
/// - `mixed`: Makes COUNT random reads and compares each, in a cache so small that it is cleaned all the time. Status 1
///   means wrong bytes.
/// - `full`: Like `mixed`, but no file may grow beyond 1 MiB. Status 2 means that no notice was given.
enum Harness {
    static let resources = 6
    static let size: Int64 = 3 << 20

    static func run(_ arguments: [String]) -> Int32 {
        guard arguments.count >= 3, let seed = UInt64(arguments[2]) else { return 64 }
        let count = arguments.count > 3 ? Int(arguments[3]) ?? 0 : .max
        var settings = CacheSettings()
        settings.isOn = true
        if arguments[0] == "mixed" { settings.capacity = 6 << 20 }
        if arguments[0] == "full" { limitFiles() }
        let cache = ByteCache(folder: arguments[1], settings: settings)
        var random = Random(state: seed)
        for _ in 0..<count {
            guard step(cache, &random) else { return 1 }
            if arguments[0] == "mixed", random.next(below: 4) == 0 { cache.clean() }
            _ = CPlatform.write(1, ".", 1)
        }
        let notices = cache.takeNotices()
        cache.close()
        return arguments[0] == "full" && notices.isEmpty ? 2 : 0
    }

    /// Limits the size of this process's files, so that every file behaves as on a full disk.
    private static func limitFiles() {
        var limit = rlimit(rlim_cur: 1 << 20, rlim_max: 1 << 20)
        _ = signal(SIGXFSZ, SIG_IGN)
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    }

    /// Opens one of the resources and reads some of it.
    private static func step(_ cache: ByteCache, _ random: inout Random) -> Bool {
        let resource = random.next(below: resources)
        let source = CachedByteSource(
            PatternUpstream.key(resource), cache: cache, upstream: PatternUpstream(resource, size: size),
            cancel: CancelToken())
        for _ in 0..<4 {
            var offset = Int64(random.next(below: Int(size)))
            for _ in 0..<1 + random.next(below: 12) {
                guard let next = read(source, resource, offset, 1 + random.next(below: 60_000)) else { return false }
                offset += next
            }
        }
        return true
    }

    /// Returns the number of bytes read, or `nil` if some are wrong.
    private static func read(_ source: CachedByteSource, _ resource: Int, _ offset: Int64, _ length: Int) -> Int64? {
        var bytes = [UInt8](repeating: 0, count: length)
        do {
            let count = try bytes.withUnsafeMutableBytes { try source.read(at: offset, into: $0) }
            for index in 0..<count
            where bytes[index] != PatternUpstream.byte(resource, 1, offset + Int64(index)) { return nil }
            return Int64(count)
        } catch {
            return nil
        }
    }
}

/// The generator splitmix64.
struct Random {
    var state: UInt64

    mutating func next(below limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int(truncatingIfNeeded: (z ^ (z >> 31)) % UInt64(limit))
    }
}
