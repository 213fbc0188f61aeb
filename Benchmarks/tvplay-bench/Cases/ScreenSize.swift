import Cells
import Media
import Mosaic
import PlayCore

/// The simulated terminal of a case, filled by the picture.
struct ScreenSize {
    let columns: Int
    let rows: Int
    var symbols = MosaicSymbols.halfBlocks

    static let large = ScreenSize(columns: 240, rows: 67)
    static let medium = ScreenSize(columns: 160, rows: 45)

    var grid: PixelGrid { symbols.grid(columns: columns, rows: rows, cellAspect: 0.5) }
    var text: String { "\(grid.width)x\(grid.height)" }

    func picture(_ pixels: PixelBuffer, number: Int, isStill: Bool = false) -> ScaledPicture {
        ScaledPicture(
            pixels: pixels, grid: grid, x: 0, y: 0, time: .milliseconds(number * 33), due: nil, isStill: isStill)
    }

    func pictures(_ pattern: Pattern, count: Int, isStill: Bool = false) -> [ScaledPicture] {
        (0..<count).map {
            picture(pattern.picture($0, width: grid.width, height: grid.height), number: $0, isStill: isStill)
        }
    }

    func pictures(_ clip: Clip, count: Int) throws -> [ScaledPicture] {
        let scaler = Scaler()
        var pictures: [ScaledPicture] = []
        try clip.decode(shownHeight: grid.height) { frame in
            let pixels = try scaler.scale(frame, to: grid.width, grid.height, crop: .none)
            pictures.append(picture(pixels, number: pictures.count))
            return pictures.count < count
        }
        return pictures
    }

    func frame(_ cells: CellBuffer) -> ScreenFrame {
        ScreenFrame(
            chrome: CellBuffer(columns: columns, rows: rows, filledWith: .transparent), picture: cells,
            pictureColumn: 0, pictureRow: 0)
    }
}
