import StreamCapture

/// The line that runs the publisher's image with this machine's devices.
struct DockerRun {
    private let camera: Camera?
    private let unreadable: String?
    private let renderNodes: [String]
    /// The first that needs a device file, and can have it.
    private let microphone: SoundDevice?
    private let groups: [UInt32]
    private let relay: String

    init(_ facts: SystemFacts) {
        camera = facts.cameras.capturing.first
        // Root in the container's stead may open what this user may not.
        unreadable = camera == nil ? facts.cameras.unreadable.first?.path : nil
        renderNodes = facts.renderNodes.map(\.path)
        let soundFiles = facts.deviceFiles.filter { $0.path.hasPrefix("/dev/snd/") }
        microphone = soundFiles.isEmpty ? nil : facts.microphones.first { $0.device.system == .alsa }?.device
        relay = facts.relayName
        let devices = ([camera?.path, unreadable].compactMap(\.self) + renderNodes).compactMap { facts.file($0) }
        groups = (devices + (microphone == nil ? [] : soundFiles)).reduce(into: []) { groups, file in
            if !groups.contains(file.group) { groups.append(file.group) }
        }
    }

    var command: String? {
        guard let path = camera?.path ?? unreadable else { return nil }
        // The relay is often on this machine, where a network of the container's own would not find it.
        var words = ["docker run --rm --network host --read-only --cap-drop ALL --security-opt no-new-privileges"]
        // The name that stays the same finds the camera under any number, each time the container starts.
        words.append("--device \(camera.flatMap { $0.idLinks.first }.map { "\($0):\(path)" } ?? path)")
        words += renderNodes.map { "--device \($0)" }
        if microphone != nil { words.append("--device /dev/snd") }
        words += groups.map { "--group-add \($0)" }
        words.append("streamd-publisher publish \(path) --to \(relay)/live")
        if let microphone { words.append("--audio \(microphone)") }
        return words.joined(separator: " ")
    }
}
