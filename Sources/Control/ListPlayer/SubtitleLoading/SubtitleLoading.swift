// SubtitleLoading: reads the subtitles of items: files that are named, files beside the item, a service's, and those of
// the item's own container.
//
// Must not know the options or a screen: arrivals are reported as SubtitleArrival, a value of Subtitles.
//
// Begin at SubtitleLoader, then ItemSubtitles and ContainerSubtitles.
