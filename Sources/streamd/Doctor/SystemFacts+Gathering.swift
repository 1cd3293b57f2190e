#if Capture && os(Linux)
    import Platform
    import StreamCapture

    extension SystemFacts {
        /// How long the doctor counts a camera's pictures, in microseconds.
        private static let counting: Int64 = 2_000_000

        /// Gathers the facts of this machine; opens each camera for two seconds.
        ///
        /// - Parameter progress: Receives a message before each slow step.
        static func gather(
            relay: Relay,
            relayName: String,
            isRelayNamed: Bool,
            progress: (String) -> Void
        ) -> SystemFacts {
            let devices = DeviceList.system()
            var facts = SystemFacts(
                libraries: CaptureLibraries.description,
                user: User.current,
                relayName: relayName,
                relay: relay
            )
            facts.codecMajor = CaptureLibraries.codecVersion.major
            facts.packages = .system
            facts.isRelayNamed = isRelayNamed
            facts.cameras = devices.cameras
            facts.microphones = devices.microphones
            facts.encoders = devices.encoders
            facts.renderNodes = RenderNode.system()
            facts.deviceFiles = DeviceFile.system(facts)
            for camera in facts.cameras.cameras where camera.canCapture {
                progress("Measuring the frame rate of '\(camera.name)'.")
                do throws(CaptureError) {
                    facts.measurements[camera.path] = .measured(try camera.measure(for: counting))
                } catch {
                    facts.measurements[camera.path] = .failed(error)
                }
            }
            return facts
        }
    }

    extension SystemFacts.User {
        /// No user is in more groups.
        private static let mostGroups = 4_096

        fileprivate static var current: SystemFacts.User {
            var own = [gid_t](repeating: 0, count: mostGroups)
            let count = getgroups(Int32(own.count), &own)
            var groups = Set(own.prefix(Int(max(0, count))))
            groups.insert(getegid())
            var assigned = groups
            if let entry = getpwuid(geteuid()) {
                var listed = [gid_t](repeating: 0, count: mostGroups)
                var listedCount = Int32(listed.count)
                if getgrouplist(entry.pointee.pw_name, entry.pointee.pw_gid, &listed, &listedCount) >= 0 {
                    assigned.formUnion(listed.prefix(Int(listedCount)))
                }
            }
            return SystemFacts.User(groups: groups, assignedGroups: assigned)
        }
    }

    extension SystemFacts.DeviceFile {
        fileprivate static func system(_ facts: SystemFacts) -> [SystemFacts.DeviceFile] {
            let cameras = facts.cameras.cameras.map(\.path) + facts.cameras.unreadable.map(\.path)
            let sound = facts.microphones.compactMap(\.deviceFile)
            return (cameras + facts.renderNodes.map(\.path) + sound).compactMap { SystemFacts.DeviceFile($0) }
        }

        /// - Returns: `nil` if the file does not exist.
        private init?(_ path: String) {
            guard let status = FileStatus(path: path) else { return nil }
            let name = getgrgid(status.group).flatMap { $0.pointee.gr_name }.map { String(cString: $0) }
            self.init(
                path: path,
                group: status.group,
                groupName: name,
                groupMayUse: status.permissions & 0o060 == 0o060
            )
        }
    }
#endif
