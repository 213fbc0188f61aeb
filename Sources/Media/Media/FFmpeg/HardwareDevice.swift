internal import CFFmpeg
internal import Glibc
internal import PlayCore

/// A device that decodes into its own memory, from which frames are downloaded for the renderer.
final class HardwareDevice {
    private var device: UnsafeMutablePointer<AVBufferRef>?
    let name: String
    private let pixelFormat: AVPixelFormat

    /// Returns `nil` and sets `reason` if the codec has no path through `type` or the device cannot be opened.
    private init(
        type: AVHWDeviceType, codec: UnsafePointer<AVCodec>, reason: inout String
    ) throws(MediaError) {
        name = av_hwdevice_get_type_name(type).map { String(cString: $0) } ?? "?"
        var index: Int32 = 0
        var found: AVPixelFormat?
        while let config = avcodec_get_hw_config(codec, index) {
            let usesDevice = config.pointee.methods & Int32(AV_CODEC_HW_CONFIG_METHOD_HW_DEVICE_CTX) != 0
            if usesDevice, config.pointee.device_type == type { found = config.pointee.pix_fmt }
            index += 1
        }
        guard let found else {
            reason = "\(name) cannot decode \(String(cString: codec.pointee.name))"
            throw MediaError(.decode, operation: "hardware decoding")
        }
        pixelFormat = found
        let result = av_hwdevice_ctx_create(&device, type, nil, nil, 0)
        if result < 0 {
            reason = "\(name): \(describe(result))"
            throw MediaError(.decode, operation: "open \(name)", libraryCode: result)
        }
    }

    deinit { av_buffer_unref(&device) }

    private static let deviceNodes = ["/dev/dri/renderD128", "/dev/dri/card0", "/dev/nvidiactl"]

    static func open(
        _ preference: HardwarePreference, for parameters: CodecParameters
    ) -> (device: HardwareDevice?, reason: String) {
        guard let codec = avcodec_find_decoder(parameters.pointer.pointee.codec_id) else { return (nil, "") }
        // Avoids loading the drivers' libraries if there is no device node.
        if preference == .automatic, !deviceNodes.contains(where: { access($0, R_OK) == 0 }) { return (nil, "") }
        var reason = ""
        for candidate in preference.deviceNames {
            let type = av_hwdevice_find_type_by_name(candidate)
            guard type != AV_HWDEVICE_TYPE_NONE else {
                reason = "no device type \(candidate)"
                continue
            }
            if let device = try? HardwareDevice(type: type, codec: codec, reason: &reason) { return (device, "") }
        }
        return (nil, reason)
    }

    /// Lets FFmpeg choose this device's pixel format if offered, else a software one.
    func attach(to context: UnsafeMutablePointer<AVCodecContext>) {
        context.pointee.hw_device_ctx = av_buffer_ref(device)
        context.pointee.opaque = UnsafeMutableRawPointer(bitPattern: Int(pixelFormat.rawValue) + 2)
        context.pointee.get_format = chooseFormat
    }

    func owns(_ frame: UnsafeMutablePointer<AVFrame>) -> Bool { frame.pointee.format == pixelFormat.rawValue }

    static func download(_ frame: UnsafeMutablePointer<AVFrame>) throws(MediaError) {
        var copy: UnsafeMutablePointer<AVFrame>? = allocated(av_frame_alloc(), "frame")
        defer { av_frame_free(&copy) }
        guard let target = copy else { return }
        try check(av_hwframe_transfer_data(target, frame, 0), "download the picture")
        av_frame_copy_props(target, frame)
        av_frame_unref(frame)
        av_frame_move_ref(frame, target)
    }
}

/// Runs on a decoder thread. `opaque` carries the wanted format plus 2, so that no valid value is null.
private func chooseFormat(
    _ context: UnsafeMutablePointer<AVCodecContext>?, _ offered: UnsafePointer<AVPixelFormat>?
) -> AVPixelFormat {
    guard let context, let offered else { return AV_PIX_FMT_NONE }
    let wanted = Int(bitPattern: context.pointee.opaque) - 2
    var index = 0
    var software = AV_PIX_FMT_NONE
    while offered[index] != AV_PIX_FMT_NONE {
        if Int(offered[index].rawValue) == wanted { return offered[index] }
        let isHardware =
            av_pix_fmt_desc_get(offered[index]).map { $0.pointee.flags & UInt64(AV_PIX_FMT_FLAG_HWACCEL) != 0 } ?? false
        if software == AV_PIX_FMT_NONE, !isHardware { software = offered[index] }
        index += 1
    }
    return software
}
