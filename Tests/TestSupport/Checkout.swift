package import Foundation

/// The folder of the project: the nearest one above this file that contains Package.swift.
package enum Checkout {
    package static let folder: URL = {
        var folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        while !FileManager.default.fileExists(atPath: folder.appendingPathComponent("Package.swift").path) {
            precondition(folder.path != "/", "no folder above \(#filePath) holds Package.swift")
            folder.deleteLastPathComponent()
        }
        return folder
    }()
}
