import Encoding
import TestSupport
import Testing

@testable import RemoteControl

@Suite struct RequestFuzzTests {
    @Test("a mutated line of a client is a call, a line of input.conf, a wrong request or nothing")
    func requests() {
        let seeds = [
            #"{"command":["loadfile","a b.mkv","append",-1,{"start":"5"}],"request_id":7,"async":true}"#,
            #"{"command":{"name":"seek","target":"5","flags":"relative"},"request_id":"x"}"#,
            #"no-osd set volume "5\u0041" ; show-text ${time-pos} # comment"#, "", "# comment",
        ]
        ReaderFuzz.run("IPCRequest", 3000, of: seeds.map { Array($0.utf8) }) {
            if case .call(let words, _) = IPCRequest($0) {
                #expect(!words.isEmpty)
                return true
            }
            return false
        }
    }
}
