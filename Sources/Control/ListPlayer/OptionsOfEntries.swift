import Options
import PlayCore

/// For objects that are created before the list. Main thread.
final class OptionsOfEntries {
    var of: (Video) -> PlayerOptions = { _ in PlayerOptions() }
}
