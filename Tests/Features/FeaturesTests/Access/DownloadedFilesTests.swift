import Foundation
import PlayCore
import TestSupport
import Testing

@testable import Access

@Suite struct DownloadedFilesTests {
    @Test("the sound of a downloaded film is the file beside it with its name, and a sound file has none")
    func sound() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let film = folder.path + "/Film.mp4"
        expect(DownloadedFiles.sound(beside: film), is: nil)
        let sound = folder.path + "/Film.sound.m4a"
        try Data([1]).write(to: URL(fileURLWithPath: sound))
        expect(DownloadedFiles.sound(beside: film), is: sound)
        expect(DownloadedFiles.sound(beside: sound), is: nil)
        expect(DownloadedFiles.sound(beside: film + ".sealed"), is: nil)
        try Data([1]).write(to: URL(fileURLWithPath: sound + ".sealed"))
        expect(DownloadedFiles.sound(beside: film + ".sealed"), is: sound + ".sealed")
        expect(DownloadedFiles.sound(beside: folder.path + "/Film"), is: nil)
    }
}
