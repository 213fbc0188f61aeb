import Screenshots
import Testing

@Suite("PicturesFolder")
struct PicturesFolderTests {
    private func path(
        _ file: String?, at place: String = "/home/mei/.config/user-dirs.dirs", _ own: [String: String] = [:],
        folders: Set<String> = []
    )
        -> String
    {
        let environment = ["HOME": "/home/mei"].merging(own) { _, new in new }
        return PicturesFolder.path(
            environment: { environment[$0] }, read: { $0 == place ? file : nil }, isFolder: folders.contains)
    }

    @Test("CTRL-14: the pictures directory is the one of user-dirs.dirs, else the home folder")
    func folder() {
        #expect(path("# x\nXDG_PICTURES_DIR=\"$HOME/Bilder\"\nXDG_MUSIC_DIR=\"$HOME/Musik\"\n") == "/home/mei/Bilder")
        #expect(path("XDG_PICTURES_DIR=\"/data/pics\"") == "/data/pics")
        #expect(path("XDG_PICTURES_DIR=\"$HOME\"") == "/home/mei")
        #expect(path("XDG_PICTURES_DIR=\"$HOMELY/x\"") == "/home/mei")
        #expect(path("XDG_PICTURES_DIR=\"pics\"") == "/home/mei")
        #expect(path("#XDG_PICTURES_DIR=\"/no\"") == "/home/mei")
        #expect(path(nil) == "/home/mei")
        #expect(path("XDG_PICTURES_DIR=\"/p\"", at: "/conf/user-dirs.dirs", ["XDG_CONFIG_HOME": "/conf"]) == "/p")
        #expect(path(nil, folders: ["/home/mei/Pictures"]) == "/home/mei/Pictures")
        #expect(path("XDG_PICTURES_DIR=\"$HOME\"", folders: ["/home/mei/Pictures"]) == "/home/mei")
        #expect(PicturesFolder.path(environment: { _ in nil }, read: { _ in nil }) == ".")
    }
}
