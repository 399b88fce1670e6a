/**
 * The completion script for bash. That of @bomb.sh/tab evaluates the typed words and expands the candidates, so that TAB
 * ran what a line or a name of the server contains. This one passes words as arguments and quotes candidates.
 * `_get_comp_words_by_ref` is a function of the package bash-completion, which many servers lack.
 */
export const BASH_SCRIPT = String.raw`# bash completion for tocsin
declare -F _get_comp_words_by_ref >/dev/null || _get_comp_words_by_ref() {
    cur="\${COMP_WORDS[COMP_CWORD]}"; words=("\${COMP_WORDS[@]}"); cword="$COMP_CWORD"
}

__tocsin_complete() {
    local cur words cword out directive prefix value rest
    _get_comp_words_by_ref -n "=:" cur words cword
    COMPREPLY=()
    [[ $cur == [\"\']* ]] && return
    out=$(tocsin complete -- "\${words[@]:1:cword}" 2>/dev/null) || return
    directive=\${out##*:}
    out=\${out%:*}
    [[ $directive == 4 ]] && compopt +o default
    # readline replaces only what follows the last = or : of the word.
    prefix=\${cur%"\${cur##*[=:]}"}
    while IFS=$'\t' read -r value rest; do
        [[ -n $value && $value == "$cur"* ]] && COMPREPLY+=("$(printf '%q' "\${value#"$prefix"}")")
    done <<<"$out"
}

complete -o default -F __tocsin_complete tocsin`.replaceAll("\\${", "${");
