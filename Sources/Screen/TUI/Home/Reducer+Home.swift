import Cells
import Classes
import Commands
import DownloadModel
import History
import Library
import PlayCore
import PlaybackModel
import Playlists

extension AppState {
    // MARK: Keys

    mutating func pressInHome(_ key: KeyPress, at now: HostTime) -> [Effect] {
        (navigation.awaitsItem, home.hasMoved) = (false, true)
        if let question = home.question {
            home.question = nil
            guard case .forget(let change) = question, key == KeyPress(.character("y")) else { return [] }
            return forget(change)
        }
        if let effects = typeInCatalogue(key) { return effects }
        if home.catalogue == nil, typeInHome(key, at: now) { return [] }
        guard userKeys.usesDefaults else { return [] }
        switch Keymap.home.action(for: key) {
        case .home(let verb)?: return browse(verb, at: now)
        case .quit?: return perform(.quit, at: now)
        default: break
        }
        switch keymap.action(for: key) {
        case .toggleHelp: return perform(.toggleHelp, at: now)
        case .redraw: return [.redraw]
        case .toggleMute where hasItem: return perform(.toggleMute, at: now)
        case .togglePause where key.key == .character(" ") && hasItem: return perform(.togglePause, at: now)
        default: return []
        }
    }

    /// Handles filters and jumps. Returns false if the key has its usual meaning.
    private mutating func typeInHome(_ key: KeyPress, at now: HostTime) -> Bool {
        let height = HomeLayout(self).list.height
        guard let folder = home.folder else {
            guard home.list.filter != nil || Keymap.home.action(for: key) == nil, key.modifiers.isEmpty else {
                return false
            }
            switch key.key {
            case .character(let character) where character.isLetter || character.isNumber || home.list.filter != nil:
                home.list.type(String(character))
            case .backspace where home.list.filter != nil: home.list.deleteBackward()
            default: return false
            }
            return true
        }
        guard case .character(let character) = key.key, key.modifiers.isEmpty else {
            return folder.isTyping && typeFolderFilter(key)
        }
        if folder.isTyping {
            home.folder?.setFilter((folder.filter ?? "") + String(character))
            return true
        }
        // A letter with a meaning of its own does not start a word, but continues one.
        let isWord = folder.isJumping(at: now) && character != "/"
        guard isWord || Keymap.home.action(for: key) == nil, character.isLetter || character.isNumber || isWord else {
            return false
        }
        home.folder?.type(character, height: height, at: now)
        return true
    }

    private mutating func typeFolderFilter(_ key: KeyPress) -> Bool {
        let text = home.folder?.filter ?? ""
        switch key.key {
        case .backspace: home.folder?.setFilter(text.isEmpty ? nil : String(text.dropLast()))
        case .enter:
            home.folder?.isTyping = false
            if text.isEmpty { home.folder?.setFilter(nil) }
        default: return false
        }
        return true
    }

    mutating func pasteIntoHomeFilter(_ text: String) -> Bool {
        let clean = SafeText.clean(text, limit: 60)
        if home.folder?.isTyping == true {
            let text = (home.folder?.filter ?? "") + clean
            home.folder?.setFilter(text)
            return true
        }
        guard home.folder == nil, home.list.filter != nil else { return false }
        home.list.type(clean)
        return true
    }

    // MARK: Verbs

    mutating func browse(_ verb: HomeVerb, at now: HostTime) -> [Effect] {
        switch verb {
        case .toggle: return showsHome ? closePage(.home) : openPage(.home, at: now)
        case .openLocation where options.isKiosk:
            message = Message(tr("This is not available here"), .warning, at: now)
            return []
        case .openLocation:
            openPrompt = OpenPrompt()
            return []
        case .playlist: return open(.playlist, at: now)
        default: return showsHome ? browseHere(verb, at: now) : []
        }
    }

    private mutating func browseHere(_ verb: HomeVerb, at now: HostTime) -> [Effect] {
        if let catalogue = home.catalogue { return browseCatalogue(verb, catalogue, at: now) }
        switch verb {
        case .move(let motion): move(motion)
        case .choose: return home.folder == nil ? chooseInHome(at: now) : chooseInFolder(at: now)
        case .back: return stepBackInHome(at: now)
        case .close: return closeFoldersOrHome(at: now)
        case .parent: return goToParent()
        case .add: return addSelected(at: now)
        case .download: return downloadSelected(at: now)
        case .filter: beginFilter()
        case .hidden: home.folder?.toggleHidden()
        case .reread: return reread()
        case .forget:
            guard home.folder == nil, case .remembered(let record)? = home.list.selection else { return [] }
            home.question = .forget(.forget(record))
        case .toggle, .openLocation, .playlist: break
        }
        return []
    }

    private mutating func beginFilter() {
        guard home.folder != nil else { return home.list.type("") }
        let text = home.folder?.filter ?? ""
        home.folder?.setFilter(text)
        home.folder?.isTyping = true
    }

    private mutating func move(_ motion: ListMotion) {
        let height = HomeLayout(self).list.height
        guard home.folder != nil else { return home.list.move(motion, height: height) }
        switch motion {
        case .rows(let count): home.folder?.move(by: count, height: height)
        case .pages(let count): home.folder?.move(by: count * max(1, height - 1), height: height)
        case .halfPages(let count): home.folder?.move(by: count * max(1, height / 2), height: height)
        case .first: home.folder?.select(place: 0, height: height)
        case .last: home.folder?.selectEnd(height: height)
        }
    }

    /// Closes the innermost open part: filter, message, folder, then home. Never ends the program.
    private mutating func stepBackInHome(at now: HostTime) -> [Effect] {
        if home.folder?.filter != nil {
            home.folder?.setFilter(nil)
        } else if home.folder == nil, home.list.filter != nil {
            home.list.endFilter()
        } else if message?.staysUnread == true {
            message = nil
        } else if !home.folders.isEmpty {
            home.folders.removeLast()
        } else if canClosePage(.home) {
            return closePage(.home)
        }
        return []
    }

    private mutating func closeFoldersOrHome(at now: HostTime) -> [Effect] {
        guard home.folders.isEmpty else {
            home.folders = []
            return []
        }
        return closePage(.home)
    }

    private mutating func reread() -> [Effect] {
        guard let folder = home.folder else { return [.readHistory] }
        home.forgetDetails(in: folder.path)
        return [.library(.list(folder: folder.path))]
    }

    // MARK: Folders

    mutating func openFolder(_ path: String, selecting name: String? = nil) -> [Effect] {
        if home.folders.count >= HomePage.mostFolders { home.folders.removeFirst() }
        home.folders.append(FolderView(path, selected: name))
        return [.library(.list(folder: path))]
    }

    private mutating func goToParent() -> [Effect] {
        guard let folder = home.folder else { return [] }
        let parent = PathText.folder(of: folder.path)
        guard folder.path != "/" else { return [] }
        home.folders.removeLast()
        if home.isConfined, home.library.contains(folder.path) {
            home.folders = []
            return []
        }
        // The viewer came from the parent folder, which is still open.
        if home.folder?.path == parent { return [] }
        return openFolder(parent, selecting: PathText.name(of: folder.path))
    }

    private mutating func chooseInFolder(at now: HostTime) -> [Effect] {
        guard let folder = home.folder, let listing = folder.listing, let entry = folder.selected else { return [] }
        let path = listing.path(of: entry)
        switch entry.kind {
        case .folder where home.details[path] == .room: return attend(path)
        case .folder: return openFolder(path)
        case .media:
            guard let (entries, index) = folder.playable else { return [] }
            (navigation.awaitsItem, home.hasAdded) = (true, false)
            return [.play(listing.videos(entries), at: index)]
        // If the file's name does not show its type, opening the file does.
        case .playlist, .other:
            navigation.awaitsItem = true
            return [.external(.loadFile(path: path, mode: .replace))]
        }
    }

    private mutating func attend(_ location: String) -> [Effect] {
        showsHome = false
        return [.room(.attend(location))]
    }

    // MARK: Home itself

    private mutating func chooseInHome(at now: HostTime) -> [Effect] {
        guard let item = home.list.selection else { return [] }
        home.list.endFilter()
        switch item {
        case .remembered(let record):
            navigation.awaitsItem = true
            let effects = play(record)
            if isPlaying(record) { hidePage(.home) }
            return effects
        case .list:
            navigation.awaitsItem = true
            return [.moveTo(0)]
        case .folder(let path): return openFolder(path)
        case .room(let location): return attend(location)
        case .download(let id):
            let effects = openPage(.downloads, at: now)
            downloads.select(id)
            return effects
        case .downloads: return openPage(.downloads, at: now)
        case .catalogue(let place): return openCatalogue([place])
        }
    }

    private func isPlaying(_ record: RememberedRecord) -> Bool {
        hasItem && history.row(record)?.location == list.current?.videoID
    }

    // MARK: Adding and downloading

    private var selectedLocation: String? {
        if let folder = home.folder {
            guard let listing = folder.listing, let entry = folder.selected else { return nil }
            return listing.path(of: entry)
        }
        switch home.list.selection {
        case .remembered(let record)?: return history.row(record)?.location
        case .folder(let path)?: return path
        case .room, .list, .download, .downloads, .catalogue, nil: return nil
        }
    }

    private mutating func addSelected(at now: HostTime) -> [Effect] {
        guard let location = selectedLocation else { return [] }
        message = Message(tr("Added to the playlist: %1", SafeText.phrase(AddressText.title(location))), at: now)
        home.hasAdded = true
        // Moves on, so that the same key adds the next item.
        if home.folder != nil { move(.rows(1)) }
        return [.external(.loadFile(path: location, mode: .append))]
    }

    private mutating func downloadSelected(at now: HostTime) -> [Effect] {
        guard let location = selectedLocation else { return [] }
        guard AddressText.isAddress(location) else {
            message = Message(tr("This is already a file"), at: now)
            return []
        }
        guard downloads.isOffered else {
            message = Message(tr("Downloads are not available here"), .warning, at: now)
            return []
        }
        return [.downloads(.add(reference: location, title: nil, definition: nil))]
    }
}

extension FolderListing {
    /// Returns the items, identified by their real paths.
    fileprivate func videos(_ entries: [FolderEntry]) -> [Video] {
        entries.map { entry in Video(id: realPath(of: entry), sources: [Source(path(of: entry))]) }
    }
}
