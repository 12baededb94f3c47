#compdef prof-merge prof-patch prof-run prof-show
# Completion in zsh, as completion.bash: --help is the one table of what there is.

# The words of that part of --help, each with its line: WORD:TEXT.
local help part=REPORT
local -a rows
help=$(_call_program help $words[1] --help 2>/dev/null) || return
[[ $words[CURRENT-1] != --format ]] || part=FORMAT

if [[ $PREFIX == -* ]]; then
    rows=(${(f)"$(sed -n 's/^  \(-[a-zA-Z], \)\{0,1\}\(--[a-z-]*\)\( [A-Z=]*\)\{0,1\} */\2:/p' <<<$help)"})
elif [[ $part == FORMAT || $CURRENT == 2 ]]; then
    rows=(${(f)"$(sed -n "/^$part is/,/^\$/s/^  \([a-z][a-z0-9-]*\) */\1:/p" <<<$help)"})
fi
(( $#rows )) && _describe word rows
[[ $words[1]:t != prof-(patch|run) || $PREFIX == -* ]] || _command_names -e
[[ $part == FORMAT ]] || _files
