import Foundation
import TestSupport
import Testing

@testable import Options

@Suite("Completions")
struct CompletionsTests {
    /// What bash offers for a line with the cursor at its end, sorted. `wordBreaks`: with "=" (bash's default) or not.
    private func bash(_ line: String, wordBreaks: String = " =:") throws -> [String] {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        for name in ["clip.mp4", "demo tape.mkv"] { try Data().write(to: folder.appendingPathComponent(name)) }
        let script = folder.appendingPathComponent("completion.bash")
        try Completions.script(for: .bash).write(to: script, atomically: true, encoding: .utf8)
        // compopt works only while bash completes; here it is replaced.
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

    @Test("bash completes names, values, commands and files")
    func bashCompletes() throws {
        #expect(try bash("tvplay --scal") == ["--scaling="])
        #expect(try bash("tvplay --loop") == ["--loop-file", "--loop-file=", "--loop-playlist", "--loop-playlist="])
        #expect(
            try bash("tvplay --no-") == [
                "--no-config", "--no-floating-picture", "--no-history", "--no-http2", "--no-input-default-bindings",
                "--no-load-scripts",
                "--no-mouse",
                "--no-preload-balance", "--no-resume-playback", "--no-rts-fallback",
                "--no-save-position-on-quit", "--no-skip-auto", "--no-slider-previews", "--no-sub-visibility",
                "--no-title",
                "--no-tls-verify", "--no-trace-id", "--no-unencrypted-redirects",
                "--no-ytdl",
            ])
        #expect(try bash("tvplay --scaling=f") == ["fill", "fit"])
        #expect(try bash("tvplay --scaling=f", wordBreaks: " ") == ["--scaling=fill", "--scaling=fit"])
        #expect(try bash("tvplay --log-file=cl") == ["clip.mp4"])
        #expect(try bash("tvplay --volume=") == [])
        #expect(try bash("tvplay de") == ["demo", "demo tape.mkv"])
        #expect(try bash("tvplay cl") == ["class", "clip.mp4"])
        #expect(try bash("tvplay --mute cl") == ["clip.mp4"])
        #expect(try bash("tvplay downloads pa") == ["path", "pause"])
        #expect(
            try bash("tvplay downloads remove --y") == ["--yes"])
        #expect(try bash("tvplay feed --ytdl-p") == ["--ytdl-path="])
        #expect(try bash("tvplay help sub") == ["subtitles"])
        #expect(try bash("tvplay --help=sub") == ["subtitles"])
        #expect(try bash("tvplay --vo kit") == ["kitty"])
        #expect(try bash("tvplay --vo kit", wordBreaks: " ") == ["kitty"])
        #expect(try bash("tvplay --log-file cl") == ["clip.mp4"])
    }
}
