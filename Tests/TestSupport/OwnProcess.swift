import Foundation

/// A part of a test that runs in its own process, because it ends the process or needs a C library's state for itself.
///
/// The test is started again in another process of the test program. Swift Testing's own exit tests poll for the ended
/// child without a pause until a thread of the pool is free. Waiting tests hold those threads for minutes, so a
/// processor would stay busy (`waitForAnyChild`, Swift 6.3.1).
package enum OwnProcess {
    package struct NotBegun: Error, CustomStringConvertible {
        package let output: String
        package var description: String { "the process did not come to the test: \(output)" }
    }

    private static let variable = "TVPLAY_OWN_PROCESS"
    private static let valueVariable = "TVPLAY_OWN_PROCESS_VALUE"
    private static let sign = "the piece of its own begins"

    /// Runs `body` there and waits for its end. An error that it throws is in the error output, and the status is not
    /// 0.
    ///
    /// - Parameters:
    /// - suite: the type that contains the test.
    /// - function: the function of the test.
    /// - part: distinguishes the cases of a test with arguments.
    /// - value: a value of this process, passed to `body`.
    /// - Returns: how the process ended, or `nil` if this is that process and `body` belongs to another case.
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
