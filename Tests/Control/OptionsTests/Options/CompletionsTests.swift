import Foundation
import TestSupport
import Testing

@testable import Options

@Suite("Completions")
struct CompletionsTests {
    /// Returns bash's completions of a line with the cursor at its end, sorted. `wordBreaks` includes "=" (bash's
    /// default) or not.
    private func bash(_ line: String, wordBreaks: String = " =:") throws -> [String] {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        for name in ["clip.mp4", "demo tape.mkv"] { try Data().write(to: folder.appendingPathComponent(name)) }
        let script = folder.appendingPathComponent("completion.bash")
        try Completions.script(for: .bash).write(to: script, atomically: true, encoding: .utf8)
        // compopt works only during a completion, so a stub replaces it here.
        let driver = """
            set -u; cd "$1"; compopt() { :; }; source "$2"; rm "$2"
            COMP_WORDBREAKS=$4; COMP_LINE=$3; COMP_POINT=${#3}
            COMP_WORDS=($3); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _tvplay
            [ ${#COMPREPLY[@]} -eq 0 ] || printf '%s\\n' "${COMPREPLY[@]}" | sort
            """
        let outcome = try BuiltProgram.run(
            "/bin/bash", ["-c", driver, "x", folder.path, script.path, line, wordBreaks])
        #expect(outcome.errors.isEmpty, "\(outcome.errors)")
        return outcome.output.split(separator: "\n").map(String.init)
    }

    @Test("bash completes option names, values, commands and files")
    func bashCompletes() throws {
        try expect(bash("tvplay --scal"), is: ["--scaling="])
        try expect(bash("tvplay --loop"), is: ["--loop-file", "--loop-file=", "--loop-playlist", "--loop-playlist="])
        try expect(
            bash("tvplay --no-"),
            is: [
                "--no-config", "--no-floating-picture", "--no-history", "--no-http2", "--no-input-default-bindings",
                "--no-load-scripts",
                "--no-mouse",
                "--no-preload-balance", "--no-resume-playback", "--no-rts-fallback",
                "--no-save-position-on-quit", "--no-skip-auto", "--no-slider-previews", "--no-sub-visibility",
                "--no-title",
                "--no-tls-verify", "--no-trace-id", "--no-unencrypted-redirects",
                "--no-ytdl",
            ])
        try expect(bash("tvplay --scaling=f"), is: ["fill", "fit"])
        try expect(bash("tvplay --scaling=f", wordBreaks: " "), is: ["--scaling=fill", "--scaling=fit"])
        try expect(bash("tvplay --log-file=cl"), is: ["clip.mp4"])
        try expect(bash("tvplay --volume="), is: [])
        try expect(bash("tvplay de"), is: ["demo", "demo tape.mkv"])
        try expect(bash("tvplay cl"), is: ["class", "clip.mp4"])
        try expect(bash("tvplay --mute cl"), is: ["clip.mp4"])
        try expect(bash("tvplay downloads pa"), is: ["path", "pause"])
        try expect(
            bash("tvplay downloads remove --y"), is: ["--yes"])
        try expect(bash("tvplay feed --ytdl-p"), is: ["--ytdl-path="])
        try expect(bash("tvplay help sub"), is: ["subtitles"])
        try expect(bash("tvplay --help=sub"), is: ["subtitles"])
        try expect(bash("tvplay --vo kit"), is: ["kitty"])
        try expect(bash("tvplay --vo kit", wordBreaks: " "), is: ["kitty"])
        try expect(bash("tvplay --log-file cl"), is: ["clip.mp4"])
    }
}
