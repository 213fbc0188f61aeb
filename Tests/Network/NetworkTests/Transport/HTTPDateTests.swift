import PlayCore
import TestSupport
import Testing
import Transport

@Suite("Dates of servers")
struct HTTPDateTests {
    @Test(
        "the three forms of RFC 9110 mean the same second",
        arguments: ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"])
    func forms(text: String) {
        expect(UTCTime(httpDate: text), is: UTCTime(seconds: 784_111_777))
    }

    @Test("leap days, the first second of 1970 and the last of 2249 are read")
    func bounds() {
        expect(UTCTime(httpDate: "Thu, 01 Jan 1970 00:00:00 GMT"), is: UTCTime(seconds: 0))
        expect(UTCTime(httpDate: "Tue, 29 Feb 2000 12:00:00 GMT"), is: UTCTime(seconds: 951_825_600))
        expect(UTCTime(httpDate: "Wed, 31 Dec 2249 23:59:59 GMT"), is: UTCTime(seconds: 8_835_955_199))
    }

    @Test(
        "other text and other years are rejected",
        arguments: [
            "", "yesterday", "Sun, 06 Xyz 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:49:37 GMT",
            "Tue, 30 Dec 1969 23:59:59 GMT", "Sat, 01 Jan 2250 00:00:00 GMT", "Fri, 31 Dec 9999 23:59:59 GMT",
        ])
    func rejected(text: String) {
        expect(UTCTime(httpDate: text), is: nil)
    }
}
