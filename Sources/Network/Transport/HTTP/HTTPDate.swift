import Addresses
import CCurl
package import PlayCore

extension UTCTime {
    /// Reads a server's date in a form of RFC 9110, 5.6.7 (`Sun, 06 Nov 1994 08:49:37 GMT`), as libcurl does. Returns
    /// `nil` for other text, for dates before 1970 or from 2250 on, and without libcurl.
    package init?(httpDate text: String) {
        guard let curl = CurlLibrary.shared?.functions else { return nil }
        let seconds = Int64(curl.pointee.curl_getdate(text, nil))
        guard (0..<8_835_955_200).contains(seconds) else { return nil }
        self.init(seconds: seconds)
    }
}
