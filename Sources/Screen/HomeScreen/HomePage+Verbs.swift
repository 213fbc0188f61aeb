import Cells
import History
import Library
package import PlayCore
import Playlists
import ScreenKit

extension HomePage {
    // MARK: Keys

    /// Handles text, and the answer to a question. Returns `nil` for keys that stand for verbs.
    ///
    /// - Parameter isBound: whether the key stands for a verb.
    package mutating func press(
        _ key: KeyPress, isBound: Bool, _ context: HomeContext, at now: HostTime
    ) -> Consequences? {
        hasMoved = true
        if let record = forgets {
            forgets = nil
            return key == KeyPress(.character("y")) ? [.order(.forget(.forget(record)))] : []
        }
        if let consequences = typeInCatalogue(key, context.history) { return consequences }
        return catalogue == nil && type(key, isBound: isBound, context, at: now) ? [] : nil
    }

    /// Handles filters and jumps. Returns false if the key has its usual meaning.
    private mutating func type(_ key: KeyPress, isBound: Bool, _ context: HomeContext, at now: HostTime) -> Bool {
        let height = HomeLayout(context.player).list.height
        guard let folder else {
            guard list.filter != nil || !isBound, key.modifiers.isEmpty else { return false }
            switch key.key {
            case .character(let character) where character.isLetter || character.isNumber || list.filter != nil:
                list.type(String(character))
            case .backspace where list.filter != nil: list.deleteBackward()
            default: return false
            }
            return true
        }
        guard case .character(let character) = key.key, key.modifiers.isEmpty else {
            return folder.isTyping && typeFolderFilter(key)
        }
        if folder.isTyping {
            self.folder?.setFilter((folder.filter ?? "") + String(character))
            return true
        }
        // A letter with a meaning of its own does not start a word, but continues one.
        let isWord = folder.isJumping(at: now) && character != "/"
        guard isWord || !isBound, character.isLetter || character.isNumber || isWord else {
            return false
        }
        self.folder?.type(character, height: height, at: now)
        return true
    }

    private mutating func typeFolderFilter(_ key: KeyPress) -> Bool {
        let text = self.folder?.filter ?? ""
        switch key.key {
        case .backspace: self.folder?.setFilter(text.isEmpty ? nil : String(text.dropLast()))
        case .enter:
            self.folder?.isTyping = false
            if text.isEmpty { self.folder?.setFilter(nil) }
        default: return false
        }
        return true
    }

    /// Pastes into an open filter. Returns false if there is none.
    package mutating func paste(_ text: String) -> Bool {
        let clean = SafeText.clean(text, limit: 60)
        if self.folder?.isTyping == true {
            let text = (self.folder?.filter ?? "") + clean
            self.folder?.setFilter(text)
            return true
        }
        guard folder == nil, list.filter != nil else { return false }
        list.type(clean)
        return true
    }

    // MARK: Verbs

    package mutating func perform(_ verb: HomeVerb, _ context: HomeContext) -> Consequences {
        if let catalogue { return perform(verb, in: catalogue, context) }
        switch verb {
        case .move(let motion): move(motion, context.player)
        case .choose: return folder == nil ? chooseInHome() : chooseInFolder()
        case .back: return stepBack(context.player)
        case .close: return closeFoldersOrHome()
        case .parent: return goToParent()
        case .add: return addSelected(context)
        case .download: return downloadSelected(context.history)
        case .filter: beginFilter()
        case .hidden: self.folder?.toggleHidden()
        case .reread: return reread()
        case .forget:
            guard folder == nil, case .remembered(let record)? = list.selection else { return [] }
            forgets = record
        case .toggle, .openLocation, .playlist: break
        }
        return []
    }

    private mutating func beginFilter() {
        guard folder != nil else { return list.type("") }
        let text = self.folder?.filter ?? ""
        self.folder?.setFilter(text)
        self.folder?.isTyping = true
    }

    private mutating func move(_ motion: ListMotion, _ context: PlayerContext) {
        let height = HomeLayout(context).list.height
        guard folder != nil else { return list.move(motion, height: height) }
        switch motion {
        case .rows(let count): self.folder?.move(by: count, height: height)
        case .pages(let count): self.folder?.move(by: count * max(1, height - 1), height: height)
        case .halfPages(let count): self.folder?.move(by: count * max(1, height / 2), height: height)
        case .first: self.folder?.select(place: 0, height: height)
        case .last: self.folder?.selectEnd(height: height)
        }
    }

    /// Closes the innermost open part: filter, message, folder, then  Never ends the program.
    private mutating func stepBack(_ context: PlayerContext) -> Consequences {
        if self.folder?.filter != nil {
            self.folder?.setFilter(nil)
        } else if folder == nil, list.filter != nil {
            list.endFilter()
        } else if context.message?.staysUnread == true {
            return [.dismissMessage]
        } else if !folders.isEmpty {
            folders.removeLast()
        } else if context.canClose {
            return [.close]
        }
        return []
    }

    private mutating func closeFoldersOrHome() -> Consequences {
        guard folders.isEmpty else {
            folders = []
            return []
        }
        return [.close]
    }

    private mutating func reread() -> Consequences {
        guard let folder else { return [.order(.readHistory)] }
        forgetDetails(in: folder.path)
        return [.order(.library(.list(folder: folder.path)))]
    }

    // MARK: Folders

    package mutating func openFolder(_ path: String, selecting name: String? = nil) -> Consequences {
        if folders.count >= HomePage.mostFolders { folders.removeFirst() }
        folders.append(FolderView(path, selected: name))
        return [.order(.library(.list(folder: path)))]
    }

    private mutating func goToParent() -> Consequences {
        guard let folder else { return [] }
        let parent = PathText.folder(of: folder.path)
        guard folder.path != "/" else { return [] }
        folders.removeLast()
        if isConfined, library.contains(folder.path) {
            folders = []
            return []
        }
        // The viewer came from the parent folder, which is still open.
        if self.folder?.path == parent { return [] }
        return openFolder(parent, selecting: PathText.name(of: folder.path))
    }

    private mutating func chooseInFolder() -> Consequences {
        guard let folder, let listing = folder.listing, let entry = folder.selected else { return [] }
        let path = listing.path(of: entry)
        switch entry.kind {
        case .folder where details[path] == .room: return [.play(location: path, isClass: true)]
        case .folder: return openFolder(path)
        case .media:
            guard let (entries, index) = folder.playable else { return [] }
            hasAdded = false
            return [.order(.play(listing.videos(entries), at: index))]
        // If the file's name does not show its type, opening the file does.
        case .playlist, .other:
            return [.order(.load(path: path, .replace))]
        }
    }

    // MARK: Home itself

    private mutating func chooseInHome() -> Consequences {
        guard let item = list.selection else { return [] }
        list.endFilter()
        switch item {
        case .remembered(let record): return [.order(.playRemembered(record))]
        case .list: return [.order(.playList)]
        case .folder(let path): return openFolder(path)
        case .room(let location): return [.play(location: location, isClass: true)]
        case .download(let id): return [.order(.openDownloads(id))]
        case .downloads: return [.order(.openDownloads(nil))]
        case .catalogue(let place): return openCatalogue([place])
        }
    }

    // MARK: Adding and downloading

    private func selectedLocation(_ history: HistoryList) -> String? {
        if let folder {
            guard let listing = folder.listing, let entry = folder.selected else { return nil }
            return listing.path(of: entry)
        }
        switch list.selection {
        case .remembered(let record)?: return history.row(record)?.location
        case .folder(let path)?: return path
        case .room, .list, .download, .downloads, .catalogue, nil: return nil
        }
    }

    private mutating func addSelected(_ context: HomeContext) -> Consequences {
        guard let location = selectedLocation(context.history) else { return [] }
        hasAdded = true
        // Moves on, so that the same key adds the next item.
        if folder != nil { move(.rows(1), context.player) }
        let text = tr("Added to the playlist: %1", SafeText.phrase(AddressText.title(location)))
        return [.say(text), .order(.load(path: location, .append))]
    }

    private func downloadSelected(_ history: HistoryList) -> Consequences {
        guard let location = selectedLocation(history) else { return [] }
        guard AddressText.isAddress(location) else { return [.say(tr("This is already a file"))] }
        return [.order(.download(reference: location, title: nil))]
    }
}

extension FolderListing {
    /// Returns the items, identified by their real paths.
    fileprivate func videos(_ entries: [FolderEntry]) -> [Video] {
        entries.map { entry in Video(id: realPath(of: entry), sources: [Source(path(of: entry))]) }
    }
}
