import Foundation

/// `Tests/TestSupport/Foreign/tls_front.py` as a process: TLS in front of a plain server on 127.0.0.1. The clients send
/// first.
package final class TLSFront: Sendable {
    package static let isPresent =
        TestCertificates.isPresent && FileManager.default.isExecutableFile(atPath: python)
    package static let absentReason = "needs python3 and openssl (Scripts/install-deps test)"
    private static let python = "/usr/bin/python3"

    package struct Failure: Error, CustomStringConvertible {
        package var description: String { "tls_front.py did not start" }
    }

    package let port: Int
    /// PEM that a client has to trust, for `localhost`, `video.test` and `127.0.0.1`.
    package let authority: String
    private let process: RunningTool

    package init(before target: Int) throws {
        let certificates = try TestCertificates.shared.get()
        authority = certificates.authority
        port = try PortLease.next()
        let script = Checkout.folder.appendingPathComponent("Tests/TestSupport/Foreign/tls_front.py").path
        process = try RunningTool(
            [Self.python, script, "\(port)", certificates.certificate, certificates.key, "\(target)"])
        let port = port
        guard process.isReady({ LoopbackSocket.answers(port: port) }) else { throw Failure() }
    }
}
