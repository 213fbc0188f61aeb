import Foundation

/// The permission bits of a file.
enum FileMode {
    static func of(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
}
