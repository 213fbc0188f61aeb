package enum ChatFormat: String, Sendable, CaseIterable {
    /// yt-dlp's `.live_chat.json`: one action a line.
    case youTubeLines
    case youTubeDocument
    case twitchDownloader
    /// chat-downloader's list, or one item a line.
    case chatDownloader
    case chatDownloaderLines
    /// Bilibili's XML, similar files of recorders of live rooms, and Niconico's XML.
    case danmaku
    /// AcFun's list of `{"c":"…","m":"…"}`.
    case acFun
    /// dandanplay's `comments` of `{"p":"…","m":"…"}`.
    case dandanplay
    /// CommentCoreLibrary's list of `{"stime":…,"text":"…"}`.
    case commonDanmaku
    /// Niconico's JSON, in the present or older forms.
    case niconico
    /// Zoom's `meetingChatList`.
    case zoomDocument
    case text

    /// In bytes from the start of a file.
    package static let headSize = 256 << 10

    package static func detect(_ head: [UInt8]) -> ChatFormat? {
        var bytes = head[...]
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        bytes = bytes.drop { $0 <= 0x20 }
        guard let first = bytes.first, !bytes.contains(0) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        switch first {
        case UInt8(ascii: "<"): return isDanmaku(text) ? .danmaku : nil
        case UInt8(ascii: "{"): return ofObject(text) ?? ofText(text)
        case UInt8(ascii: "["): return ofList(text) ?? ofText(text)
        default: return ofText(text)
        }
    }

    private static func isDanmaku(_ text: String) -> Bool {
        let tags = ["<d p=\"", "<d p='", "<d ", "<chatid>", "<chatserver>", "<chat ", "<i>", "<i "]
        return tags.contains { text.contains($0) } && !text.contains("<html")
    }

    private static func ofObject(_ text: String) -> ChatFormat? {
        let firstLine = text.prefix { $0 != "\n" && $0 != "\r\n" }.trimmed
        let isLine = firstLine.hasSuffix("}")
        func has(_ name: String, in text: some StringProtocol) -> Bool { text.contains("\"\(name)\"") }
        if has("responseContext", in: text) || has("continuationContents", in: text) { return .youTubeDocument }
        if has("replayChatItemAction", in: firstLine) || has("videoOffsetTimeMsec", in: firstLine)
            || has("addChatItemAction", in: firstLine)
        {
            return .youTubeLines
        }
        if has("meetingChatList", in: text) { return .zoomDocument }
        if has("vposMs", in: text) || (has("packet", in: text) && has("vpos", in: text)) { return .niconico }
        if has("p", in: text), has("m", in: text), !has("content_offset_seconds", in: text) { return .dandanplay }
        if has("comments", in: text) || has("FileInfo", in: text) || has("content_offset_seconds", in: text) {
            return .twitchDownloader
        }
        if isLine, chatDownloaderNames.contains(where: { has($0, in: firstLine) }) { return .chatDownloaderLines }
        return nil
    }

    private static let chatDownloaderNames = ["message", "time_in_seconds", "message_type", "action_type", "timestamp"]

    private static func ofList(_ text: String) -> ChatFormat? {
        let start = text.dropFirst().trimmedStart
        guard start.hasPrefix("{") || start.hasPrefix("]") else { return nil }
        let head = start.prefix(16 << 10)
        func has(_ name: String) -> Bool { head.contains("\"\(name)\"") }
        if has("content_offset_seconds") { return .twitchDownloader }
        if has("vposMs") || (has("chat") && has("vpos")) { return .niconico }
        if has("c"), has("m") { return .acFun }
        if has("p"), has("m") { return .dandanplay }
        if has("stime") { return .commonDanmaku }
        return chatDownloaderNames.contains(where: has) ? .chatDownloader : nil
    }

    private static func ofText(_ text: String) -> ChatFormat? {
        let lines = text.split(whereSeparator: \.isNewline).prefix(50)
        return lines.contains { TextChatLine($0) != nil } ? .text : nil
    }
}

extension StringProtocol {
    fileprivate var trimmedStart: SubSequence { drop(while: \.isWhitespace) }
}
