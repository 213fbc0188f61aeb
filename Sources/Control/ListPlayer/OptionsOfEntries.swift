import Options
import PlayCore

/// The options of an entry, for objects created before the list. Main thread.
final class OptionsOfEntries {
    var of: (Video) -> PlayerOptions = { _ in PlayerOptions() }
}
