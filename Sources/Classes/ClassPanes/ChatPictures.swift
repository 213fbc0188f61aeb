import Cells
import ClassRules
import Classes
import PlayCore
import ScreenKit
package import SlidePictures

struct ChatPictures: Equatable {
    struct Place: Equatable {
        let location: String
        let isEmoticon: Bool
    }

    /// The origin whose pictures load without a request; with `nil`, all pictures wait until the viewer opens them.
    let origin: PictureOrigin?
    /// The addresses of emoticons by their code.
    let emoticons: [String: String]
    let made: ThumbnailSet

    /// The largest size of a picture, in cells.
    static let pictureSize = (columns: 24, rows: 6)
    static let emoticonSize = (columns: 4, rows: 2)

    init(_ live: LiveScreen?, _ made: ThumbnailSet) {
        origin = live?.view.pictures
        let known = live?.view.machine.features.emoticons ?? []
        emoticons = Dictionary(known.compactMap { one in one.picture.map { (one.text, $0) } }) { first, _ in first }
        self.made = made
    }

    /// Returns the place of the message's picture, or `nil` if it has none that loads without a request.
    func place(of message: ChatMessage) -> Place? {
        if !emoticons.isEmpty, let picture = emoticons[message.text] {
            return Place(location: picture, isEmoticon: true)
        }
        guard message.text.isEmpty, let picture = message.picture, origin?.owns(picture) == true else { return nil }
        return Place(location: picture, isEmoticon: false)
    }

    /// Returns the picture as cells, or `nil` if there is none yet.
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

extension ClassScreen {
    /// Returns the small pictures of the picker, then those of the chat, the newest first.
    package func thumbnailWishes(_ context: ClassContext) -> [ThumbnailWish] {
        guard let live, let chat = layout(context)?.place(of: .chat) else { return [] }
        let pictures = ChatPictures(live, chatThumbnails)
        let offered = isWriting ? (live.input.completion?.candidates ?? []).compactMap(\.picture) : []
        func wish(_ location: String, isEmoticon: Bool) -> ThumbnailWish {
            let size = isEmoticon ? ChatPictures.emoticonSize : ChatPictures.pictureSize
            return ThumbnailWish(
                location, columns: max(1, min(size.columns, chat.content.width - 4)), rows: size.rows,
                cellAspect: context.terminal.cellAspect)
        }
        var wishes = offered.map { wish($0, isEmoticon: true) }
        for line in view.chat.lines.reversed() where wishes.count < ThumbnailWorker.most {
            guard let place = pictures.place(of: line.message) else { continue }
            wishes.append(wish(place.location, isEmoticon: place.isEmoticon))
        }
        return wishes
    }
}
