import ScreenKit

/// The short codes of emoji that GitHub and Slack share.
enum Emoji {
    struct Entry: Sendable, Equatable {
        let code: String
        let symbol: String
    }

    static let all: [Entry] = table.split(whereSeparator: \.isWhitespace).compactMap { word in
        let parts = word.split(separator: "=")
        return parts.count == 2 ? Entry(code: String(parts[0]), symbol: String(parts[1])) : nil
    }

    private static let symbols = Dictionary(all.map { ($0.code, $0.symbol) }, uniquingKeysWith: { first, _ in first })

    /// Returns the codes that start with the text, then those that contain it.
    static func matching(_ typed: String) -> [Entry] {
        let first = all.filter { $0.code.hasPrefix(typed) }
        return first + all.filter { !$0.code.hasPrefix(typed) && $0.code.contains(typed) }
    }

    /// Replaces `:codes:` by symbols.
    static func expanded(_ text: String) -> String {
        guard text.contains(":") else { return text }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        var result = parts[0]
        var index = 1
        while index < parts.count {
            if index + 1 < parts.count, let symbol = symbols[parts[index]] {
                result += symbol + parts[index + 1]
                index += 2
            } else {
                result += ":" + parts[index]
                index += 1
            }
        }
        return result
    }

    private static let table =
        faces + hands + hearts + people + animals + food + things + signs

    private static let faces = """
        smile=😄 smiley=😃 grinning=😀 grin=😁 laughing=😆 sweat_smile=😅 joy=😂 rofl=🤣 relaxed=☺️ blush=😊 innocent=😇 \
        slightly_smiling_face=🙂 upside_down_face=🙃 wink=😉 relieved=😌 heart_eyes=😍 kissing_heart=😘 yum=😋 \
        stuck_out_tongue=😛 stuck_out_tongue_winking_eye=😜 zany_face=🤪 nerd_face=🤓 sunglasses=😎 star_struck=🤩 \
        partying_face=🥳 smirk=😏 unamused=😒 disappointed=😞 pensive=😔 worried=😟 confused=😕 \
        slightly_frowning_face=🙁 persevere=😣 confounded=😖 tired_face=😫 weary=😩 pleading_face=🥺 cry=😢 sob=😭 \
        triumph=😤 angry=😠 rage=😡 exploding_head=🤯 flushed=😳 scream=😱 fearful=😨 cold_sweat=😰 hugs=🤗 thinking=🤔 \
        shushing_face=🤫 neutral_face=😐 expressionless=😑 no_mouth=😶 hushed=😯 open_mouth=😮 astonished=😲 yawning=🥱 \
        sleeping=😴 dizzy_face=😵 mask=😷 sneezing_face=🤧 roll_eyes=🙄 grimacing=😬 skull=💀 ghost=👻 robot=🤖 \
        clown_face=🤡 poop=💩 see_no_evil=🙈 hear_no_evil=🙉 speak_no_evil=🙊 

        """

    private static let hands = """
        wave=👋 raised_hand=✋ ok_hand=👌 v=✌️ crossed_fingers=🤞 point_left=👈 point_right=👉 point_up=☝️ \
        point_down=👇 +1=👍 thumbsup=👍 -1=👎 thumbsdown=👎 fist=✊ punch=👊 clap=👏 raised_hands=🙌 open_hands=👐 \
        handshake=🤝 pray=🙏 writing_hand=✍️ muscle=💪 eyes=👀 brain=🧠 

        """

    private static let hearts = """
        heart=❤️ orange_heart=🧡 yellow_heart=💛 green_heart=💚 blue_heart=💙 purple_heart=💜 black_heart=🖤 \
        broken_heart=💔 two_hearts=💕 sparkling_heart=💖 100=💯 boom=💥 sparkles=✨ star=⭐ star2=🌟 fire=🔥 tada=🎉 \
        confetti_ball=🎊 balloon=🎈 gift=🎁 trophy=🏆 medal=🏅 1st_place_medal=🥇 2nd_place_medal=🥈 3rd_place_medal=🥉 \
        crown=👑 gem=💎 

        """

    private static let people = """
        boy=👦 girl=👧 man=👨 woman=👩 baby=👶 man_teacher=👨‍🏫 woman_teacher=👩‍🏫 student=🧑‍🎓 man_shrugging=🤷‍♂️ \
        woman_shrugging=🤷‍♀️ shrug=🤷 facepalm=🤦 raising_hand=🙋 bow=🙇 runner=🏃 dancer=💃 family=👪 

        """

    private static let animals = """
        dog=🐶 cat=🐱 mouse=🐭 rabbit=🐰 fox_face=🦊 bear=🐻 panda_face=🐼 tiger=🐯 lion=🦁 cow=🐮 pig=🐷 frog=🐸 \
        monkey=🐒 chicken=🐔 penguin=🐧 bird=🐦 owl=🦉 unicorn=🦄 bee=🐝 bug=🐛 snail=🐌 turtle=🐢 snake=🐍 dragon=🐉 \
        octopus=🐙 fish=🐟 dolphin=🐬 whale=🐳 elephant=🐘 sunflower=🌻 rose=🌹 tulip=🌷 four_leaf_clover=🍀 cactus=🌵 \
        evergreen_tree=🌲 sun=☀️ sunny=☀️ moon=🌙 cloud=☁️ umbrella=☔ snowflake=❄️ zap=⚡ rainbow=🌈 earth_africa=🌍 

        """

    private static let food = """
        apple=🍎 banana=🍌 grapes=🍇 strawberry=🍓 watermelon=🍉 lemon=🍋 peach=🍑 bread=🍞 cheese=🧀 egg=🥚 pizza=🍕 \
        hamburger=🍔 fries=🍟 rice=🍚 ramen=🍜 sushi=🍣 dumpling=🥟 cake=🍰 birthday=🎂 cookie=🍪 chocolate_bar=🍫 \
        candy=🍬 icecream=🍦 coffee=☕ tea=🍵 beer=🍺 beers=🍻 wine_glass=🍷 

        """

    private static let things = """
        book=📖 books=📚 pencil=📝 pencil2=✏️ pen=🖊️ paperclip=📎 pushpin=📌 scissors=✂️ straight_ruler=📏 \
        triangular_ruler=📐 mag=🔍 bulb=💡 computer=💻 keyboard=⌨️ phone=☎️ iphone=📱 tv=📺 camera=📷 movie_camera=🎥 \
        microphone=🎤 headphones=🎧 speaker=🔈 mute=🔇 bell=🔔 no_bell=🔕 musical_note=🎵 guitar=🎸 calendar=📅 \
        clock=🕒 hourglass=⌛ alarm_clock=⏰ lock=🔒 unlock=🔓 key=🔑 hammer=🔨 wrench=🔧 gear=⚙️ link=🔗 email=📧 \
        package=📦 chart=📈 bar_chart=📊 clipboard=📋 microscope=🔬 telescope=🔭 rocket=🚀 airplane=✈️ car=🚗 bike=🚲 \
        house=🏠 school=🏫 soccer=⚽ basketball=🏀 game_die=🎲 video_game=🎮 art=🎨 

        """

    private static let signs = """
        white_check_mark=✅ heavy_check_mark=✔️ x=❌ question=❓ exclamation=❗ warning=⚠️ no_entry=⛔ stop=🛑 \
        recycle=♻️ arrow_left=⬅️ arrow_right=➡️ arrow_up=⬆️ arrow_down=⬇️ heavy_plus_sign=➕ heavy_minus_sign=➖ \
        zero=0️⃣ one=1️⃣ two=2️⃣ three=3️⃣ four=4️⃣ five=5️⃣ red_circle=🔴 large_blue_circle=🔵 speech_balloon=💬 \
        thought_balloon=💭 zzz=💤 new=🆕 ok=🆗 sos=🆘 top=🔝 copyright=©️
        """
}
