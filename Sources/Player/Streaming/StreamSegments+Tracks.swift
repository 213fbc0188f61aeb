import Manifests
import Media
import MediaSources
import PlayCore
import PlaybackModel
import Transport

extension StreamSegments {
    func describedPicture(_ name: Int, _ index: Int) -> TrackInfo {
        let rendition = lists.presentation.renditions[index]
        let codec = rendition.codecs.lazy.compactMap(CodecSupport.pictureName).first ?? "h264"
        return TrackInfo(
            id: name,
            kind: .video(width: rendition.width, height: rendition.height, framesPerSecond: rendition.frameRate),
            codec: codec, language: nil, title: nil, isDefault: rendition.isDefault, isDecodable: true)
    }

    /// Returns the angles. `shown` is read; the others are assumed similar to `described`, the variant's track.
    func angleTracks(_ shown: TrackInfo, _ described: TrackInfo) -> [TrackInfo] {
        guard !angles.list.isEmpty else { return [shown] }
        return angles.list.map { angle in
            TrackInfo(
                id: angle.id, kind: angle.id == control.angle ? shown.kind : described.kind, codec: shown.codec,
                language: angle.language, title: angle.name, isDefault: angle.isDefault,
                isDecodable: shown.isDecodable)
        }
    }

    func info(_ track: TrackInfo, name: Int, rendition index: Int) -> TrackInfo {
        let rendition = lists.presentation.renditions[index]
        var kind = track.kind
        if case .video(let width, let height, nil) = kind {
            kind = .video(width: width, height: height, framesPerSecond: rendition.frameRate)
        }
        let described =
            rendition.kind == .audio ? rendition : audio.inside.map { lists.presentation.renditions[$0] } ?? rendition
        let isSound = if case .audio = kind { true } else { false }
        return TrackInfo(
            id: name, kind: kind, codec: track.codec, language: isSound ? described.language ?? track.language : nil,
            title: isSound ? described.name : nil, isDefault: described.isDefault, isDecodable: track.isDecodable,
            purpose: track.purpose.union(isSound ? described.purpose : []))
    }
}
