package import Foundation

/// The folder of real clips beside the checkout (`../shared/media`). It is not part of the project: tests that need it
/// report when it is absent.
package enum SharedMedia {
    /// `nil` if it is absent.
    package static let folder: URL? = {
        let media = Checkout.folder.deletingLastPathComponent().appendingPathComponent("shared/media")
        return FileManager.default.fileExists(atPath: media.path) ? media : nil
    }()

    package static var isPresent: Bool { folder != nil }

    package static let absentReason: String = "the folder ../shared/media is not there"

    /// Requires ``isPresent``.
    package static func path(_ relative: String) -> String {
        (folder ?? URL(fileURLWithPath: "/nonexistent")).appendingPathComponent(relative).path
    }

    package static func source(_ path: String) -> MemoryByteSource? {
        FileManager.default.contents(atPath: path).map { MemoryByteSource($0) }
    }
}
