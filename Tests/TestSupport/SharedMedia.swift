package import Foundation

/// The folder of real clips beside the checkout (`../shared/media`). It is not part of the project: tests that need it
/// report when it is absent.
package enum SharedMedia {
    /// The folder, or `nil` if it is absent.
    package static let folder: URL? = {
        let media = Checkout.folder.deletingLastPathComponent().appendingPathComponent("shared/media")
        return FileManager.default.fileExists(atPath: media.path) ? media : nil
    }()

    package static var isPresent: Bool { folder != nil }

    /// The reason for `.enabled(if:)`.
    package static let absentReason: String = "the folder ../shared/media is not there"

    /// Returns the path of a file in the folder. Call it only if ``isPresent``.
    package static func path(_ relative: String) -> String {
        (folder ?? URL(fileURLWithPath: "/nonexistent")).appendingPathComponent(relative).path
    }

    /// Returns a whole file in memory, or `nil` if it cannot be read.
    package static func source(_ path: String) -> MemoryByteSource? {
        FileManager.default.contents(atPath: path).map { MemoryByteSource($0) }
    }
}
