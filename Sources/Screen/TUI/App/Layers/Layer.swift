import ClassPanes
import ScreenKit

/// A layer and the data that it needs while it is open. Large values are boxed, so that iterating moves little memory.
enum Layer: Sendable, Equatable {
    case picture
    case classPanes
    indirect case statistics(StatisticsSample)
    case controls
    case ownKeys
    case liveDialog
    case drawing
    case chatSearch
    case peopleSearch
    case chatInput
    case home
    case downloads
    indirect case panel(Panel)
    indirect case comment(CommentEditor)
    indirect case advertPage(AdvertPage)
    case help(HelpPage)
    case floating
    case sequence(KeySequence)
    case token(LineEditor)
    case path(PathPrompt)
    case time(TimePrompt)
    indirect case open(OpenPrompt)
    indirect case openQuestion(OpenQuestion)
    case surveyForm
    case liveCommand
    case liveQuestion

    var entry: (height: Int, layer: any ScreenLayer.Type) {
        switch self {
        case .picture: (0, PictureLayer.self)
        case .classPanes: (1, ClassPanesLayer.self)
        case .statistics: (2, StatisticsPage.self)
        case .controls: (3, ControlBar.self)
        case .ownKeys: (4, OwnKeys.self)
        case .drawing: (4, ClassLayer<DrawingBoard>.self)
        case .liveDialog: (5, ClassLayer<LiveDialog>.self)
        case .chatSearch: (5, ClassLayer<ChatSearchField>.self)
        case .peopleSearch: (5, ClassLayer<PeopleSearchField>.self)
        case .chatInput: (5, ClassLayer<ChatInputField>.self)
        case .home: (6, HomeLayer.self)
        case .downloads: (7, DownloadsLayer.self)
        case .panel: (8, Panel.self)
        case .comment: (9, CommentEditor.self)
        case .advertPage: (9, AdvertPage.self)
        case .help: (10, HelpPage.self)
        case .floating: (11, FloatingPicture.self)
        case .sequence: (12, KeySequence.self)
        case .token: (13, TokenLine.self)
        case .path: (14, PathPrompt.self)
        case .time: (15, TimePrompt.self)
        case .open: (16, OpenPrompt.self)
        case .openQuestion: (17, OpenQuestion.self)
        case .surveyForm: (9, ClassLayer<SurveyForm>.self)
        case .liveCommand: (18, ClassLayer<LiveCommandLine>.self)
        case .liveQuestion: (19, ClassLayer<LiveQuestion>.self)
        }
    }
}
