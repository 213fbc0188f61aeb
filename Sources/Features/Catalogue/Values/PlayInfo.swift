package import PlayCore
package import Transport

/// Unverified texts.
package struct PlayInfo: Sendable, Equatable {
    package var videoID: String
    package var classID: String?
    package var sessionID: String?
    package var title: String?
    package var encrypted = false
    package var format: MediaFormat?
    /// 0 if there is none.
    package var clippedVersion = 0
    /// Path or address.
    package var coverURL: String?
    /// `nil` if unknown or live.
    package var duration: MediaTime?
    package var isLive = false
    /// Switching uses their indices.
    package var definitionList: [Definition] = []
    /// The service's order, best first.
    package var definitionRanking: [DefinitionInfo.Key] = []
    package var isAdaptive = false
    /// The videos that play in sequence as this one, each with its own definitions, headers and duration. Empty for a
    /// single video. The definitions of the whole are the first part's.
    package var parts: [PlayInfo] = []
    package var subtitleInfo: [SubtitleInfo] = []
    package var marks = CuePointCollection()
    package var lamp: MarqueeText?
    package var watermark: ServiceWatermark?
    package var recordType: RecordType?
    package var isShowUserList = true
    package var isShowChatList = true
    package var enablePreventScreenCapture = false
    package var enableVideoComment = false
    package var startVideo: String?
    package var endVideo: String?
    /// Addresses of advert documents, by the player's ID. The empty ID is for players without one.
    package var adverts: [String: String] = [:]
    /// Required by each request for its bytes. May contain secrets.
    package var headers: [HTTPHeader] = []
    /// The manifests by addresses of ``definitionList``, which are then not requested.
    package var manifests: [String: [UInt8]] = [:]
    /// Whole seconds since 1970 (1080), or `nil` if it does not expire.
    package var validUntil: Int64?
    /// `nil` for a provider without such kinds.
    package var credentialKind: CredentialKind?
    package var previewSeconds: Int?
    package var spareAddress: String?
    /// The address of the same content over HTTP, for use after a low-latency transmission fails.
    package var downgradeAddress: String?
    package var isCacheable = true

    package init(videoID: String) { self.videoID = videoID }

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

    /// Returns the same definition, else the best one up to its height, else the first.
    ///
    /// - Parameter height: the height of `key`, or 0 if unknown.
    package func definition(like key: DefinitionInfo.Key?, height: Int) -> Definition? {
        definitionList.first { $0.info.definitionKey == key }
            ?? definitionList.filter { !$0.info.isAudio && $0.info.height <= height }
            .max { $0.info.height < $1.info.height }
            ?? definitionList.first
    }

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
            RecordingIdentity(classID: $0, sessionID: sessionID ?? "", clippedVersion: clippedVersion)
        }
        return video
    }
}

extension DefinitionInfo.Key {
    /// An address without further information. Its content determines the definitions.
    package static let undescribed = Self(rawValue: "source")
}

package struct NetworkAddress: Sendable, Hashable {
    package var playURL: String
    /// The network's name; unverified text.
    package var name: String?
    package var delivery: Source.Delivery
    /// `nil` if the address includes its sound.
    package var audioURL: String?
    /// The service's statement, or `nil` to deduce the delivery.
    private let toldAudioDelivery: Source.Delivery?
    package var audioDelivery: Source.Delivery? {
        audioURL.map { toldAudioDelivery ?? DeliveryMethod.deduced(fromLocation: $0) }
    }

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

package struct SubtitleInfo: Sendable, Hashable {
    /// Path or address.
    package var url: String
    /// The service's language code ("en", "pt-BR").
    package var language: String?
    package var name: String?
    /// "vtt" or "srt", or `nil` to detect it from the content.
    package var format: String?
    package var isAutomatic = false

    package init(_ url: String, language: String? = nil, name: String? = nil, format: String? = nil) {
        self.url = url
        self.language = language
        self.name = name
        self.format = format
    }
}
