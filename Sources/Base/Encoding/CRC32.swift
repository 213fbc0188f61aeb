internal import CZlib

/// The checksum of PNG, gzip and STUN (ISO 3309, polynomial 0xEDB88320).
package enum CRC32 {
    package static func sum(_ bytes: [UInt8]) -> UInt32 {
        UInt32(truncatingIfNeeded: crc32_z(0, bytes, bytes.count))
    }
}
