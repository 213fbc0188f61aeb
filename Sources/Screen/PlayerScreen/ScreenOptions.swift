import Cells
import Commands
import Mosaic
package import Options
import PlayCore
import Processes
import Subtitles
package import TUI
import Terminal

// The command line's screen options as types of the screen's modules.

extension TerminalOptions {
    init(_ options: PlayerOptions, isUTF8: Bool, _ front: FrontLink?) {
        self.init()
        quality = QualityTarget(options.quality)
        colorOverride = ColorDepth(options.colorMode)
        usesMouse = options.usesMouse
        reportsMouseMovement = options.usesMouse
        setsTitle = options.setsTitle
        asksForGraphics = options.pictureOutput?.isGraphics == true
        self.isUTF8 = options.usesASCII.map { !$0 } ?? isUTF8
        reordersText = options.reordersText
        bytesPerSecondCap = options.maximumBitRate.map { $0 / 8 }
        self.front = front
    }
}

extension AppState {
    /// - Parameter outlivesSuspension: whether Ctrl-Z stops another process instead of this one.
    package mutating func setUp(_ options: PlayerOptions, _ layouts: LayoutLibrary, outlivesSuspension: Bool) {
        bar.visibility = BarVisibility(options.controlBar)
        bar.showsProgressLine = options.showsProgressLine
        bar.layouts = layouts
        picture.floatsBesidePages = options.floatsPicture
        program.osdLevel = options.osdLevel
        bar.isFullScreen = options.isFullScreen
        subtitles.set.delay = options.subtitleDelay
        danmaku.isOn = options.rooms.danmaku.isOn
        danmaku.density = options.rooms.danmaku.density
        danmaku.opacity = options.rooms.danmaku.opacity
        subtitles.set.setVisible(options.showsSubtitles, .first)
        background.playsOn = options.playsInBackground
        background.classesPlayOn = options.backgroundAudio == .auto
        background.decodesUnseen = options.decodesInBackground || options.pictureProgram != nil
        background.outlivesSuspension = outlivesSuspension
    }
}

extension ColorDepth {
    init?(_ mode: ColorMode) {
        switch mode {
        case .auto: return nil
        case .truecolor: self = .trueColor
        case .palette256: self = .palette256
        case .palette16: self = .palette16
        case .palette8: self = .palette8
        case .grey: self = .grey
        case .mono: self = .mono
        }
    }
}

extension MosaicSymbols {
    init(_ symbols: PictureSymbols) {
        switch symbols {
        case .auto, .half: self = .halfBlocks
        case .quadrant: self = .quadrants
        case .sextant: self = .sextants
        case .braille: self = .braille
        case .ascii: self = .ascii
        }
    }
}

extension BarVisibility {
    init(_ option: ControlBarVisibility) {
        switch option {
        case .never: self = .never
        case .auto: self = .auto
        case .always: self = .always
        }
    }
}

extension QualityTarget {
    init(_ quality: PictureQuality) {
        self =
            switch quality {
            case .automatic: .automatic
            case .exact: .exact
            case .high: .high
            case .low: .low
            case .similarity(1): .lossless
            case .similarity(let similarity): .similarity(similarity)
            }
    }
}

extension ControlOptions {
    /// - Parameters:
    ///   - isFeed: whether the viewer pages through short videos.
    ///   - isRemote: whether the screen is over SSH, where nothing is animated.
    package init(_ options: PlayerOptions, isFeed: Bool, hasScreen: Bool, isRemote: Bool) {
        self.init()
        jumpBackInterval = options.jumpBack
        hideControlsInterval = options.hideControlsAfter
        keepsOpen = options.keepsOpen
        showsPreviews = options.showsPreviews
        idle = IdleMode(options.idle)
        self.isFeed = isFeed
        self.hasScreen = hasScreen
        if isRemote {
            showAnimation = .zero
            hideAnimation = .zero
        }
        if let time = options.barFadeIn { showAnimation = time }
        if let time = options.barFadeOut { hideAnimation = time }
    }
}

extension IdleMode {
    fileprivate init(_ choice: IdleChoice) {
        switch choice {
        case .no: self = .no
        case .yes: self = .yes
        case .once: self = .once
        }
    }
}
