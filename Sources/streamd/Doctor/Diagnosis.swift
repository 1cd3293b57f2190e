import StreamCapture

/// The doctor's findings about the facts of a system.
struct Diagnosis: Encodable {
    let findings: [Finding]
    /// The command that runs the publisher's image with this machine's devices; `nil` without a camera and a
    /// microphone.
    let dockerRun: String?

    init(_ facts: SystemFacts) {
        findings =
            [Finding("libraries", .ok, "Built for \(facts.libraries).")]
            + facts.cameraFindings + facts.gpuFindings + facts.encoderFindings + facts.microphoneFindings
            + [facts.relayFinding]
        dockerRun = DockerRun(facts).command
    }

    /// A diagnosis of something else than this machine's devices.
    init(findings: [Finding]) {
        self.findings = findings
        dockerRun = nil
    }

    var hasProblem: Bool { findings.contains { $0.verdict == .problem } }
}

extension SystemFacts {
    /// The command that gives this user access to a device file.
    func remedy(for path: String) -> String? {
        guard let file = file(path) else { return nil }
        guard file.groupMayUse, file.group != 0 else {
            // The kernel made the file, and no udev has set its group.
            let group = path.hasPrefix("/dev/dri/") ? "render" : path.hasPrefix("/dev/snd/") ? "audio" : "video"
            return "sudo chgrp \(group) \(path) && sudo chmod g+rw \(path) && sudo usermod -aG \(group) $USER"
        }
        // The file's owner and mode allow access: a container's device rules deny it.
        if user.groups.contains(file.group) { return "docker run --device \(path) …" }
        // The system's list has the user in the group already: only this login session lacks it.
        if user.assignedGroups.contains(file.group) { return file.groupName.map { "newgrp \($0)" } }
        guard let name = file.groupName else { return "docker run --group-add \(file.group) …" }
        return "sudo usermod -aG \(name) $USER && newgrp \(name)"
    }
}

extension SystemFacts {
    /// Findings about H.264 encoders in general.
    fileprivate var encoderFindings: [Finding] {
        let usable = encoders.filter { $0.problem == nil }
        guard usable.isEmpty else {
            return [
                Finding("encoders", .ok, "The usable H.264 encoders are \(usable.map(\.name).joined(separator: ", ")).")
            ]
        }
        return [
            Finding(
                "encoders",
                .problem,
                "No H.264 encoder of libavcodec works, so only inputs that are H.264 already can be published; install a "
                    + "libavcodec \(codecMajor) with libx264.",
                command: packages?.command(for: .encoders(major: codecMajor))
            )
        ]
    }

    /// Findings about each render node.
    fileprivate var gpuFindings: [Finding] {
        if renderNodes.isEmpty {
            return [Finding("gpu", .ok, "There is no render node under /dev/dri, so the processor encodes.")]
        }
        return renderNodes.map { node in
            if let problem = node.problem {
                return Finding("gpu", .warning, problem.reason, command: remedy(for: node.path))
            }
            guard let problem = node.encoderProblem else {
                return Finding("gpu", .ok, "VA-API encodes H.264 on \(node.path).")
            }
            return Finding(
                "gpu",
                .warning,
                "\(problem) The processor encodes instead.",
                command: packages?.command(for: .renderNodeDrivers)
                    ?? "vainfo --display drm --device \(node.path)"
            )
        }
    }

    fileprivate var microphoneFindings: [Finding] {
        if microphones.isEmpty { return [Finding("sound", .ok, "There is no microphone.")] }
        return microphones.map { microphone in
            let name = "'\(microphone.name)' at \(microphone.device)"
            guard let problem = microphone.problem else { return Finding("sound", .ok, "The microphone \(name).") }
            guard problem.code == .permissionDenied else { return Finding("sound", .warning, problem.reason) }
            return Finding(
                "sound",
                .warning,
                problem.reason,
                command: microphone.deviceFile.flatMap { remedy(for: $0) }
            )
        }
    }

    /// In microseconds. Clocks that the network sets differ by less.
    static var clockTolerance: Int64 { 500_000 }

    fileprivate var relayFinding: Finding {
        switch relay {
        case .silent(let message) where isRelayNamed:
            return Finding("relay", .problem, message, command: "streamd health \(relayName)")
        case .silent:
            return Finding(
                "relay",
                .warning,
                "No relay answers on this machine; start one, or give the address of yours.",
                command: "streamd doctor relay.example.org:7450"
            )
        case .answeredWithoutClock:
            return Finding(
                "relay",
                .ok,
                "The relay at \(relayName) answers and accepts the token, but the token does not allow the stream of "
                    + "the clock check; its clock was not compared."
            )
        case .answered(let offset, let bound):
            let text = "The relay at \(relayName) answers; its clock is \(Self.clockText(offset, bound))"
            guard offset.magnitude > UInt64(Self.clockTolerance) else { return Finding("relay", .ok, text + ".") }
            return Finding(
                "relay",
                .warning,
                text + ": one of the two is not synchronised. Latency figures are correct anyway.",
                command: "timedatectl set-ntp true"
            )
        }
    }

    /// How far a clock is from this machine's, with the bound of the error; both in microseconds.
    static func clockText(_ offset: Int64, _ bound: Int64) -> String {
        let (size, unit) = offset.magnitude >= 1_000_000 ? (1e6, "s") : (1e3, "ms")
        let number = (Double(offset.magnitude) / size * 10).rounded() / 10
        let accuracy = (Double(bound) / size * 10).rounded(.up) / 10
        return "\(number) \(unit) \(offset < 0 ? "behind" : "ahead of") this one's (±\(accuracy) \(unit))"
    }
}
