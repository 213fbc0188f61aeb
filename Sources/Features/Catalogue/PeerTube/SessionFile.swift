import CPlatform
import Encoding
import Glibc
import PlayCore

/// Where a sign-in is kept: a file that only its owner may read (mode 0600), replaced as a whole. Any thread.
package enum SessionFile {
    package struct Failure: Error, Sendable, Equatable { package let systemError: Int32 }

    /// - Throws: ``Failure``; then the file is as it was.
    package static func write(_ session: PeerTubeSession, to path: String) throws(Failure) {
        let document = JSONValue.object([
            "access_token": .string(session.access.secret), "refresh_token": .string(session.refresh.secret),
            "access_ends": .integer(session.accessEnds),
        ])
        let bytes = document.shown.bytes
        let temporary = path + ".new"
        // One that is left from a crash may have another mode.
        unlink(temporary)
        let descriptor = tv_open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Failure(systemError: errno) }
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress?.advanced(by: done), $0.count - done)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            done += count
        }
        let failure = done == bytes.count && fsync(descriptor) == 0 ? 0 : errno
        close(descriptor)
        guard failure == 0, rename(temporary, path) == 0 else {
            let number = failure == 0 ? errno : failure
            unlink(temporary)
            throw Failure(systemError: number)
        }
    }

    /// Nil where none is kept, or others may read it: what was open to all is no secret any more.
    package static func read(_ path: String) -> PeerTubeSession? {
        let descriptor = tv_open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW, 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & 0o077 == 0, status.st_size < 64 << 10 else {
            Log.shared.write(.warning, "catalogue", "the kept sign-in is not used: others may read its file")
            return nil
        }
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
            count = max(0, Glibc.read(descriptor, buffer.baseAddress, buffer.count))
        }
        // A damaged file is none: one signs in again.
        guard let tree = try? JSONValue.parse(bytes), let access = tree["access_token"]?.text.flatMap({ Token($0) }),
            let refresh = tree["refresh_token"]?.text.flatMap({ Token($0) }), let ends = tree["access_ends"]?.integer
        else { return nil }
        return PeerTubeSession(access: access, refresh: refresh, accessEnds: Int64(ends))
    }
}
