import Addresses
import ClassKeeper
import Foundation
import PlayCore
import TestSupport
import Transport

/// A real Janus with a room, in a temporary folder, as a process of this user.
final class RunningJanus {
    static let isPresent =
        JanusConfiguration.isInstalled && FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg")
        && OwnInterfaces.hasBesideLoopback
    static let absentReason: String =
        "needs janus and ffmpeg (Scripts/install-deps test), and an interface beside the loopback, which Janus passes over"

    struct Failure: Error, CustomStringConvertible { let description: String }

    static let key = "the key"

    let address: Address
    let client: HTTPClient
    private let folder: URL
    private let mediaPorts: PortBlock
    private let process: RunningTool

    /// - Parameter outerAddress: the machine's outer address behind NAT.
    init(outerAddress: String? = nil) throws {
        guard let client = HTTPClient(HTTPSettings(userAgent: "tests")) else {
            throw Failure(description: "needs libcurl")
        }
        self.client = client
        folder = try BuiltProgram.temporaryFolder()
        mediaPorts = try PortBlock()
        var configuration = JanusConfiguration(
            folder: folder.path, port: try PortLease.next(), mediaPorts: mediaPorts.ports, key: Self.key)
        configuration.outerAddress = outerAddress
        try configuration.write()
        guard let address = Address(configuration.address) else { throw Failure(description: configuration.address) }
        self.address = address
        process = try RunningTool(configuration.command, name: "Janus")
        let information = HTTPRequest(try Self.address(configuration.address + "/info"))
        let isReady = process.isReady {
            (try? client.begin(information, cancel: CancelToken()).body(limit: 1 << 20)) != nil
        }
        guard isReady else { throw Failure(description: "Janus did not start") }
    }

    deinit {
        process.kill()
        BuiltProgram.remove(folder)
    }

    func kill() { process.kill() }

    func room(_ name: String, token: String? = nil) -> JanusRoom {
        JanusRoom(address, room: name, token: token, client: client)
    }

    func administration() throws -> JanusAdministration {
        try JanusAdministration(address, key: Self.key, secret: "the secret", client: client)
    }

    private static func address(_ text: String) throws -> Address {
        guard let address = Address(text) else { throw Failure(description: text) }
        return address
    }
}
