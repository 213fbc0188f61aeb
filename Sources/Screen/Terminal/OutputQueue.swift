import CPlatform

/// Bytes that the terminal has not taken yet. Main thread.
final class OutputQueue {
    enum Progress: Equatable {
        case done
        /// The terminal takes nothing now; continue when `poll` reports space.
        case blocked
        /// The terminal is gone; the queue is dropped.
        case gone
    }

    private var storage: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private var head = 0
    private var tail = 0
    private(set) var bytesWritten: Int64 = 0

    init() {
        capacity = 1 << 16
        storage = .allocate(capacity: capacity)
    }

    deinit { storage.deallocate() }

    var count: Int { tail - head }

    /// Returns space for `size` bytes at the end. It is valid until the next call.
    func reserve(_ size: Int) -> UnsafeMutablePointer<UInt8> {
        if tail + size > capacity { makeSpace(size) }
        return storage + tail
    }

    func commit(_ size: Int) {
        precondition(size >= 0 && tail + size <= capacity)
        tail += size
    }

    func append(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { source in
            guard let base = source.baseAddress else { return }
            reserve(source.count).update(from: base, count: source.count)
        }
        commit(bytes.count)
    }

    func truncate(to count: Int) {
        precondition(count >= 0 && count <= self.count)
        tail = head + count
    }

    func removeAll() { (head, tail) = (0, 0) }

    private func makeSpace(_ size: Int) {
        let held = count
        if held + size > capacity {
            let grown = max(capacity * 2, held + size)
            let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: grown)
            moved.update(from: storage + head, count: held)
            storage.deallocate()
            (storage, capacity) = (moved, grown)
        } else {
            memmove(storage, storage + head, held)
        }
        (head, tail) = (0, held)
    }

    /// - Parameter write: returns the number of taken bytes, as `write(2)` does, or minus the error number.
    func flush(_ write: (UnsafeRawBufferPointer) -> Int) -> Progress {
        while head < tail {
            let result = write(UnsafeRawBufferPointer(start: storage + head, count: tail - head))
            if result > 0 {
                head += result
                bytesWritten += Int64(result)
            } else if result == 0 || result == -Int(EAGAIN) {
                return .blocked
            } else if result != -Int(EINTR) {
                removeAll()
                return .gone
            }
        }
        removeAll()
        return .done
    }
}
