/// The connection to a camera that may be unplugged, hang and return. It decides the next action.
///
/// A value without I/O and without a clock: times are microseconds of any monotonic clock.
struct CameraStateMachine {
    /// The next action.
    enum Action: Hashable {
        /// Find and open the camera, then call ``opened(at:period:)`` or ``openingFailed(_:at:)``.
        case open
        /// Wait for a picture for at most this time, then call ``pictureReceived(at:)`` or ``lost(_:at:)``, or request
        /// the next action.
        case read(atMost: Int64)
        /// The camera is silent: close it and call ``lost(_:at:)``.
        case close
        /// Wait for this time.
        case wait(Int64)
    }

    /// The kind of a loss.
    enum Loss: Hashable {
        /// The device has disappeared or returns errors.
        case disconnected
        /// The device delivers nothing.
        case silent
    }

    /// The interval between attempts to find a lost camera. It is well below the promised two seconds.
    static let retryInterval: Int64 = 250_000
    /// The time until the first picture after opening: sleeping cameras need a second or two.
    static let wakeTimeout: Int64 = 5_000_000
    /// The time between two pictures: a webcam in the dark slows down to a few pictures per second.
    static let silenceTimeouts: ClosedRange<Int64> = 1_000_000...5_000_000
    /// The number of consecutive pictures that may be missing.
    static let missingPictures: Int64 = 8

    private enum State {
        case closed(nextAttempt: Int64)
        /// Open since this time, without a picture yet.
        case waking(Int64)
        case capturing(lastPicture: Int64)
    }

    private var state: State
    private var outage = DeviceOutage()
    private var hasOpened = false
    private var period: Int64?

    init(at now: Int64) {
        state = .closed(nextAttempt: now)
    }

    func next(at now: Int64) -> Action {
        switch state {
        case .closed(let attempt): now >= attempt ? .open : .wait(attempt - now)
        case .waking(let since): Self.reading(until: since + Self.wakeTimeout, now)
        case .capturing(let last): Self.reading(until: last + silenceTimeout, now)
        }
    }

    private static func reading(until deadline: Int64, _ now: Int64) -> Action {
        now < deadline ? .read(atMost: deadline - now) : .close
    }

    private var silenceTimeout: Int64 {
        // A driver may report any period; the product must not overflow.
        let missing = min(period ?? 0, Self.silenceTimeouts.upperBound) * Self.missingPictures
        return min(max(missing, Self.silenceTimeouts.lowerBound), Self.silenceTimeouts.upperBound)
    }

    /// The camera is open.
    ///
    /// - Parameter period: The frame period in microseconds, if it is known.
    mutating func opened(at now: Int64, period: Int64?) {
        state = .waking(now)
        hasOpened = true
        self.period = period
    }

    /// A picture arrived.
    ///
    /// - Returns: The length of the interruption that this picture ends, in microseconds; `nil` if there was none.
    mutating func pictureReceived(at now: Int64) -> Int64? {
        state = .capturing(lastPicture: now)
        return outage.end(at: now)
    }

    /// The camera did not open. The first failure is final; later ones lead to another attempt.
    ///
    /// - Returns: The message for the user; `nil` if it was reported already.
    /// - Throws: `error` if the camera has never been open.
    mutating func openingFailed(_ error: CaptureError, at now: Int64) throws(CaptureError) -> String? {
        guard hasOpened else { throw error }
        state = .closed(nextAttempt: now + Self.retryInterval)
        return outage.message(for: error)
    }

    /// The camera was closed after a loss.
    ///
    /// - Returns: Whether the loss is new; `false` for further failures of a silent camera.
    mutating func lost(_ loss: Loss, at now: Int64) -> Bool {
        let isFirstLoss = outage.begin(at: now)
        // A camera that was only reset is back at once, and a hanging one is opened again at once.
        state = .closed(nextAttempt: isFirstLoss ? now : now + Self.retryInterval)
        return isFirstLoss
    }
}

/// Identifies a camera, also after it was unplugged.
enum CameraIdentity: Hashable {
    /// The device at this path, a device file or a link. A link under `/dev/v4l/by-id` finds the same camera under any
    /// number.
    case path(String)
    /// The camera that was selected without a path.
    case found(idLinks: [String], name: String, driver: String, bus: String)

    init(_ camera: Camera) {
        self = .found(idLinks: camera.idLinks, name: camera.name, driver: camera.driver, bus: camera.bus)
    }

    /// Finds the camera in a list: by a stable name, or else by the bus position, or else by the driver's name for it.
    ///
    /// - Returns: `nil` if the list does not contain it; always for ``path(_:)``, which is opened directly.
    func find(in list: CameraList) -> Camera? {
        guard case .found(let idLinks, let name, let driver, let bus) = self else { return nil }
        let cameras = list.capturing
        if !idLinks.isEmpty { return cameras.first { !$0.idLinks.filter(idLinks.contains).isEmpty } }
        let alike = cameras.filter { $0.name == name && $0.driver == driver }
        return alike.first { $0.bus == bus } ?? alike.first
    }
}

/// Converts a camera's timestamps to ascending media times.
///
/// Nearly all drivers use the monotonic clock, some old ones the wall clock, and a few set no timestamps.
struct CameraTimestampConverter {
    /// The clock of a timestamp is the one that differs by less than this, in microseconds.
    static let tolerance: Int64 = 2_000_000

    private var last = Int64.min

    /// The media time of a picture.
    ///
    /// - Parameters:
    ///   - stamp: The driver's timestamp, in microseconds.
    ///   - monotonic: The monotonic clock when the picture was read, in microseconds.
    ///   - wall: The wall clock at that time.
    ///   - now: The media time at that time.
    mutating func mediaTime(of stamp: Int64?, monotonic: Int64, wall: Int64, now: Int64) -> Int64 {
        var age: Int64 = 0
        for clock in [monotonic, wall] {
            guard let stamp else { break }
            let (difference, overflow) = clock.subtractingReportingOverflow(stamp)
            if !overflow, difference.magnitude < UInt64(Self.tolerance) {
                age = max(0, difference)
                break
            }
        }
        last = last == .min ? now - age : max(now - age, last + 1)
        return last
    }
}
