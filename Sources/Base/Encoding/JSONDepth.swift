/// How deeply brackets lie within each other: looked at before a decoder, which calls itself for each level, sees the
/// bytes. Pure.
package enum JSONDepth {
    /// Far more than any document of ours has.
    package static let limit = 64

    package static func isAllowed(_ bytes: some Sequence<UInt8>) -> Bool {
        var (depth, isInString, isEscaped) = (0, false, false)
        for byte in bytes {
            if isEscaped {
                isEscaped = false
            } else if isInString {
                if byte == 0x5C { isEscaped = true }
                if byte == 0x22 { isInString = false }
            } else {
                switch byte {
                case 0x22: isInString = true
                case 0x5B, 0x7B:
                    depth += 1
                    if depth > limit { return false }
                case 0x5D, 0x7D: depth -= 1
                default: break
                }
            }
        }
        return true
    }
}
