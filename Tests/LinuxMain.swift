import Testing

/// Runs the tests. Where this file is, SwiftPM looks for no tests of XCTest, and a debug build needs no index.
@main
struct Tests {
    static func main() async {
        // `swift test` without --disable-xctest asks for their list; this package has none.
        if CommandLine.arguments.contains("--dump-tests-json") {
            print(#"{"name":"XCTest","tests":[]}"#)
        } else {
            await Testing.__swiftPMEntryPoint() as Never
        }
    }
}
