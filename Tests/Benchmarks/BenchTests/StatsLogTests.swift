import TestSupport
import Testing

@testable import tvplay_bench

struct StatsLogTests {
    @Test("shown pictures are counted once, and lost pictures by the gaps between them")
    func counts() {
        let text = """
            {"t":0.1,"media":null,"dropped":0,"late":0}
            {"t":0.1,"media":0.0,"dropped":0,"late":0}
            {"t":0.1,"media":0.0333,"dropped":0,"late":0}
            {"t":0.1,"media":0.0333,"dropped":0,"late":0}
            {"t":0.1,"media":0.0667,"dropped":0,"late":1}
            {"t":0.1,"media":0.1667,"dropped":1,"late":1}
            {"t":0.1,"media":0.2,"dropped":1,"late":1}
            {"t":0.1,"med
            """
        expect(StatsLog.count(text), is: StatsLog.Count(pictures: 5, lost: 2, late: 1, replaced: 1))
    }

    @Test("a single picture gives no count")
    func tooFew() { expect(StatsLog.count("{\"media\":1.0,\"dropped\":0,\"late\":0}\n"), is: nil) }
}
