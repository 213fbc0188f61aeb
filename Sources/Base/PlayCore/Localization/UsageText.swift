package enum UsageText {
    /// Returns `--sub-file=FILE|no` with only the placeholders (`FILE`) translated.
    package static func localized(_ usage: String) -> String {
        var result = ""
        var rest = usage[...]
        while let start = rest.firstIndex(where: isCapital) {
            let word = rest[start...].prefix(while: isCapital)
            result += rest[..<start] + (words.contains(String(word)) ? tr(String(word)) : String(word))
            rest = rest[word.endIndex...]
        }
        return result + rest
    }

    private static func isCapital(_ character: Character) -> Bool { ("A"..."Z").contains(character) }

    private static let words: Set<String> = [
        trMark("ACTION"), trMark("ADDRESS"), trMark("ARGUMENT"), trMark("CATEGORY"), trMark("CODE"), trMark("COMMAND"),
        trMark("DECIBELS"), trMark("DEVICE"), trMark("DIGEST"), trMark("DIR"), trMark("DOMAIN"), trMark("ENCODING"),
        trMark("FIELD"), trMark("FILE"), trMark("FORMAT"), trMark("GRAPH"), trMark("HOST"), trMark("HOURS"),
        trMark("KEY"), trMark("LANG"), trMark("MILLISECONDS"), trMark("NAME"), trMark("NUMBER"), trMark("OPTION"),
        trMark("OUTPUT"), trMark("PANE"), trMark("PERCENT"), trMark("PLACE"), trMark("PORT"), trMark("PREFIX"),
        trMark("RATE"), trMark("RATIO"), trMark("REGEX"), trMark("ROLE"), trMark("SECONDS"), trMark("SERVER"),
        trMark("SIGNATURE"), trMark("SIZE"), trMark("SOCKET"), trMark("STRING"), trMark("TEMPLATE"), trMark("TEXT"),
        trMark("TIME"), trMark("TITLE"), trMark("TOKEN"), trMark("TOPIC"), trMark("TYPE"), trMark("URL"),
        trMark("USER"), trMark("VALUE"),
    ]
}
