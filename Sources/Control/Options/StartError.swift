package struct StartError: Error, Sendable {
    package var code: ExitCode
    package let message: String

    package init(code: ExitCode = .startFailed, message: String) {
        self.code = code
        self.message = message
    }
}
