import Classes
import Encoding
package import HTTPServing
import PlayCore

extension ClassAdmission {
    /// Returns `nil` for a path that has nothing to do with joining. `publicAddress` is `https://HOST[:PORT]`.
    package mutating func answer(
        _ request: HTTPServerRequest, publicAddress: String, at time: Int64
    ) -> HTTPServerResponse? {
        switch request.target.segments {
        case ["join"]:
            guard request.method == .post else { return .methodNotAllowed([.post]) }
            return join(request, code: nil, at: time)
        case let segments where segments.first == "c" && segments.count == 2:
            switch request.method {
            case .post: return join(request, code: segments[1], at: time)
            case .get, .head: return show(segments[1], request, publicAddress, at: time)
            default: return .methodNotAllowed([.get, .head, .post])
            }
        case let segments where segments.first == "s" && segments.count == 2 && SignInLink.isRoom(segments[1]):
            guard [.get, .head].contains(request.method) else { return .methodNotAllowed([.get, .head]) }
            // The title is shown only after signing in.
            let link = publicAddress + "/s/" + segments[1] + settings.linkEnding
            return JoinPage.joining(segments[1], link: link)
        default: return nil
        }
    }

    private mutating func join(_ request: HTTPServerRequest, code: String?, at time: Int64) -> HTTPServerResponse {
        do throws(JoinError) {
            guard request.body.count <= JoinRequest.maximumSize else { throw JoinError(.malformedRequest) }
            let wanted = try Self.wanted(request, code: code)
            let ticket = try admit(wanted, from: request.peer, at: time)
            return .json(200, ticket.reached(at: otherHost(of: request)).json)
        } catch { return error.response }
    }

    private func otherHost(of request: HTTPServerRequest) -> String? {
        let host = request["host"]?.lowercased() ?? ""
        return settings.otherHosts.first { name in
            let name = (name.contains(":") ? "[\(name)]" : name).lowercased()
            return host == name || host.hasPrefix(name + ":")
        }
    }

    /// A `code` from the path takes precedence over one in the body.
    private static func wanted(_ request: HTTPServerRequest, code: String?) throws(JoinError) -> JoinRequest {
        if var fields = request.form {
            fields["code"] = code ?? fields["code"]
            return try JoinRequest(form: fields)
        }
        guard let json = request.json, json.members != nil else { throw JoinError(.malformedRequest) }
        var fields = json.fields
        fields["code"] = code.map(JSONValue.string) ?? fields["code"]
        return try JoinRequest(json: .object(sorting: fields))
    }

    private mutating func show(
        _ code: String, _ request: HTTPServerRequest, _ publicAddress: String, at time: Int64
    ) -> HTTPServerResponse {
        let isForPeople = !request.accepts("application/json")
        do throws(JoinError) {
            let preview = try preview(code, from: request.peer, at: time)
            guard isForPeople else { return .json(200, preview.json) }
            let shown = JoinCode(code)?.shown ?? ""
            return JoinPage.joining(preview.title, link: publicAddress + "/c/" + shown + settings.linkEnding)
        } catch {
            guard isForPeople else { return error.response }
            return JoinPage.failure(error.status, error.message, fields: error.fields)
        }
    }
}

extension JoinError {
    package var status: Int {
        switch reason {
        case .tooManyTries, .tooManyJoins: 429
        case .wrongCode, .unknownClass, .signInMissing: 404
        case .codeExpired, .signatureExpired, .classOver, .signInExpired: 410
        case .codeUsedUp, .wrongSignature, .excluded, .classFull, .classLocked, .waiting, .entryRefused,
            .signInDenied, .signInRefused:
            403
        case .signInUnreachable: 503
        default: 400
        }
    }

    var fields: [HTTPField] { retryAfter.map { [HTTPField("retry-after", "\($0)")] } ?? [] }

    package var response: HTTPServerResponse { .json(status, json, fields: fields) }
}
