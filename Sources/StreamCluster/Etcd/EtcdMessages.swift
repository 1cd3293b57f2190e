#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The messages of etcd's API (`rpc.proto`, version 3.4 and later) as its gateway writes them in JSON: numbers of 64
/// bits as text, bytes in Base64, and no field that has its default value.
enum EtcdMessage {
    /// A number of 64 bits. Input may be a number, too.
    struct Number<Value: FixedWidthInteger & Codable & Sendable>: Codable, Hashable, Sendable {
        let value: Value

        init(_ value: Value) { self.value = value }

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                guard text.utf8.count <= 20, let value = Value(text) else {
                    throw DecodingError.dataCorruptedError(in: container, debugDescription: "no number")
                }
                self.value = value
            } else {
                value = try container.decode(Value.self)
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(String(value))
        }
    }

    struct Header: Decodable, Sendable {
        var clusterID: Number<UInt64>?
        var revision: Number<Int64>?

        enum CodingKeys: String, CodingKey {
            case clusterID = "cluster_id"
            case revision
        }
    }

    struct KeyValue: Decodable, Sendable {
        var key: Data
        var value: Data?
        var createRevision: Number<Int64>?
        var modRevision: Number<Int64>?
        var lease: Number<Int64>?

        enum CodingKeys: String, CodingKey {
            case key, value, lease
            case createRevision = "create_revision"
            case modRevision = "mod_revision"
        }
    }

    // MARK: Leases

    struct LeaseRequest: Encodable, Sendable {
        var id: Number<Int64>?
        var timeToLive: Number<Int64>?

        enum CodingKeys: String, CodingKey {
            case id = "ID"
            case timeToLive = "TTL"
        }
    }

    struct LeaseAnswer: Decodable, Sendable {
        var id: Number<Int64>?
        /// Seconds; missing for a lease that is gone.
        var timeToLive: Number<Int64>?

        enum CodingKeys: String, CodingKey {
            case id = "ID"
            case timeToLive = "TTL"
        }
    }

    /// A message of an answer that may have several.
    struct Streamed<Result: Decodable & Sendable>: Decodable, Sendable {
        var result: Result?
        var error: Problem?
    }

    // MARK: Keys

    struct RangeRequest: Encodable, Sendable {
        var key: Data
        var rangeEnd: Data?
        var limit: Number<Int64>?
        var revision: Number<Int64>?
        var sortOrder: String?
        var sortTarget: String?
        var countOnly: Bool?

        enum CodingKeys: String, CodingKey {
            case key, limit, revision
            case countOnly = "count_only"
            case rangeEnd = "range_end"
            case sortOrder = "sort_order"
            case sortTarget = "sort_target"
        }
    }

    struct RangeAnswer: Decodable, Sendable {
        var header: Header?
        var keyValues: [KeyValue]?
        var more: Bool?
        var count: Number<Int64>?

        enum CodingKeys: String, CodingKey {
            case header, more, count
            case keyValues = "kvs"
        }
    }

    struct Compare: Encodable, Sendable {
        var target: String
        var result = "EQUAL"
        var key: Data
        var createRevision: Number<Int64>?
        var modRevision: Number<Int64>?
        var lease: Number<Int64>?

        enum CodingKeys: String, CodingKey {
            case target, result, key, lease
            case createRevision = "create_revision"
            case modRevision = "mod_revision"
        }
    }

    struct PutRequest: Encodable, Sendable {
        var key: Data
        var value: Data
        var lease: Number<Int64>
    }

    struct DeleteRequest: Encodable, Sendable {
        var key: Data
    }

    struct Operation: Encodable, Sendable {
        var put: PutRequest?
        var delete: DeleteRequest?
        var range: RangeRequest?

        enum CodingKeys: String, CodingKey {
            case put = "request_put"
            case delete = "request_delete_range"
            case range = "request_range"
        }
    }

    struct TransactionRequest: Encodable, Sendable {
        var compare: [Compare]
        var success: [Operation]
        var failure: [Operation]
    }

    struct TransactionAnswer: Decodable, Sendable {
        struct Response: Decodable, Sendable {
            var range: RangeAnswer?

            enum CodingKeys: String, CodingKey { case range = "response_range" }
        }

        var header: Header?
        var succeeded: Bool?
        var responses: [Response]?
    }

    // MARK: Watching

    struct WatchRequest: Encodable, Sendable {
        struct Create: Encodable, Sendable {
            var key: Data
            var rangeEnd: Data
            var startRevision: Number<Int64>

            enum CodingKeys: String, CodingKey {
                case key
                case rangeEnd = "range_end"
                case startRevision = "start_revision"
            }
        }

        var create: Create

        enum CodingKeys: String, CodingKey { case create = "create_request" }
    }

    struct WatchAnswer: Decodable, Sendable {
        struct Event: Decodable, Sendable {
            /// Missing for a key that was written.
            var type: String?
            var keyValue: KeyValue?

            enum CodingKeys: String, CodingKey {
                case type
                case keyValue = "kv"
            }
        }

        var header: Header?
        var created: Bool?
        var canceled: Bool?
        var compactRevision: Number<Int64>?
        var cancelReason: String?
        var events: [Event]?

        enum CodingKeys: String, CodingKey {
            case header, created, canceled, events
            case compactRevision = "compact_revision"
            case cancelReason = "cancel_reason"
        }
    }

    // MARK: Others

    struct LoginRequest: Encodable, Sendable {
        var name: String
        var password: String
    }

    struct LoginAnswer: Decodable, Sendable {
        var token: String?
    }

    struct Version: Decodable, Sendable {
        var server: String

        enum CodingKeys: String, CodingKey { case server = "etcdserver" }
    }

    /// An error, as the gateways of the versions write it: `{"error":"…","code":…,"message":"…"}`. That of a request whose
    /// answer may have several messages is nested: `{"error":{"grpc_code":…,"message":"…"}}`.
    struct Problem: Decodable, Sendable {
        var code: Int?
        var message: String?

        enum CodingKeys: String, CodingKey {
            case code, message, error
            case grpcCode = "grpc_code"
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            if let nested = try? container.decode(Problem.self, forKey: .error) {
                self = nested
                return
            }
            code =
                try container.decodeIfPresent(Int.self, forKey: .code)
                ?? container.decodeIfPresent(Int.self, forKey: .grpcCode)
            message =
                try container.decodeIfPresent(String.self, forKey: .message)
                ?? container.decodeIfPresent(String.self, forKey: .error)
        }

        func error(at endpoint: EtcdEndpoint) -> EtcdError {
            EtcdError(code: code ?? 2, message ?? "no reason", at: endpoint)
        }
    }
}
