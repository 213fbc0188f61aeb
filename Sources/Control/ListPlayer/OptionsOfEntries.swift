import Options
import PlayCore

/// Which options an entry has, for whoever exists before the list does. Main thread.
final class OptionsOfEntries {
    var of: (Video) -> PlayerOptions = { _ in PlayerOptions() }
}
