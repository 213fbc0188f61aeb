import Foundation

/// A piece of a test in a process of its own: one that ends it, or that has the one state of a C library to itself.
///
/// The test is begun once more in another process of the test program. Swift Testing's own exit tests are not used:
/// until a thread of the pool is free, which tests that wait hold for minutes, they ask for the child that has ended
/// without a pause, and so keep a processor busy (`waitForAnyChild`, Swift 6.3.1).
package enum OwnProcess {
    package struct NotBegun: Error, CustomStringConvertible {
        package let output: String
        package var description: String { "the process did not come to the test: \(output)" }
    }

    private static let variable = "TVPLAY_OWN_PROCESS"
    private static let valueVariable = "TVPLAY_OWN_PROCESS_VALUE"
    private static let sign = "the piece of its own begins"

    /// Runs `body` there and waits for its end; what it throws is in the errors, and the status is not 0.
    ///
    /// - Parameters:
    ///   - suite: type of the test.
    ///   - function: of the test.
    ///   - part: tells the cases of a test with arguments apart.
    ///   - value: of this process, for `body`.
    /// - Returns: how the process ended; nil: this is it, and `body` is another case's.
    package static func run(
        _ suite: Any.Type, _ function: String = #function, part: String = "", value: String = "",
        _ body: (_ value: String) throws -> Void
    ) throws -> BuiltProgram.Outcome? {
        let name = String(reflecting: suite) + "/" + function
        var environment = ProcessInfo.processInfo.environment
        if let wanted = environment[variable] {
            if wanted == name + part { perform { try body(environment[valueVariable] ?? "") } }
            return nil
        }
        environment[variable] = name + part
        environment[valueVariable] = value
        environment["SWIFT_BACKTRACE"] = "enable=no"
        let outcome = try BuiltProgram.run(
            "/proc/self/exe",
            ["--testing-library", "swift-testing", "--filter", "^" + NSRegularExpression.escapedPattern(for: name)],
            environment: environment)
        guard outcome.errors.contains(sign) else { throw NotBegun(output: outcome.output + outcome.errors) }
        return outcome
    }

    private static func perform(_ body: () throws -> Void) -> Never {
        write(sign)
        do {
            try body()
        } catch {
            write("\(error)")
            _exit(1)
        }
        _exit(0)
    }

    private static func write(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
}
