import Classes
import SlidePictures

/// Applies the recording's arrangement of the panes once, after the class has been entered.
extension ClassScreen {
    mutating func arrangeOnce() {
        guard !isArranged, let arrangement = view.snapshot.room?.content.arrangement else { return }
        isArranged = true
        switch arrangement.template {
        case .videoOnly: hidden.formUnion(ClassPane.allCases.filter { $0 != .video && $0 != .companion })
        case .liveWall, .doubleCamera: hidden.insert(.slides)
        case nil: break
        }
        if let mode = arrangement.slideMode { slideFit = SlideFit(mode) }
    }
}

extension SlideFit {
    fileprivate init(_ mode: SlideMode) {
        switch mode {
        case .whole: self = .whole
        case .filling: self = .filling
        case .stretched: self = .stretched
        }
    }
}
