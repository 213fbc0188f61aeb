package import PlayCore
package import Transport

/// All that is known of an item before it is opened. A value; its texts are unverified.
package struct PlayInfo: Sendable, Equatable {
    package var videoID: String
    package var classID: String?
    package var sessionID: String?
    package var title: String?
    package var encrypted = false
    package var format: MediaFormat?
    /// 0 without one.
    package var clippedVersion = 0
    /// Path or address.
    package var coverURL: String?
    /// Nil: unknown, or live.
    package var duration: MediaTime?
    package var isLive = false
    /// Its indexes are what switching uses.
    package var definitionList: [Definition] = []
    /// The service's order, the best first.
    package var definitionRanking: [DefinitionInfo.Key] = []
    /// The definitions are one adaptive stream's.
    package var isAdaptive = false
    /// The videos that play one after the other as this one, each with its own definitions, headers and duration; empty
    /// for a single video. The definitions of the whole are those of the first part.
    package var parts: [PlayInfo] = []
    /// Empty: none.
    package var subtitleInfo: [SubtitleInfo] = []
    /// Subtitles, and chapters.
    package var marks = CuePointCollection()
    package var lamp: Lamp?
    package var watermark: ServiceWatermark?
    package var recordType: RecordType?
    package var isShowUserList = true
    package var isShowChatList = true
    package var enablePreventScreenCapture = false
    package var enableVideoComment = false
    package var startVideo: String?
    package var endVideo: String?
    /// Where documents about its adverts are, by the player's ID; the empty ID is for players without one.
    package var adverts: [String: String] = [:]
    /// What each request for its bytes needs; perhaps secrets.
    package var headers: [HTTPHeader] = []
    /// Manifests that came with the item, by the addresses of ``definitionList`` that they are played for; nothing is
    /// asked for at such an address itself.
    package var manifests: [String: [UInt8]] = [:]
    /// Whole seconds since 1970 after which it is past its validity period (1080); nil: none.
    package var validUntil: Int64?
    /// Nil: a provider without such kinds.
    package var credentialKind: CredentialKind?
    /// What the service gave is a preview of so many seconds.
    package var previewSeconds: Int?
    package var spareAddress: String?
    /// Of the same over http: where a transmission of low latency fails.
    package var downgradeAddress: String?
    /// Whether its data may be kept on the disk.
    package var isCacheable = true

    package init(videoID: String) { self.videoID = videoID }

    /// One definition, and where it is to be had.
    package struct Definition: Sendable, Equatable {
        package var info: DefinitionInfo
        /// Never empty.
        package var entries: [NetworkAddress]

        package init(_ info: DefinitionInfo, entries: [NetworkAddress]) {
            precondition(!entries.isEmpty, "a definition has an address")
            self.info = info
            self.entries = entries
        }
    }

    /// - Throws: `.expired` (1080), `.noSource`.
    package func validated(atSecondsSince1970 now: Int64) throws(CatalogueError) -> PlayInfo {
        if let validUntil, now > validUntil { throw CatalogueError(.expired, context: videoID) }
        guard !definitionList.isEmpty else { throw CatalogueError(.noSource, context: videoID) }
        return self
    }

    /// The definition that comes closest to `key`: the same one, else the highest that is not higher, else the first.
    ///
    /// - Parameter height: the height of `key`; 0 when it is unknown.
    package func definition(like key: DefinitionInfo.Key?, height: Int) -> Definition? {
        definitionList.first { $0.info.definitionKey == key }
            ?? definitionList.filter { !$0.info.isAudio && $0.info.height <= height }
            .max { $0.info.height < $1.info.height }
            ?? definitionList.first
    }

    /// For the list of what is played; every address of every definition is a source.
    package var video: Video? {
        let sources = definitionList.flatMap { definition in
            definition.entries.map { entry in
                Source(
                    entry.playURL, delivery: entry.delivery,
                    definition: definition.info.definitionKey == .undescribed ? nil : definition.info)
            }
        }
        guard !sources.isEmpty else { return nil }
        var video = Video(
            id: videoID, title: title, sources: sources, cover: coverURL, duration: duration, cuePoints: marks,
            startVideo: startVideo.map { Source($0, delivery: DeliveryMethod.deduced(fromLocation: $0)) },
            endVideo: endVideo.map { Source($0, delivery: DeliveryMethod.deduced(fromLocation: $0)) },
            subtitles: subtitleInfo.map(\.url))
        video.definitionRanking = definitionRanking
        video.format = format
        video.recordType = recordType
        if !isCacheable { video.preventCaching() }
        video.room = classID.map {
            RoomIdentity(classID: $0, sessionID: sessionID ?? "", clippedVersion: clippedVersion)
        }
        return video
    }
}

extension DefinitionInfo.Key {
    /// Of an address about which nothing is known: its content has the definitions.
    package static let undescribed = Self(rawValue: "source")
}

/// `BJVCDNInfo`: one address of a definition. A value.
package struct NetworkAddress: Sendable, Hashable {
    package var playURL: String
    /// The network's name; unverified text.
    package var name: String?
    package var delivery: Source.Delivery
    /// Sound that the address has not and that belongs to it; nil: it has its own.
    package var audioURL: String?
    /// What the service said of ``audioURL``; nil where it looks like that anyway.
    private let toldAudioDelivery: Source.Delivery?
    /// How ``audioURL`` is delivered; nil: there is none.
    package var audioDelivery: Source.Delivery? {
        audioURL.map { toldAudioDelivery ?? DeliveryMethod.deduced(fromLocation: $0) }
    }

    /// - Parameters:
    ///   - delivery: nil: as the address looks.
    ///   - audioDelivery: nil: as its address looks.
    package init(
        _ playURL: String, name: String? = nil, delivery: Source.Delivery? = nil, audioURL: String? = nil,
        audioDelivery: Source.Delivery? = nil
    ) {
        self.playURL = playURL
        self.name = name
        self.delivery = delivery ?? DeliveryMethod.deduced(fromLocation: playURL)
        self.audioURL = audioURL
        let looks = audioURL.map { DeliveryMethod.deduced(fromLocation: $0) }
        toldAudioDelivery = audioDelivery == looks ? nil : audioDelivery
    }
}

/// A subtitle file. A value.
package struct SubtitleInfo: Sendable, Hashable {
    /// Path or address.
    package var url: String
    /// As the service has it ("en", "pt-BR").
    package var language: String?
    package var name: String?
    /// "vtt", "srt"; nil: the content tells.
    package var format: String?
    /// Made by a machine.
    package var isAutomatic = false

    package init(_ url: String, language: String? = nil, name: String? = nil, format: String? = nil) {
        self.url = url
        self.language = language
        self.name = name
        self.format = format
    }
}
