import Cells
package import Classes
import PlayCore
package import SlidePictures

/// The panes of a class, by the digits that choose them.
package enum ClassPane: Int, Sendable, CaseIterable {
    case slides = 1
    case video, chat, people, outline, quiz, questions, parts
    /// The participants' small videos.
    case cameras
    /// The second video.
    case companion
    /// A participant's shared terminal.
    case terminal

    /// Whether it is a picture, which can be swapped with others.
    var isStage: Bool { self == .slides || self == .video || self == .companion || self == .terminal }

    /// All lists share one place.
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
    /// The large one of the pictures.
    package var major = ClassPane.video
    /// The large pane before the second video came.
    var coveredMajor: ClassPane?
    /// Until then the recording decides.
    var hasChosenMajor = false
    var isArranged = false
    /// The list that is shown.
    package var side = ClassPane.chat
    /// Slides and video leave the keys to the player.
    package var focus = ClassPane.video {
        didSet { if focus.isStage { raised = focus } }
    }
    /// The picture that had the keys last; if not all fit, it has a place.
    private(set) var raised = ClassPane.video
    package var hidden: Set<ClassPane> = []
    /// Columns, or rows if the lists are below; `nil` to choose by the terminal.
    package var split: Int?
    package var zoomed: ClassPane?
    package var isResizing = false
    package var chat = ChatWish()
    var searchedBefore: String?
    private(set) var marquee: Marquee?
    /// The list whose place a question has taken.
    private var covered: ClassPane?
    /// The focus to restore after the question that took the keys.
    var asking: AskingSurvey?
    /// The focus before the search of the chat.
    var searchedFrom: ClassPane?
    /// The selected rows of the lists.
    var places: [ClassPane: Int] = [:]
    var wholeText: WholeText?
    /// `nil` lists all.
    var peopleQuery: String?
    /// The id of the focused small video's participant.
    var thumbnail: String?
    /// Whether the viewer wants the text of slides or their pictures, or `nil` to choose by the size of the pane.
    package var wantsSlideText: Bool?
    /// The lines by which the viewer has scrolled in the text of the slide.
    var slideScroll = 0
    package var slideFit = SlideFit.whole
    /// The panes that were reported to the loop last.
    var reportedSlides: SlidePane?
    var reportedAwards: SlidePane?
    var slots = ThumbnailSlots()
    /// The lines by which the viewer has scrolled back in the shared terminal.
    var terminalScroll = 0

    let chatLineMemo = ChatLineMemo()

    package var live: LiveScreen?

    package init() {}

    private var snapshot: ClassSnapshot { view.snapshot }

    /// Whether there is something to show.
    package var isEntered: Bool { view.isChatOnly || snapshot.phase == .entered || snapshot.phase == .reloading }

    /// Unverified.
    var classTitle: String? { view.isChatOnly ? nil : snapshot.room?.content.title }

    /// Whether neither video nor slides are shown.
    var hidesPicture: Bool { snapshot.room?.content.hidesPicture ?? false }

    var showsPlaceholder: Bool { !view.isChatOnly && snapshot.room?.content.showsPlaceholder == true }

    /// Returns false if the recording lacks the pane or the viewer does without.
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

    /// Whether the item is sound alone, with a picture beside it.
    var isVideoEmpty: Bool {
        guard let companion = view.companion else { return false }
        return companion.isOnlyPicture && companion.failure == nil
    }

    private static let pictures = [ClassPane.slides, .companion, .terminal, .video]

    /// The large one first.
    var stage: [ClassPane] { ([major] + Self.pictures.filter { $0 != major }).filter(shows) }

    var shownSide: ClassPane? { shows(side) ? side : nil }

    mutating func show(_ new: ClassView, columns: Int = ClassLayout.threePanes) {
        let isOther = view.location != new.location || view.isChatOnly != new.isChatOnly
        if isOther {
            let (split, live) = (split, live)
            self = ClassScreen()
            // The text being written was for the other class.
            (self.split, self.live) = (split, live.map { LiveScreen($0.view) })
        }
        let wasAsked = isAsked
        if view.parts.index != new.parts.index {
            // Selections of another part's lists.
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
        // While a class is being entered no pane is known to be absent.
        if isEntered, !has(side), let first = ClassPane.allCases.first(where: { $0.isList && has($0) }) {
            side = first
        }
        if !has(focus) { focus = .video }
        if let zoomed, !shows(zoomed) { self.zoomed = nil }
    }

    /// Moves the keys with the large picture, if only one picture has a place.
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

    /// Shows a question in place of the list, unless the viewer is busy there. In a recording it disappears when it is
    /// over; in a live class its result stays until another list is chosen.
    private mutating func followQuestion(wasAsked: Bool) {
        if isAsked, !wasAsked, side != .quiz, focus != side, shownSide != nil {
            covered = side
            side = .quiz
        } else if !isAsked, wasAsked, let old = covered {
            if side == .quiz, focus != .quiz, live == nil { side = old }
            covered = nil
        }
    }

    /// Shows a pane and gives it the keys; hides it if it has them.
    mutating func choose(_ pane: ClassPane) {
        guard has(pane) else { return }
        let isSeen = pane.isList ? shownSide == pane : shows(pane)
        if zoomed != nil { zoomed = pane }
        if isSeen, focus == pane, zoomed == nil {
            // A question that waits for an answer stays.
            if pane != .quiz || live?.openSurvey == nil { hide(pane) }
            return
        }
        hidden.remove(pane)
        if pane.isList { side = pane }
        focus = pane
    }

    /// Hides a pane, unless it is the last one.
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

    /// Keeps the selected result in view.
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
