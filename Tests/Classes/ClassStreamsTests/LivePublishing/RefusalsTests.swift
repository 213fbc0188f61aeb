import Testing

@testable import ClassStreams

struct RefusalsTests {
    @Test("LIVE-28: four refusals in a row are final, and another failure restarts the count")
    func count() {
        var refusals = Refusals()
        for isRefusal in [true, true, true, false, true, true, true] {
            refusals.note(isRefusal)
            #expect(!refusals.areFinal)
        }
        refusals.note(true)
        #expect(refusals.areFinal)
    }
}
