package import PlayCore

package struct Definition: Sendable, Equatable {
    package let info: DefinitionInfo
    package let rendition: Int
}

enum DefinitionLadder {
    static func definitions(_ renditions: [Rendition], where isSupported: (Rendition) -> Bool) -> [Definition] {
        var result: [Definition] = []
        var taken: Set<String> = []
        let usable = renditions.indices.filter {
            let rendition = renditions[$0]
            return !rendition.isInVariant && rendition.protection == nil && isSupported(rendition)
        }
        let pictures = usable.filter { [.video, .muxed].contains(renditions[$0].kind) && renditions[$0].group == nil }
        for index in pictures.sorted(by: { precedes(renditions[$0], renditions[$1]) }) {
            let rendition = renditions[index]
            let key = names(rendition).first { !taken.contains($0) } ?? "\(index)"
            taken.insert(key)
            result.append(Definition(info: info(rendition, key: .init(rawValue: key)), rendition: index))
        }
        // Excludes sound tracks beside pictures.
        let sound = usable.filter { renditions[$0].kind == .audio && renditions[$0].group == nil }
        if let index = sound.max(by: { renditions[$0].bandwidth ?? 0 < renditions[$1].bandwidth ?? 0 }) {
            result.append(Definition(info: info(renditions[index], key: .audio), rendition: index))
        }
        return result
    }

    private static func precedes(_ a: Rendition, _ b: Rendition) -> Bool {
        (lines(a) ?? 0, a.bandwidth ?? 0, a.id) < (lines(b) ?? 0, b.bandwidth ?? 0, b.id)
    }

    private static func info(_ rendition: Rendition, key: DefinitionInfo.Key) -> DefinitionInfo {
        DefinitionInfo(
            key: key, name: key.rawValue, width: rendition.width, height: rendition.height,
            bitRate: rendition.bandwidth)
    }

    /// Returns possible names, best first. Later ones distinguish renditions of the same size.
    private static func names(_ rendition: Rendition) -> [String] {
        let rate = rendition.bandwidth.map { $0 >= 1000 ? "\($0 / 1000)k" : "\($0)" }
        guard let lines = lines(rendition) else { return [rate, rate.map { $0 + "-2" }].compactMap(\.self) }
        let size = "\(lines)p"
        let frames = rendition.frameRate.flatMap { $0 >= 48 && $0 < 1000 ? size + "\(Int($0.rounded()))" : nil }
        return [size, frames, rate.map { "\(size)-\($0)" }, rendition.codecs.first.map { "\(size)-\($0)" }]
            .compactMap(\.self)
    }

    /// Returns the lines of a 16:9 picture of this width, or its own lines. For upright pictures the short side counts.
    static func lines(_ rendition: Rendition) -> Int? {
        let (long, short) = (max(rendition.width, rendition.height), min(rendition.width, rendition.height))
        guard long > 0 else { return nil }
        if short == 0 { return rendition.height > 0 ? rendition.height : nil }
        let lines = max(short, (long * 9 + 8) / 16)
        return usual.first { abs($0 - lines) * 100 <= $0 * 3 } ?? lines
    }

    private static let usual = [144, 240, 360, 480, 540, 720, 1080, 1440, 2160, 4320]
}
