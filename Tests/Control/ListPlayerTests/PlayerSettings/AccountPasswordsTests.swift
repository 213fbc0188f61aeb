import Catalogue
import TestSupport
import Testing

@testable import ListPlayer

@Suite struct AccountPasswordsTests {
    private let ann = AccountPasswords.Account(user: "ann", server: "a.example")
    private let bob = AccountPasswords.Account(user: "bob", server: "a.example")

    @Test("CFG-04: the password of each account is requested once and kept, and an empty answer ends the questions")
    func asking() {
        let passwords = AccountPasswords()
        var questions: [String] = []
        passwords.ask(for: [ann, ann, bob]) { question in
            questions.append(question)
            return questions.count == 1 ? Token("s3cr3t") : nil
        }
        #expect(questions.count == 2 && questions[0].contains("ann") && questions[1].contains("bob"))
        expect(passwords.password(of: ann), is: Token("s3cr3t"))
        expect(passwords.password(of: bob), is: nil)
        passwords.ask(for: [bob, ann]) { question in
            questions.append(question)
            return nil
        }
        expect(questions.count, is: 3)
    }

    @Test("a password from the environment applies to every account, without a question")
    func common() {
        let passwords = AccountPasswords(common: Token("shared"))
        passwords.ask(for: [ann]) { _ in
            Issue.record("asked")
            return nil
        }
        expect(passwords.password(of: bob), is: Token("shared"))
    }
}
