import ClassRules
import ClassWire
import Classes
import HTTPServing

/// Answers monitoring: `/healthz` from anywhere, `/metrics` from this machine.
extension KeeperLoop {
    func health(_ request: HTTPServerRequest) -> HTTPServerResponse? {
        guard let page = request.target.segments.first, ["healthz", "metrics"].contains(page),
            request.target.segments.count == 1
        else { return nil }
        guard request.method == .get || request.method == .head else { return .methodNotAllowed([.get, .head]) }
        if page == "metrics" {
            // Class names are not public. `peer` is the client's address even behind a proxy on this machine.
            guard ["127.0.0.1", "::1", "::ffff:127.0.0.1"].contains(request.peer) else { return .notFound }
            return HTTPServerResponse(200, type: "text/plain; version=0.0.4", body: Array(metrics.utf8))
        }
        let isWell = isOnline && rooms.values.allSatisfy(\.isInside)
        return .text(isWell ? 200 : 503, isWell ? "ok" : "the chat server or a room is unreachable")
    }

    /// In Prometheus' text format, 0.0.4.
    private var metrics: String {
        let classes = rooms.sorted { $0.key < $1.key }
        func family(_ name: String, _ type: String, _ help: String, _ values: [(String, Int64)]) -> String {
            let lines = values.map { "tvplay_keeper_\(name)\($0.0) \($0.1)\n" }.joined()
            return "# HELP tvplay_keeper_\(name) \(help)\n# TYPE tvplay_keeper_\(name) \(type)\n" + lines
        }
        func perClass(_ value: (KeeperRoom) -> Int64) -> [(String, Int64)] {
            classes.map { ("{class=\"\($0.key)\"}", value($0.value)) }
        }
        let families = [
            family("online", "gauge", "Whether the chat server is connected.", [("", isOnline ? 1 : 0)]),
            family(
                "waiting_stanzas", "gauge", "Stanzas that the chat server has not taken.", [("", Int64(waitingStanzas))]
            ),
            family("in_room", "gauge", "Whether the keeper is in the room.", perClass { $0.isInside ? 1 : 0 }),
            family("people", "gauge", "People present.", perClass { Int64($0.kept.machine.present.count) }),
            family("known_people", "gauge", "People who have got a ticket.", perClass { Int64($0.people.count) }),
            family("events_total", "counter", "Events since the class was made.", perClass { $0.kept.chain.number }),
            family("messages_total", "counter", "Messages since the keeper began.", perClass { $0.messageCount }),
            family("refused_messages_total", "counter", "Messages over the limits.", perClass { $0.refusedCount }),
            family(
                "recording", "gauge", "Whether it is recorded.", perClass { $0.kept.state.live.isRecording ? 1 : 0 }),
        ]
        return families.joined()
    }
}
