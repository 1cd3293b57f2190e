// swift-format-ignore-file
// Written by web_tokens.py with PyJWT 2.15.1

/// Public keys, and a secret that is used for nothing else.
enum VectorKey {
    static let secret =
        "z9fagQfryZDiDqxLoa827Yrrrl8P775BoNsTb53KXi7Uv9zLsHjn/fSMfO1uw9z2"
    static let p256 = """
        -----BEGIN PUBLIC KEY-----
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEl/nMVDiLWypXwKFAi0P5tvsqBQR1
        KBP4BOb58noA5dfowWru6h4OkAxViO1SdoxiMtjCMNwnVKDs36vFWf5t1A==
        -----END PUBLIC KEY-----
        """
    static let ed25519 = """
        -----BEGIN PUBLIC KEY-----
        MCowBQYDK2VwAyEA692TMy2v7s0vlsuy6E83tZyBHvewr8zQueUhDopT7N4=
        -----END PUBLIC KEY-----
        """
    static let p384 = """
        -----BEGIN PUBLIC KEY-----
        MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAErFA7LUuqiGZluHI7FBJNmU/glJqZs619
        L38TDf1reKO9AVHlcQcxXkghfVS+yoJ7XsJxqNl3RmBrE44PH2ylz8phfNdBQ3Ki
        q11PbrKlaFQw7RV6BtDDkGhHo2P+8hAh
        -----END PUBLIC KEY-----
        """
    static let p521 = """
        -----BEGIN PUBLIC KEY-----
        MIGbMBAGByqGSM49AgEGBSuBBAAjA4GGAAQAn53b9IYC4SLNfubccbSglbaVYgLW
        HOVa37l13RhkOs1UQ4XmQd3JXcqzs9B0tg+MwfpJxUHCIkoPfk4q+YSq4L4BL96D
        DFwllQ59dsJ/pRbLPsv5eraj5FNU7eBs6nmNJktMY/Dqj8aueAnPnsrN2VlXJKzD
        kVcvyaMsxhjB8/memcU=
        -----END PUBLIC KEY-----
        """
    static let secp256k1 = """
        -----BEGIN PUBLIC KEY-----
        MFYwEAYHKoZIzj0CAQYFK4EEAAoDQgAEvrXMINBRQ9YfkC9kDdQ7VeoiSls9/1TW
        QOL7OQDTkpy5A4m5V5BqP5xm0Jpf7c8YlZkmFaXvrQ7cr6H+H/kmCA==
        -----END PUBLIC KEY-----
        """
    static let rsa = """
        -----BEGIN PUBLIC KEY-----
        MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEApAa4W/V2exAlrnAYwyp0
        RzXv0W9GehtUPreKKqShMnZZIwr+OWApjcfxlnd5sGPRag8O0IfjoSYF8oMmKt9d
        xo1S4CQdI0yuTdP9JJYrfXELAU4Ntbe1I4uKkxDk3+aNK0zkkh4EFgHCK0/NmiN+
        mwwYVQlyk4ctXfY4lM2RWRc6SdgV8QQaXoaZy4J0uOvAErzI0aswAIznWy8NawW7
        fH9OvVEGH0wPrR3QqamWVf5tSA4mTn9C7Bqop9lG7DGvhQp4GA7dOHm6PL7AfkiH
        uNBzvJVwWsfVgGiHge9cuTpSY00tTcWru6edP9JPiOEgWLUqUBaFBJqjocMvcuRQ
        HQIDAQAB
        -----END PUBLIC KEY-----
        """
    static let set = """
        {
          "keys": [
            {
              "kty": "EC",
              "crv": "P-256",
              "kid": "first",
              "use": "sig",
              "alg": "ES256",
              "x": "l_nMVDiLWypXwKFAi0P5tvsqBQR1KBP4BOb58noA5dc",
              "y": "6MFq7uoeDpAMVYjtUnaMYjLYwjDcJ1Sg7N-rxVn-bdQ"
            },
            {
              "kty": "EC",
              "crv": "P-256",
              "kid": "second",
              "use": "sig",
              "alg": "ES256",
              "x": "q-leRwewufcW_aSfMx7IZXfH6LM181FM4_peyAWEkQE",
              "y": "wEJBDaNoVKhyUJ3voi42RtQrXxVAIfh7i7pmEt3yql8"
            },
            {
              "kty": "OKP",
              "crv": "Ed25519",
              "kid": "third",
              "x": "692TMy2v7s0vlsuy6E83tZyBHvewr8zQueUhDopT7N4"
            },
            {
              "kty": "oct",
              "kid": "fourth",
              "k": "ejlmYWdRZnJ5WkRpRHF4TG9hODI3WXJycmw4UDc3NUJvTnNUYjUzS1hpN1V2OXpMc0hqbi9mU01mTzF1dzl6Mg",
              "key_ops": [
                "verify"
              ]
            }
          ]
        }
        """
}

/// The same claims, signed in different ways.
enum SignedToken {
    static let hs256 =
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJjYW1lcmEtMSIsInB1Ymxpc2giOlsic3R1ZGlvLyoiLCJsaXZlIl0sIndhdGNoIjoiKiIsImV4cCI6MTc5ODc2NTIwMCwiaXNzIjoiZWxzZXdoZXJlIn0.taKohqS4EpBJmoXx_7dGYXV7P_YwKscC952wVvHaqP8"
    static let hs256ByDecodedSecret =
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJjYW1lcmEtMSIsInB1Ymxpc2giOlsic3R1ZGlvLyoiLCJsaXZlIl0sIndhdGNoIjoiKiIsImV4cCI6MTc5ODc2NTIwMCwiaXNzIjoiZWxzZXdoZXJlIn0.iM4Q37GXhgDm8k6ugnsqeFSCJpnD3icuu4Xv8FbKYIQ"
    static let es256 =
        "eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJjYW1lcmEtMSIsInB1Ymxpc2giOlsic3R1ZGlvLyoiLCJsaXZlIl0sIndhdGNoIjoiKiIsImV4cCI6MTc5ODc2NTIwMCwiaXNzIjoiZWxzZXdoZXJlIn0.dh-RwgwkPKBXnKLYV5eYqfJwbZgOrutNEjow-CkKHk1VM3d3srqPTMMPB4kywDbnhAg1FC32hkMWWC0zp4Lnbg"
    static let es256Named =
        "eyJhbGciOiJFUzI1NiIsImtpZCI6ImZpcnN0IiwidHlwIjoiSldUIn0.eyJzdWIiOiJjYW1lcmEtMSIsInB1Ymxpc2giOlsic3R1ZGlvLyoiLCJsaXZlIl0sIndhdGNoIjoiKiIsImV4cCI6MTc5ODc2NTIwMCwiaXNzIjoiZWxzZXdoZXJlIn0.rjp0R_3eyYkOKe98XRLtrqvqiEnwUWsfEhiKX8nL-5jUq-gPbVRfn67yaAzx5TEkXBmgLpMfb6MaKGCoqbh_TQ"
    static let es256OtherNamed =
        "eyJhbGciOiJFUzI1NiIsImtpZCI6InNlY29uZCIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJjYW1lcmEtMSIsInB1Ymxpc2giOlsic3R1ZGlvLyoiLCJsaXZlIl0sIndhdGNoIjoiKiIsImV4cCI6MTc5ODc2NTIwMCwiaXNzIjoiZWxzZXdoZXJlIn0.V2ZzCI-YJVVc_pL2Uj6Zs5_iir4iInVPuNYHhzhLzthWPcj5494ZQ2PnU27Fbf63T9BODXsbaVk7NcFUF2omow"
    static let es256Misnamed =
        "eyJhbGciOiJFUzI1NiIsImtpZCI6ImZpcnN0IiwidHlwIjoiSldUIn0.eyJzdWIiOiJjYW1lcmEtMSIsInB1Ymxpc2giOlsic3R1ZGlvLyoiLCJsaXZlIl0sIndhdGNoIjoiKiIsImV4cCI6MTc5ODc2NTIwMCwiaXNzIjoiZWxzZXdoZXJlIn0.dqMdeergiG70bHfvKdoN7iqzCy1fxQursLAbHvIdiAL3qfsStCNEs_RZcw2L_RM9aU0tzElMtw2oO9uMqVAaVg"
    static let es256UnknownName =
        "eyJhbGciOiJFUzI1NiIsImtpZCI6InRoaXJkIiwidHlwIjoiSldUIn0.eyJzdWIiOiJjYW1lcmEtMSIsInB1Ymxpc2giOlsic3R1ZGlvLyoiLCJsaXZlIl0sIndhdGNoIjoiKiIsImV4cCI6MTc5ODc2NTIwMCwiaXNzIjoiZWxzZXdoZXJlIn0.XI5XThFbwSySDT5WnXGEKU8IgI_avltuB_a324JsxY76lQTYr8-WEeMgCNMGmkeBQKJzD1dmUeij1rbj4dlzsw"
    static let es256ByOtherKey =
        "eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJjYW1lcmEtMSIsInB1Ymxpc2giOlsic3R1ZGlvLyoiLCJsaXZlIl0sIndhdGNoIjoiKiIsImV4cCI6MTc5ODc2NTIwMCwiaXNzIjoiZWxzZXdoZXJlIn0.u7F5d5bCD8_gJMK3AVKDUKrMVM91a0Wo6lOucoEOAGiI87cjg5Lu38QBycECB8PqNtddsHlBbAT08hPlZrev-A"
    static let edDSA =
        "eyJhbGciOiJFZERTQSIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJjYW1lcmEtMSIsInB1Ymxpc2giOlsic3R1ZGlvLyoiLCJsaXZlIl0sIndhdGNoIjoiKiIsImV4cCI6MTc5ODc2NTIwMCwiaXNzIjoiZWxzZXdoZXJlIn0.vwgTCA5Aacx5Utfx2ZeraRuZnC-ZA7Ap7RNwBoAnSE_ruge48Z_H7CQg2YVqKwPoXjBWsgIxc9RdOiy1nUhzCw"
    static let edDSAByOtherKey =
        "eyJhbGciOiJFZERTQSIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJjYW1lcmEtMSIsInB1Ymxpc2giOlsic3R1ZGlvLyoiLCJsaXZlIl0sIndhdGNoIjoiKiIsImV4cCI6MTc5ODc2NTIwMCwiaXNzIjoiZWxzZXdoZXJlIn0.sZmrj2wvsJGqq-C5rEzHxZbLsHb53BP_RdAqr0OVxbABKxTg6fE-urFfk8rXp_FBQTRhJnCSeXvUgS7Kdiy4Aw"
    static let hs256ByOtherSecret =
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJjYW1lcmEtMSIsInB1Ymxpc2giOlsic3R1ZGlvLyoiLCJsaXZlIl0sIndhdGNoIjoiKiIsImV4cCI6MTc5ODc2NTIwMCwiaXNzIjoiZWxzZXdoZXJlIn0.-f-8Hov1lUIdpwGzIZRI2OUtZmYY-mwNGxSzrW4BCYE"
    static let none =
        "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.eyJzdWIiOiJjYW1lcmEtMSIsInB1Ymxpc2giOlsic3R1ZGlvLyoiLCJsaXZlIl0sIndhdGNoIjoiKiIsImV4cCI6MTc5ODc2NTIwMCwiaXNzIjoiZWxzZXdoZXJlIn0."
    static let hs384 =
        "eyJhbGciOiJIUzM4NCIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJjYW1lcmEtMSIsInB1Ymxpc2giOlsic3R1ZGlvLyoiLCJsaXZlIl0sIndhdGNoIjoiKiIsImV4cCI6MTc5ODc2NTIwMCwiaXNzIjoiZWxzZXdoZXJlIn0.ZsacvYmeDnt7dPsqAygJXPOtYuzq-STnx7NXZHxtvOraoPhIqXido1azrK_rLhlV"
    static let es384 =
        "eyJhbGciOiJFUzM4NCIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJjYW1lcmEtMSIsInB1Ymxpc2giOlsic3R1ZGlvLyoiLCJsaXZlIl0sIndhdGNoIjoiKiIsImV4cCI6MTc5ODc2NTIwMCwiaXNzIjoiZWxzZXdoZXJlIn0.638GKNKBH63fqDN96uti4lRhcwm43AQyY1A2cc6sW-EkApJmK5XlfGbSBFs4LAiPVh7ZgoEASXBNpFOOuDCm-OCpJwqsymovUPI9WewB7el4tdQjyjv1S4IecKLvR8S5"
    static let rs256 =
        "eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJjYW1lcmEtMSIsInB1Ymxpc2giOlsic3R1ZGlvLyoiLCJsaXZlIl0sIndhdGNoIjoiKiIsImV4cCI6MTc5ODc2NTIwMCwiaXNzIjoiZWxzZXdoZXJlIn0.jwNypk3TYDxrjzuJ-lCfIy968BJEM41JdMa0WPWBYzCbNPZUP1jlxErJjVw4k5bAd1tRbO2387v02Vg2OAokwtj68nn0ClUEsp90R3w0mi3G2YI8CG6AvjGgkuGMoP-T-BaWkwkXMUY98uWWzLRERkFkREvECCYNCVgZnQQdi3Ryj_OOe1SnFE6gxicnPsgV3IpL3ALzEZP0ZHsbENVEZTQkfoGz8pINVR26_gUTbe33FTurKU3LeVZ2hKx5E54q27kiBfcvqRjBIkMA9yb4CJkrL32bcxjTd6P7tY54TFcwfHu5MMQoaDymQHbGhkqyeC2O6VGq45jRwvJpZTlyBQ"
    static let hs256ByPublicKey =
        "eyJhbGciOiAiSFMyNTYiLCAidHlwIjogIkpXVCJ9.eyJzdWIiOiAiY2FtZXJhLTEiLCAicHVibGlzaCI6IFsic3R1ZGlvLyoiLCAibGl2ZSJdLCAid2F0Y2giOiAiKiIsICJleHAiOiAxNzk4NzY1MjAwLCAiaXNzIjogImVsc2V3aGVyZSJ9.R4ojZJFrDOQtsKTLrggwM-_3r_H9twcKRAacaF_yvVM"
    static let es256HeaderOverHS256 =
        "eyJhbGciOiAiRVMyNTYifQ.eyJzdWIiOiAiY2FtZXJhLTEiLCAicHVibGlzaCI6IFsic3R1ZGlvLyoiLCAibGl2ZSJdLCAid2F0Y2giOiAiKiIsICJleHAiOiAxNzk4NzY1MjAwLCAiaXNzIjogImVsc2V3aGVyZSJ9.0xVbxPNZDNtr_33woGw9ZCjqap5RzznCaWzzRIKCXDE"
    static let critical =
        "eyJhbGciOiJIUzI1NiIsImNyaXQiOlsiYjY0Il0sInR5cCI6IkpXVCJ9.eyJzdWIiOiJjYW1lcmEtMSIsInB1Ymxpc2giOlsic3R1ZGlvLyoiLCJsaXZlIl0sIndhdGNoIjoiKiIsImV4cCI6MTc5ODc2NTIwMCwiaXNzIjoiZWxzZXdoZXJlIn0.jkrKdG8KqDZpfVFSk7bEuLX2FmFF42u4IGd9YhPrZeE"
    static let numericKid =
        "eyJhbGciOiAiSFMyNTYiLCAia2lkIjogNX0.eyJzdWIiOiAiY2FtZXJhLTEiLCAicHVibGlzaCI6IFsic3R1ZGlvLyoiLCAibGl2ZSJdLCAid2F0Y2giOiAiKiIsICJleHAiOiAxNzk4NzY1MjAwLCAiaXNzIjogImVsc2V3aGVyZSJ9.EklyuyJVtoKatAdo9UvIzKEUq4X9v3jklfDAm0PtGGk"
}

/// Different claims, signed with the secret.
enum ClaimsToken {
    static let everything =
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJjYW1lcmEtMSIsInB1Ymxpc2giOlsic3R1ZGlvLyoiLCJsaXZlIl0sIndhdGNoIjoiKiIsImV4cCI6MTc5ODc2NTIwMCwiaXNzIjoiZWxzZXdoZXJlIiwiYWRtaW4iOnRydWUsIm5iZiI6MTc5ODc2MTYwMH0.u9PdiKEGEHeQybVcRGpXyCpFXdWQjgcNKJmYBfShnkk"
    static let nothing =
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJleHAiOjE3OTg3NjUyMDAsImlzcyI6ImVsc2V3aGVyZSJ9.Vg2hAYEU4apqu5RJSCWzUSgvA4Bfc-74okZ4HDwpUDk"
    static let nullsAreAbsent =
        "eyJhbGciOiAiSFMyNTYifQ.eyJzdWIiOiAiY2FtZXJhLTEiLCAicHVibGlzaCI6IFsic3R1ZGlvLyoiLCAibGl2ZSJdLCAid2F0Y2giOiAiKiIsICJleHAiOiAxNzk4NzY1MjAwLCAiaXNzIjogImVsc2V3aGVyZSIsICJuYmYiOiBudWxsLCAiYWRtaW4iOiBudWxsfQ.47IlDKIZjb4c0Se4s772eYTLsjS9LAWw14xHV8wTUtI"
    static let fractionalTimes =
        "eyJhbGciOiAiSFMyNTYifQ.eyJzdWIiOiAiY2FtZXJhLTEiLCAicHVibGlzaCI6IFsic3R1ZGlvLyoiLCAibGl2ZSJdLCAid2F0Y2giOiAiKiIsICJleHAiOiAxNzk4NzYxNjAwLjUsICJpc3MiOiAiZWxzZXdoZXJlIn0.b-OT5R51UqF_n3-xsthDMNkDy-igagbG4VKW7xbgWrY"
    static let aClockAhead =
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJjYW1lcmEtMSIsInB1Ymxpc2giOlsic3R1ZGlvLyoiLCJsaXZlIl0sIndhdGNoIjoiKiIsImV4cCI6MTc5ODc2NTIwMCwiaXNzIjoiZWxzZXdoZXJlIiwibmJmIjoxNzk4NzYxNjA0fQ.fuYYGMCrifS1JwlCXyhlJg_-Pdq0LEwtCJktqcD4_QE"
    static let notYet =
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJjYW1lcmEtMSIsInB1Ymxpc2giOlsic3R1ZGlvLyoiLCJsaXZlIl0sIndhdGNoIjoiKiIsImV4cCI6MTc5ODc2NTIwMCwiaXNzIjoiZWxzZXdoZXJlIiwibmJmIjoxNzk4NzYxNjYwfQ.guXhCl_foNqTgjD-CvxmoC5SAJ0tQ5_O2TduCFuJnmc"
    static let expired =
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJjYW1lcmEtMSIsInB1Ymxpc2giOlsic3R1ZGlvLyoiLCJsaXZlIl0sIndhdGNoIjoiKiIsImV4cCI6MTc5ODc2MTU0MCwiaXNzIjoiZWxzZXdoZXJlIn0.Pa4Tw5olDUS8eKrPyQ51P7mpsaryD3a2SOOHMP6j8_o"
    static let expiresNow =
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJjYW1lcmEtMSIsInB1Ymxpc2giOlsic3R1ZGlvLyoiLCJsaXZlIl0sIndhdGNoIjoiKiIsImV4cCI6MTc5ODc2MTYwMCwiaXNzIjoiZWxzZXdoZXJlIn0.52eKnaGB0C0G4dx2ybiGC-fhpfP0nkTuIGh37AngkZ8"
    static let noExpiry =
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJjYW1lcmEtMSIsInB1Ymxpc2giOlsic3R1ZGlvLyoiLCJsaXZlIl0sIndhdGNoIjoiKiIsImlzcyI6ImVsc2V3aGVyZSJ9.KDUAzbaCeDggNLZp2trUSW15v5tjNv8hTIVrSBdIeRs"
    static let expiryAsText =
        "eyJhbGciOiAiSFMyNTYifQ.eyJzdWIiOiAiY2FtZXJhLTEiLCAicHVibGlzaCI6IFsic3R1ZGlvLyoiLCAibGl2ZSJdLCAid2F0Y2giOiAiKiIsICJleHAiOiAiMTc5ODc2MTY2MCIsICJpc3MiOiAiZWxzZXdoZXJlIn0.C6Hvia9ZaOFGHTzZ0W_zTUjQXgsZ5cakVXcRCjwH7ds"
    static let expiryFarAway =
        "eyJhbGciOiAiSFMyNTYifQ.eyJzdWIiOiAiY2FtZXJhLTEiLCAicHVibGlzaCI6IFsic3R1ZGlvLyoiLCAibGl2ZSJdLCAid2F0Y2giOiAiKiIsICJleHAiOiAxZSszMDAsICJpc3MiOiAiZWxzZXdoZXJlIn0.AQtAwq9QB04RoZynkYFp4wx9NNNz9H9uLCOkoLkC4vk"
    static let notBeforeFarAway =
        "eyJhbGciOiAiSFMyNTYifQ.eyJzdWIiOiAiY2FtZXJhLTEiLCAicHVibGlzaCI6IFsic3R1ZGlvLyoiLCAibGl2ZSJdLCAid2F0Y2giOiAiKiIsICJleHAiOiAxNzk4NzY1MjAwLCAiaXNzIjogImVsc2V3aGVyZSIsICJuYmYiOiAxZSszMDB9.-bcQbL48wkh28Rz2SnD1AJEoCfxiMO2ssRjWaU97Seo"
    static let publishNumber =
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJjYW1lcmEtMSIsInB1Ymxpc2giOjcsIndhdGNoIjoiKiIsImV4cCI6MTc5ODc2NTIwMCwiaXNzIjoiZWxzZXdoZXJlIn0.yA1LdeGb7Mx2nM-5bMOd8Z5zkFi0cfh6_N-BCsFqFBA"
    static let publishMixed =
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJjYW1lcmEtMSIsInB1Ymxpc2giOlsibGl2ZSIsN10sIndhdGNoIjoiKiIsImV4cCI6MTc5ODc2NTIwMCwiaXNzIjoiZWxzZXdoZXJlIn0.zSaiT2rVQbXgYaKnE9dRR-JbjNBStNvSikmADV-Ms5w"
    static let publishBadPattern =
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJjYW1lcmEtMSIsInB1Ymxpc2giOlsibGl2ZSIsImEvL2IiXSwid2F0Y2giOiIqIiwiZXhwIjoxNzk4NzY1MjAwLCJpc3MiOiJlbHNld2hlcmUifQ.Dojdn6Swu6SI3nusagttQmGd4InDGg14K1ZBsV4CUj0"
    static let watchEmptyPattern =
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJjYW1lcmEtMSIsInB1Ymxpc2giOlsic3R1ZGlvLyoiLCJsaXZlIl0sIndhdGNoIjoiIiwiZXhwIjoxNzk4NzY1MjAwLCJpc3MiOiJlbHNld2hlcmUifQ.3FfAfzjLUA_dGZYsmWO-jiEkQk0vfODOAUuE6lVtluc"
    static let watchTooMany =
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJjYW1lcmEtMSIsInB1Ymxpc2giOlsic3R1ZGlvLyoiLCJsaXZlIl0sIndhdGNoIjpbInMwIiwiczEiLCJzMiIsInMzIiwiczQiLCJzNSIsInM2IiwiczciLCJzOCIsInM5IiwiczEwIiwiczExIiwiczEyIiwiczEzIiwiczE0IiwiczE1IiwiczE2IiwiczE3IiwiczE4IiwiczE5IiwiczIwIiwiczIxIiwiczIyIiwiczIzIiwiczI0IiwiczI1IiwiczI2IiwiczI3IiwiczI4IiwiczI5IiwiczMwIiwiczMxIiwiczMyIiwiczMzIiwiczM0IiwiczM1IiwiczM2IiwiczM3IiwiczM4IiwiczM5IiwiczQwIiwiczQxIiwiczQyIiwiczQzIiwiczQ0IiwiczQ1IiwiczQ2IiwiczQ3IiwiczQ4IiwiczQ5IiwiczUwIiwiczUxIiwiczUyIiwiczUzIiwiczU0IiwiczU1IiwiczU2IiwiczU3IiwiczU4IiwiczU5IiwiczYwIiwiczYxIiwiczYyIiwiczYzIiwiczY0Il0sImV4cCI6MTc5ODc2NTIwMCwiaXNzIjoiZWxzZXdoZXJlIn0.xSBhj5QAraoxvjJIfE1uPJT-cRnFLbEa7N1Bl_2jq6M"
    static let adminText =
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJjYW1lcmEtMSIsInB1Ymxpc2giOlsic3R1ZGlvLyoiLCJsaXZlIl0sIndhdGNoIjoiKiIsImV4cCI6MTc5ODc2NTIwMCwiaXNzIjoiZWxzZXdoZXJlIiwiYWRtaW4iOiJ0cnVlIn0.Wdsh0AP86KBWtByB6mtWdr7CbCTOwKU8MEkNi44Csyo"
    static let adminNumber =
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJjYW1lcmEtMSIsInB1Ymxpc2giOlsic3R1ZGlvLyoiLCJsaXZlIl0sIndhdGNoIjoiKiIsImV4cCI6MTc5ODc2NTIwMCwiaXNzIjoiZWxzZXdoZXJlIiwiYWRtaW4iOjF9.mFWKd3jgdjtHfNHAxHQLegEP11M38KnAmigzVcfnVMw"
    static let subjectNumber =
        "eyJhbGciOiAiSFMyNTYifQ.eyJzdWIiOiA3LCAicHVibGlzaCI6IFsic3R1ZGlvLyoiLCAibGl2ZSJdLCAid2F0Y2giOiAiKiIsICJleHAiOiAxNzk4NzY1MjAwLCAiaXNzIjogImVsc2V3aGVyZSJ9.C8V9DsZA32Cz-rS9GfWKRfY5Pyh-G_fnTGRUyAfWtkE"
    static let subjectWithLineEnd =
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJ4XG5sZXZlbD1lcnJvciBcdTAwZTl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5eXl5IiwicHVibGlzaCI6WyJzdHVkaW8vKiIsImxpdmUiXSwid2F0Y2giOiIqIiwiZXhwIjoxNzk4NzY1MjAwLCJpc3MiOiJlbHNld2hlcmUifQ.BDzz0KoQBLpEks4IMonV2aUc51f6qOS4iDxZl_bmDqo"
    static let noObject =
        "eyJhbGciOiAiSFMyNTYifQ.WzFd.gippE85C9NmwwZUz5WX_FM_-uJo-8T8hvtONEYa0CbM"
    static let noJSON =
        "eyJhbGciOiAiSFMyNTYifQ.cHVibGlzaD0q.b7G654jGwhiiC5Bq1hQTgzUEpXGrkeMKdVmktIPxbvQ"
    static let deep =
        "eyJhbGciOiAiSFMyNTYifQ.W1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tbW1tb.WyaHXLCjmuXmG595Z6veEzwEFe7IW7xGJU7urpMXSUU"
}
