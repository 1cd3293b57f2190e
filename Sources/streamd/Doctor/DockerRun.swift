import StreamCapture

/// The command that runs the publisher's image with this machine's devices.
struct DockerRun {
    private let camera: Camera?
    private let unreadable: String?
    private let renderNodes: [String]
    /// The first microphone that needs a device file and can be used.
    private let microphone: AudioDevice?
    private let groups: [UInt32]
    private let relay: String

    init(_ facts: SystemFacts) {
        camera = facts.cameras.capturing.first
        // Root in the container can open files that this user cannot.
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
        // The relay often runs on this machine. A container with its own network does not reach it.
        var arguments = ["docker run --rm --network host --read-only --cap-drop ALL --security-opt no-new-privileges"]
        // The stable link finds the camera under any number at each start of the container.
        arguments.append("--device \(camera.flatMap { $0.idLinks.first }.map { "\($0):\(path)" } ?? path)")
        arguments += renderNodes.map { "--device \($0)" }
        if microphone != nil { arguments.append("--device /dev/snd") }
        arguments += groups.map { "--group-add \($0)" }
        arguments.append("streamd-publisher publish \(path) --to \(relay)/live")
        if let microphone { arguments.append("--audio \(microphone)") }
        return arguments.joined(separator: " ")
    }
}
