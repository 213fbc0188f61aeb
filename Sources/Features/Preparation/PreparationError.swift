internal import Glibc
package import Media
package import PlayCore

package enum PreparationError: Error, Sendable, Equatable {
    case media(MediaError)
    case file(FileError)
    /// The disk is full, or the quota is exceeded. The incomplete renditions are removed.
    case noSpace(String)
    case busy
    case changed
    /// The film's length is unknown, or it cannot be seeked.
    case unseekable
    /// Completed work is kept.
    case cancelled

    init(_ error: FileError) {
        let isFull = [ENOSPC, EDQUOT, EFBIG].contains(error.number)
        self = isFull ? .noSpace(error.path) : .file(error)
    }

    init(_ error: MediaError) {
        var isCancelled = error.code == .cancelled
        if case .source(let source) = error.code, source.code == .cancelled { isCancelled = true }
        self = isCancelled ? .cancelled : .media(error)
    }

    static func ofMedia<Value>(_ body: () throws(MediaError) -> Value) throws(PreparationError) -> Value {
        do throws(MediaError) {
            return try body()
        } catch {
            throw PreparationError(error)
        }
    }

    static func ofFile<Value>(_ body: () throws(FileError) -> Value) throws(PreparationError) -> Value {
        do throws(FileError) {
            return try body()
        } catch {
            throw PreparationError(error)
        }
    }
}
