package import Media
import PlayCore
package import Subtitles

package struct ScreenshotOverlay: Sendable, Equatable {
    /// If several are at the bottom, the first is the lowest.
    package var cues: [Cue]
    package var bitmaps: SubtitlePicture?

    package init(cues: [Cue], bitmaps: SubtitlePicture? = nil) {
        self.cues = cues
        self.bitmaps = bitmaps
    }

    /// Returns the picture with the subtitles. Without libass, text is missing, which is logged.
    func drawn(on picture: PixelBuffer) -> PixelBuffer {
        var picture = picture
        if let bitmaps {
            var pool = PixelPool()
            picture = SubtitleBlend(picture: bitmaps).applied(to: picture, crop: .none, pool: &pool)
        }
        guard !cues.isEmpty else { return picture }
        let script = ASSWriter.script(of: cues, aspect: Double(picture.width) / Double(picture.height))
        do throws(MediaError) {
            return try SubtitleDrawing.draw(script, on: picture)
        } catch {
            Log.shared.write(.warning, "screenshot", "without subtitles: \(error)")
            return picture
        }
    }
}
