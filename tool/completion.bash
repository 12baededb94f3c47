# Completion of the tools in bash.  What there is to complete is
# read from --help, which is the one table of it.

_edgeprof()
{
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local help words= commands=
    help=$("$1" --help 2>/dev/null) || return

    if [[ $before == --format ]]; then
        words=$(sed -n '/^FORMAT is/,/^$/s/^  \([a-z][a-z0-9-]*\).*/\1/p' <<<"$help")
    elif [[ $word == -* ]]; then
        words=$(grep -oE -- '--[a-z][a-z-]*' <<<"$help")
    elif [[ ${1##*/} == prof-@(patch|run) && $word != */* ]]; then
        commands=-c
    elif [[ $COMP_CWORD == 1 ]]; then
        words=$(sed -n '/^REPORT is/,/^$/s/^  \([a-z][a-z0-9-]*\).*/\1/p' <<<"$help")
    fi
    # What is no word of ours is a file, by complete's option.
    mapfile -t COMPREPLY < <(compgen $commands -W "$words" -- "$word")
}

complete -o default -F _edgeprof prof-merge prof-patch prof-run prof-show
