import PlayCore

extension DASHManifest {
    /// Representations that continue one another become one rendition.
    package var presentation: Presentation {
        var result = Presentation()
        result.isLive = isLive
        result.duration = isLive ? nil : duration
        result.title = title
        result.steering = steering
        result.events = periods.flatMap(\.events)
        result.live = live
        result.captions = periods.first?.sets.flatMap(\.captions) ?? []
        var chains = RenditionChains(periods)
        chains.extendAll()
        let hasPictures = chains.list.contains { [.video, .muxed].contains($0.kind) }
        var taken: Set<String> = []
        for chain in chains.list {
            var id = chain.origin.form.id
            if id.isEmpty || taken.contains(id) { id += "#\(taken.count)" }
            taken.insert(id)
            result.renditions.append(rendition(id, chain, hasPictures: hasPictures))
        }
        return result
    }

    private func rendition(_ id: String, _ chain: RenditionChains.Chain, hasPictures: Bool) -> Rendition {
        var result = Rendition(id: id, kind: chain.kind)
        let members = chain.members.compactMap(\.self)
        let first = chain.origin
        result.codecs = first.form.codecs
        result.mimeType = first.form.mimeType
        result.bandwidth = members.map(\.form.bandwidth).max().flatMap { $0 > 0 ? Int($0) : nil }
        result.width = members.map(\.form.width).max() ?? 0
        result.height = members.map(\.form.height).max() ?? 0
        result.frameRate = first.form.frameRate
        result.channels = first.form.channels
        result.language = first.set.language
        result.name = first.set.label
        result.roles = first.set.roles
        result.isDefault = first.set.roles.contains("main")
        // Older manifests use an underscore.
        result.isForced = !Set(["forced-subtitle", "forced_subtitle"]).isDisjoint(with: first.set.roles)
        result.autoselects = true
        // A rendition is playable if at least a part of it is unencrypted.
        result.protection = members.contains { $0.form.protection == nil } ? nil : first.form.protection
        if first.form.tileColumns > 0 { result.tiles = (first.form.tileColumns, first.form.tileRows) }
        result.switchingSet = first.switchingSet
        let isVariant = [.video, .muxed].contains(chain.kind) || (chain.kind == .audio && !hasPictures)
        result.group = isVariant ? nil : first.set.id
        result.sources = sources(chain)
        return result
    }

    private func sources(_ chain: RenditionChains.Chain) -> [RenditionSource] {
        let parts = zip(periods, chain.members).compactMap { period, member in
            member.map { member in
                DASHTimeline.Part(
                    start: period.start, end: period.end, representationID: member.form.id,
                    bandwidth: member.form.bandwidth, information: member.form.information, bases: member.form.bases,
                    protection: member.form.protection, encryption: member.form.encryption,
                    isWebM: member.form.mimeType?.hasSuffix("/webm") == true)
            }
        }
        let services = parts.max { $0.bases.count < $1.bases.count }?.bases ?? []
        return services.indices.map { index in
            RenditionSource(
                pathway: services[index].service,
                content: .timeline(DASHTimeline(parts: parts, base: index, live: live, limits: limits)))
        }
    }
}
