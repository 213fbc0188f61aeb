import Media
import MediaSources
import PlayCore
import Playback
import RoomPlayback

extension SourceAccess: MediaAccess {
    func open(_ location: String, cancel: CancelToken, keeps: Bool) throws(ByteSourceError) -> any ByteSource {
        try open(location, cancel: cancel, keeps: keeps, headers: [])
    }

    func openMedia(_ location: String, cancel: CancelToken, keeps: Bool) throws(MediaError) -> OpenedMedia {
        try openMedia(location, cancel: cancel, keeps: keeps, headers: [])
    }

    func input(_ source: Source) -> SessionInput? { SessionInput(source: source, self) }
}
