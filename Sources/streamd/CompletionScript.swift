import ArgumentParser

/// What `--generate-completion-script bash` prints: the completions that ArgumentParser makes of the commands, behind a
/// function that gives them whole words.
///
/// Bash also cuts words at `:` and `=` (COMP_WORDBREAKS), so that an address such as `relay.example.org:7450/live` would
/// count as three arguments, and nothing behind it would be completed.
enum CompletionScript {
    private static let flag = "--generate-completion-script"

    /// - Parameter arguments: Those of the program, without its name.
    /// - Returns: `nil` where they do not ask for completions for bash.
    static func bash(for arguments: [String]) -> String? {
        let isAsked =
            arguments == [flag, "bash"] || arguments == ["\(flag)=bash"]
            || arguments == [flag] && CompletionShell.autodetected() == .bash
        guard isAsked else { return nil }
        return Streamd.completionScript(for: .bash) + "\n" + wholeWords
    }

    private static let wholeWords = #"""

        # Bash cuts words at ':' and '=' too. This joins the pieces, and gives '--name=value' as two words.
        __streamd_with_whole_words() {
            local line="${COMP_LINE}" cur="${2}" piece gap before
            local -a words=()
            local -i index cword=0
            for index in "${!COMP_WORDS[@]}"; do
                piece="${COMP_WORDS[index]}"
                gap="${line%%[![:space:]]*}"
                line="${line#"${gap}"}"
                line="${line#"${piece}"}"
                before=
                if ((${#words[@]})) && [[ -z "${gap}" && ("${piece}" = [:=]* || "${words[-1]}" = *[:=]) ]]; then
                    before="${words[-1]}"
                    unset 'words[-1]'
                fi
                words+=("${before}${piece}")
                ((index == COMP_CWORD)) || continue
                # Directly behind a separator, this is all that there is of the word.
                [[ -z "${2}" && "${piece}" = [:=]* ]] && before+="${piece}"
                cur="${before}${2}"
                break
            done
            if [[ "${words[-1]}" = --*=* ]]; then
                cur="${cur#*=}"
                words=("${words[@]::${#words[@]}-1}" "${words[-1]%%=*}" "${cur}")
            fi
            cword="${#words[@]}-1"
            local -a COMP_WORDS=("${words[@]}")
            local -i COMP_CWORD="${cword}"
            _streamd "${1}" "${cur}" "${words[cword - 1]}"
            # Bash replaces no more than the last piece.
            COMPREPLY=("${COMPREPLY[@]#"${cur%"${2}"}"}")
        }

        complete -o filenames -F __streamd_with_whole_words streamd
        """#
}
