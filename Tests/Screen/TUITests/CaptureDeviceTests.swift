import ClassRules
import PlayCore
import ScreenKit
import TestSupport
import Testing

@testable import ClassPanes
@testable import TUI

extension LiveSamples {
    static var devices: CaptureDeviceList {
        var list = CaptureDeviceList(microphone: "pulse:echo-cancel", camera: "/dev/video2")
        list.microphones = [
            .init("pulse:echo-cancel", description: "Built-in microphone (echo cancelled)"),
            .init("alsa:default", description: "Default device"),
        ]
        list.cameras = [
            .init("/dev/video0", description: "Integrated camera"), .init("/dev/video2", description: "USB camera"),
        ]
        return list
    }
}

@Suite("The list of microphones and cameras")
struct CaptureDeviceTests {
    private func opened(_ devices: CaptureDeviceList?) -> AppState {
        var state = LiveSamples.inClass(LiveSamples.view(LiveSamples.mei))
        for key in "gM" { state.press(key) }
        if let devices { state.apply(.captureDevices(devices)) }
        return state
    }

    @Test("LIVE-31: g-M and :devices list the system's devices, and Enter chooses the selected camera")
    func choosing() {
        var state = LiveSamples.inClass(LiveSamples.view(LiveSamples.mei))
        state.press("g")
        expect(state.press("M"), is: [.listCaptureDevices])
        expect(state.panel?.list.rows.filter { !$0.isHeading }.map(\.id), is: [.room(.nothing), .room(.nothing)])
        state.apply(.captureDevices(LiveSamples.devices))
        let rows = state.panel?.list.rows ?? []
        expect(rows.filter(\.isCurrent).map(\.label), is: ["pulse:echo-cancel", "/dev/video2"])
        expect(state.press(.end), is: [])
        state.press(.up)
        expect(state.press(.enter), is: [.ownMedia(.choose(.camera, "/dev/video0"))])
        #expect(state.panel == nil && state.message?.text == "Camera: /dev/video0")
        state.press(":")
        for key in "devices" { state.press(key) }
        expect(state.press(.enter), is: [.listCaptureDevices])
        expect(state.panel?.kind, is: .captureDevices)
    }

    @Test("LIVE-26: a list without devices says so")
    func none() {
        var list = CaptureDeviceList()
        (list.microphones, list.cameras) = ([], [])
        let rows = opened(list).panel?.list.rows ?? []
        expect(rows.compactMap(\.refusal), is: ["No microphone found", "No camera found"])
    }

    @Test("A device in use that the system does not list comes first, and control characters are removed")
    func other() {
        var list = CaptureDeviceList(microphone: "lavfi:sine")
        (list.microphones, list.cameras) = ([.init("alsa:\u{1B}[2J", description: "\u{7}\u{9B}x")], [])
        let rows = opened(list).panel?.list.rows ?? []
        #expect(rows[1].label == "lavfi:sine" && rows[1].isCurrent)
        #expect(!(rows[2].label + rows[2].detail).unicodeScalars.contains { $0.value < 32 || $0.value == 0x9B })
    }
}
