import MediaSources
import PlayCore

extension PreparationError {
    package var words: String {
        switch self {
        case .media(let error): SafeText.clean(PlayError(error, item: "").reason)
        case .file(let error): tr("Cannot write %1: %2", SafeText.phrase(error.path), error.reason)
        case .noSpace(let path): tr("The disk is full: %1", SafeText.phrase(path))
        case .busy: tr("Another tvplay is preparing it")
        case .changed: tr("The file changed meanwhile; run the command again")
        case .unseekable: tr("The length of the file is unknown, or it is not seekable")
        case .cancelled: tr("Stopped")
        }
    }
}
