import PlayCore
import TestSupport
import Testing

@Suite("PlayError")
struct PlayErrorTests {
    @Test("PLAY-32: error codes have fixed numbers and names")
    func codes() {
        let table: [Int: String] = [
            -999: "unknown", 1000: "requestFailed", 1010: "invalidToken", 1020: "invalidAccessKey",
            1030: "invalidPlayInfo", 1040: "invalidVideoURL", 1050: "fileLost", 1060: "playFailed",
            1070: "invalidAlbum", 1080: "invalidTime", 1090: "invalidAD",
        ]
        expect(Dictionary(uniqueKeysWithValues: PlayErrorCode.allCases.map { ($0.rawValue, $0.name) }), is: table)
    }
}
