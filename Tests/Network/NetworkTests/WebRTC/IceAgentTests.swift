import PlayCore
import TestSupport
import Testing

@testable import WebRTC

@Suite("STUN messages")
struct StunMessageTests {
    /// RFC 5769, 2.1.
    private static let sample: [UInt8] = [
        0x00, 0x01, 0x00, 0x58, 0x21, 0x12, 0xA4, 0x42, 0xB7, 0xE7, 0xA7, 0x01, 0xBC, 0x34, 0xD6, 0x86, 0xFA, 0x87,
        0xDF,
        0xAE, 0x80, 0x22, 0x00, 0x10, 0x53, 0x54, 0x55, 0x4E, 0x20, 0x74, 0x65, 0x73, 0x74, 0x20, 0x63, 0x6C, 0x69,
        0x65,
        0x6E, 0x74, 0x00, 0x24, 0x00, 0x04, 0x6E, 0x00, 0x01, 0xFF, 0x80, 0x29, 0x00, 0x08, 0x93, 0x2F, 0xF9, 0xB1,
        0x51,
        0x26, 0x3B, 0x36, 0x00, 0x06, 0x00, 0x09, 0x65, 0x76, 0x74, 0x6A, 0x3A, 0x68, 0x36, 0x76, 0x59, 0x20, 0x20,
        0x20,
        0x00, 0x08, 0x00, 0x14, 0x9A, 0xEA, 0xA7, 0x0C, 0xBF, 0xD8, 0xCB, 0x56, 0x78, 0x1E, 0xF2, 0xB5, 0xB2, 0xD3,
        0xF2,
        0x49, 0xC1, 0xB5, 0x71, 0xA2, 0x80, 0x28, 0x00, 0x04, 0xE5, 0x7A, 0x3B, 0xCF,
    ]

    private static func hash(_ password: String) throws -> ([UInt8]) -> [UInt8] {
        let library = try OpenSSLLibrary.required()
        return { library.authenticationCode($0, password) }
    }

    @Test func theSampleMessageIsReadAndChangedBytesAreRefused() throws {
        let hash = try Self.hash("VOkJxbRl1RmTxUk/WvJxBt")
        let message = try #require(StunMessage(Self.sample, authenticate: hash))
        #expect(message.kind == .request && message[.userName] == Array("evtj:h6vY".utf8))
        try expect(StunMessage(Self.sample, authenticate: try Self.hash("another")), is: nil)
        for place in [0, 3, 9, 25, 50, 66, 85, 104, 107] {
            var changed = Self.sample
            changed[place] ^= 1
            expect(StunMessage(changed, authenticate: hash), is: nil, "byte \(place)")
        }
        expect(StunMessage(Self.sample.dropLast(), authenticate: hash), is: nil)
    }

    @Test func aMessageIsReadAsWritten() throws {
        let hash = try Self.hash("password")
        var message = StunMessage(.success, transaction: Array(0..<12))
        message.append(mapped: SocketAddress(host: [192, 0, 2, 1], port: 32_853))
        message.attributes.append((.userName, [1, 2, 3, 4, 5]))
        try expect(#require(StunMessage(message.bytes(authenticate: hash), authenticate: hash)), is: message)
    }

    /// RFC 5769, 2.2.
    @Test func addressesAreMaskedAsTheStandardSays() {
        let id: [UInt8] = [0xB7, 0xE7, 0xA7, 0x01, 0xBC, 0x34, 0xD6, 0x86, 0xFA, 0x87, 0xDF, 0xAE]
        var message = StunMessage(.success, transaction: id)
        message.append(mapped: SocketAddress(host: [192, 0, 2, 1], port: 32_853))
        expect(message[.mappedAddress], is: [0, 1, 0xA1, 0x47, 0xE1, 0x12, 0xA6, 0x43])
    }
}

/// Two agents, or one and a server that only answers. Their path takes 10 ms.
private struct IceScript {
    static let first = SocketAddress(host: [10, 0, 0, 1], port: 1)
    static let second = SocketAddress(host: [10, 0, 0, 2], port: 2)
    static let nowhere = SocketAddress(host: [10, 0, 0, 3], port: 3)

    var agents: [SocketAddress: IceAgent] = [:]
    var onTheWay: [(at: HostTime, bytes: [UInt8], from: SocketAddress, to: SocketAddress)] = []
    var log: [SocketAddress: [IceAgent.Action]] = [:]
    var now = HostTime.seconds(100)
    var isCut = false

    static func agent(
        _ name: String, of other: String, candidates: [SocketAddress], controls: Bool, isLite: Bool = false
    ) throws -> IceAgent {
        let library = try OpenSSLLibrary.required()
        let random = Monitor(SeededGenerator(seed: UInt64(name.utf8.first ?? 0)))
        return IceAgent(
            local: IceAgent.Credentials(userFragment: name, password: "password of " + name),
            remote: IceAgent.Credentials(userFragment: other, password: "password of " + other),
            candidates: candidates.enumerated().map { Candidate(address: $1, priority: UInt32(100 - $0)) },
            isControlling: controls, isRemoteLite: isLite, now: .seconds(100),
            authenticate: { library.authenticationCode($0, $1) },
            random: { count in
                random.withLock { generator in (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) } }
            })
    }

    mutating func run(for time: HostTime) {
        let end = now + time
        while now < end {
            now = now + .milliseconds(1)
            for address in agents.keys.sorted(by: { $0.port < $1.port }) {
                perform(agents[address]?.tick(at: now) ?? [], at: address)
            }
            let arrived = onTheWay.filter { $0.at <= now }
            onTheWay.removeAll { $0.at <= now }
            for datagram in arrived {
                perform(
                    agents[datagram.to]?.receive(datagram.bytes, from: datagram.from, at: now) ?? [], at: datagram.to)
            }
        }
    }

    mutating func perform(_ actions: [IceAgent.Action], at address: SocketAddress) {
        for action in actions {
            if case .send(let bytes, let to) = action {
                if !isCut { onTheWay.append((now + .milliseconds(10), bytes, address, to)) }
            } else {
                log[address, default: []].append(action)
            }
        }
    }
}

@Suite("ICE agent")
struct IceAgentTests {
    @Test func twoAgentsConnectOverTheAddressThatAnswers() throws {
        var script = IceScript()
        script.agents[IceScript.first] = try IceScript.agent(
            "aaaa", of: "bbbb", candidates: [IceScript.nowhere, IceScript.second], controls: true)
        script.agents[IceScript.second] = try IceScript.agent("bbbb", of: "aaaa", candidates: [], controls: false)
        script.run(for: .milliseconds(200))
        expect(script.log[IceScript.first], is: [.connected(IceScript.second)])
        // It learns this address from the checks alone.
        expect(script.log[IceScript.second], is: [.connected(IceScript.first)])
        script.run(for: .seconds(20))
        expect(script.log[IceScript.first]?.count, is: 1, "it stays connected: \(script.log)")
        let roundTrip = try #require(script.agents[IceScript.first]?.roundTrip)
        #expect((20.0...21.0).contains(roundTrip.inMilliseconds))
    }

    @Test func aLiteServerIsReachedInOneRoundTrip() throws {
        var script = IceScript()
        script.agents[IceScript.first] = try IceScript.agent(
            "aaaa", of: "bbbb", candidates: [IceScript.second], controls: true, isLite: true)
        script.agents[IceScript.second] = try IceScript.agent("bbbb", of: "aaaa", candidates: [], controls: false)
        script.run(for: .milliseconds(22))
        expect(script.log[IceScript.first], is: [.connected(IceScript.second)])
    }

    @Test func theAgentFailsAfterEightSecondsWithoutAnAnswer() throws {
        var script = IceScript()
        script.agents[IceScript.first] = try IceScript.agent(
            "aaaa", of: "bbbb", candidates: [IceScript.nowhere], controls: true)
        script.run(for: .milliseconds(7990))
        #expect(script.log.isEmpty)
        script.run(for: .milliseconds(20))
        expect(script.log[IceScript.first], is: [.failed("no address of the server answers")])
        expect(script.agents[IceScript.first]?.deadline, is: nil)
    }

    @Test func theAgentSurvivesACutOfFourSecondsButNotOfEight() throws {
        var script = IceScript()
        script.agents[IceScript.first] = try IceScript.agent(
            "aaaa", of: "bbbb", candidates: [IceScript.second], controls: true)
        script.agents[IceScript.second] = try IceScript.agent("bbbb", of: "aaaa", candidates: [], controls: false)
        script.run(for: .seconds(3))
        script.isCut = true
        script.run(for: .seconds(4))
        expect(script.log[IceScript.first]?.count, is: 1, "a cut of four seconds is survived")
        script.isCut = false
        script.run(for: .seconds(10))
        expect(script.log[IceScript.first]?.count, is: 1)
        script.isCut = true
        script.run(for: .seconds(8))
        expect(script.log[IceScript.first]?.last, is: .failed("the server does not answer any more"))
    }

    @Test func unauthenticatedAndUnsolicitedMessagesAreIgnored() throws {
        var agent = try IceScript.agent("aaaa", of: "bbbb", candidates: [IceScript.second], controls: true)
        let library = try OpenSSLLibrary.required()
        var message = StunMessage(.request, transaction: Array(0..<12))
        message.attributes = [(.userName, Array("aaaa:bbbb".utf8))]
        let wrong = message.bytes { library.authenticationCode($0, "guessed") }
        #expect(agent.receive(wrong, from: IceScript.nowhere, at: .seconds(100)).isEmpty)
        message.attributes = [(.userName, Array("aaaa:cccc".utf8))]
        let other = message.bytes { library.authenticationCode($0, "password of aaaa") }
        #expect(agent.receive(other, from: IceScript.nowhere, at: .seconds(100)).isEmpty)
        // An answer to a request that was never sent.
        let answer = StunMessage(.success, transaction: Array(0..<12)).bytes {
            library.authenticationCode($0, "password of bbbb")
        }
        #expect(agent.receive(answer, from: IceScript.second, at: .seconds(100)).isEmpty)
        #expect(!agent.isConnected)
    }
}
