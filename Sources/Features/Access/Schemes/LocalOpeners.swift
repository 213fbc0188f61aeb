import Downloads
import Media
import MediaSources
import PlayCore
import Playlists
import Streaming
import Transport

struct StandardInputOpener: Opener {
    func opens(_ location: String) -> Bool { location == "-" }

    func bytes(_ request: OpenRequest, _ access: SourceAccess) throws(ByteSourceError) -> any ByteSource {
        try StandardInputByteSource(cancel: request.cancel)
    }
}

/// Opens files of this machine: all locations without another opener.
struct FileOpener: Opener {
    let downloaded: DownloadedFiles
    let streams: StreamSettings

    func opens(_ location: String) -> Bool { true }

    func bytes(_ request: OpenRequest, _ access: SourceAccess) throws(ByteSourceError) -> any ByteSource {
        try downloaded.open(AddressText.localPath(request.location), cancel: request.cancel)
    }

    func description(_ request: OpenRequest) throws(MediaError) -> StreamDescription? {
        let path = AddressText.localPath(request.location)
        let source = try MediaError.ofSource { () throws(ByteSourceError) in
            try downloaded.open(path, cancel: request.cancel)
        }
        guard let file = source as? FileByteSource else { return nil }
        return try streams.opener(isKept: false).description(of: file, path: path, cancel: request.cancel)
    }

    func media(_ request: OpenRequest, _ access: SourceAccess) throws(MediaError) -> OpenedMedia {
        let path = AddressText.localPath(request.location)
        let source = try MediaError.ofSource { () throws(ByteSourceError) in try bytes(request, access) }
        let picture: OpenedMedia =
            if let file = source as? FileByteSource {
                try media(file, path, request)
            } else {
                .bytes(source)
            }
        guard let sound = DownloadedFiles.sound(beside: path) else { return picture }
        let soundSource = try MediaError.ofSource { () throws(ByteSourceError) in
            try downloaded.open(sound, cancel: request.cancel)
        }
        return .paired(picture, sound: .bytes(soundSource))
    }

    private func media(
        _ file: FileByteSource, _ path: String, _ request: OpenRequest
    ) throws(MediaError) -> OpenedMedia {
        let media = try streams.opener(isKept: request.isKept, request.headers)
            .open(file, path: path, cancel: request.cancel)
        guard case .bytes = media else { return media }
        guard let film = PreparedFilm.find(path) else {
            return FollowedFile.mayGrow(path)
                ? .bytes(FollowedFile(file, path: path, cancel: request.cancel)) : media
        }
        let source = try film.open(file, name: path, wishes: streams.wishes, cancel: request.cancel) {
            () throws(ByteSourceError) in
            try downloaded.open(path, cancel: request.cancel)
        }
        return source.map(OpenedMedia.packets) ?? media
    }
}
