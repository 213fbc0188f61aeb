/// A FIFO of bytes between two threads that grows up to a capacity.
struct ByteRing {
    private var storage: [UInt8] = []
    private var first = 0
    private(set) var count = 0
    private let capacity: Int

    init(capacity: Int) { self.capacity = capacity }

    /// Returns false if there is no space. An empty ring accepts one piece beyond the capacity.
    mutating func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard count == 0 || count + bytes.count <= capacity else { return false }
        if count + bytes.count > storage.count { grow(to: count + bytes.count) }
        guard !bytes.isEmpty else { return true }
        let start = (first + count) % storage.count
        let whole = min(bytes.count, storage.count - start)
        storage.withUnsafeMutableBytes { ring in
            UnsafeMutableRawBufferPointer(rebasing: ring[start...]).copyMemory(
                from: UnsafeRawBufferPointer(rebasing: bytes.prefix(whole)))
            ring.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.dropFirst(whole)))
        }
        count += bytes.count
        return true
    }

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let taken = min(count, buffer.count)
        guard taken > 0 else { return 0 }
        let whole = min(taken, storage.count - first)
        storage.withUnsafeBytes { ring in
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: ring[first..<first + whole]))
            UnsafeMutableRawBufferPointer(rebasing: buffer[whole...]).copyMemory(
                from: UnsafeRawBufferPointer(rebasing: ring[..<(taken - whole)]))
        }
        first = (first + taken) % storage.count
        count -= taken
        return taken
    }

    func prefix(_ limit: Int) -> [UInt8] {
        let wanted = min(count, max(0, limit))
        let whole = min(wanted, storage.count - first)
        return Array(storage[first..<first + whole]) + storage[..<(wanted - whole)]
    }

    /// Reserves space for the expected bytes, up to the capacity.
    mutating func expect(_ expected: Int) {
        if min(expected, capacity) > storage.count { grow(to: min(expected, capacity), isExact: true) }
    }

    private mutating func grow(to wanted: Int, isExact: Bool = false) {
        let size = isExact ? wanted : max(wanted, min(capacity, max(64 << 10, storage.count * 2)))
        // The uninitialised bytes are never read before they are written.
        var larger = [UInt8](unsafeUninitializedCapacity: size) { $1 = size }
        let held = count
        let moved = larger.withUnsafeMutableBytes { read(into: UnsafeMutableRawBufferPointer(rebasing: $0[..<held])) }
        storage = larger
        first = 0
        count = moved
    }
}
