package struct AudioBlock: Sendable {
    /// Interleaved, `channelCount` samples a frame (``AudioFormat``); the count is a multiple of it.
    package var samples: [Float]
    package var start: MediaTime
    /// Media seconds per second of sound. Above 1 if the time-stretcher shortened the sound.
    package var rate: PlaybackRate
    package var generation: Generation

    package init(samples: [Float], start: MediaTime, rate: PlaybackRate, generation: Generation) {
        self.samples = samples
        self.start = start
        self.rate = rate
        self.generation = generation
    }
}
