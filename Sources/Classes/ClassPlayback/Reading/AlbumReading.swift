import Classes
import PlayCore

struct AlbumReading: ClassReading {
    let id: String
    let title: String?

    func room(_ options: ClassOptions, cancel: CancelToken) throws(ClassReadError) -> LoadedClass {
        var info = ClassInfo(playbackID: id)
        info.title = title
        return LoadedClass(info: info, log: ClassLog([]), isLocal: false)
    }

    func messages(
        of slice: ChatIndex.Slice, number: Int, cancel: CancelToken
    ) throws(ClassReadError) -> [ChatMessage] { [] }
}
