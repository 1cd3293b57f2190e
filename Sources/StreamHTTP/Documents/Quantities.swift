import NIOCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension TimeAmount {
    /// Seconds, to the millisecond.
    var seconds: Double { (Double(nanoseconds) / 1e9).rounded(to: 1_000) }
}

extension Double {
    /// The nearest multiple of 1 / `parts`.
    func rounded(to parts: Double) -> Double { (self * parts).rounded() / parts }
}

extension Int64 {
    /// Microseconds since 1970-01-01 UTC in the form of RFC 3339.
    var timestamp: String { Date(timeIntervalSince1970: Double(self) / 1e6).ISO8601Format() }
}
