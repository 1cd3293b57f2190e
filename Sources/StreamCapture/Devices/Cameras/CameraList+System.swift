#if Capture && os(Linux)
    import Platform
    import StreamProtocol

    extension CameraList {
        /// Queries the system: all of `/dev/video*` that capture video.
        public static func system(probing size: PictureSize? = nil) -> CameraList {
            var list = CameraList()
            let links = DeviceLinks.system
            for number in DeviceFolder.names(in: "/dev").compactMap(DeviceFolder.videoNumber).sorted() {
                let path = "/dev/video\(number)"
                do throws(CaptureError) {
                    switch try VideoDevice(path).description(probing: size) {
                    case .camera(var camera):
                        camera.idLinks = links.byID[path] ?? []
                        camera.pathLinks = links.byPath[path] ?? []
                        list.cameras.append(camera)
                    case .mediaController(let device): list.mediaControllers.append(device)
                    case nil: continue
                    }
                } catch {
                    list.unreadable.append(UnreadableCamera(path: path, error: error))
                }
            }
            return list
        }
    }

    /// The stable links of each device file.
    private struct DeviceLinks {
        var byID: [String: [String]]
        var byPath: [String: [String]]

        static var system: DeviceLinks {
            DeviceLinks(byID: links(in: "/dev/v4l/by-id"), byPath: links(in: "/dev/v4l/by-path"))
        }

        private static func links(in folder: String) -> [String: [String]] {
            let paths = DeviceFolder.names(in: folder).sorted().map { "\(folder)/\($0)" }
            return Dictionary(grouping: paths) { DeviceFolder.resolved($0) ?? "" }
        }
    }

    /// Directories of device files.
    enum DeviceFolder {
        /// The names in a directory; empty if it does not exist.
        static func names(in folder: String) -> [String] {
            guard let directory = opendir(folder) else { return [] }
            defer { closedir(directory) }
            var names: [String] = []
            while let entry = readdir(directory) {
                let name = withUnsafeBytes(of: entry.pointee.d_name) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                }
                if name != ".", name != ".." { names.append(name) }
            }
            return names
        }

        /// The target of a path after all links; `nil` if it does not exist.
        static func resolved(_ path: String) -> String? {
            guard let resolved = realpath(path, nil) else { return nil }
            defer { free(resolved) }
            return String(cString: resolved)
        }

        /// The number of `videoN`.
        static func videoNumber(_ name: String) -> Int? {
            name.hasPrefix("video") ? Int(name.dropFirst(5)) : nil
        }
    }
#endif
