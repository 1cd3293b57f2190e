import StreamCapture
import StreamInspection

extension DevicesReport: CustomStringConvertible {
    /// The report as aligned lines, for people.
    var description: String {
        var table = TextTable()
        for camera in cameras { camera.add(to: &table) }
        if cameras.isEmpty || !unreadableCameras.isEmpty {
            table.section(cameras.isEmpty ? "Cameras" : "Other cameras")
            for camera in unreadableCameras { table.row(camera.path, camera.reason) }
            if unreadableCameras.isEmpty { table.row("none", "") }
        }
        addMediaControllers(to: &table)
        table.section("Microphones")
        for microphone in microphones { table.row(microphone.address, microphone.text) }
        if microphones.isEmpty { table.row("none", "") }
        table.section("H.264 encoders")
        for encoder in encoders where encoder.trouble == nil {
            table.row(encoder.name, "\(encoder.label); works here")
        }
        if encoders.allSatisfy({ $0.trouble != nil }) { table.row("none", "") }
        let others = encoders.filter { $0.trouble != nil }
        if !others.isEmpty { table.section("H.264 encoders that this machine cannot use") }
        for encoder in others { table.row(encoder.name, encoder.trouble ?? "") }
        return table.text
    }

    /// One row for each driver: a Raspberry Pi has a dozen device files of two drivers.
    private func addMediaControllers(to table: inout TextTable) {
        guard !mediaControllers.isEmpty else { return }
        table.section("Camera modules, which only libcamera can operate")
        var drivers: [String] = []
        for device in mediaControllers where !drivers.contains(device.driver) { drivers.append(device.driver) }
        for driver in drivers {
            let paths = mediaControllers.filter { $0.driver == driver }.map(\.path)
            table.row(driver, paths.joined(separator: ", "))
        }
        var commands: [String] = []
        for device in mediaControllers where !commands.contains(device.command) { commands.append(device.command) }
        for command in commands { table.row("publish by", command) }
    }
}

extension CameraReport {
    fileprivate func add(to table: inout TextTable) {
        table.section("Camera \(path): \(name) (\(driver), \(bus))")
        for link in byID + byPath { table.row("also", link) }
        // Many cameras list the same sizes for all formats.
        var tables: [(formats: [Format], sizes: [Size], range: Range?)] = []
        for format in formats where format.kind != .unsupported {
            if let index = tables.firstIndex(where: { $0.sizes == format.sizes && $0.range == format.range }) {
                tables[index].formats.append(format)
            } else {
                tables.append(([format], format.sizes, format.range))
            }
        }
        for entry in tables {
            table.row("formats", entry.formats.map(\.pixelFormat).joined(separator: ", "))
            table.row("any size", entry.range?.text)
            for size in entry.sizes { table.row("\(size.width)x\(size.height)", size.ratesText) }
        }
        let unsupported = formats.filter { $0.kind == .unsupported }.map(\.pixelFormat)
        table.row("not readable", unsupported.isEmpty ? nil : unsupported.joined(separator: ", "))
        table.row("usually", usualMode?.reason)
    }
}

extension CameraReport.Size {
    fileprivate var ratesText: String {
        if let frameRates { return frameRates.map(Self.number).joined(separator: ", ") + " fps" }
        guard let lowestFrameRate, let highestFrameRate else { return "at the camera's rate" }
        return "\(Self.number(lowestFrameRate)) to \(Self.number(highestFrameRate)) fps"
    }

    private static func number(_ rate: Double) -> String {
        let hundredths = (rate * 100).rounded() / 100
        return hundredths == hundredths.rounded() ? "\(Int(hundredths))" : "\(hundredths)"
    }
}

extension CameraReport.Range {
    fileprivate var text: String {
        "from \(minimumWidth)x\(minimumHeight) to \(maximumWidth)x\(maximumHeight) in steps of \(widthStep)x\(heightStep)"
    }
}

extension MicrophoneReport {
    fileprivate var text: String {
        var text = name
        if let stableAddress { text += ", also \(stableAddress)" }
        if let trouble { return "\(text): \(trouble)" }
        guard let minimumRate, let maximumRate, let minimumChannels, let maximumChannels else { return text }
        return text + "; \(Self.span(minimumChannels, maximumChannels)) channels, "
            + "\(Self.span(minimumRate, maximumRate)) Hz"
    }

    private static func span(_ lowest: Int, _ highest: Int) -> String {
        lowest == highest ? "\(lowest)" : "\(lowest) to \(highest)"
    }
}
