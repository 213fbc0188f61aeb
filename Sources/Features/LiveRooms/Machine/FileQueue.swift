package import ClassRules
import Rooms
package import Signalling

/// What files on their way to the class ask for.
package enum FileOrder: Sendable, Equatable {
    /// Look what it is, and make pictures of its pages.
    case prepare(path: String, ClassUpload.Purpose)
    /// Bring the picture with this number there.
    case put(Int, UploadSlot)
    case cancel
}

/// What became of it.
package enum FileNews: Sendable {
    /// - Parameter title: of the file, without its folder and ending.
    case prepared(title: String, [PreparedPicture])
    /// 0 … 1 of the picture that is on its way.
    case progress(Double)
    case put(Int)
    /// In the viewer's language.
    case failed(String)
}

/// A picture that can be uploaded; its bytes are with whoever uploads it. A value.
package struct PreparedPicture: Sendable, Equatable {
    package var name: String
    package var type: String
    package var byteCount: Int
    package var width: Int
    package var height: Int

    package init(name: String, type: String, byteCount: Int, width: Int, height: Int) {
        self.name = name
        self.type = type
        self.byteCount = byteCount
        self.width = width
        self.height = height
    }
}

/// The file that is on its way: one at a time. A value.
struct FileQueue: Sendable {
    var purpose: ClassUpload.Purpose?
    var title = ""
    var pictures: [PreparedPicture] = []
    /// Where those are that were uploaded.
    var addresses: [String] = []
    /// Of the next one.
    var slot: UploadSlot?

    var progress: Double { pictures.isEmpty ? 0 : Double(addresses.count) / Double(pictures.count) }
}
