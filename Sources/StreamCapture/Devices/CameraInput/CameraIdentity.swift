/// Which camera is meant, also after it was unplugged.
enum CameraIdentity: Hashable {
    /// Whatever is at this path, a device file or a link to one. A link under `/dev/v4l/by-id` leads to the same camera
    /// under any number.
    case path(String)
    /// The one that was found when none was named.
    case found(idLinks: [String], name: String, driver: String, bus: String)

    init(_ camera: Camera) {
        self = .found(idLinks: camera.idLinks, name: camera.name, driver: camera.driver, bus: camera.bus)
    }

    /// Finds the camera among those that there are now: by its name that stays the same, or else by where it was
    /// plugged in, or else, now plugged in elsewhere, by what the driver calls it.
    ///
    /// - Returns: `nil` where it is not among them; always for ``path(_:)``, which is opened and not searched for.
    func find(in list: CameraList) -> Camera? {
        guard case .found(let idLinks, let name, let driver, let bus) = self else { return nil }
        let cameras = list.capturing
        if !idLinks.isEmpty { return cameras.first { !$0.idLinks.filter(idLinks.contains).isEmpty } }
        let alike = cameras.filter { $0.name == name && $0.driver == driver }
        return alike.first { $0.bus == bus } ?? alike.first
    }
}
