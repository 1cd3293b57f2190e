import StreamProtocol

extension ClusterFacts {
    /// The doctor's findings about a cluster.
    var findings: [Finding] {
        let isReadable = members.contains { $0.problem == nil }
        let members = members.map { finding(about: $0, isReadable: isReadable) }
        guard isReadable else { return members }
        return members + [contents] + relays.compactMap { finding(about: $0) } + untried + (links?.findings ?? [])
    }

    private func finding(about member: Member, isReadable: Bool) -> Finding {
        let name = member.name.quoted()
        guard let problem = member.problem else {
            let version = member.version.map { ", version \($0.quoted())" } ?? ""
            return Finding("etcd", .ok, "etcd at \(name) answers\(version).")
        }
        // Relays use another member.
        return Finding(
            "etcd",
            isReadable ? .warning : .problem,
            problem,
            command: "etcdctl --endpoints \(name) endpoint health"
        )
    }

    private var contents: Finding {
        let count = relays.count { $0.streams > 0 }
        guard count > 0 else {
            return Finding("streams", .ok, "The directory has no streams; relays are in it while they have publishers.")
        }
        let streams = HumanReadable.counted(relays.reduce(0) { $0 + $1.streams }, "stream")
        let places = HumanReadable.counted(count, "relay")
        return Finding("streams", .ok, "The directory has \(streams) on \(places).")
    }

    private func finding(about relay: Relay) -> Finding? {
        let name = relay.name.quoted()
        let subject = "The relay \(name) (\(HumanReadable.counted(relay.streams, "stream")))"
        switch relay.answer {
        case nil: return nil
        case .silent(let message)?:
            return Finding(
                "relay",
                .problem,
                "The relay \(name) \(Self.reason(message))",
                command: "streamd health \(name)"
            )
        case .answeredWithoutClock?:
            return Finding("relay", .ok, "\(subject) answers; the token does not allow to compare its clock.")
        case .answered(let offset, let bound)?:
            let text = "\(subject) answers; its clock is \(SystemFacts.clockText(offset, bound))"
            let isClose = offset.magnitude <= UInt64(SystemFacts.clockTolerance)
            guard !isClose else { return Finding("relay", .ok, text + ".") }
            return Finding(
                "relay",
                .warning,
                text + ": one of the two is not synchronised.",
                command: "timedatectl set-ntp true"
            )
        }
    }

    /// - Parameter message: A client's sentence, which may begin with the address.
    private static func reason(_ message: String) -> String {
        guard message.hasPrefix("Cannot reach "), let colon = message.firstRange(of: ": ") else {
            return "cannot be used from here: \(message)"
        }
        return "cannot be reached from here: \(message[colon.upperBound...])"
    }

    private var untried: [Finding] {
        let count = relays.count { $0.answer == nil }
        guard count > 0 else { return [] }
        return [
            Finding(
                "relay",
                .warning,
                "\(HumanReadable.counted(count, "more relay")) \(count == 1 ? "was" : "were") not tried: the doctor "
                    + "tries \(Self.maximumRelays)."
            )
        ]
    }
}
