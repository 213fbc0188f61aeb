import Encoding
import PlayCore
import TestSupport
import Testing
import Transport

@testable import Catalogue

@Suite struct ServiceTransportTests {
    private func transport() throws -> HTTPServiceTransport {
        HTTPServiceTransport(try #require(HTTPClient(HTTPSettings(userAgent: "tvplay/test"))))
    }

    @Test("CFG-04, CAT-05: an HTTP request has its method, fields and body, and an error status has its code")
    func asking() throws {
        let server = try FaultServer { request in
            request.path == "/ok" ? FaultReply(200, Array("{}".utf8)) : FaultReply(request.path == "/key" ? 401 : 404)
        }
        let transport = try transport()
        var request = ServiceRequest.json(.post, server.text("/ok"), .object(["a": .integer(1)]))
        request.authorize(token("k"))
        let answer = try transport.send(request, cancel: CancelToken())
        expect(answer.body, is: Array("{}".utf8))
        expect(answer.address, is: server.address("/ok"))
        let seen = try #require(server.requests.first)
        expect(seen.method, is: "POST")
        expect(seen.body, is: Array(#"{"a":1}"#.utf8))
        expect(seen["authorization"], is: "Bearer k")
        for (path, code) in [("/key", PlayErrorCode.invalidToken), ("/none", .invalidVideoURL)] {
            let error = failure { () throws(CatalogueError) in
                try transport.send(ServiceRequest(server.text(path)), cancel: CancelToken())
            }
            expect(error?.code, is: code)
        }
    }

    @Test("PLAY-32: a too large answer, another scheme and a cancelled request fail")
    func refusals() throws {
        let server = try FaultServer { request in
            FaultReply(200, Array(repeating: 65, count: 5000), faults: request.path == "/hold" ? [.hold] : [])
        }
        let transport = try transport()
        let large = failure { () throws(CatalogueError) in
            try transport.send(ServiceRequest(server.text(), limit: 100), cancel: CancelToken())
        }
        expect(large?.cause, is: .network(.tooLarge))
        let file = failure { () throws(CatalogueError) in
            try transport.send(ServiceRequest("file:///etc/passwd"), cancel: CancelToken())
        }
        expect(file?.cause, is: .network(.forbiddenScheme))
        let address = server.text("/hold")
        let call = CatalogueCall { cancel throws(CatalogueError) in
            try transport.send(ServiceRequest(address), cancel: cancel).status
        }
        #expect(server.wait { !$0.requests(for: "/hold").isEmpty })
        call.cancel()
        expect(failure { () throws(CatalogueError) in try call.wait() }?.cause, is: .cancelled)
    }

    @Test("CAT-01: a call reports its result once, and cancelling it later changes nothing")
    func handles() throws {
        let woken = Monitor(0)
        let call = CatalogueCall(wake: { woken.update { $0 += 1 } }) { _ throws(CatalogueError) in 7 }
        try expect(call.wait(), is: 7)
        _ = woken.wait { $0 == 1 ? true : nil }
        call.cancel()
        try expect(call.wait(), is: 7)
    }
}
