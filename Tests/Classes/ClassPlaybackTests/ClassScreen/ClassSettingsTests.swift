import Classes
import Options
import TestSupport
import Testing

@testable import ClassScreen

@Suite struct ClassSettingsTests {
    @Test("ROOM-03, ROOM-08, ROOM-64: options of a class become the settings for entering it")
    func rooms() throws {
        let words = ["class", "--announce-users", "--encrypted", "--access-key=k", "--token=t", "/class"]
        let options = ClassOptions(try OptionParser.parse(words).options, pixels: 100)
        #expect(options.announcesUsers)
        #expect(options.isEncrypted)
        expect(options.accessKey, is: "k")
        expect(options.token, is: "t")
        #expect(!ClassOptions(PlayerOptions(), pixels: 100).announcesUsers)
    }
}
