// SubtitleLoading: reads subtitles: named files, files beside the item, a service's, and the container's.
//
// Must not know the options or a screen: arrivals are SubtitleArrival, a type of Subtitles.
//
// Begin at SubtitleLoader, then ItemSubtitles and ContainerSubtitles.
