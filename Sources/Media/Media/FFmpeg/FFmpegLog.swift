internal import CFFmpeg
internal import PlayCore

/// Redirects FFmpeg's messages to our log. FFmpeg writes them to standard error, over the picture.
package enum FFmpegLog {
    /// Call once before FFmpeg opens anything. Any thread.
    package static func install() {
        av_log_set_callback(receive)
    }
}

/// Called by FFmpeg on any of its threads.
private func receive(
    _ context: UnsafeMutableRawPointer?, _ level: Int32, _ format: UnsafePointer<CChar>?, _ arguments: CVaListPointer?
) {
    guard level <= AV_LOG_WARNING, let format, let arguments else { return }
    let line = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { text -> String in
        guard let base = text.baseAddress else { return "" }
        _ = tv_log_line(context, level, format, arguments, base, Int32(text.count))
        return String(cString: base)
    }
    let trimmed = line.last?.isNewline == true ? String(line.dropLast()) : line
    Log.shared.write(level <= AV_LOG_ERROR ? .warning : .info, "ffmpeg", trimmed)
}
