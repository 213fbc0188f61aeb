package import ClassRules
import Classes
package import Signalling

package enum FileOrder: Sendable, Equatable {
    case prepare(path: String, ClassUpload.Purpose)
    case put(Int, UploadSlot)
    case cancel
}

package enum FileNews: Sendable {
    /// - Parameter title: the file's name without folder and extension.
    case prepared(title: String, [PreparedPicture])
    /// Progress of the current picture, 0 … 1.
    case progress(Double)
    case put(Int)
    /// A reason in the viewer's language.
    case failed(String)
}

/// A picture to upload. The uploader has its bytes.
package struct PreparedPicture: Sendable, Equatable {
    package var name: String
    package var type: String
    package var byteCount: Int
    package var width: Int
    package var height: Int
    /// The words of the page; unverified.
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

/// The file that is being uploaded; one at a time.
struct FileQueue: Sendable {
    var purpose: ClassUpload.Purpose?
    var title = ""
    var pictures: [PreparedPicture] = []
    var addresses: [String] = []
    var slot: UploadSlot?

    var progress: Double { pictures.isEmpty ? 0 : Double(addresses.count) / Double(pictures.count) }
}
