import PlayCore
import Processes

enum ServiceProgram {
    static func run(
        _ words: [String], limits: ProgramRun.Limits, cancel: CancelToken
    ) throws(CatalogueError) -> ProgramRun.Result {
        do throws(ProgramError) {
            return try ProgramRun.run(words, limits: limits, cancel: cancel)
        } catch {
            throw CatalogueError(cause(error), context: error.program)
        }
    }

    private static func cause(_ error: ProgramError) -> CatalogueError.Cause {
        switch error.cause {
        case .notStarted: .noProgram(error.program)
        case .tookTooLong, .printedTooMuch: .beyondLimits("\(error)")
        case .cancelled: .cancelled
        }
    }
}
