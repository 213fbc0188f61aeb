import Addresses
import Foundation
import TestSupport
import Testing

@testable import LiveClasses

@Suite("Identities in classes")
struct ClassIdentitiesTests {
    @Test("a user with the same code and name is the same person again, unless another program uses that identity")
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
}
