import Manifests
import PlayCore

/// Reads a cue sheet as a list of files in its folder. For a file of several tracks it is also the chapter file.
enum CueParser {
    /// - Parameter sheet: its name, without its folder.
    static func parse(_ lines: PlaylistLines, named sheet: String) -> ParsedPlaylist {
        let cue = CueSheet(lines.lines.map(\.text))
        let asWritten = CueSheet(lines.lines.map(\.location)).files.map(\.name)
        var playlist = ParsedPlaylist(title: cue.title)
        playlist.isCut = lines.isCut
        for (index, file) in cue.files.prefix(lines.limits.entries).enumerated() {
            var entry = ParsedPlaylist.Entry(location: CueSheet.place(of: file.name))
            let isOne = file.tracks.count == 1
            entry.title = isOne ? cue.name(of: file.tracks[0], isAlone: true) : cue.name
            if !isOne { entry.chapters = CueSheet.place(of: sheet) }
            // On this machine, the file's name may also be in the sheet's encoding.
            if asWritten.indices.contains(index), asWritten[index] != file.name {
                entry.alternatives.append(CueSheet.place(of: asWritten[index]))
            }
            if cue.files.count == 1 { entry.alternatives += renamed(sheet) }
            playlist.entries.append(entry)
        }
        return playlist
    }

    /// Returns other possible names, because the file may have been renamed with the sheet, or converted.
    private static func renamed(_ sheet: String) -> [String] {
        let stem = sheet.lastIndex(of: ".").map { sheet[..<$0] } ?? sheet[...]
        return stem.isEmpty ? [] : MediaName.sounds.map { CueSheet.place(of: "\(stem).\($0)") }
    }
}
