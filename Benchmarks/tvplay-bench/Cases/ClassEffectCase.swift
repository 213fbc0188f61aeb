import Classes
import PlayCore

/// The effect of an award's film over a class on the class's own film, on a pseudo terminal, against the clock.
enum ClassEffectCase {
    static let effect = BenchCase(
        "room-effect", "tvplay in a class with a film, on a terminal of 160x45: pictures shown beside an effect",
        isSlow: true
    ) { context in
        let player = try context.requirePlayer()
        guard let clip = context.clips.first else { throw BenchError("needs --clip FILE, of 26 s or more") }
        return try [false, true, false, true].flatMap { try figures(player, clip, hasEffect: $0) }
    }

    /// Measures with the clip as the effect, its right half as its opacity: as many pixels as a film has, to the end.
    private static func figures(_ player: String, _ clip: Clip, hasEffect: Bool) throws -> [Figure] {
        let name = "video.mp4"
        var contents = BenchRoom.contents(
            .still, duration: .seconds(ClassProgramCase.seconds + 30), messages: 0, media: name)
        if hasEffect {
            let award = Award(
                id: "effect", film: name, alpha: "right", fromUserName: "Person 0", showsSpecialEffect: true)
            contents.events.append(ClassEvent(.seconds(1), .award(award)))
        }
        return try ClassProgramCase.attend(
            player, contents, clip, "\(clip.name), " + (hasEffect ? "an effect over it" : "alone"))
    }
}
