#if Player && os(Linux)
    import Foundation
    import Testing

    @testable import StreamPlayback

    @Suite struct GraphicsDeviceTests {
        @Test(arguments: [("dri/renderD129", true), ("nvidiactl", true), ("dxg", true), ("dri/card0", false)])
        func `a GPU is one that draws`(_ name: String, isThere: Bool) throws {
            let devices = URL.temporaryDirectory.appending(path: "devices-\(UUID())")
            let device = devices.appending(path: name)
            try FileManager.default.createDirectory(at: device, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: devices) }
            #expect(GraphicsDevice.mayBeThere(devices: devices.path()) == isThere)
            #expect(!GraphicsDevice.mayBeThere(devices: device.path()))
        }
    }
#endif
