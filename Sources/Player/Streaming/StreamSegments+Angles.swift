import MediaSources
import PlayCore
import PlaybackModel

/// Which rendition has the pictures of a variant: itself, or another angle.
extension StreamSegments {
    /// What is read where a variant is chosen.
    func pictures(of variant: Int) -> Int {
        guard wantsPicture, let angle = control.angle else { return variant }
        let wanted = angles.rendition(of: angle, with: variant)
        return missingAngles.angle == angle && missingAngles.renditions.contains(wanted) ? variant : wanted
    }

    /// An angle that its server does not have is given up for the variant's own pictures, and the default is chosen.
    ///
    /// - Throws: what keeps any list from being read, for the time being.
    func checkAngle(of variant: Int) throws(ByteSourceError) {
        // The default may be missing, too.
        while pictures(of: variant) != variant {
            let wanted = pictures(of: variant)
            do throws(ByteSourceError) {
                _ = try lists.list(wanted)
                return
            } catch {
                guard error.code != .cancelled, !error.isWorthRetrying else { throw error }
                giveUp(wanted, error)
            }
        }
    }

    private func giveUp(_ rendition: Int, _ error: ByteSourceError) {
        Log.shared.write(.warning, "net", "an angle is given up: \(error.code)")
        if missingAngles.angle != angles.first { missingAngles.renditions = [] }
        missingAngles.angle = angles.first
        missingAngles.renditions.insert(rendition)
        control.update { $0.angle = angles.first }
    }

    /// The pictures of the stream's key frames are of this angle.
    var showsFirstAngle: Bool { control.angle == angles.first }
}
