internal import CFFmpeg

extension UnsafeMutablePointer<AVFrame> {
    /// Flips the picture vertically without a copy: its rows are read from the last one on.
    func flip() {
        guard let format = av_pix_fmt_desc_get(AVPixelFormat(pointee.format)) else { return }
        let height = Int(pointee.height)
        withUnsafeMutablePointer(to: &pointee.data) { data in
            data.withMemoryRebound(to: UnsafeMutablePointer<UInt8>?.self, capacity: Self.planes) { planes in
                withUnsafeMutablePointer(to: &pointee.linesize) { sizes in
                    sizes.withMemoryRebound(to: Int32.self, capacity: Self.planes) { strides in
                        for plane in 0..<Int(av_pix_fmt_count_planes(AVPixelFormat(pointee.format))) {
                            // The second plane of a palette format is no picture.
                            if plane == 1, format.pointee.flags & UInt64(AV_PIX_FMT_FLAG_PAL) != 0 { break }
                            let isChroma = plane == 1 || plane == 2
                            let shift = isChroma ? Int(format.pointee.log2_chroma_h) : 0
                            let rows = (height + (1 << shift) - 1) >> shift
                            planes[plane] = planes[plane].map { $0 + (rows - 1) * Int(strides[plane]) }
                            strides[plane] = -strides[plane]
                        }
                    }
                }
            }
        }
    }

    private static var planes: Int { 8 }
}
