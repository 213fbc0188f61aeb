internal import Glibc

package enum LocalClock {
    package static var moment: DownloadSchedule.Moment {
        var seconds = time(nil)
        var parts = tm()
        guard localtime_r(&seconds, &parts) != nil else { return DownloadSchedule.Moment(weekday: 0, second: 0) }
        // A leap second counts as the second before it.
        let second = Int(parts.tm_hour) * 3600 + Int(parts.tm_min) * 60 + min(59, Int(parts.tm_sec))
        return DownloadSchedule.Moment(weekday: Int(parts.tm_wday), second: second)
    }
}
