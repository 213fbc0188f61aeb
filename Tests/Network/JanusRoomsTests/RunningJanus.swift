import Addresses
import Foundation
import JanusRooms
import PlayCore
import Processes
import TestSupport
import Transport

/// A real Janus with a room, in a temporary folder, as a process of this user.
final class RunningJanus {
    /// For `.enabled(if:)`.
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
    private let child: ChildProcess

    /// - Parameter outerAddress: of the machine, behind NAT.
    init(outerAddress: String? = nil) throws {
        guard let client = HTTPClient(HTTPSettings(userAgent: "tests")) else {
            throw Failure(description: "needs libcurl")
        }
        self.client = client
        folder = try BuiltProgram.temporaryFolder()
        let port = try LoopbackSocket.freePort()
        let first = Int.random(in: 20_000..<30_000)
        var configuration = JanusConfiguration(
            folder: folder.path, port: port, mediaPorts: first...(first + 199), key: Self.key)
        configuration.outerAddress = outerAddress
        try configuration.write()
        guard let address = Address(configuration.address) else { throw Failure(description: configuration.address) }
        self.address = address
        var launch = ProgramLaunch(configuration.command)
        launch.place = .ownGroup
        child = try launch.start()
        let deadline = SystemClock().now + Patience.limit
        let pause = WakeUp()
        while true {
            do {
                _ = try client.begin(
                    HTTPRequest(try Self.address(configuration.address + "/info")), cancel: CancelToken()
                ).body(limit: 1 << 20)
                return
            } catch {
                guard child.end() == nil, SystemClock().now < deadline else {
                    throw Failure(description: "Janus did not start: \(error)")
                }
                pause.wait(until: SystemClock().now + .milliseconds(20))
            }
        }
    }

    deinit {
        if child.end() == nil { child.killGroup() }
        BuiltProgram.remove(folder)
    }

    /// As a crash would.
    func kill() { child.killGroup() }

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
