import Media
import PlayCore

/// The counter clips (`Fixtures/make-fixtures`) in any of their sizes.
enum CounterPicture {
    static func number(_ frame: VideoFrame) throws -> Int {
        let picture = try Scaler().wholePicture(of: frame)
        let step = frame.width / 16
        return (0..<16).reduce(0) {
            $0 | (picture.rgb(x: $1 * step + step / 2, y: frame.height / 2).red > 128 ? 1 << $1 : 0)
        }
    }
}
