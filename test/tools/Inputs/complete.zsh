# zsh -f complete.zsh FUNCTION TOOL WORD... - what zsh offers for the last WORD.
# FUNCTION is run as zsh's completion would; of that, the functions which it
# calls are played here.
autoload -Uz $1:t
fpath=($1:h $fpath)
function=$1:t
words=("${@[2,-1]}")
CURRENT=$#words
PREFIX=$words[-1]
_call_program () { shift; "$@" }
_describe () { print -l -- ${(M)${${(P)2}%%:*}:#$PREFIX*} }
_files () { print files }
_command_names () { print commands }
$function
