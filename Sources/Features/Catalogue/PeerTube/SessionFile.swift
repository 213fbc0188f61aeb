import CPlatform
import Encoding
import Glibc
import PlayCore

/// The file of a session, which only its owner may read (mode 0600). Replaced as a whole. Any thread.
package enum SessionFile {
    package struct Failure: Error, Sendable, Equatable { package let systemError: Int32 }

    /// The file is unchanged if this throws.
    package static func write(_ session: PeerTubeSession, to path: String) throws(Failure) {
        let document = JSONValue.object([
            "access_token": .string(session.access.secret), "refresh_token": .string(session.refresh.secret),
            "access_ends": .integer(session.accessEnds),
        ])
        let bytes = document.shown.bytes
        do throws(FileError) {
            try WholeFile.replace(path, with: bytes, draft: path + ".new", synchronizes: true)
        } catch {
            throw Failure(systemError: error.number)
        }
    }

    /// Returns `nil` if other users may read the file, because the session is then no secret.
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
        // A damaged file counts as missing, so that the viewer signs in again.
        guard let tree = try? JSONValue.parse(bytes), let access = tree["access_token"]?.text.flatMap({ Token($0) }),
            let refresh = tree["refresh_token"]?.text.flatMap({ Token($0) }), let ends = tree["access_ends"]?.integer
        else { return nil }
        return PeerTubeSession(access: access, refresh: refresh, accessEnds: Int64(ends))
    }
}
