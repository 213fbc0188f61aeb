import PlayCore

extension MultivariantPlaylist {
    /// Copies of a variant become the CDN entries of one rendition.
    package var presentation: Presentation {
        var result = Presentation()
        let clusters = clusters
        let aliases = aliases(clusters)
        for (index, cluster) in clusters.enumerated() { result.renditions.append(rendition(index, cluster)) }
        result.renditions += alternatives(aliases)
        result.captions = media.filter { $0.type == "CLOSED-CAPTIONS" }.compactMap { media in
            media.instreamID.map {
                CaptionService(channel: $0, language: media.language, name: media.name, group: media.group)
            }
        }
        result.chapters = sessionData.first { $0.id == HLSChapters.dataID }?.resource
        result.steering = steering
        result.start = start
        return result
    }

    private struct Group: Hashable {
        let type: String
        let id: String
    }

    private struct CopyKey: Hashable {
        let attributes: VariantAttributes
        let content: Variant.Content
        let types: Set<String>
    }

    /// Variants that are copies of one another (RFC 8216, 4.3.4.2: redundant streams), in the order of the first. The
    /// same address with another group is not a copy. Variants without a bandwidth cannot be compared.
    private var clusters: [[Variant]] {
        var order: [[Variant]] = []
        var places: [CopyKey: Int] = [:]
        for variant in variants {
            let key = CopyKey(
                attributes: variant.attributes, content: variant.content, types: Set(variant.groups.keys))
            if let place = places[key], variant.attributes.bandwidth != nil,
                !order[place].contains(where: { $0.resource == variant.resource })
            {
                order[place].append(variant)
            } else {
                places[key] = order.count
                order.append([variant])
            }
        }
        return order
    }

    private func aliases(_ clusters: [[Variant]]) -> [Group: Group] {
        var result: [Group: Group] = [:]
        for cluster in clusters {
            for copy in cluster.dropFirst() {
                for (type, id) in copy.groups {
                    guard let first = cluster[0].groups[type], first != id else { continue }
                    result[Group(type: type, id: id)] = Group(type: type, id: first)
                }
            }
        }
        return result
    }

    private func rendition(_ index: Int, _ cluster: [Variant]) -> Rendition {
        let first = cluster[0]
        let attributes = first.attributes
        var result = Rendition(id: "\(index)", kind: kind(first))
        result.codecs = attributes.codecs
        result.bandwidth = attributes.bandwidth
        result.averageBandwidth = attributes.averageBandwidth
        (result.width, result.height) = (attributes.width, attributes.height)
        result.frameRate = attributes.frameRate?.perSecond
        result.videoRange = attributes.videoRange
        result.audioGroup = first.groups["AUDIO"]
        result.textGroup = first.groups["SUBTITLES"]
        result.videoGroup = first.groups["VIDEO"]
        result.sources = cluster.map { RenditionSource(pathway: $0.pathway, content: .playlist($0.resource)) }
        return result
    }

    private func kind(_ variant: Variant) -> Rendition.Kind {
        switch variant.content {
        case .iframes: return .iframes
        case .images: return .thumbnails
        case .media: break
        }
        let codecs = variant.attributes.codecs
        let hasPictures = variant.attributes.width > 0 || codecs.contains(where: CodecNames.isVideo)
        if !hasPictures, codecs.contains(where: CodecNames.isAudio) { return .audio }
        let sounds = media.filter { $0.type == "AUDIO" && $0.group == variant.groups["AUDIO"] }
        return sounds.isEmpty || sounds.contains { $0.resource == nil } ? .muxed : .video
    }

    private struct AlternativeKey: Hashable {
        let group: Group
        let name: String?
        let language: String?
        let channels: String?
        let characteristics: [String]
    }

    /// Members of copied groups become CDN entries of the first group.
    private func alternatives(_ aliases: [Group: Group]) -> [Rendition] {
        var result: [Rendition] = []
        var places: [AlternativeKey: Int] = [:]
        let kinds: [String: Rendition.Kind] = ["AUDIO": .audio, "SUBTITLES": .text, "VIDEO": .video]
        for media in media {
            guard let kind = kinds[media.type] else { continue }
            let own = Group(type: media.type, id: media.group)
            let key = AlternativeKey(
                group: aliases[own] ?? own, name: media.name, language: media.language, channels: media.channels,
                characteristics: media.characteristics)
            let source = media.resource.map { RenditionSource(pathway: media.pathway, content: .playlist($0)) }
            if let place = places[key] {
                if let source, !result[place].sources.contains(source) { result[place].sources.append(source) }
                continue
            }
            places[key] = result.count
            result.append(rendition("\(media.type)-\(result.count)", kind, media, group: key.group.id, source))
        }
        return result
    }

    private func rendition(
        _ id: String, _ kind: Rendition.Kind, _ media: Media, group: String, _ source: RenditionSource?
    ) -> Rendition {
        var result = Rendition(id: id.lowercased(), kind: kind)
        result.group = group
        result.name = media.name
        result.language = media.language
        result.roles = media.characteristics
        result.isDefault = media.isDefault
        result.autoselects = media.autoselects
        result.isForced = media.isForced
        result.channels = media.channels.flatMap { PlaylistNumber.integer($0.prefix { $0 != "/" }) }
            .flatMap { (1...64).contains($0) ? Int($0) : nil }
        result.sources = source.map { [$0] } ?? []
        return result
    }
}
