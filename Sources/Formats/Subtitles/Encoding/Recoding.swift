internal import CUchardet
import Glibc

/// Converts bytes from one of iconv's encodings to UTF-8.
struct Recoding {
    private(set) var bytes: [UInt8] = []
    /// Invalid bytes, each replaced by U+FFFD.
    private(set) var faultCount = 0

    init?(_ input: [UInt8], from name: String) {
        // A name with a slash could request transliteration or other features of iconv.
        guard name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }),
            let converter = Converter(from: name)
        else { return nil }
        bytes.reserveCapacity(input.count + input.count / 2)
        convert(input, converter)
    }

    private mutating func convert(_ input: [UInt8], _ converter: Converter) {
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        var rest = input[...]
        while !rest.isEmpty {
            let step = converter.convert(rest, into: &buffer)
            bytes.append(contentsOf: buffer[..<step.written])
            rest = rest.dropFirst(step.read)
            guard step.isStuck, !rest.isEmpty else { continue }
            faultCount += 1
            bytes.append(contentsOf: [0xEF, 0xBF, 0xBD])
            rest = rest.dropFirst()
            converter.reset()
        }
    }
}

/// One `iconv_t`. One thread.
private final class Converter {
    private let handle: iconv_t

    init?(from name: String) {
        guard let opened = iconv_open("UTF-8", name), tv_iconv_failed(opened) == 0 else { return nil }
        handle = opened
    }

    deinit { iconv_close(handle) }

    func reset() { _ = iconv(handle, nil, nil, nil, nil) }

    /// `isStuck`: the next byte is invalid, or the end of the input cuts off its character.
    func convert(_ input: ArraySlice<UInt8>, into output: inout [UInt8]) -> (read: Int, written: Int, isStuck: Bool) {
        input.withUnsafeBytes { source in
            output.withUnsafeMutableBytes { target in
                // iconv does not change its input; its signature predates const.
                var from = UnsafeMutableRawPointer(mutating: source.baseAddress)?.assumingMemoryBound(to: CChar.self)
                var to = target.baseAddress?.assumingMemoryBound(to: CChar.self)
                var left = source.count
                var space = target.count
                let result = iconv(handle, &from, &left, &to, &space)
                let isFull = result == -1 && errno == E2BIG
                return (source.count - left, target.count - space, result == -1 && !isFull)
            }
        }
    }
}
