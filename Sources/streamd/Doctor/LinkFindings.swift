import StreamCluster
import StreamProtocol

extension ClusterFacts.Links {
    /// The doctor's findings about the links between relays.
    var findings: [Finding] { blocked + unknown + [working] + leftOut }

    // MARK: Links that do not work

    /// One finding for each link.
    private var blocked: [Finding] {
        results.compactMap { result in
            guard case .blocked(let answer) = result.outcome else { return nil }
            let (downstream, upstream) = (result.link.downstream.quoted(), result.link.upstream.quoted())
            let stream = "\(result.link.stream)".quoted()
            let problem = Self.problem(answer)
            return Finding(
                "link",
                .problem,
                "The relay \(downstream) does not take '\(stream)' from the relay \(upstream): \(problem.text).",
                command: problem.isOfNetwork ? "streamd health \(upstream)" : nil
            )
        }
    }

    /// - Returns: What the relay says, and what to do; and whether a command on its machine may show more.
    private static func problem(_ answer: ClusterLink.Answer) -> (text: String, isOfNetwork: Bool) {
        switch answer {
        case .welcome(.live, _):
            return ("it has a publisher of this name itself; end one of the two publishers", false)
        case .welcome(_, relays: 2...):
            let reason = "its connection to that relay is lost, or the publisher sends nothing"
            return ("the stream is interrupted there: \(reason); run this command on its machine", true)
        case .welcome:
            let advice = "check there that etcd is the same one, and 'cluster-prefix' too"
            return ("it does not know that this relay has the stream; \(advice)", false)
        case .refusal(let ending):
            let text = "it answers \"\(clause(ending))\" (\(ending.code))"
            switch ending.code {
            case .internalFault:
                return ("\(text); read the reason in its log, and run this command on its machine", true)
            case .relayLoop: return ("\(text); check 'origin' in the settings of both relays", false)
            default: return ("\(text); read the reason in its log", false)
            }
        case .silence(let reason): return ("it does not answer: \(clause(reason))", false)
        }
    }

    private static func clause(_ ending: Ending) -> String { clause(ending.reason) }

    /// What is wrong, without the advice behind the semicolon, which is for the relay's viewers.
    private static func clause(_ sentence: String) -> String {
        let clause = sentence.prefix { $0 != ";" }
        return (clause.last == "." ? clause.dropLast() : clause).quoted(upTo: Quotation.sentenceLength)
    }

    // MARK: Links of which nothing is known

    /// A relay that says nothing about another one.
    private struct Refusal: Hashable {
        let relay: String
        let answer: ClusterLink.Answer

        /// - Returns: `nil` for another result.
        init?(_ result: LinkCheck.Result) {
            guard case .unknown(let answer) = result.outcome else { return nil }
            relay = result.link.downstream
            self.answer = answer
        }

        func finding(_ count: Int) -> Finding {
            let links = HumanReadable.counted(count, "link")
            let subject = "The relay \(relay.quoted()) does not say which relays it reaches (\(links))"
            switch answer {
            case .refusal(let ending):
                let reason = ending.reason.quoted(upTo: Quotation.sentenceLength)
                return Finding("link", .warning, "\(subject): \(reason) (\(ending.code))")
            case .silence(let reason):
                return Finding("link", .problem, "\(subject): \(reason.quoted(upTo: Quotation.sentenceLength))")
            case .welcome: return Finding("link", .warning, "\(subject).")
            }
        }
    }

    /// One finding for each relay and answer: a relay that refuses the doctor does so for many streams.
    private var unknown: [Finding] {
        let refusals = Dictionary(grouping: results.compactMap { Refusal($0) }) { $0 }
        return refusals.map { $0.key.finding($0.value.count) }.sorted { $0.text < $1.text }
    }

    // MARK: The rest

    private var working: Finding {
        guard !results.isEmpty else {
            return Finding(
                "link",
                .warning,
                "No link between relays was tried: that takes a relay with streams, and another one that answers; name "
                    + "relays without streams with --also."
            )
        }
        let working = results.count { $0.outcome == .works }
        let links = HumanReadable.counted(results.count, "link")
        return Finding(
            "link",
            working > 0 ? .ok : .warning,
            "Relays take streams from each other: \(working) of \(links) \(results.count == 1 ? "works" : "work")."
        )
    }

    /// What was not tried, and why.
    private var leftOut: [Finding] {
        var findings: [Finding] = []
        let vanished = results.count { $0.outcome == .vanished }
        if vanished > 0 {
            let text = "The streams of \(HumanReadable.counted(vanished, "link")) have ended or moved meanwhile"
            findings.append(Finding("link", .warning, "\(text); run the doctor again to try these links."))
        }
        if !silent.isEmpty {
            let text = "\(Self.list(silent)) could not be asked for streams of others"
            findings.append(Finding("link", .warning, "\(text), because no answer came from there."))
        }
        if !withoutStreams.isEmpty {
            let text = "\(Self.list(withoutStreams)) could not be checked as a source"
            findings.append(Finding("link", .ok, "\(text), because the directory has no streams there."))
        }
        if omitted > 0 {
            let text = "\(HumanReadable.counted(omitted, "more link")) \(omitted == 1 ? "was" : "were") not tried"
            findings.append(Finding("link", .warning, "\(text): the doctor tries \(LinkPlan.maximumLinks)."))
        }
        return findings
    }

    /// The most relays that a sentence names.
    private static let maximumNames = 8

    /// - Returns: The beginning of a sentence.
    private static func list(_ relays: [String]) -> String {
        let names = relays.prefix(maximumNames).map { $0.quoted() }.joined(separator: ", ")
        let more = relays.count - maximumNames
        return "\(relays.count == 1 ? "The relay" : "The relays") \(names)\(more > 0 ? " and \(more) more" : "")"
    }
}
