/// Programs that a case needs.
enum BenchChild {
    /// Starts a program that ends with this process, however that ends: `setpriv` (util-linux) asks the kernel for SIGTERM
    /// when the thread that started it is gone.
    static func words(_ words: [String]) -> [String] { ["setpriv", "--pdeathsig=TERM", "--"] + words }
}
