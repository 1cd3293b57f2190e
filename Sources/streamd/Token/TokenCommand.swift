import ArgumentParser

struct TokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Make and check the tokens that a relay asks for.",
        discussion: """
            A relay knows static tokens by a file with one line for each, which holds no token but its SHA-256:

              NAME sha256=HEX publish=PATTERN,… watch=PATTERN,… admin expires=TIME

            In a pattern, '*' stands for any run of characters. At least one of publish=, watch= and admin must be \
            there. Lines that begin with '#' are comments. The variable STREAMD_TOKENS takes the same lines, \
            separated by line ends or semicolons.

              streamd token new --name cam1 --publish 'studio/*' --to tokens >cam1.token
              streamd relay --listen 0.0.0.0:7450 --token-file tokens …

            Signed web tokens (JWT) need no list: their claims 'publish' and 'watch' (a pattern or a list of them), \
            'admin' (true), 'exp', 'nbf' and 'sub' say the same. 'exp' must be there.
            """,
        subcommands: [TokenNewCommand.self, TokenCheckCommand.self]
    )
}
