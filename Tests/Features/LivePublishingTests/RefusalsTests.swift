import Testing

@testable import LivePublishing

struct RefusalsTests {
    @Test("LIVE-28: four refusals in a row are final; a line that fails otherwise begins the count again")
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
