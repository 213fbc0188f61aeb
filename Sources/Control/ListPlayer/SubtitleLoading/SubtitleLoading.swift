// SubtitleLoading: reads the subtitles of items: named files, files beside the item, a service's, and those of the
// item's container.
//
// Must not know the options or a screen: arrivals are SubtitleArrival, a type of Subtitles.
//
// Begin at SubtitleLoader, then ItemSubtitles and ContainerSubtitles.
