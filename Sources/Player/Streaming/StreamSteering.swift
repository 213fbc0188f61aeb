import Addresses
import Manifests
import PlayCore
import Transport

/// Asks a stream's steering server which network to use (RFC 8216bis, 7; ETSI TS 103 998 for DASH): at once, then at
/// the interval that it sets. Never waits: looks for the response before each segment. Used on the `demux` thread.
final class StreamSteering {
    private enum Asking {
        case asked(any SteeringExchange)
        case waits(until: HostTime)
        /// The server declines further requests (410).
        case over
    }

    /// Tests use their own server.
    typealias Ask = (Address) throws(ByteSourceError) -> any SteeringExchange

    private let prefix: String
    private let clock: any HostClock
    private let ask: Ask
    private var server: Address
    private var state: Asking
    private static let answerLimit = 64 << 10
    /// The interval if the server sets none (RFC 8216bis, 7.2).
    private static let usualInterval = HostTime.seconds(300)

    /// Returns `nil` without a steering server, or if its location is no address.
    init?(_ steering: ContentSteering?, isHLS: Bool, clock: any HostClock = SystemClock(), ask: @escaping Ask) {
        guard case .address(let server)? = steering?.server else { return nil }
        self.server = server
        self.clock = clock
        self.ask = ask
        prefix = isHLS ? "_HLS_" : "_DASH_"
        state = .waits(until: clock.now)
    }

    /// Returns network names, best first, or `nil` without a new response. `throughput` is in bits per second.
    func update(pathway: String?, throughput: Int?) -> [String]? {
        switch state {
        case .over: return nil
        case .waits(let until):
            guard clock.now >= until else { return nil }
            send(pathway, throughput)
            return nil
        case .asked(let exchange):
            guard exchange.hasEnded else { return nil }
            return read(exchange)
        }
    }

    private func send(_ pathway: String?, _ throughput: Int?) {
        state = .waits(until: clock.now + Self.usualInterval)
        guard let question = question(pathway, throughput) else { return }
        do throws(ByteSourceError) {
            state = .asked(try ask(question))
        } catch {
            Log.shared.write(.info, "net", "steering: not asked: \(error.code)")
        }
    }

    /// Returns the address with the server's own query and the two parameters.
    private func question(_ pathway: String?, _ throughput: Int?) -> Address? {
        var parameters = server.query.map { [$0] } ?? []
        if let pathway {
            // DASH puts the name in quotation marks.
            let name = AddressEscape.query(pathway)
            parameters.append("\(prefix)pathway=" + (prefix == "_HLS_" ? name : "%22\(name)%22"))
        }
        if let throughput { parameters.append("\(prefix)throughput=\(throughput)") }
        let plain = server.text.prefix { $0 != "?" && $0 != "#" }
        return Address(plain + (parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&")))
    }

    private func read(_ exchange: any SteeringExchange) -> [String]? {
        state = .waits(until: clock.now + Self.usualInterval)
        do throws(ByteSourceError) {
            let (bytes, place) = try exchange.answer(limit: Self.answerLimit)
            let answer = try Self.parsed(bytes, place)
            if case .address(let next)? = answer.reload { server = next }
            state = .waits(until: clock.now + HostTime(nanoseconds: answer.timeToLive.nanoseconds))
            return answer.pathways
        } catch {
            Log.shared.write(.info, "net", "steering: \(error.code) \(error.detail)")
            if error.code == .httpStatus(410) { state = .over }
            if let pause = error.retryAfter { state = .waits(until: clock.now + pause) }
            return nil
        }
    }

    private static func parsed(_ bytes: [UInt8], _ place: Address) throws(ByteSourceError) -> SteeringAnswer {
        do throws(ManifestError) {
            return try SteeringAnswer.parse(bytes, at: .address(place))
        } catch {
            var failure = ByteSourceError(.invalidReply, operation: "steer", context: place.withoutSecrets)
            failure.detail = error.reason
            throw failure
        }
    }
}

protocol SteeringExchange {
    var hasEnded: Bool { get }
    /// Returns the bytes, and the address after redirects.
    func answer(limit: Int) throws(ByteSourceError) -> (bytes: [UInt8], place: Address)
}

extension HTTPExchange: SteeringExchange {
    func answer(limit: Int) throws(ByteSourceError) -> (bytes: [UInt8], place: Address) {
        let bytes = try body(limit: limit)
        return (bytes, try head().address)
    }
}

/// Escapes characters that a query must not contain (RFC 3986, 3.4).
enum AddressEscape {
    static func query(_ text: String) -> String {
        text.utf8.map { byte in
            let isPlain =
                (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
                || "-._~".utf8.contains(byte)
            let digits = String(byte, radix: 16, uppercase: true)
            return isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + digits
        }.joined()
    }
}
