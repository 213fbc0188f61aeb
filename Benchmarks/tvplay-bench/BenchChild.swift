enum BenchChild {
    /// Returns words for a program that ends with this process: by `setpriv` (util-linux), the kernel sends it SIGTERM
    /// when the thread that started it ends.
    static func words(_ words: [String]) -> [String] { ["setpriv", "--pdeathsig=TERM", "--"] + words }
}
