import Cells
import DownloadScreen
import HomeScreen
import PlayCore
import PlaybackModel
import ScreenKit

extension Keymap {
    private static let beside = Group(
        title: trMark("Picture beside home and downloads"),
        entries: [
            Entry(trMark("pause or play"), Binding([KeyPress(.character(" "))], .togglePause)),
            Entry(
                trMark("seek 5 seconds back or forward"),
                Binding([KeyPress(.left, .control)], .seek(seconds: -5, .keyframe)),
                Binding([KeyPress(.right, .control)], .seek(seconds: 5, .keyframe))),
            Entry(trMark("show or hide the picture"), Binding([KeyPress(.character("c"), .alt)], .toggleFloating)),
        ])

    static let besidePage = Keymap([beside])

    static let homePage = Keymap(home.groups + [beside])

    /// The keys of the list and of the floating picture beside it.
    static let downloadsBesidePicture = Keymap([beside] + downloads.groups)
}
