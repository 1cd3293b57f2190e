import StreamCapture

extension SystemFacts {
    /// On each camera, and on each device file that may be one.
    var cameraFindings: [Finding] {
        let findings =
            cameras.cameras.filter(\.canCapture).map { finding(on: $0) } + cameras.unreadable.map { finding(on: $0) }
        guard findings.isEmpty, moduleFindings.isEmpty else { return findings + moduleFindings }
        return [
            Finding(
                "camera",
                .warning,
                "There is no camera here; a test picture can be published all the same.",
                command: "streamd publish test:"
            )
        ]
    }

    /// On camera modules, once for all device files that one command is for.
    private var moduleFindings: [Finding] {
        let devices = cameras.mediaControllers
        return devices.indices
            .filter { index in !devices[..<index].contains { $0.command == devices[index].command } }
            .map { index in
                Finding(
                    "camera",
                    cameras.capturing.isEmpty ? .warning : .ok,
                    "\(devices[index].path) (\(devices[index].driver)) is for a camera module, which only libcamera can "
                        + "operate; a pipe publishes it.",
                    command: devices[index].command
                )
            }
    }

    /// A camera that delivers less of its rate than this is slow: some drivers round a little.
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
                "The camera \(name) opens as \(measurement.mode), but sends no pictures: plug it in anew, or into "
                    + "another port.",
                command: "sudo dmesg | tail"
            )
        }
        if measurement.damagedPictures > 0 {
            return Finding(
                "camera",
                .warning,
                "\(measurement.damagedPictures) of \(measurement.damagedPictures + measurement.pictures) pictures of "
                    + "the camera \(name) came damaged: try another port or cable.",
                command: "sudo dmesg | tail"
            )
        }
        guard let rate = measurement.rate else {
            return Finding("camera", .warning, "The camera \(name) sent one picture in two seconds.")
        }
        let actual = "\((rate * 10).rounded() / 10) fps"
        guard let advertised = measurement.advertisedRate, rate < advertised * Self.slowness else {
            return Finding("camera", .ok, "The camera \(name) opens as \(measurement.mode), and gives \(actual).")
        }
        return Finding(
            "camera",
            .warning,
            "The camera \(name) opens as \(measurement.mode), but gives \(actual): in the dark many cameras expose longer.",
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
