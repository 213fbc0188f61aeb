import Cells
import PlayCore
package import Rooms
package import SlidePictures

/// The panes of a class, by the digits that choose them.
package enum RoomPane: Int, Sendable, CaseIterable {
    case slides = 1
    case video, chat, people, outline, quiz, questions, parts
    /// The small videos of those who take part.
    case cameras
    /// The second video.
    case companion
    /// The terminal that somebody shares.
    case terminal

    /// Pictures, which change places.
    var isStage: Bool { self == .slides || self == .video || self == .companion || self == .terminal }

    /// They share one place.
    var isList: Bool { !isStage && self != .cameras }

    /// The key that chooses it.
    var key: Character {
        switch self {
        case .companion: "V"
        case .cameras: "W"
        case .terminal: "Y"
        default: Character("\(rawValue)")
        }
    }
}

/// A class on the screen: what there is, and what the viewer has arranged. A value.
package struct RoomScreen: Sendable, Equatable {
    package var view = RoomView()
    /// Of the page that is shown.
    package var slidePicture = SlidePicture.none
    package var awardPicture = SlidePicture.none
    /// Of the chat.
    package var chatThumbnails = ThumbnailSet()
    /// Of the pictures the large one.
    package var major = RoomPane.video
    /// What was large before the second video came.
    var coveredMajor: RoomPane?
    /// The viewer has said which; until then the recording does.
    var hasChosenMajor = false
    /// What the recording says of its panes holds at first.
    var isArranged = false
    /// Which of the lists is shown.
    package var side = RoomPane.chat
    /// Whose keys hold; slides and video leave them to the player.
    package var focus = RoomPane.video {
        didSet { if focus.isStage { raised = focus } }
    }
    /// Of the pictures the one that had the keys last: where not all have a place, it has one.
    private(set) var raised = RoomPane.video
    package var hidden: Set<RoomPane> = []
    /// Columns of the lists (or rows, where they are below); nil: by the terminal.
    package var split: Int?
    /// The pane that has everything.
    package var zoomed: RoomPane?
    package var isResizing = false
    package var chat = ChatWish()
    /// What the chat was searched for when the field was opened.
    var searchedBefore: String?
    private(set) var marquee: Marquee?
    /// The list in whose place a question stands.
    private var covered: RoomPane?
    /// What the question that took the keys gives back, or `nil` if none has taken them.
    var asking: AskingSurvey?
    /// Where the keys were when the search of the chat began.
    var searchedFrom: RoomPane?
    /// Selected rows of the lists.
    var places: [RoomPane: Int] = [:]
    /// What the list of a whole text shows.
    var wholeText: WholeText?
    /// What people are looked for by; nil: all are listed.
    var peopleQuery: String?
    /// Of the small videos the one that the keys are at, by whose it is.
    var thumbnail: String?
    /// The words of the slide in place of its picture.
    package var showsSlideText = false
    package var slideFit = SlideFit.whole
    /// What the loop was told last.
    var toldSlides: SlidePane?
    var toldAwards: SlidePane?
    var slots = ThumbnailSlots()
    /// Lines of the shared terminal that the viewer has gone back.
    var terminalScroll = 0

    let chatLineMemo = ChatLineMemo()

    /// Nil: the class is a recording.
    package var live: LiveScreen?

    package init() {}

    private var snapshot: RoomSnapshot { view.snapshot }

    /// Entered, so that there is something to be seen.
    package var isEntered: Bool { view.isChatOnly || snapshot.phase == .entered || snapshot.phase == .reloading }

    /// Of a class; unverified.
    var classTitle: String? { view.isChatOnly ? nil : snapshot.room?.content.title }

    /// Neither video nor slides are to be seen.
    var hidesPicture: Bool { snapshot.room?.content.hidesPicture ?? false }

    /// A still picture stands in place of the video.
    var showsPlaceholder: Bool { !view.isChatOnly && snapshot.room?.content.showsPlaceholder == true }

    /// Panes that the recording or the viewer does without are absent.
    package func has(_ pane: RoomPane) -> Bool {
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

    func shows(_ pane: RoomPane) -> Bool {
        has(pane) && !hidden.contains(pane) && !(pane == .video && isVideoEmpty && focus != .video)
    }

    /// What plays is sound alone, and there is a picture beside it.
    var isVideoEmpty: Bool {
        guard let companion = view.companion else { return false }
        return companion.isOnlyPicture && companion.failure == nil
    }

    private static let pictures = [RoomPane.slides, .companion, .terminal, .video]

    /// Pictures that are to be seen, the large one first.
    var stage: [RoomPane] { ([major] + Self.pictures.filter { $0 != major }).filter(shows) }

    /// The list that is to be seen.
    var shownSide: RoomPane? { shows(side) ? side : nil }

    /// Takes what is new.
    ///
    /// - Parameter columns: of the terminal.
    mutating func show(_ new: RoomView, columns: Int = RoomLayout.threePanes) {
        let isOther = view.location != new.location || view.isChatOnly != new.isChatOnly
        if isOther {
            let (split, live) = (split, live)
            self = RoomScreen()
            // What was being written was for the other class.
            (self.split, self.live) = (split, live.map { LiveScreen($0.view) })
        }
        let wasAsked = isAsked
        if view.parts.index != new.parts.index {
            // Places of another part's lists.
            chat.place = nil
            places = places.filter { $0.key == .parts }
        }
        let companion = view.companion
        let wasShared = sharedTerminal?.user
        let wasMajor = major
        view = new
        marquee = (new.snapshot.marquee?.content).flatMap { Marquee($0) }
        followQuestion(wasAsked: wasAsked)
        if !hasChosenMajor, isEntered {
            let recorded = recordedMajor
            if coveredMajor == nil { major = recorded } else { coveredMajor = recorded }
        }
        if isEntered { arrangeOnce() }
        followCompanion(was: companion, isWide: columns >= RoomLayout.threePanes)
        followTerminal(was: wasShared)
        if !has(major) { major = .video }
        followMajor(was: wasMajor, isAlone: (RoomLayout.twoPanes..<RoomLayout.threePanes).contains(columns))
        // While a class is being entered nothing is known to be absent.
        if isEntered, !has(side), let first = RoomPane.allCases.first(where: { $0.isList && has($0) }) {
            side = first
        }
        if !has(focus) { focus = .video }
        if let zoomed, !shows(zoomed) { self.zoomed = nil }
    }

    /// Where one picture has a place, the keys go with the large one.
    private mutating func followMajor(was: RoomPane, isAlone: Bool) {
        guard major != was, raised == was else { return }
        raised = major
        if isAlone, focus == was { focus = major }
    }

    private var recordedMajor: RoomPane {
        if snapshot.room?.content.arrangement.template != nil { return .video }
        return switch snapshot.room?.content.mainPane {
        case .some(.video): .video
        case .some(.slides): .slides
        default: has(.slides) ? .slides : .video
        }
    }

    /// Something is being asked.
    private var isAsked: Bool {
        if snapshot.survey?.content != nil { return true }
        guard let sheet = snapshot.answerSheet?.content else { return false }
        if case .running = sheet.state { return true }
        return sheet.hasNewResult
    }

    /// A question stands in place of the list, unless the viewer is busy there. In a recording it leaves when it is over;
    /// in a live class its result stays until another list is chosen.
    private mutating func followQuestion(wasAsked: Bool) {
        if isAsked, !wasAsked, side != .quiz, focus != side, shownSide != nil {
            covered = side
            side = .quiz
        } else if !isAsked, wasAsked, let old = covered {
            if side == .quiz, focus != .quiz, live == nil { side = old }
            covered = nil
        }
    }

    /// A digit: shows the pane and gives it the keys; where it has them, hides it.
    mutating func choose(_ pane: RoomPane) {
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

    /// One pane stays.
    private mutating func hide(_ pane: RoomPane) {
        guard pane == .cameras || stage.count + (shownSide == nil ? 0 : 1) > 1 else { return }
        hidden.insert(pane)
        if pane == major, let other = stage.first { major = other }
        focus = stage.first ?? side
    }

    /// The next picture is the large one.
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

    /// The player has the keys again.
    mutating func leaveList() { focus = shows(raised) ? raised : stage.first ?? .video }

    /// The whole chat again; what was chosen among the results stays in view.
    mutating func endQuery() {
        let chosen = selected(.chat).flatMap { view.chat.lines.indices.contains($0) ? view.chat.lines[$0] : nil }
        let hadPlace = chat.place != nil
        chat.query = ChatQuery()
        chat.place = hadPlace ? chosen?.position : nil
    }

    mutating func showLines(of author: RoomUser) {
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

    /// `Tab`: the next pane that is to be seen.
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
