import Addresses
import Foundation
import TestSupport
import Testing

@testable import LiveClasses

@Suite("Identities in classes")
struct ClassIdentitiesTests {
    @Test("a returning user with the same code and name is the same person, unless another program uses that identity")
    func comesBack() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let server = try #require(Address("https://class.test:8443/"))
        let path = folder.path + "/identities"
        do {
            let first = ClassIdentities(folder: path)
            expect(first.claim(server, code: "2345-6789-ACEF", name: "Anna"), is: nil)
            first.keep("secret", server, code: "2345-6789-ACEF", name: "Anna")
            let second = ClassIdentities(folder: path)
            expect(second.claim(server, code: "2345-6789-ACEF", name: "Anna"), is: nil)
            second.keep("other", server, code: "2345-6789-ACEF", name: "Anna")
        }
        let later = ClassIdentities(folder: path)
        expect(later.claim(server, code: "23456789acef", name: "Anna"), is: "secret")
        expect(later.claim(server, code: "2345-6789-ACEF", name: "Berta"), is: nil)
        let other = try #require(Address("https://class.test/"))
        expect(later.claim(other, code: "2345-6789-ACEF", name: "Anna"), is: nil)
        for name in try FileManager.default.contentsOfDirectory(atPath: path) {
            let attributes = try FileManager.default.attributesOfItem(atPath: path + "/" + name)
            #expect((attributes[.posixPermissions] as? Int) == 0o600 && !name.contains("2345"))
        }
    }

    @Test("with the same key in the link, a server is the same one under each of its names, but not with another key")
    func serverKeys() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        func server(_ host: String, _ key: Character) throws -> Address {
            try #require(Address("https://\(host):8443/#sha256=" + String(repeating: key, count: 43)))
        }
        let first = ClassIdentities(folder: folder.path)
        first.keep("secret", try server("10.77.0.1", "A"), code: "2345-6789-ACEF", name: "Anna")
        let (same, other) = (try server("class.test", "A"), try server("class.test", "E"))
        expect(first.claim(same, code: "2345-6789-ACEF", name: "Anna"), is: "secret")
        expect(first.claim(other, code: "2345-6789-ACEF", name: "Anna"), is: nil)
    }
}
