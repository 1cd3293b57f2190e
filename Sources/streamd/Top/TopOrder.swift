import ArgumentParser
import StreamHTTP

/// The order of the streams and viewers on the page of `streamd top`. What an order says nothing about keeps its usual one:
/// streams by name, and viewers by lag.
enum TopOrder: String, ExpressibleByArgument, CaseIterable, Hashable, Sendable {
    case lag, name, viewers, rate, latency, missed

    /// The order that follows when the user asks for another one.
    var next: TopOrder {
        let all = Self.allCases
        let place = all.firstIndex(of: self) ?? 0
        return all[(place + 1) % all.count]
    }

    func sort(_ streams: [StreamDocument]) -> [StreamDocument] {
        let weight: (StreamDocument) -> Double = { stream in
            switch self {
            case .lag, .name: 0
            case .viewers: Double(stream.viewers)
            case .rate: stream.bitRate
            case .latency: stream.reception?.worstLatency ?? -1
            case .missed: stream.reception.map { Double($0.framesMissed) } ?? -1
            }
        }
        return Self.sorted(streams, by: weight) { $0.name < $1.name }
    }

    func sort(_ viewers: [ConnectionDocument], _ rates: TopRates) -> [ConnectionDocument] {
        let weight: (ConnectionDocument) -> Double = { viewer in
            switch self {
            case .lag, .viewers, .name: 0
            case .rate: rates.bitRate(of: viewer) ?? -1
            case .latency: viewer.viewing?.report?.highLatency ?? -1
            case .missed: viewer.viewing?.report.map { Double($0.framesMissed) } ?? -1
            }
        }
        return Self.sorted(viewers, by: weight) { first, second in
            if self == .name, first.stream != second.stream { return first.stream ?? "" < second.stream ?? "" }
            let (lag, other) = (first.viewing?.lag ?? 0, second.viewing?.lag ?? 0)
            return lag == other ? first.id < second.id : lag > other
        }
    }

    /// The heaviest elements first; equal ones as `precedes` says.
    private static func sorted<Element>(
        _ elements: [Element],
        by weight: (Element) -> Double,
        _ precedes: (Element, Element) -> Bool
    ) -> [Element] {
        elements.map { ($0, weight($0)) }.sorted { first, second in
            first.1 == second.1 ? precedes(first.0, second.0) : first.1 > second.1
        }.map(\.0)
    }
}
