package import Options
import PlayCore

extension MemoryRules {
    package init(_ options: PlayerOptions) {
        self.init()
        resumes = options.resumesPlayback
        savesPosition = options.savesPosition
        keepsHistory = options.keepsHistory
        ignoredTail = options.resumeIgnoreTail
        isCutShort = options.end != nil || options.length != nil
        start =
            switch options.start {
            case nil, .percent(0): .zero
            case .time(let time): time
            case .beforeEnd, .percent, .chapter: nil
            }
    }
}
