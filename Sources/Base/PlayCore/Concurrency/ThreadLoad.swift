import CPlatform
import Glibc

/// The processor time that this process's threads demand. Distinguishes threads that wait for external events from
/// threads that a busy machine slows down. One thread.
package struct ThreadLoad {
    private var previousDemands: [Int: UInt64] = [:]
    private var lastCall: HostTime?

    package init() {}

    /// Returns whether the threads, except the caller's, ran or were runnable for a quarter of the time since the last
    /// call. The first call returns false.
    package mutating func isBusy(mainOnly: Bool = false, at now: HostTime) -> Bool {
        let own = Int(tv_thread())
        var demands: [Int: UInt64] = [:]
        for thread in Self.threads where thread != own && (!mainOnly || thread == Int(getpid())) {
            demands[thread] = Self.demand(of: thread)
        }
        defer { (previousDemands, lastCall) = (demands, now) }
        guard let lastCall, now > lastCall else { return false }
        var sum: UInt64 = 0
        for (thread, demand) in demands { sum &+= demand &- min(demand, previousDemands[thread] ?? demand) }
        return sum >= UInt64((now - lastCall).nanoseconds / 4)
    }

    private static var threads: [Int] {
        guard let folder = opendir("/proc/self/task") else { return [] }
        defer { closedir(folder) }
        var threads: [Int] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if let thread = Int(name) { threads.append(thread) }
        }
        return threads
    }

    /// Returns nanoseconds on a processor and in its queue (proc(5), `schedstat`), or 0 if the kernel reports none.
    private static func demand(of thread: Int) -> UInt64 {
        let descriptor = tv_open("/proc/self/task/\(thread)/schedstat", O_RDONLY | O_CLOEXEC, 0)
        guard descriptor >= 0 else { return 0 }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(descriptor, &bytes, bytes.count)
        let words = bytes.prefix(max(0, count)).split(separator: UInt8(ascii: " "))
        return words.prefix(2).reduce(0) { $0 &+ (UInt64(String(decoding: $1, as: UTF8.self)) ?? 0) }
    }
}
