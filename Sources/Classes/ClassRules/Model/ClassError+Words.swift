import PlayCore

extension ClassError.Reason {
    package var kind: ClassError.Kind {
        switch self {
        case .teacherNeeded, .teacherOrAssistantNeeded, .studentNeeded, .ownerNeeded, .onlyForStudents: .invalidUserRole
        case .targetIsTeacher, .targetIsStudent, .targetMayNot, .noBroadcastKey, .noBroadcastValue, .tooManyKeys,
            .tooLong, .tooMuchText, .noWebLink, .tooManyDocuments, .unknownDocument, .unknownPage, .unknownShape,
            .foreignShape,
            .tooManyShapes, .badShape, .badTerminal, .badDocument, .badSurvey, .unknownOption, .badDuration,
            .badIdentifier:
            .invalidArguments
        case .tooManyBroadcasts, .tooManyStrokes, .tooManyWishes, .tooManyMessages: .areYouRobot
        default: .invalidCalling
        }
    }

    var words: String {
        switch kind {
        case .invalidUserRole: roleWords
        case .invalidCalling: momentWords ?? speakingWords
        case .invalidArguments: argumentWords
        case .areYouRobot: rateWords
        }
    }

    private var roleWords: String {
        switch self {
        case .teacherNeeded: tr("Only a teacher can do this")
        case .teacherOrAssistantNeeded: tr("Only teachers and assistants can do this")
        case .ownerNeeded: tr("Only the teacher who owns the class can do this")
        case .onlyForStudents: tr("Only students can receive this")
        default: tr("Only students can do this")
        }
    }

    private var momentWords: String? {
        switch self {
        case .notPresent: tr("You have not entered the class")
        case .notInProgress: tr("The class is not in progress")
        case .alreadyInProgress: tr("The class is already in progress")
        case .teacherAbsent: tr("No teacher is present")
        case .userNotPresent: tr("This person is not in the class")
        case .presenterFixed: tr("This class does not allow another presenter")
        case .chatForbidden: tr("Chat is switched off for students")
        case .chatBanned: tr("You may not write at the moment")
        case .chatSlowed: tr("Slow mode is on: wait before you write again")
        case .chatFull: tr("You have reached this class's chat limit")
        case .unchanged: tr("Nothing would change")
        case .notGranted: tr("You have no permission to draw")
        case .otherPage: tr("Drawing is possible only on the page that the class shows")
        case .terminalShared: tr("Another terminal is shared")
        case .noTerminal: tr("You share nothing")
        case .privateForbidden: tr("Private messages are switched off for students")
        case .staffOnly: tr("Students can write privately to teachers and assistants only")
        case .userNotWaiting: tr("This person is not in the waiting room")
        case .noTimer: tr("The class has no timer")
        case .surveyRunning: tr("A quiz is open; end it first")
        case .noSurvey: tr("No quiz is open")
        case .surveyOver: tr("This quiz is over")
        case .alreadyAnswered: tr("You have already answered")
        default: nil
        }
    }

    private var speakingWords: String {
        switch self {
        case .requestsForbidden: tr("Raising hands is switched off")
        case .alreadySpeaking: tr("You are speaking already")
        case .alreadyRequested: tr("Your hand is raised already")
        case .alreadyInvited: tr("You are invited to speak; answer the invitation")
        case .notRequested: tr("Your hand is not raised")
        case .notInvited: tr("You are not invited to speak")
        case .notSpeaking: tr("You are not speaking")
        case .tooManyHands: tr("Too many hands are raised")
        case .speakerLimit: tr("The limit of simultaneous speakers is reached")
        case .soundForbidden: tr("Sound is switched off for students")
        case .videoForbidden: tr("This class has sound only")
        case .inGroup: tr("Members of a group cannot speak to the large class")
        case .userNotRequested: tr("This person's hand is not raised")
        case .userRequested: tr("This person has raised a hand; answer that first")
        case .userInvited: tr("This person is invited already")
        case .userNotInvited: tr("This person is not invited")
        case .userSpeaking: tr("This person is speaking already")
        default: tr("This person is not speaking")
        }
    }

    private var argumentWords: String {
        switch self {
        case .targetIsTeacher: tr("This is not possible with a teacher")
        case .targetIsStudent: tr("This is not possible with a student")
        case .targetMayNot: tr("This is not possible with this person")
        case .noBroadcastKey: tr("The broadcast has no valid key")
        case .noBroadcastValue: tr("The broadcast has no content")
        case .tooManyKeys: tr("The class has too many broadcast keys")
        case .tooLong: tr("This is too long")
        case .noWebLink: tr("The link is not a web address")
        case .tooMuchText: tr("The class has too much text of slides")
        case .tooManyDocuments: tr("The class has too many documents")
        case .unknownDocument: tr("The class has no such document")
        case .unknownPage: tr("The document has no such page")
        case .unknownShape: tr("The page has no such drawing")
        case .foreignShape: tr("You can change only your own drawings")
        case .tooManyShapes: tr("The page has too many drawings")
        case .badDocument: tr("The document is invalid")
        case .badShape: tr("The drawing is invalid")
        case .badTerminal: tr("The shared terminal is invalid")
        case .badSurvey: tr("A quiz needs a question and different options")
        case .unknownOption: tr("The quiz does not have that option")
        case .badDuration: tr("The duration is invalid")
        default: tr("The identifier is invalid")
        }
    }

    private var rateWords: String {
        switch self {
        case .tooManyBroadcasts:
            tr(
                "Too many broadcasts: at most %1 per second and %2 per minute", "\(ClassLimits.broadcasts.inSecond)",
                "\(ClassLimits.broadcasts.inMinute)")
        case .tooManyStrokes: tr("You are drawing too fast")
        case .tooManyMessages: tr("You are writing too fast")
        default: tr("You are doing this too often")
        }
    }
}
