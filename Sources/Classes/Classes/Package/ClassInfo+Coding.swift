package import PlayCore

extension RecordType: Codable {}

extension ClassInfo: Codable {
    private enum Field: String, CodingKey {
        case playbackID, classID, sessionID, title, duration, startWallTime, clippedVersion, recordType, roomType
        case isInteractiveClass, isInteractiveClass1v1SignalingRecord, interactiveClass1v1BlackboardPages
        case isLongTerm, sessionNumber, isShowUserList, isShowChatList, enablePreventScreenCapture, lamp
        case layoutTemplate, enableQuizAndAnswer, enableQuestion, enableHideStudentPhoneNumber, enableRedPackets
        case whiteboardURL, whiteboardWebviewURL, majorPlayType, initialPPTMode, invalidTime, timeMarkList
        case documentCatalogueList, media, userVideoList, isOngoing
        /// A synonym of `isShowUserList` that is read but never written.
        case showUsers
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        self.init(playbackID: try fields.decode(String.self, forKey: .playbackID))
        classID = try fields.decodeIfPresent(String.self, forKey: .classID)
        sessionID = try fields.decodeIfPresent(String.self, forKey: .sessionID)
        title = try fields.decodeIfPresent(String.self, forKey: .title)
        duration = try fields.decodeIfPresent(MediaTime.self, forKey: .duration)
        startWallTime = try fields.decodeIfPresent(Int64.self, forKey: .startWallTime)
        clippedVersion = try fields.value(.clippedVersion, or: 0)
        recordType = try fields.decodeIfPresent(RecordType.self, forKey: .recordType)
        roomType = try fields.decodeIfPresent(String.self, forKey: .roomType)
        isInteractiveClass = try fields.value(.isInteractiveClass, or: false)
        isInteractiveClass1v1SignalingRecord = try fields.value(.isInteractiveClass1v1SignalingRecord, or: false)
        interactiveClass1v1BlackboardPages = try fields.decodeIfPresent(
            Int.self, forKey: .interactiveClass1v1BlackboardPages)
        isLongTerm = try fields.value(.isLongTerm, or: false)
        sessionNumber = try fields.value(.sessionNumber, or: 1)
        isShowUserList = try fields.value(.isShowUserList, or: try fields.value(.showUsers, or: true))
        isShowChatList = try fields.value(.isShowChatList, or: true)
        enablePreventScreenCapture = try fields.value(.enablePreventScreenCapture, or: false)
        lamp = try fields.decodeIfPresent(MarqueeText.self, forKey: .lamp)
        layoutTemplate = try fields.decodeIfPresent(String.self, forKey: .layoutTemplate).flatMap {
            .init(rawValue: $0)
        }
        enableQuizAndAnswer = try fields.value(.enableQuizAndAnswer, or: true)
        enableQuestion = try fields.value(.enableQuestion, or: true)
        enableHideStudentPhoneNumber = try fields.value(.enableHideStudentPhoneNumber, or: false)
        enableRedPackets = try fields.value(.enableRedPackets, or: true)
        whiteboardURL = try fields.decodeIfPresent(String.self, forKey: .whiteboardURL)
        whiteboardWebviewURL = try fields.decodeIfPresent(String.self, forKey: .whiteboardWebviewURL)
        majorPlayType = try fields.value(.majorPlayType, or: .none)
        initialPPTMode = try fields.decodeIfPresent(String.self, forKey: .initialPPTMode).flatMap {
            .init(rawValue: $0)
        }
        invalidTime = try fields.decodeIfPresent(Int64.self, forKey: .invalidTime)
        timeMarkList = try fields.value(.timeMarkList, or: [])
        documentCatalogueList = try fields.decodeIfPresent([OutlineEntry].self, forKey: .documentCatalogueList)
        media = try fields.value(.media, or: [])
        userVideoList = try fields.value(.userVideoList, or: [])
        isOngoing = try fields.value(.isOngoing, or: false)
    }

    package func encode(to encoder: any Encoder) throws {
        let standard = ClassInfo(playbackID: playbackID)
        var fields = encoder.container(keyedBy: Field.self)
        try fields.encode(playbackID, forKey: .playbackID)
        try fields.encodeIfPresent(classID, forKey: .classID)
        try fields.encodeIfPresent(sessionID, forKey: .sessionID)
        try fields.encodeIfPresent(title, forKey: .title)
        try fields.encodeIfPresent(duration, forKey: .duration)
        try fields.encodeIfPresent(startWallTime, forKey: .startWallTime)
        try fields.encode(clippedVersion, .clippedVersion, unless: 0)
        try fields.encodeIfPresent(recordType, forKey: .recordType)
        try fields.encodeIfPresent(roomType, forKey: .roomType)
        try encodeFlags(&fields, standard)
        try fields.encodeIfPresent(interactiveClass1v1BlackboardPages, forKey: .interactiveClass1v1BlackboardPages)
        try fields.encode(sessionNumber, .sessionNumber, unless: standard.sessionNumber)
        try fields.encodeIfPresent(lamp, forKey: .lamp)
        try fields.encodeIfPresent(layoutTemplate?.rawValue, forKey: .layoutTemplate)
        try fields.encodeIfPresent(whiteboardURL, forKey: .whiteboardURL)
        try fields.encodeIfPresent(whiteboardWebviewURL, forKey: .whiteboardWebviewURL)
        try fields.encode(majorPlayType, .majorPlayType, unless: .none)
        try fields.encodeIfPresent(initialPPTMode?.rawValue, forKey: .initialPPTMode)
        try fields.encodeIfPresent(invalidTime, forKey: .invalidTime)
        try fields.encode(timeMarkList, .timeMarkList, unless: [])
        try fields.encodeIfPresent(documentCatalogueList, forKey: .documentCatalogueList)
        try fields.encode(media, .media, unless: [])
        try fields.encode(userVideoList, .userVideoList, unless: [])
    }

    private func encodeFlags(_ fields: inout KeyedEncodingContainer<Field>, _ standard: ClassInfo) throws {
        let flags: [(Field, KeyPath<ClassInfo, Bool>)] = [
            (.isOngoing, \.isOngoing), (.isInteractiveClass, \.isInteractiveClass),
            (.isInteractiveClass1v1SignalingRecord, \.isInteractiveClass1v1SignalingRecord),
            (.isLongTerm, \.isLongTerm), (.isShowUserList, \.isShowUserList), (.isShowChatList, \.isShowChatList),
            (.enablePreventScreenCapture, \.enablePreventScreenCapture),
            (.enableQuizAndAnswer, \.enableQuizAndAnswer), (.enableQuestion, \.enableQuestion),
            (.enableHideStudentPhoneNumber, \.enableHideStudentPhoneNumber), (.enableRedPackets, \.enableRedPackets),
        ]
        for (field, flag) in flags {
            try fields.encode(self[keyPath: flag], field, unless: standard[keyPath: flag])
        }
    }
}
