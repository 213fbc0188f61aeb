internal import Glibc
package import Media
package import PlayCore

/// Why a film was not prepared. A value.
package enum PreparationError: Error, Sendable, Equatable {
    /// It cannot be read, decoded or encoded.
    case media(MediaError)
    /// What belongs beside it cannot be written.
    case file(FileError)
    /// The disk is full, or may not be used that much. Nothing half of the film is left.
    case noSpace(String)
    /// Another process prepares it now.
    case busy
    /// It was changed meanwhile.
    case changed
    /// It says no length, or cannot be gone to places in.
    case unseekable
    /// It was stopped; what is done is kept.
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
