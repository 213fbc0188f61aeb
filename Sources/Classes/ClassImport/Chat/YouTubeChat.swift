import Classes
import Encoding
import PlayCore

/// YouTube's actions, one per line as yt-dlp writes them, or as the service sends them
/// (yt-dlp:yt_dlp/downloader/youtube_live_chat.py).
struct YouTubeChat: ChatRecords {
    static let keys: JSONKeys? = JSONKeys(
        "replayChatItemAction", "actions", "videoOffsetTimeMsec", "isLive", "response", "continuationContents",
        "liveChatContinuation",
        "addChatItemAction", "addBannerToLiveChatCommand", "removeBannerForLiveChatCommand", "bannerRenderer",
        "liveChatBannerRenderer", "contents", "markChatItemAsDeletedAction", "markChatItemsByAuthorAsDeletedAction",
        "removeChatItemAction", "removeChatItemByAuthorAction", "replaceChatItemAction", "replacementItem",
        "targetItemId", "externalChannelId", "item", "targetActionId",
        "liveChatTextMessageRenderer", "liveChatPaidMessageRenderer", "liveChatPaidStickerRenderer",
        "liveChatMembershipItemRenderer", "liveChatViewerEngagementMessageRenderer",
        "liveChatModeChangeMessageRenderer",
        "liveChatSponsorshipsGiftPurchaseAnnouncementRenderer", "liveChatSponsorshipsHeaderRenderer",
        "liveChatSponsorshipsGiftRedemptionAnnouncementRenderer", "liveChatPlaceholderItemRenderer", "header",
        "id", "timestampUsec", "authorName", "simpleText", "authorExternalChannelId", "authorBadges",
        "liveChatAuthorBadgeRenderer", "tooltip", "icon", "iconType", "message", "runs", "text", "emoji", "emojiId",
        "shortcuts", "isCustomEmoji", "navigationEndpoint", "urlEndpoint", "url", "purchaseAmountText", "headerSubtext",
        "headerPrimaryText", "primaryText", "subtext", "timestampText", "sticker", "accessibility", "accessibilityData",
        "label", "thumbnails")

    /// The start of the video in milliseconds since 1970, for messages without a time of the video. The first message
    /// with both times determines it. Until then, the time of the first message is used.
    private var start: Int64?
    private var isStartKnown = false
    private(set) var hasClockTimes = false

    mutating func record(_ value: JSONValue, list: String?, number: Int, into collector: inout ImportCollector) {
        let replay = value["replayChatItemAction"]
        let offset = (replay?["videoOffsetTimeMsec"] ?? value["videoOffsetTimeMsec"])?.whole
        let actions = replay?["actions"]?.items ?? value["actions"]?.items ?? [value]
        for (index, action) in actions.enumerated() {
            add(action, offset, "\(number).\(index)", &collector)
        }
    }

    mutating func member(_ name: String, _ value: JSONValue, into collector: inout ImportCollector) {
        let contents = name == "continuationContents" ? value : value["continuationContents"]
        for (index, action) in (contents?.at("liveChatContinuation", "actions")?.items ?? []).enumerated() {
            record(action, list: nil, number: index + 1, into: &collector)
        }
    }

    // MARK: Actions

    private mutating func add(
        _ action: JSONValue, _ offset: Int64?, _ place: String, _ collector: inout ImportCollector
    ) {
        let time = offset.flatMap(Numbers.milliseconds)
        if let item = action.at("addChatItemAction", "item") ?? action.at("replaceChatItemAction", "replacementItem") {
            add(item, time, place, &collector)
        } else if let banner = action.at("addBannerToLiveChatCommand", "bannerRenderer", "liveChatBannerRenderer") {
            let message = banner["contents"].flatMap { YouTubeItem.message($0, time ?? .zero, place) }
            if let message { collector.add(ClassEvent(time ?? .zero, .messagePinned(message))) }
        } else if action["removeBannerForLiveChatCommand"] != nil {
            collector.add(ClassEvent(time ?? .zero, .messagePinned(nil)))
        } else if let id = (action["markChatItemAsDeletedAction"] ?? action["removeChatItemAction"])?["targetItemId"]?
            .text
        {
            collector.add(ClassEvent(time ?? .zero, .messageRemoved(id)))
        } else if let author =
            (action["markChatItemsByAuthorAsDeletedAction"] ?? action["removeChatItemByAuthorAction"])?[
                "externalChannelId"]?.text
        {
            collector.add(ClassEvent(time ?? .zero, .messagesRemoved(author: author)))
        }
    }

    private mutating func add(
        _ item: JSONValue, _ time: MediaTime?, _ place: String, _ collector: inout ImportCollector
    ) {
        guard var message = YouTubeItem.message(item, time ?? .zero, place) else {
            if YouTubeItem.isUnknown(item) { collector.note("an item of a kind that is not known") }
            return
        }
        if let wall = message.wallTime {
            if let time, !isStartKnown {
                start = wall - time.nanoseconds / 1_000_000
                isStartKnown = true
            }
            let base = start ?? wall
            start = base
            if time == nil {
                hasClockTimes = hasClockTimes || !isStartKnown
                message.time = Numbers.milliseconds(wall - base) ?? .zero
            }
        }
        collector.add(message)
    }
}
