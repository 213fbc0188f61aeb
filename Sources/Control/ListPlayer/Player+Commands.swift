import Access
package import Commands
import Encoding
import Glibc
import Options
package import PlayCore
import Playback
import Playlists

extension Player {
    struct LoadOrder {
        let path: String
        let isList: Bool
        let mode: LoadMode
        let overrides: OptionOverrides
        let answer: (CommandAnswer) -> Void
    }

    package func run(_ command: PlayerCommand, answer: @escaping (CommandAnswer) -> Void) {
        switch command {
        case .loadFile(let path, let mode, let options):
            load(path, isList: false, mode, options, command.name, answer)
        case .playlist(.loadList(let path, let mode)): load(path, isList: true, mode, [], command.name, answer)
        case .playlist(.clear):
            list.clear(keepsCurrent: true)
            listChanged()
            answer(.success(.null))
        case .playlist(.remove(let place)):
            let isDone = (place ?? list.order.currentPlace).map(remove) ?? false
            answer(isDone ? .success(.null) : .failure(.failed(command.name)))
        case .playlist(let other):
            guard list.rearrange(other) else { return answer(.failure(.failed(command.name))) }
            listChanged()
            answer(.success(.null))
        default: answer(.failure(.notAvailable(command.name)))
        }
    }

    package func play(_ videos: [Video], at index: Int) {
        list.clear(keepsCurrent: false)
        let numbers = list.insert(videos)
        guard numbers.indices.contains(index), let place = list.order.sequence.firstIndex(of: numbers[index]),
            list.jump(toPlace: place, hasFailed: hasFailed)
        else { return listChanged() }
        _ = openCurrent()
    }

    /// Plays a list that belongs to one event, from the place `index`. The viewer's own options precede `wishes`.
    ///
    /// - Parameter isStream: whether playing it uses the line without pauses.
    package func replaceList(
        with videos: [Video], at index: Int = 0, _ wishes: [(name: String, value: String)] = [], plays: Bool,
        isStream: Bool = false
    ) {
        var overrides = OptionOverrides()
        for (name, value) in wishes {
            do throws(OptionError) {
                try overrides.add(name, value, over: options)
            } catch {
                Log.shared.write(.info, "player", error.message)
            }
        }
        list.clear(keepsCurrent: false)
        _ = list.insert(videos, overrides)
        guard list.jump(toPlace: index, hasFailed: hasFailed) else { return }
        _ = openCurrent(plays: plays)
        if isStream { access.noteStream() }
        wakeUp.signal()
    }

    private func remove(place: Int) -> Bool {
        let wasCurrent = place == list.order.currentPlace
        guard list.remove(place: place) else { return false }
        if !wasCurrent {
            listChanged()
        } else if !openCurrent() {
            stop(keepsList: true)
            change = .ended
        }
        return true
    }

    private func load(
        _ path: String, isList: Bool, _ mode: LoadMode, _ options: [PlayerCommand.FileOption],
        _ name: String, _ answer: @escaping (CommandAnswer) -> Void
    ) {
        var own = OptionOverrides()
        var address = EntryAddress(path)
        for option in options where !address.addFields(of: option) {
            do throws(OptionError) {
                try own.add(option.name, option.value, over: self.options)
            } catch .notForOneFile {
                // mpv's clients send options of windows and terminals with a file.
                Log.shared.write(.info, "options", "loadfile: option \(option.name) is of the whole run: ignored")
            } catch {
                return answer(.failure(.badArgument(name, value: option.name + "=" + option.value)))
            }
        }
        for option in own.ignored(over: self.options) { Log.shared.write(option.logLevel, "options", option.logText) }
        // Standard input is refused if the keys come from it.
        guard path != "-" || isatty(0) == 0,
            let ticket = loader.order(
                address.text, isList: isList, isRecursive: self.options.overridden(by: own).isRecursive)
        else { return answer(.failure(.failed(name))) }
        orders[ticket] = LoadOrder(path: address.text, isList: isList, mode: mode, overrides: own, answer: answer)
    }

    func answer(_ arrival: ListLoader.Arrival) {
        guard let order = orders.removeValue(forKey: arrival.ticket) else { return }
        warnings += arrival.problems.map(\.message)
        let name = order.isList ? "loadlist" : "loadfile"
        // The warnings say why no entry can be played.
        guard !arrival.videos.isEmpty else { return order.answer(.failure(.unplayable(name, value: order.path))) }
        let inserted = insert(arrival.videos, order)
        guard let first = inserted.first else {
            return order.answer(.failure(.failed(name)))
        }
        var result: [String: JSONValue] = ["playlist_entry_id": .integer(Int64(first + 1))]
        if order.isList { result["num_entries"] = .integer(Int64(inserted.count)) }
        order.answer(.success(.object(sorting: result)))
    }

    /// Plays the first video if the command says so. Returns the new entries; none if the list is full.
    private func insert(_ videos: [Video], _ order: LoadOrder) -> [Int] {
        let (inserted, place) = list.load(videos, order.mode, order.overrides)
        lookInto(inserted.compactMap { list.entry($0)?.video })
        if let place {
            // Only the command itself can pause the requested file, not the general options.
            let waits = options.overridden(by: order.overrides).isPaused && !options.isPaused
            if list.jump(toPlace: place, hasFailed: hasFailed) { _ = openCurrent(plays: !waits) }
        } else {
            listChanged()
        }
        return inserted
    }
}

extension EntryAddress {
    /// Adds header fields if the option is about requests. Returns whether it is. For files it has no effect.
    fileprivate mutating func addFields(of option: PlayerCommand.FileOption) -> Bool {
        var fields: [(String, String)] = []
        switch option.name.hasSuffix("-append") ? String(option.name.dropLast(7)) : option.name {
        case "user-agent", "referrer": fields = [(option.name, option.value)]
        case "http-header-fields": fields = Self.fields(option.value)
        default: return false
        }
        if AddressText.isAddress(address) { for (name, value) in fields { set(name, value) } }
        return true
    }

    /// Parses `Name: value`, separated by commas; a comma in a value is written `\,`.
    private static func fields(_ text: String) -> [(String, String)] {
        var lines = [""]
        var isEscaped = false
        for character in text {
            switch character {
            case "\\" where !isEscaped:
                isEscaped = true
                continue
            case "," where !isEscaped: lines.append("")
            default: lines[lines.count - 1].append(character)
            }
            isEscaped = false
        }
        return lines.compactMap { line in
            line.firstIndex(of: ":").map { colon in
                (
                    line[..<colon].filter { $0 != " " },
                    String(line[line.index(after: colon)...].drop { $0 == " " })
                )
            }
        }
    }
}
