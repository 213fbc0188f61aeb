package import PlayCore
package import Transport

/// INFO-01 … INFO-16: all that is known of an item before it is opened. A value; its texts are unverified.
package struct PlayInfo: Sendable, Equatable {
    /// INFO-01.
    package var videoID: String
    package var classID: String?
    package var sessionID: String?
    package var title: String?
    package var encrypted = false
    package var format: MediaFormat?
    /// INFO-02: 0 without one.
    package var clippedVersion = 0
    /// INFO-16: path or address.
    package var coverURL: String?
    /// Nil: unknown, or live.
    package var duration: MediaTime?
    package var isLive = false
    /// INFO-03: its indexes are what switching uses.
    package var definitionList: [Definition] = []
    /// PLAY-13: the service's order, the best first.
    package var definitionRanking: [DefinitionInfo.Key] = []
    /// ADV-28: the definitions are one adaptive stream's.
    package var isAdaptive = false
    /// INFO-07; empty: none.
    package var subtitleInfo: [SubtitleInfo] = []
    /// CAT-01, and chapters.
    package var marks = CuePointCollection()
    /// INFO-09.
    package var lamp: Lamp?
    /// INFO-08.
    package var recordType: RecordType?
    /// INFO-12: the room's layout, as the service names it.
    package var layoutTemplate: String?
    /// INFO-10.
    package var isShowUserList = true
    package var isShowChatList = true
    /// INFO-11.
    package var enablePreventScreenCapture = false
    /// INFO-13.
    package var enableVideoComment = false
    /// INFO-14.
    package var startVideo: String?
    package var endVideo: String?
    /// What each request for its bytes needs; perhaps secrets.
    package var headers: [HTTPHeader] = []
    /// Whole seconds since 1970 after which it is past its validity period (1080); nil: none.
    package var validUntil: Int64?
    /// ADV-84; nil: a provider without such kinds.
    package var credentialKind: CredentialKind?
    /// ADV-30: what the service gave is a preview of so many seconds.
    package var previewSeconds: Int?
    /// ADV-26.
    package var spareAddress: String?

    package init(videoID: String) { self.videoID = videoID }

    /// One definition, and where it is to be had.
    package struct Definition: Sendable, Equatable {
        package var info: DefinitionInfo
        /// INFO-06: never empty.
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

    /// ARCH-25: for the list of what is played; every address of every definition is a source.
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

/// INFO-06: `BJVCDNInfo`: one address of a definition. A value.
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
    ///   - delivery: nil: as the address looks (ARCH-18).
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

/// INFO-07: a subtitle file. A value.
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
