import Cells
package import Classes
import PlayCore
package import ScreenKit
package import SlidePictures

/// The panes of a class. Raw values are the digits that select them.
package enum ClassPane: Int, Sendable, CaseIterable {
    case slides = 1
    case video, chat, people, outline, quiz, questions, parts
    /// The participants' small videos.
    case cameras
    /// The second video.
    case companion
    /// A participant's shared terminal.
    case terminal

    /// Whether the pane shows a picture and can become the large pane.
    package var isStage: Bool { self == .slides || self == .video || self == .companion || self == .terminal }

    /// Whether the pane is a list. All lists share one place.
    var isList: Bool { !isStage && self != .cameras }

    var key: Character {
        switch self {
        case .companion: "V"
        case .cameras: "W"
        case .terminal: "Y"
        default: Character("\(rawValue)")
        }
    }
}

package struct ClassScreen: Sendable, Equatable {
    package var view = ClassView()
    package var slidePicture = SlidePicture.none
    package var awardPicture = SlidePicture.none
    package var chatThumbnails = ThumbnailSet()
    /// The large pane among the pictures.
    package var major = ClassPane.video
    /// The large pane to restore when a second video or a shared terminal ends.
    var coveredMajor: ClassPane?
    /// Whether the viewer has chosen the large pane. Until then the recording chooses it.
    var hasChosenMajor = false
    var isArranged = false
    /// The visible list.
    package var side = ClassPane.chat
    /// The focused pane. Slides and video leave the keys to the player.
    package var focus = ClassPane.video {
        didSet { if focus.isStage { raised = focus } }
    }
    /// The picture that was focused last. It gets a place if not all pictures fit.
    private(set) var raised = ClassPane.video
    package var hidden: Set<ClassPane> = []
    /// The width of the lists, or their height if they are below the picture; `nil` to choose by the terminal's size.
    package var split: Int?
    package var zoomed: ClassPane?
    package var isResizing = false
    package var chat = ChatWish()
    var searchedBefore: String?
    package private(set) var marquee: Marquee?
    /// The list that a question has replaced.
    private var covered: ClassPane?
    /// The focus to restore after the question that took it.
    var asking: AskingSurvey?
    /// The focus before the search of the chat.
    var searchedFrom: ClassPane?
    var places: [ClassPane: Int] = [:]
    var wholeText: WholeText?
    /// The name searched for in the list of people; `nil` lists everyone.
    var peopleQuery: String?
    /// The user ID of the focused small video.
    var thumbnail: String?
    /// Whether the viewer wants slides as text or as pictures; `nil` to choose by the pane's size.
    package var wantsSlideText: Bool?
    /// The lines by which the viewer has scrolled in the slide's text.
    var slideScroll = 0
    package var slideFit = SlideFit.whole
    /// The pane last reported to the loop.
    var reportedSlides: SlidePane?
    var reportedAwards: SlidePane?
    package internal(set) var slots = ThumbnailSlots()
    /// The lines by which the viewer has scrolled back in the shared terminal.
    var terminalScroll = 0

    let chatLineMemo = ChatLineMemo()

    package var live: LiveScreen?

    // The open fields.
    package internal(set) var drawing: DrawingBoard?
    package internal(set) var chatSearch: LineEditor?
    package internal(set) var peopleSearch: LineEditor?
    /// Whether the line for messages has the keys.
    package internal(set) var isWriting = false
    package internal(set) var surveyForm: SurveyForm?
    package internal(set) var commandLine: LiveCommandLine?
    package internal(set) var question: LiveQuestion?

    package init() {}

    /// Whether a field or a question above the panes has the keys.
    package var isTyping: Bool { commandLine != nil || question != nil }

    /// Closes the fields that end with the item.
    package mutating func itemChanged() {
        peopleSearch = nil
        // Those of a live class stay, because the item of its sound may start later.
        guard live == nil else { return }
        (drawing, isWriting, surveyForm, commandLine, question) = (nil, false, nil, nil, nil)
    }

    private var snapshot: ClassSnapshot { view.snapshot }

    /// Whether the panes have something to show.
    package var isEntered: Bool { view.isChatOnly || snapshot.phase == .entered || snapshot.phase == .reloading }

    /// The unverified title.
    package var classTitle: String? { view.isChatOnly ? nil : snapshot.room?.content.title }

    /// Whether video and slides are hidden, because the terminal is recorded and the class forbids that.
    package var hidesPicture: Bool { snapshot.room?.content.hidesPicture ?? false }

    /// Whether an award shows a film over the panes.
    package var hasFilm: Bool { view.award?.film != nil }

    package var showsPlaceholder: Bool { !view.isChatOnly && snapshot.room?.content.showsPlaceholder == true }

    /// Returns whether the class has the pane. A chat beside a video has only these two panes.
    package func has(_ pane: ClassPane) -> Bool {
        if view.isChatOnly { return pane == .video || pane == .chat }
        return switch pane {
        case .video: true
        case .slides: view.slide != nil || snapshot.documents?.content.area.list.isEmpty == false
        case .chat: snapshot.messages != nil
        case .people: snapshot.users != nil
        case .outline: view.moments?.all.isEmpty == false
        case .quiz: live != nil || snapshot.survey != nil || snapshot.answerSheet != nil
        case .questions: snapshot.questions != nil
        case .parts: view.parts.kind != .none
        case .companion: view.companion != nil
        case .terminal: sharedTerminal != nil
        case .cameras: view.thumbnails.contains { !$0.isLarge || !isVideoEmpty } && !hidesPicture
        }
    }

    /// Whether the text of the slide is shown in place of its picture.
    var showsSlideText: Bool {
        let isSmall = reportedSlides.map { $0.rows < ClassLayout.least.rows } ?? false
        return wantsSlideText ?? (isSmall && view.slide?.text?.isEmpty == false)
    }

    func shows(_ pane: ClassPane) -> Bool {
        has(pane) && !hidden.contains(pane) && !(pane == .video && isVideoEmpty && focus != .video)
    }

    /// Whether the video pane has no picture: the item is only sound, and the companion has the picture.
    var isVideoEmpty: Bool {
        guard let companion = view.companion else { return false }
        return companion.isOnlyPicture && companion.failure == nil
    }

    private static let pictures = [ClassPane.slides, .companion, .terminal, .video]

    /// The visible pictures, the large one first.
    var stage: [ClassPane] { ([major] + Self.pictures.filter { $0 != major }).filter(shows) }

    var shownSide: ClassPane? { shows(side) ? side : nil }

    package mutating func show(_ new: ClassView, columns: Int = ClassLayout.threePanes) {
        let isOther = view.location != new.location || view.isChatOnly != new.isChatOnly
        if isOther {
            let old = self
            self = ClassScreen()
            // The unsent text belongs to the class that has ended.
            (split, live) = (old.split, old.live.map { LiveScreen($0.view) })
            (drawing, surveyForm) = (old.drawing, old.surveyForm)
            (commandLine, question) = (old.commandLine, old.question)
        }
        let wasAsked = isAsked
        if view.parts.index != new.parts.index {
            // Selections in lists of the previous part are invalid.
            chat.place = nil
            places = places.filter { $0.key == .parts }
        }
        let companion = view.companion
        let wasShared = sharedTerminal?.user
        let wasMajor = major
        if view.slide?.text != new.slide?.text || view.slide?.page != new.slide?.page { slideScroll = 0 }
        view = new
        marquee = (new.snapshot.marquee?.content).flatMap { Marquee($0) }
        followQuestion(wasAsked: wasAsked)
        if !hasChosenMajor, isEntered {
            // A pane that the viewer has hidden stays hidden.
            let recorded = hidden.contains(recordedMajor) ? major : recordedMajor
            if coveredMajor == nil { major = recorded } else { coveredMajor = recorded }
        }
        if isEntered { arrangeOnce() }
        followCompanion(was: companion, isWide: columns >= ClassLayout.threePanes)
        followTerminal(was: wasShared)
        if !has(major) { major = .video }
        followMajor(was: wasMajor, isAlone: (ClassLayout.twoPanes..<ClassLayout.threePanes).contains(columns))
        // The panes of a class are unknown until it has been entered.
        if isEntered, !has(side), let first = ClassPane.allCases.first(where: { $0.isList && has($0) }) {
            side = first
        }
        if !has(focus) { focus = .video }
        if let zoomed, !shows(zoomed) { self.zoomed = nil }
    }

    /// Moves the focus with the large picture, if only one picture fits.
    private mutating func followMajor(was: ClassPane, isAlone: Bool) {
        guard major != was, raised == was else { return }
        raised = major
        if isAlone, focus == was { focus = major }
    }

    private var recordedMajor: ClassPane {
        if snapshot.room?.content.arrangement.template != nil { return .video }
        return switch snapshot.room?.content.mainPane {
        case .some(.video): .video
        case .some(.slides): .slides
        default: has(.slides) ? .slides : .video
        }
    }

    private var isAsked: Bool {
        if snapshot.survey?.content != nil { return true }
        guard let sheet = snapshot.answerSheet?.content else { return false }
        if case .running = sheet.state { return true }
        return sheet.hasNewResult
    }

    /// Shows a question in place of the list, unless that list is focused. In a recording the question disappears when
    /// it ends. In a live class its result stays until the viewer selects another list.
    private mutating func followQuestion(wasAsked: Bool) {
        if isAsked, !wasAsked, side != .quiz, focus != side, shownSide != nil {
            covered = side
            side = .quiz
        } else if !isAsked, wasAsked, let old = covered {
            if side == .quiz, focus != .quiz, live == nil { side = old }
            covered = nil
        }
    }

    /// Shows and focuses a pane. Hides it if it was already focused.
    mutating func choose(_ pane: ClassPane) {
        guard has(pane) else { return }
        let isSeen = pane.isList ? shownSide == pane : shows(pane)
        if zoomed != nil { zoomed = pane }
        if isSeen, focus == pane, zoomed == nil {
            // A question that awaits an answer stays visible.
            if pane != .quiz || live?.openSurvey == nil { hide(pane) }
            return
        }
        hidden.remove(pane)
        if pane.isList { side = pane }
        focus = pane
    }

    /// Hides a pane unless it is the only one.
    private mutating func hide(_ pane: ClassPane) {
        guard pane == .cameras || stage.count + (shownSide == nil ? 0 : 1) > 1 else { return }
        hidden.insert(pane)
        if pane == major, let other = stage.first { major = other }
        focus = stage.first ?? side
    }

    mutating func swap() {
        let there = Self.pictures.filter(has)
        guard there.count > 1, let place = there.firstIndex(of: major) else { return }
        hasChosenMajor = true
        coveredMajor = nil
        hidden.subtract(there)
        major = there[(place + 1) % there.count]
        raised = major
        if focus.isStage { focus = major }
    }

    mutating func toggleZoom() { zoomed = zoomed == nil ? focus : nil }

    mutating func leaveList() { focus = shows(raised) ? raised : stage.first ?? .video }

    /// Ends the search of the chat. The selected result stays in view.
    mutating func endQuery() {
        let chosen = selected(.chat).flatMap { view.chat.lines.indices.contains($0) ? view.chat.lines[$0] : nil }
        let hadPlace = chat.place != nil
        chat.query = ChatQuery()
        chat.place = hadPlace ? chosen?.position : nil
    }

    mutating func showLines(of author: ClassUser) {
        if shownSide != .chat, focus != .chat {
            hidden.remove(.chat)
            side = .chat
            if zoomed != nil { zoomed = .chat }
        }
        focus = .chat
        chat.query.author = author.id
        chat.place = nil
    }

    mutating func search(for text: String) {
        chat.query.text = text.isEmpty ? nil : text
        chat.place = nil
    }

    mutating func moveFocus(_ step: Int) {
        let panes = stage + (shows(.cameras) ? [.cameras] : []) + (shownSide.map { [$0] } ?? [])
        guard let index = panes.firstIndex(of: focus) else {
            focus = panes.first ?? .video
            return
        }
        focus = panes[(index + step + panes.count) % panes.count]
        if zoomed != nil { zoomed = focus }
    }
}
