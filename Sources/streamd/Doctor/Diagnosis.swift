import StreamCapture

/// What a doctor makes of the facts.
struct Diagnosis: Encodable {
    let findings: [Finding]
    /// How to run the publisher's image with this machine's devices; `nil` where there is neither camera nor microphone.
    let dockerRun: String?

    init(_ facts: SystemFacts) {
        findings =
            [Finding("libraries", .ok, "Built for \(facts.libraries).")]
            + facts.cameraFindings + facts.gpuFindings + facts.encoderFindings + facts.microphoneFindings
            + [facts.relayFinding]
        dockerRun = DockerRun(facts).command
    }

    var hasProblem: Bool { findings.contains { $0.verdict == .problem } }
}

extension SystemFacts {
    /// How to get the right to use a device file that this user may not open.
    func remedy(for path: String) -> String? {
        guard let file = file(path) else { return nil }
        guard file.groupMayUse, file.group != 0 else {
            // Made by the kernel alone, with no udev to give it away.
            let group = path.hasPrefix("/dev/dri/") ? "render" : path.hasPrefix("/dev/snd/") ? "audio" : "video"
            return "sudo chgrp \(group) \(path) && sudo chmod g+rw \(path) && sudo usermod -aG \(group) $USER"
        }
        // The file's owner and mode are not what stands in the way: a container's rules for devices are.
        if user.groups.contains(file.group) { return "docker run --device \(path) …" }
        // In the system's list already: only this session does not know yet.
        if user.assignedGroups.contains(file.group) { return file.groupName.map { "newgrp \($0)" } }
        guard let name = file.groupName else { return "docker run --group-add \(file.group) …" }
        return "sudo usermod -aG \(name) $USER && newgrp \(name)"
    }
}

extension SystemFacts {
    /// On H.264 encoders as such.
    fileprivate var encoderFindings: [Finding] {
        let usable = encoders.filter { $0.trouble == nil }
        guard usable.isEmpty else {
            return [Finding("encoders", .ok, "These encode H.264 here: \(usable.map(\.name).joined(separator: ", ")).")]
        }
        return [
            Finding(
                "encoders",
                .problem,
                "No H.264 encoder of libavcodec works here: only inputs that are H.264 already can be published. Install a "
                    + "libavcodec \(codecMajor) with libx264.",
                command: packages?.command(for: .encoders(major: codecMajor))
            )
        ]
    }

    /// On each render node.
    fileprivate var gpuFindings: [Finding] {
        if renderNodes.isEmpty {
            return [Finding("gpu", .ok, "There is no render node under /dev/dri: encoding takes the processor.")]
        }
        return renderNodes.map { node in
            if let trouble = node.trouble {
                return Finding("gpu", .warning, trouble.reason, command: remedy(for: node.path))
            }
            guard let trouble = node.encoderTrouble else {
                return Finding("gpu", .ok, "VA-API encodes H.264 on \(node.path).")
            }
            return Finding(
                "gpu",
                .warning,
                "\(trouble) Encoding takes the processor instead.",
                command: packages?.command(for: .renderNodeDrivers)
                    ?? "vainfo --display drm --device \(node.path)"
            )
        }
    }

    fileprivate var microphoneFindings: [Finding] {
        if microphones.isEmpty { return [Finding("sound", .ok, "There is no microphone.")] }
        return microphones.map { microphone in
            let name = "'\(microphone.name)' at \(microphone.device)"
            guard let trouble = microphone.trouble else { return Finding("sound", .ok, "The microphone \(name).") }
            guard trouble.code == .permissionDenied else { return Finding("sound", .warning, trouble.reason) }
            return Finding(
                "sound",
                .warning,
                trouble.reason,
                command: microphone.deviceFile.flatMap { remedy(for: $0) }
            )
        }
    }

    /// Clocks that differ by more are not set by the network, in microseconds.
    private static var clockTolerance: Int64 { 500_000 }

    fileprivate var relayFinding: Finding {
        switch relay {
        case .silent(let sentence) where isRelayNamed:
            return Finding("relay", .problem, sentence, command: "streamd health \(relayName)")
        case .silent:
            return Finding(
                "relay",
                .warning,
                "No relay answers on this machine; start one, or name yours.",
                command: "streamd doctor relay.example.org:7450"
            )
        case .answeredWithoutClock:
            return Finding(
                "relay",
                .ok,
                "The relay at \(relayName) answers and knows the token, which is for other streams than the doctor asks "
                    + "for; so its clock was not compared."
            )
        case .answered(let offset, let bound):
            let text = "The relay at \(relayName) answers; its clock is \(Self.text(offset, bound))"
            guard offset.magnitude > UInt64(Self.clockTolerance) else { return Finding("relay", .ok, text + ".") }
            return Finding(
                "relay",
                .warning,
                text + ": one of the two is not set by the network. Latencies are right all the same.",
                command: "timedatectl set-ntp true"
            )
        }
    }

    private static func text(_ offset: Int64, _ bound: Int64) -> String {
        let (size, unit) = offset.magnitude >= 1_000_000 ? (1e6, "s") : (1e3, "ms")
        let number = (Double(offset.magnitude) / size * 10).rounded() / 10
        let accuracy = (Double(bound) / size * 10).rounded(.up) / 10
        return "\(number) \(unit) \(offset < 0 ? "behind" : "ahead of") this one's (±\(accuracy) \(unit))"
    }
}
