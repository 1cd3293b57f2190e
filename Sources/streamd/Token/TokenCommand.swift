import ArgumentParser

struct TokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Make and check tokens for a relay.",
        discussion: """
            A relay's token list has one line for each static token. The line holds the token's SHA-256, not the token \
            itself:

              NAME sha256=HEX publish=PATTERN,… watch=PATTERN,… admin expires=TIME

            In a pattern, '*' stands for any run of characters. A line needs at least one of publish=, watch= and \
            admin. Lines that begin with '#' are comments. The variable STREAMD_TOKENS takes the same lines, separated \
            by line ends or semicolons.

              streamd token new --name cam1 --publish 'studio/*' --to tokens -o cam1.token
              streamd relay --listen 0.0.0.0:7450 --tokens tokens …
              streamd publish --to tls://relay.example.org/studio/1 --token-file cam1.token

            Signed web tokens (JWT) need no list: their claims 'publish' and 'watch' (a pattern or a list of them), \
            'admin' (true), 'exp', 'nbf' and 'sub' have the same meaning. 'exp' is required.
            """,
        subcommands: [TokenNewCommand.self, TokenCheckCommand.self]
    )
}
