/// What a relay may leave out. A case about it is skipped where the relay does.
extension RelayTrial {
    /// Options of the hello that a relay need not know.
    enum OptionalOption: UInt16 {
        case batch = 7
        case history, thinning, path
    }

    /// Skips the case unless the relay serves a role.
    package func require(_ role: Role) async throws {
        guard role == .list || role == .relay else { return }
        let peer = try await open(role, target.names.draw())
        let message = try await peer.message()
        guard message.type != .welcome else {
            await peer.send(Wire.ending(.goodbye, code: 0))
            return try await peer.expectClose()
        }
        guard try message.type != .error || EndingCode.name(EndingFields(message).code) != "role-not-served" else {
            throw NotApplicable("The relay does not serve the role \(role).")
        }
    }

    /// Skips the case unless the relay knows an option.
    func require(_ option: OptionalOption) async throws {
        guard try await !knows(option) else { return }
        throw NotApplicable("The relay does not know the option \(option).")
    }

    /// A relay that knows an option refuses a value of a wrong length, or at least does what the option says.
    private func knows(_ option: OptionalOption) async throws -> Bool {
        let wrong = Wire.option(option.rawValue, [UInt8](repeating: 1, count: 17))
        guard try await open(.subscribe, target.names.draw(), options: [wrong]).message().type == .welcome else {
            return true
        }
        switch option {
        case .batch: return false
        case .history: return try await grantsHistory()
        case .thinning: return try await thins()
        case .path:
            try await require(.relay)
            return try await join(.relay, target.names.draw()).welcome?.path != nil
        }
    }

    private func grantsHistory() async throws -> Bool {
        let options = [Wire.option(OptionalOption.history.rawValue, Wire.integer(UInt32(1000)))]
        return try await join(.subscribe, target.names.draw(), options: options).welcome?.historyGranted != nil
    }

    private func thins() async throws -> Bool {
        let name = target.names.draw()
        let publisher = try await publisher(name: name)
        await publisher.frame(0)
        try await publisher.peer.expectAlive()
        let viewer = try await viewer(name, isThinned: true)
        try await viewer.expectFrame(FrameFields(0), ignoring: [.tracks])
        await publisher.frame(1, flags: 0)
        await publisher.frame(2)
        return try await viewer.peer.message().type == .gap
    }
}
