import Testing

@testable import StreamHTTP

/// Which requests may come from a page of another origin, and which pages may read the responses.
@Suite struct OriginCheckTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var origins: [String] = []
        var hosts = ["relay.example.org"]
        var tls = false
        var here = false
        var allowing: AllowedOrigins = .none
        var foreign: Bool
        var corsPolicy = CORSPolicy.sameOrigin

        var testDescription: String { "\(origins) asks \(hosts)\(tls ? " by TLS" : "")\(here ? " from here" : "")" }

        var check: OriginCheck {
            OriginCheck(
                .init(origins: origins, hosts: hosts, isEncrypted: tls, isFromThisMachine: here),
                allowing: allowing
            )
        }
    }

    private static let player = AllowedOrigins(list: "https://player.example.org, http://127.0.0.1:8000") ?? .none

    private static let noPage: [Case] = [
        Case(foreign: false),
        Case(hosts: [], foreign: false),
        Case(hosts: ["relay.example.org:7450"], foreign: false),
        Case(hosts: ["192.168.1.5:7450"], tls: true, foreign: false),
        Case(hosts: ["anything at all"], foreign: false),
    ]

    private static let ownPages: [Case] = [
        Case(origins: ["http://relay.example.org"], foreign: false),
        Case(origins: ["http://relay.example.org:80"], foreign: false),
        Case(origins: ["http://relay.example.org"], hosts: ["relay.example.org:80"], foreign: false),
        Case(origins: ["https://relay.example.org"], hosts: ["relay.example.org:443"], tls: true, foreign: false),
        Case(origins: ["HTTP://Relay.Example.ORG"], hosts: ["RELAY.example.org"], foreign: false),
        Case(origins: ["http://relay:7450"], hosts: ["relay:7450"], foreign: false),
        Case(origins: ["http://my_relay:7450"], hosts: ["my_relay:7450"], foreign: false),
        Case(origins: ["http://192.168.1.5:7450"], hosts: ["192.168.1.5:7450"], foreign: false),
        Case(origins: ["http://[2001:db8::1]:7450"], hosts: ["[2001:db8::1]:7450"], foreign: false),
        Case(origins: ["http://[2001:DB8:0:0::1]:7450"], hosts: ["[2001:db8::1]:7450"], foreign: false),
        Case(origins: ["http://[::1]"], hosts: ["[::1]"], here: true, foreign: false),
        Case(origins: ["http://localhost:7450"], hosts: ["localhost:7450"], here: true, foreign: false),
        // A name with a trailing dot is an origin of its own.
        Case(origins: ["http://relay.example.org."], hosts: ["relay.example.org."], foreign: false),
    ]

    private static let otherPages: [Case] = [
        Case(origins: ["http://evil.example.com"], foreign: true),
        Case(origins: ["http://example.org"], foreign: true),
        Case(origins: ["http://a.relay.example.org"], foreign: true),
        Case(origins: ["http://relay.example.org.evil.example.com"], foreign: true),
        Case(origins: ["http://relay.example.org."], foreign: true),
        Case(origins: ["http://relay.example.org:7450"], foreign: true),
        Case(origins: ["http://relay.example.org"], hosts: ["relay.example.org:7450"], foreign: true),
        Case(origins: ["http://localhost:3000"], hosts: ["localhost:7450"], here: true, foreign: true),
        Case(origins: ["http://127.0.0.1:7450"], hosts: ["localhost:7450"], here: true, foreign: true),
        Case(origins: ["http://[2001:db8::2]"], hosts: ["[2001:db8::1]"], foreign: true),
        // Behind a proxy that terminates TLS, the scheme differs, and the origin must be allowed.
        Case(origins: ["https://relay.example.org"], foreign: true),
        Case(origins: ["http://relay.example.org"], tls: true, foreign: true),
        Case(origins: ["http://relay.example.org:443"], hosts: ["relay.example.org"], tls: true, foreign: true),
        Case(origins: ["null"], foreign: true),
        Case(origins: [""], foreign: true),
        Case(origins: ["*"], foreign: true),
        Case(origins: ["file://"], foreign: true),
        Case(origins: ["file:///home/me/page.html"], foreign: true),
        Case(origins: ["chrome-extension://abcdef"], foreign: true),
        Case(origins: ["relay.example.org"], foreign: true),
        Case(origins: ["http:relay.example.org"], foreign: true),
        Case(origins: ["http://relay.example.org/"], foreign: true),
        Case(origins: ["http://relay.example.org:"], foreign: true),
        Case(origins: ["http://relay.example.org:080000"], foreign: true),
        Case(origins: ["http://relay.example.org:+80"], foreign: true),
        Case(origins: ["http://relay.example.org#"], foreign: true),
        Case(origins: ["http://relay.example.org "], foreign: true),
        Case(origins: ["http://relay.example.org@evil.example.com"], foreign: true),
        Case(origins: ["http://evil@relay.example.org"], foreign: true),
        Case(origins: ["http://relay.example.org http://evil.example.com"], foreign: true),
        Case(origins: ["http://relay.example.org, http://evil.example.com"], foreign: true),
        Case(origins: ["http://relay.example.org", "http://evil.example.com"], foreign: true),
        Case(origins: ["http://relay.example.org", "http://relay.example.org"], foreign: true),
        Case(origins: ["http://relay.example.org"], hosts: [], foreign: true),
        Case(origins: ["http://relay.example.org"], hosts: ["relay.example.org", "a"], foreign: true),
        Case(origins: ["http://relay.example.org"], hosts: ["a@relay.example.org"], foreign: true),
        Case(origins: ["http://rél\u{301}ay"], hosts: ["rél\u{301}ay"], foreign: true),
    ]

    private static let rebinding: [Case] = [
        Case(hosts: ["evil.example.com:7450"], here: true, foreign: true),
        Case(hosts: ["evil.example.com"], tls: true, here: true, foreign: true),
        Case(origins: ["http://evil.example.com:7450"], hosts: ["evil.example.com:7450"], here: true, foreign: true),
        Case(hosts: ["127.0.0.1.example.com:7450"], here: true, foreign: true),
        Case(hosts: ["localhost.example.com:7450"], here: true, foreign: true),
        Case(hosts: ["notlocalhost"], here: true, foreign: true),
        Case(hosts: ["127.1"], here: true, foreign: true),
        Case(hosts: ["2130706433"], here: true, foreign: true),
        Case(hosts: ["127.0.0.1."], here: true, foreign: true),
        Case(hosts: [""], here: true, foreign: true),
        Case(hosts: ["localhost@evil.example.com"], here: true, foreign: true),
        Case(hosts: ["[::1].evil.example.com"], here: true, foreign: true),
        Case(hosts: ["[evil.example.com]"], here: true, foreign: true),
        Case(hosts: ["[127.0.0.1]"], here: true, foreign: true),
        Case(hosts: ["[::1"], here: true, foreign: true),
        Case(hosts: ["localhost", "evil.example.com"], here: true, foreign: true),
        // Only the machine's own addresses are checked: on other addresses, a relay may have any name.
        Case(hosts: ["evil.example.com:7450"], foreign: false),
        Case(hosts: ["localhost:7450"], here: true, foreign: false),
        Case(hosts: ["LOCALHOST."], here: true, foreign: false),
        Case(hosts: ["player.localhost:7450"], here: true, foreign: false),
        Case(hosts: ["127.0.0.1:7450"], here: true, foreign: false),
        Case(hosts: ["192.168.1.5:7450"], here: true, foreign: false),
        Case(hosts: ["[::1]:7450"], here: true, foreign: false),
        Case(hosts: [], here: true, foreign: false),
    ]

    private static let allowedPages: [Case] = [
        Case(
            origins: ["https://player.example.org"],
            allowing: player,
            foreign: false,
            corsPolicy: .origin("https://player.example.org")
        ),
        Case(
            origins: ["https://PLAYER.example.org:443"],
            allowing: player,
            foreign: false,
            corsPolicy: .origin("https://PLAYER.example.org:443")
        ),
        Case(
            origins: ["http://127.0.0.1:8000"],
            hosts: ["127.0.0.1:7450"],
            here: true,
            allowing: player,
            foreign: false,
            corsPolicy: .origin("http://127.0.0.1:8000")
        ),
        // A proxy on this machine passes on the name that the client used.
        Case(hosts: ["player.example.org"], here: true, allowing: player, foreign: false),
        Case(hosts: ["player.example.org:7450"], here: true, allowing: player, foreign: false),
        Case(
            origins: ["https://player.example.org"],
            hosts: ["relay.example.org"],
            here: true,
            allowing: player,
            foreign: false,
            corsPolicy: .origin("https://player.example.org")
        ),
        Case(hosts: ["evil.example.com"], here: true, allowing: player, foreign: true),
        Case(origins: ["http://player.example.org"], allowing: player, foreign: true),
        Case(origins: ["https://player.example.org:8443"], allowing: player, foreign: true),
        Case(origins: ["https://a.player.example.org"], allowing: player, foreign: true),
        Case(origins: ["https://player.example.org", "https://evil.example.com"], allowing: player, foreign: true),
        Case(origins: ["null"], allowing: player, foreign: true),
        Case(allowing: .anyOrigin, foreign: false, corsPolicy: .anyOrigin),
        Case(origins: ["null"], allowing: .anyOrigin, foreign: false, corsPolicy: .anyOrigin),
        Case(origins: ["http://evil.example.com"], allowing: .anyOrigin, foreign: false, corsPolicy: .anyOrigin),
        Case(hosts: ["evil.example.com"], here: true, allowing: .anyOrigin, foreign: false, corsPolicy: .anyOrigin),
    ]

    @Test(arguments: noPage + ownPages + otherPages + rebinding + allowedPages)
    func `a request is foreign or not`(_ row: Case) {
        #expect(row.check.requiresToken == row.foreign)
        #expect(row.check.corsPolicy == row.corsPolicy)
    }

    @Test(arguments: noPage + ownPages + otherPages + rebinding + allowedPages)
    func `a page with a token may read the response`(_ row: Case) {
        let readers: CORSPolicy = row.corsPolicy == .sameOrigin ? .anyOrigin : row.corsPolicy
        #expect(row.check.corsPolicy.withToken(isValid: true) == readers)
        #expect(row.check.corsPolicy.withToken(isValid: false) == row.corsPolicy)
    }

    @Test(arguments: [
        "", ",", "null", "player.example.org", "https://", "https://player.example.org/",
        "https://player.example.org/a",
        "https://*.example.org", "https://a b", "https://a:99999", "https://a,null", "file://",
    ])
    func `what is not an origin cannot be allowed`(list: String) {
        #expect(AllowedOrigins(list: list) == nil)
    }

    @Test func `a single star allows every page`() {
        #expect(AllowedOrigins(list: "*") == .anyOrigin)
        let mixed = AllowedOrigins(list: "https://a.example.org,*")
        #expect(mixed?.allowsAnyOrigin == true)
    }
}
