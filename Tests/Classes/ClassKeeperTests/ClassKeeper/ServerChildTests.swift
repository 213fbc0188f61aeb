import ClassKeeper
import ClassroomHarness
import Foundation
import Signalling
import TestSupport
import Testing

@Suite("Servers of a keeper and their ports")
struct ServerChildTests {
    private static let arePresent = ProsodyServer.isPresent && ClassMediaServer.isPresent && ClassJanusServer.isPresent

    private func server(_ name: String, _ folder: URL, port: Int) throws -> ServerChild {
        switch name {
        case "Prosody":
            let ports = ProsodyConfiguration.Ports(
                clients: port, secureClients: try PortLease.next(), http: try PortLease.next(),
                components: try PortLease.next())
            return ServerChild(
                ProsodyConfiguration(
                    folder: folder.path, domain: "tv.test", ports: ports, tokenSecret: "a", componentSecret: "b"))
        case "nginx":
            let ports = NginxConfiguration.Ports(
                rtmp: port, control: try PortLease.next(), hooks: try PortLease.next())
            return ServerChild(NginxConfiguration(folder: folder.path, ports: ports, secret: "a"))
        default:
            return ServerChild(
                JanusConfiguration(folder: folder.path, port: port, mediaPorts: 20_000...20_100, key: "a"))
        }
    }

    @Test(
        "a server whose port another program uses is stopped, and the error names the port",
        .enabled(if: arePresent, "\(ProsodyServer.absentReason); \(ClassJanusServer.absentReason)"),
        arguments: ["Prosody", "nginx", "Janus"])
    func taken(_ name: String) throws {
        let other = try FaultServer(file: [1])
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let server = try server(name, folder, port: other.port)
        #expect(throws: KeeperError.portTaken(other.port)) { try server.start() }
        expect(server.ending, is: -1)
        try self.server(name, folder, port: PortLease.next()).start()
    }

    @Test(
        "a start that is cancelled ends the server",
        .enabled(if: ProsodyServer.isPresent, "\(ProsodyServer.absentReason)"))
    func cancelled() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let server = try server("Prosody", folder, port: PortLease.next())
        let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        #expect(throws: KeeperError.closed) { try server.start(cancel: file) }
        expect(server.ending, is: -1)
    }

    @Test("a server restarts when another address replaces one of the machine's addresses")
    func addresses() {
        func starts(_ first: Set<String>, _ later: [Set<String>]) -> [Bool] {
            var watch = AddressWatch(first)
            return later.map { watch.requiresStart($0) }
        }
        // In order: the same address, an additional one, none, and another one.
        expect(
            starts(["192.0.2.1"], [["192.0.2.1"], ["192.0.2.1", "172.17.0.1"], [], ["192.0.2.7"], ["192.0.2.7"]]),
            is: [false, false, false, true, false])
        // Only a container's network remains, and then the machine has an address again.
        expect(
            starts(
                ["192.0.2.1", "172.17.0.1"],
                [
                    ["172.17.0.1"], ["172.17.0.1"], ["172.17.0.1", "192.0.2.7"],
                    ["172.17.0.1", "192.0.2.7", "10.0.0.1"],
                ]),
            is: [true, false, true, false])
    }

    @Test("ports of the last start are kept while free, and all others are the first free ones of the range, in order")
    func choice() {
        func choose(
            _ known: [String: Int] = [:], in range: ClosedRange<Int>? = 100...104, except taken: [Int] = [],
            busy: Set<Int> = []
        ) -> [String: Int]? {
            ServerPorts.choose(["a", "b", "c"], known: known, in: range, except: taken) { !busy.contains($0) }
        }
        expect(choose(), is: ["a": 100, "b": 101, "c": 102])
        expect(choose(busy: [100, 102]), is: ["a": 101, "b": 103, "c": 104])
        expect(choose(["b": 100, "c": 104]), is: ["a": 101, "b": 100, "c": 104])
        expect(choose(["a": 100, "b": 101, "c": 102], busy: [100]), is: ["a": 103, "b": 101, "c": 102])
        expect(choose(["a": 99, "b": 105]), is: ["a": 100, "b": 101, "c": 102])
        expect(choose(["a": 100, "b": 100], except: [101]), is: ["a": 100, "b": 102, "c": 103])
        expect(choose(busy: [100, 101, 102]), is: nil)
        let random = choose(["a": 7], in: nil)
        #expect(random?["a"] == 7 && Set(random?.values.map(\.self) ?? []).count == 3)
    }
}
