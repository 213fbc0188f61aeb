/// Programs that a case needs.
enum BenchChild {
    /// Returns words that start a program which always ends with this process: `setpriv` (util-linux) asks the kernel
    /// for SIGTERM when the thread that started it has ended.
    static func words(_ words: [String]) -> [String] { ["setpriv", "--pdeathsig=TERM", "--"] + words }
}
