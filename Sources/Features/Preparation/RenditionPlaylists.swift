import PlayCore
import Streaming

/// HLS playlists (RFC 8216) for other players and for servers.
enum RenditionPlaylists {
    static func multivariant(_ renditions: [PreparedRendition]) -> String {
        var lines = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-INDEPENDENT-SEGMENTS"]
        for rendition in renditions {
            let rate = rendition.framesPerSecond.map { ",FRAME-RATE=" + TimeText.decimal($0, digits: 3) } ?? ""
            lines.append(
                "#EXT-X-STREAM-INF:BANDWIDTH=\(rendition.peakBits),AVERAGE-BANDWIDTH=\(rendition.averageBits),"
                    + "CODECS=\"\(rendition.codec)\",RESOLUTION=\(rendition.width)x\(rendition.height)" + rate)
            lines.append(rendition.name + ".m3u8")
        }
        return text(lines)
    }

    static func media(_ rendition: PreparedRendition) -> String {
        let ends = rendition.starts.dropFirst() + [rendition.end]
        let lengths = zip(rendition.starts, ends).map { rendition.time($1) - rendition.time($0) }
        let longest = Int((lengths.max()?.inSeconds ?? 1).rounded(.up))
        var lines = [
            "#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:\(longest)", "#EXT-X-PLAYLIST-TYPE:VOD",
            "#EXT-X-MAP:URI=\"\(rendition.fileName)\",BYTERANGE=\"\(rendition.offsets.first ?? 0)@0\"",
        ]
        let sizes = zip(rendition.offsets, rendition.offsets.dropFirst() + [rendition.size]).map { $1 - $0 }
        for (index, length) in lengths.enumerated() {
            lines += [
                "#EXTINF:" + seconds(length) + ",",
                "#EXT-X-BYTERANGE:\(sizes[index])@\(rendition.offsets[index])", rendition.fileName,
            ]
        }
        return text(lines + ["#EXT-X-ENDLIST"])
    }

    /// Returns six decimals, so that rounding errors do not accumulate.
    private static func seconds(_ time: MediaTime) -> String {
        let microseconds = String(time.nanoseconds / 1000 % 1_000_000)
        return "\(time.nanoseconds / 1_000_000_000)."
            + String(repeating: "0", count: 6 - microseconds.count) + microseconds
    }

    private static func text(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }
}
