import StreamCapture

extension SystemFacts {
    /// Findings about each camera and about each device file that may be a camera.
    var cameraFindings: [Finding] {
        let findings =
            cameras.cameras.filter(\.canCapture).map { finding(on: $0) } + cameras.unreadable.map { finding(on: $0) }
        guard findings.isEmpty, moduleFindings.isEmpty else { return findings + moduleFindings }
        return [
            Finding(
                "camera",
                .warning,
                "No camera is connected; publish the test picture, or the address of a network camera (rtsp://…).",
                command: "streamd publish test:"
            )
        ]
    }

    /// Findings about camera modules: one for all device files that share a command.
    private var moduleFindings: [Finding] {
        let devices = cameras.mediaControllers
        return devices.indices
            .filter { index in !devices[..<index].contains { $0.command == devices[index].command } }
            .map { index in
                Finding(
                    "camera",
                    cameras.capturing.isEmpty ? .warning : .ok,
                    "\(devices[index].path) (\(devices[index].driver)) belongs to a camera module, which only libcamera can "
                        + "operate; publish it by a pipe.",
                    command: devices[index].command
                )
            }
    }

    /// A camera is slow if it delivers less than this part of its frame rate. Some drivers round the rate.
    private static var slowness: Double { 0.9 }

    private func finding(on camera: Camera) -> Finding {
        let name = "'\(camera.name)' at \(camera.path)"
        switch measurements[camera.path] {
        case .failed(let error) where error.code == .permissionDenied:
            return Finding("camera", .problem, error.reason, command: remedy(for: camera.path))
        case .failed(let error):
            return Finding("camera", .problem, error.reason, command: "sudo fuser -v \(camera.path)")
        case .measured(let measurement): return finding(on: measurement, name, camera.path)
        case nil: return Finding("camera", .ok, "The camera \(name) can be opened.")
        }
    }

    private func finding(on measurement: CameraMeasurement, _ name: String, _ path: String) -> Finding {
        guard measurement.pictures > 0 else {
            return Finding(
                "camera",
                .problem,
                "The camera \(name) opens as \(measurement.mode), but delivers no pictures; plug it in again, or into "
                    + "another port.",
                command: "sudo dmesg | tail"
            )
        }
        if measurement.damagedPictures > 0 {
            return Finding(
                "camera",
                .warning,
                "\(measurement.damagedPictures) of \(measurement.damagedPictures + measurement.pictures) pictures of "
                    + "the camera \(name) were damaged; try another port or cable.",
                command: "sudo dmesg | tail"
            )
        }
        guard let rate = measurement.rate else {
            return Finding("camera", .warning, "The camera \(name) delivered only one picture in two seconds.")
        }
        let actual = "\((rate * 10).rounded() / 10) fps"
        guard let advertised = measurement.advertisedRate, rate < advertised * Self.slowness else {
            return Finding("camera", .ok, "The camera \(name) opens as \(measurement.mode) and delivers \(actual).")
        }
        return Finding(
            "camera",
            .warning,
            "The camera \(name) opens as \(measurement.mode), but delivers \(actual); more light may help.",
            command: "v4l2-ctl -d \(path) -c exposure_dynamic_framerate=0"
        )
    }

    private func finding(on camera: UnreadableCamera) -> Finding {
        let isRefused = camera.error.code == .permissionDenied
        return Finding(
            "camera",
            .problem,
            camera.error.reason,
            command: isRefused ? remedy(for: camera.path) : "sudo fuser -v \(camera.path)"
        )
    }
}
