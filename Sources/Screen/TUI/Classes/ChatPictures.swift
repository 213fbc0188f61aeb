import Cells
import ClassRules
import Classes
import PlayCore
package import SlidePictures

struct ChatPictures: Equatable {
    struct Place: Equatable {
        let location: String
        let isEmoticon: Bool
    }

    /// The origin of pictures that load by themselves; with `nil`, they load only when opened.
    let origin: PictureOrigin?
    /// Addresses by code.
    let emoticons: [String: String]
    let made: ThumbnailSet

    /// The most columns and rows.
    static let pictureSize = (columns: 24, rows: 6)
    static let emoticonSize = (columns: 4, rows: 2)

    init(_ live: LiveScreen?, _ made: ThumbnailSet) {
        origin = live?.view.pictures
        let known = live?.view.machine.features.emoticons ?? []
        emoticons = Dictionary(known.compactMap { one in one.picture.map { (one.text, $0) } }) { first, _ in first }
        self.made = made
    }

    /// Returns `nil` also for a picture that is not loaded by itself.
    func place(of message: ChatMessage) -> Place? {
        if !emoticons.isEmpty, let picture = emoticons[message.text] {
            return Place(location: picture, isEmoticon: true)
        }
        guard message.text.isEmpty, let picture = message.picture, origin?.owns(picture) == true else { return nil }
        return Place(location: picture, isEmoticon: false)
    }

    /// Returns `nil` also for cells that are not made yet, or cannot be.
    func cells(of message: ChatMessage) -> CellBuffer? {
        guard let place = place(of: message), case .cells(let cells)? = made.pictures[place.location] else {
            return nil
        }
        return cells
    }
}

struct PictureRow: Equatable {
    let cells: CellBuffer
    let row: Int
}

extension CellBuffer {
    mutating func write(_ picture: PictureRow, column: Int, row: Int, columns: Int) {
        guard picture.row < picture.cells.rows else { return }
        for place in 0..<min(picture.cells.columns, columns) {
            self[column + place, row] = picture.cells[place, picture.row]
        }
    }
}

extension AppState {
    /// The small pictures of the picker, then those of the chat, the newest first.
    package var thumbnailWishes: [ThumbnailWish] {
        guard let room, let live = room.live, let chat = roomLayout?.place(of: .chat) else { return [] }
        let pictures = ChatPictures(live, room.chatThumbnails)
        let offered = isWriting ? (live.input.completion?.candidates ?? []).compactMap(\.picture) : []
        var wishes = offered.map { wish($0, isEmoticon: true, chat.content.width) }
        for line in room.view.chat.lines.reversed() where wishes.count < ThumbnailWorker.most {
            guard let place = pictures.place(of: line.message) else { continue }
            wishes.append(wish(place.location, isEmoticon: place.isEmoticon, chat.content.width))
        }
        return wishes
    }

    private func wish(_ location: String, isEmoticon: Bool, _ width: Int) -> ThumbnailWish {
        let size = isEmoticon ? ChatPictures.emoticonSize : ChatPictures.pictureSize
        return ThumbnailWish(
            location, columns: max(1, min(size.columns, width - 4)), rows: size.rows, cellAspect: terminal.cellAspect)
    }
}
