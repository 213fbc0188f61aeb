internal import CSQLite
import PlayCore

/// Determines whether all processes that use a file are on this machine.
package enum FileSystemKind {
    /// `statfs` types of file systems of a single machine (magic numbers of linux/magic.h and of the file systems' own
    /// headers). All others count as shared.
    private static let local: Set<Int> = [
        0xEF53,  // ext2, ext3, ext4
        0x5846_5342,  // XFS
        0x9123_683E,  // Btrfs
        0x0102_1994,  // tmpfs
        0x8584_58F6,  // ramfs
        0xF2F5_2010,  // F2FS
        0x2FC1_2FC1,  // ZFS
        0xCA45_1A4E,  // bcachefs
        0x794C_7630,  // overlayfs
        0x5265_4973,  // ReiserFS
        0x3153_464A,  // JFS
        0xF15F,  // eCryptfs
    ]

    /// Returns the safe journal for a file in `folder`. An unknown type gets the one that works everywhere.
    package static func journal(forFolder folder: String) -> Database.Journal {
        journal(type: ByteText.withCString(folder) { Int(tv_file_system_type($0)) })
    }

    /// - Parameter type: `f_type` of statfs(2).
    package static func journal(type: Int) -> Database.Journal { local.contains(type) ? .wal : .delete }
}
