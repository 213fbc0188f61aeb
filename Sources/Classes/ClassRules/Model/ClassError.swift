package struct ClassError: Error, Sendable, Hashable, Codable {
    package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        case invalidUserRole
        case invalidCalling
        case invalidArguments
        case areYouRobot
    }

    package let reason: Reason

    package init(_ reason: Reason) { self.reason = reason }

    package var kind: Kind { reason.kind }
    package var words: String { reason.words }

    package enum Reason: String, Sendable, Hashable, Codable, CaseIterable {
        // The role
        case teacherNeeded, teacherOrAssistantNeeded, studentNeeded, ownerNeeded, onlyForStudents

        // The moment
        case notPresent, notInProgress, alreadyInProgress, teacherAbsent, requestsForbidden, alreadySpeaking
        case alreadyRequested, alreadyInvited, notRequested, notInvited, notSpeaking, speakerLimit, soundForbidden
        case tooManyHands
        case videoForbidden, inGroup, chatForbidden, chatBanned, chatSlowed, chatFull, presenterFixed, userNotPresent,
            userNotRequested
        case userRequested, userInvited, userNotInvited, userSpeaking, userNotSpeaking, unchanged, notGranted, otherPage
        case terminalShared, noTerminal, userNotWaiting, privateForbidden, staffOnly, noTimer
        case surveyRunning, noSurvey, surveyOver, alreadyAnswered

        // The values
        case targetIsTeacher, targetIsStudent, targetMayNot, noBroadcastKey, noBroadcastValue, tooManyKeys, tooLong
        case noWebLink, tooManyDocuments, unknownDocument, unknownPage, unknownShape, foreignShape, tooManyShapes
        case tooMuchText, badShape, badTerminal, badDocument, badSurvey, unknownOption, badDuration, badIdentifier

        // The rate
        case tooManyBroadcasts, tooManyStrokes, tooManyWishes, tooManyMessages
    }
}
