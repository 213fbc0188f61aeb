import Classes
import PlayCore
import TestSupport
import Testing

@Suite struct ChatRulesTests {
    @Test(
        "ROOM-33: the middle digits of mobile numbers are hidden",
        arguments: [
            ("13800000000", "138****0000"), ("call 13812345678!", "call 138****5678!"),
            ("我的电话19912345678，谢谢", "我的电话199****5678，谢谢"), ("+8613812345678", "+86138****5678"),
            ("138 1234 5678", "138 **** 5678"), ("138-1234-5678", "138-****-5678"),
            ("１３８１２３４５６７８", "１３８****５６７８"), ("12 13812345678 13912345678", "12 138****5678 139****5678"),
            // These are not mobile numbers.
            ("12812345678", "12812345678"), ("138123456789", "138123456789"), ("1381234567", "1381234567"),
            ("138  1234 5678", "138  1234 5678"), ("2026-11-22 10:30", "2026-11-22 10:30"), ("", ""),
        ])
    func phoneNumbers(text: String, masked: String) {
        expect(PhoneMask.masked(text), is: masked)
    }

    @Test("ROOM-33: numbers are hidden only if the recording requires it, and only in messages of students")
    func whoseNumbers() {
        let text = "13812345678"
        func shown(_ author: ClassUser?, _ hides: Bool) -> String? {
            ChatRules(hidesPhoneNumbers: hides).applied(
                to: ChatMessage(id: "1", time: .zero, author: author, text: text))?
                .text
        }
        expect(shown(user("a"), true), is: "138****5678")
        expect(shown(nil, true), is: "138****5678")
        expect(shown(user("a"), false), is: text)
        expect(shown(user("a", .teacher), true), is: text)
    }

    @Test(
        "ROOM-09: a group sees its own messages and those of the large class's lecturer and assistants",
        arguments: [
            (-1, ["teacher", "assistant", "one", "two", "helper", "none"]), (0, ["teacher", "assistant"]),
            (1, ["teacher", "assistant", "one", "helper"]), (2, ["teacher", "assistant", "two"]),
        ])
    func groups(group: Int, names: [String]) {
        let people = [
            user("teacher", .teacher), user("assistant", .assistant), user("one", group: 1), user("two", group: 2),
            // An assistant of a group does not count as one of the large class.
            user("helper", .assistant, group: 1), user("none"),
        ]
        let rules = ChatRules(groupID: group)
        let read = people.filter { rules.applied(to: ChatMessage(id: "1", time: .zero, author: $0, text: "")) != nil }
        expect(read.map(\.id), is: names)
    }
}
