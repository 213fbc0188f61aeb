import Options
import PlayCore

/// Looks up an entry's options, for objects that are created before the list. Main thread.
final class OptionsOfEntries {
    var of: (Video) -> PlayerOptions = { _ in PlayerOptions() }
}
