import MediaSources
import PlayCore
import PlaybackModel

extension StreamSegments {
    func pictures(of variant: Int) -> Int {
        guard wantsPicture, let angle = control.angle else { return variant }
        let wanted = angles.rendition(of: angle, with: variant)
        return missingAngles.angle == angle && missingAngles.renditions.contains(wanted) ? variant : wanted
    }

    /// Replaces an angle that its server lacks by the default one. Throws if no list can be read.
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

    /// Whether the stream's key frames show the present angle.
    var showsFirstAngle: Bool { control.angle == angles.first }
}
