package import ClassRules
import Classes
package import Signalling

package enum FileOrder: Sendable, Equatable {
    case prepare(path: String, ClassUpload.Purpose)
    case put(Int, UploadSlot)
    case cancel
}

package enum FileNews: Sendable {
    case prepared(title: String, [PreparedPicture])
    /// Of the current picture, 0 to 1.
    case progress(Double)
    case put(Int)
    case failed(String)
}

package struct PreparedPicture: Sendable, Equatable {
    package var name: String
    package var type: String
    package var byteCount: Int
    package var width: Int
    package var height: Int
    package var text: String

    package init(name: String, type: String, byteCount: Int, width: Int, height: Int, text: String = "") {
        self.name = name
        self.type = type
        self.byteCount = byteCount
        self.width = width
        self.height = height
        self.text = text
    }
}

struct FileQueue: Sendable {
    var purpose: ClassUpload.Purpose?
    var title = ""
    var pictures: [PreparedPicture] = []
    var addresses: [String] = []
    var slot: UploadSlot?

    var progress: Double { pictures.isEmpty ? 0 : Double(addresses.count) / Double(pictures.count) }
}
