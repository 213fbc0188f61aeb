import PlayCore

package struct PreparationTally: Sendable, Equatable {
    package private(set) var made = 0
    package private(set) var failed = 0
    private var ready = 0
    private var small = 0
    private var wanted = 0
    private var withoutPictures = 0

    package init() {}

    package mutating func count(_ event: LibraryPreparation.Event) {
        switch event {
        case .surveyed(_, .ready): ready += 1
        case .surveyed(_, .small): small += 1
        case .surveyed(_, .noPicture): withoutPictures += 1
        case .surveyed(_, .wanted), .surveyed(_, .outdated): wanted += 1
        case .made: made += 1
        case .failed(_, .cancelled): break
        case .surveyed(_, .failed), .failed, .unreadable: failed += 1
        case .began, .over: break
        }
    }

    package var isAllFailed: Bool { failed > 0 && made + ready + small == 0 }

    package func words(makes: Bool) -> String {
        var parts: [String] = []
        if makes {
            parts.append(trn("%1 film prepared", "%1 films prepared", made))
        } else {
            parts.append(trn("%1 film to prepare", "%1 films to prepare", wanted))
        }
        if ready > 0 { parts.append(trn("%1 was already prepared", "%1 were already prepared", ready)) }
        if small > 0 { parts.append(trn("%1 is already small", "%1 are already small", small)) }
        if withoutPictures > 0 {
            parts.append(trn("%1 without video", "%1 without video", withoutPictures))
        }
        if failed > 0 { parts.append(trn("%1 failed", "%1 failed", failed)) }
        return tr("%1.", parts.clauses)
    }
}

extension FilmState {
    package var words: String {
        switch self {
        case .ready(let bytes): tr("ready, %1", ByteCountText.text(bytes))
        case .wanted(_, done: 0): tr("to be prepared")
        case .wanted(_, let done): tr("to be prepared, %1 % done", "\(Int(done * 100))")
        case .outdated: tr("changed since it was prepared")
        case .small: tr("already small")
        case .noPicture: tr("no video")
        case .failed(let error): error.words
        }
    }
}
