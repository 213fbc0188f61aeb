import PlayCore
package import Streaming

package enum StreamLines {
    package static func lines(_ path: String, _ stream: StreamDescription) -> [String] {
        var lines = [SafeText.clean(path)]
        func add(_ name: String, _ words: [String]) {
            lines.append("  \(name): " + MediaLines.shown(words.joined(separator: " ")))
        }
        add(tr("container"), [stream.isHLS ? "HLS" : "DASH"])
        if let title = stream.title { add(tr("title"), [title]) }
        let length = stream.length.map { TimeText.format($0) }
        if stream.isLive {
            add(tr("live"), [length.map { tr("the last %1 can be played", $0) } ?? tr("yes")])
        } else {
            add(tr("duration"), [length ?? tr("unknown")])
        }
        // A media playlist alone has no information about the picture.
        for words in stream.definitions.map(words) where words.count > 1 { add(tr("definition"), words) }
        for sound in stream.sounds { add(tr("audio"), words(sound)) }
        for text in stream.texts { add(tr("subtitles"), words(text)) }
        if !stream.captions.isEmpty { add(tr("captions"), stream.captions) }
        for angle in stream.angles { add(tr("angle"), words(angle)) }
        add(tr("encryption"), [stream.encryption ?? tr("none")])
        if !stream.networks.isEmpty {
            add(tr("networks"), stream.networks + (stream.isSteered ? [tr("(steered)")] : []))
        }
        if let problem = stream.problem { add(tr("cannot be played"), [problem]) }
        return lines
    }

    private static func words(_ picture: StreamDescription.Picture) -> [String] {
        var words = [picture.name]
        if picture.isSoundOnly { words.append(tr("(sound only)")) }
        if picture.width > 0 { words.append("\(picture.width)x\(picture.height)") }
        if let rate = picture.framesPerSecond { words.append(tr("%1 fps", MediaLines.number(rate))) }
        if let bandwidth = picture.bandwidth { words.append(tr("%1 kbit/s", "\(bandwidth / 1000)")) }
        return words + picture.codecs + [picture.range].compactMap(\.self)
    }

    private static func words(_ alternative: StreamDescription.Alternative) -> [String] {
        var words = [alternative.name, alternative.language.map { "[\($0)]" }].compactMap(\.self)
        if let channels = alternative.channels { words.append(trn("%1 channel", "%1 channels", channels)) }
        words += alternative.codecs
        if alternative.isDefault { words.append(tr("(default)")) }
        return words + alternative.purpose.words
    }
}
