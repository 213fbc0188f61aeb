import CPlatform
import Glibc

struct ProcessPlace: Sendable, Equatable {
    let parent: pid_t
    let group: pid_t
    let session: pid_t

    static func of(_ process: pid_t) -> ProcessPlace? {
        let descriptor = tv_open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC, 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = read(descriptor, &bytes, bytes.count)
        return count > 0 ? ProcessPlace(stat: bytes[..<count]) : nil
    }

    init(parent: pid_t, group: pid_t, session: pid_t) {
        self.parent = parent
        self.group = group
        self.session = session
    }

    /// Reads `pid (name) state ppid pgrp session …` (proc(5)); the name may contain any characters, even brackets.
    init?(stat: some BidirectionalCollection<UInt8>) {
        guard let bracket = stat.lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let words = stat[bracket...].split(separator: UInt8(ascii: " "))
        guard words.count > 4 else { return nil }
        let numbers = words[2...4].compactMap { pid_t(String(decoding: $0, as: UTF8.self)) }
        guard numbers.count == 3 else { return nil }
        self.init(parent: numbers[0], group: numbers[1], session: numbers[2])
    }

    /// Returns whether a process could continue this process's group once it is stopped: an ancestor in the same
    /// session and another group, usually a shell. Otherwise the group is orphaned, and the kernel does not stop it.
    /// Only ancestors are examined, not other parents of members: a mistake costs only one feature.
    static func isContinued(_ process: pid_t, lookUp: (pid_t) -> ProcessPlace? = of) -> Bool {
        guard let own = lookUp(process) else { return false }
        var ancestor = own.parent
        // Bounded: processes start and end during the search.
        for _ in 0..<64 {
            guard ancestor > 0, let place = lookUp(ancestor) else { return false }
            guard place.session == own.session else { return false }
            if place.group != own.group { return true }
            ancestor = place.parent
        }
        return false
    }
}
