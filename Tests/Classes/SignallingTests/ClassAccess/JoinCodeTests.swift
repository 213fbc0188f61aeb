import TestSupport
import Testing

@testable import ClassAccess

struct JoinCodeTests {
    private func codes(_ count: Int, seed: UInt64 = 5) -> [JoinCode] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { _ in JoinCode.random(using: &random) }
    }

    @Test("LIVE-07: codes never collide, contain no look-alikes, and are read as they are shown")
    func codesAreGood() {
        let codes = codes(100_000)
        expect(Set(codes).count, is: codes.count)
        for code in codes.prefix(20_000) {
            expect(code.text.utf8.count, is: 12)
            #expect(!code.text.contains { "01BDGILOQSUVZ".contains($0) })
            expect(JoinCode(code.shown), is: code)
            expect(JoinCode(code.shown.lowercased().replacing("-", with: " ")), is: code)
        }
    }

    @Test("LIVE-07: every single wrong letter and every swap of two letters is detected")
    func mistakes() {
        let letters = Array("23456789ACEFHJKMNPRTWXY")
        for code in codes(200) {
            let text = Array(code.text)
            for place in text.indices {
                for letter in letters where letter != text[place] {
                    var wrong = text
                    wrong[place] = letter
                    expect(JoinCode(String(wrong)), is: nil)
                }
                for other in text.indices where text[other] != text[place] {
                    var wrong = text
                    wrong.swapAt(place, other)
                    expect(JoinCode(String(wrong)), is: nil)
                }
            }
        }
    }

    @Test func lookalikeLettersAreReadAsDigits() {
        for code in codes(500) {
            let typed = code.text.replacing("2", with: "z").replacing("5", with: "S").replacing("6", with: "G")
                .replacing("8", with: "b")
            expect(JoinCode(typed), is: code)
        }
    }

    @Test(
        "malformed codes are refused",
        arguments: [
            "", "-", "ABCD", "代代代代代代代代代代代代", "2345-6789-ACEF-2", String(repeating: "2", count: 100_000), "\u{0}",
            "2345\n6789ACEF",
        ])
    func none(text: String) { expect(JoinCode(text), is: nil) }

    @Test func aCodeIsHiddenFromDescriptionsAndDumps() {
        for code in codes(3) {
            #expect(!"\(code) \(String(reflecting: code))".contains(code.text))
            var dumped = ""
            dump(code, to: &dumped)
            #expect(!dumped.contains(code.text))
        }
    }
}

struct AttemptLimiterTests {
    @Test func failedAttemptsAreLimitedWithinASlidingMinute() {
        var limiter = AttemptLimiter()
        let block = AddressBlock("1.2.3.4")
        for second in 0..<20 {
            expect(limiter.wait(for: block, at: Int64(second)), is: nil)
            limiter.fail(block, at: Int64(second))
        }
        expect(limiter.wait(for: block, at: 20), is: 40)
        expect(limiter.wait(for: block, at: 59), is: 1)
        expect(limiter.wait(for: AddressBlock("1.2.3.5"), at: 20), is: nil)
        // The first attempt has left the window, so one attempt is allowed again.
        expect(limiter.wait(for: block, at: 60), is: nil)
        limiter.fail(block, at: 60)
        expect(limiter.wait(for: block, at: 60), is: 1)
        expect(limiter.wait(for: block, at: 200), is: nil)
        expect(limiter.count, is: 0)
    }

    @Test func aClockSetBackDoesNotLockAnAddressOut() {
        var limiter = AttemptLimiter()
        for _ in 0..<30 { limiter.fail(AddressBlock("1.2.3.4"), at: 10_000) }
        expect(limiter.wait(for: AddressBlock("1.2.3.4"), at: 100), is: nil)
    }

    @Test func theNumberOfRememberedAddressesIsLimited() {
        var limiter = AttemptLimiter()
        for number in 0..<60_000 {
            limiter.fail(
                AddressBlock("10.\(number >> 16).\(number >> 8 & 255).\(number & 255)"), at: Int64(number / 30_000))
            #expect(limiter.count <= AttemptLimiter.capacity)
        }
    }

    @Test func ipv6AddressesOfOneNetworkShareABlock() {
        expect(AddressBlock("2001:db8::1"), is: AddressBlock("2001:db8:0:0:ffff::2"))
        #expect(AddressBlock("2001:db8::1") != AddressBlock("2001:db8:0:1::1"))
        expect(AddressBlock("::ffff:1.2.3.4"), is: AddressBlock("1.2.3.4"))
        #expect(AddressBlock("1.2.3.4") != AddressBlock("1.2.3.5"))
    }
}
