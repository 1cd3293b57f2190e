import ArgumentParser

/// The output of `--generate-completion-script bash`: ArgumentParser's completions and a function that gives them whole
/// words.
///
/// Bash also splits words at `:` and `=` (COMP_WORDBREAKS). Without the function, an address such as
/// `relay.example.org:7450/live` counts as three arguments, and the arguments after it are not completed.
enum CompletionScript {
    private static let flag = "--generate-completion-script"

    /// - Parameter arguments: The program's arguments without its name.
    /// - Returns: `nil` if the arguments do not request completions for bash.
    static func bash(for arguments: [String]) -> String? {
        let isAsked =
            arguments == [flag, "bash"] || arguments == ["\(flag)=bash"]
            || arguments == [flag] && CompletionShell.autodetected() == .bash
        guard isAsked else { return nil }
        return Streamd.completionScript(for: .bash) + "\n" + wholeWords
    }

    private static let wholeWords = #"""

        # Bash also splits words at ':' and '='. This joins the pieces, and passes '--name=value' as two words.
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
                # Directly behind a separator, the word consists of the separator only.
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
