import PlayerScreen
import TestSupport
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

    @Test("CTRL-14: the pictures folder is that of user-dirs.dirs, else ~/Pictures if it exists, else the home folder")
    func folder() {
        expect(path("# x\nXDG_PICTURES_DIR=\"$HOME/Bilder\"\nXDG_MUSIC_DIR=\"$HOME/Musik\"\n"), is: "/home/mei/Bilder")
        expect(path("XDG_PICTURES_DIR=\"/data/pics\""), is: "/data/pics")
        expect(path("XDG_PICTURES_DIR=\"$HOME\""), is: "/home/mei")
        expect(path("XDG_PICTURES_DIR=\"$HOMELY/x\""), is: "/home/mei")
        expect(path("XDG_PICTURES_DIR=\"pics\""), is: "/home/mei")
        expect(path("#XDG_PICTURES_DIR=\"/no\""), is: "/home/mei")
        expect(path(nil), is: "/home/mei")
        expect(path("XDG_PICTURES_DIR=\"/p\"", at: "/conf/user-dirs.dirs", ["XDG_CONFIG_HOME": "/conf"]), is: "/p")
        expect(path(nil, folders: ["/home/mei/Pictures"]), is: "/home/mei/Pictures")
        expect(path("XDG_PICTURES_DIR=\"$HOME\"", folders: ["/home/mei/Pictures"]), is: "/home/mei")
        expect(PicturesFolder.path(environment: { _ in nil }, read: { _ in nil }), is: ".")
    }
}
