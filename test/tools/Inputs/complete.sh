# complete.sh COMPLETION TOOL WORD... - what bash would offer for the last WORD.
source "$1"
tool=$2
shift 2
COMP_WORDS=("$tool" "$@")
COMP_CWORD=$#
$(complete -p "$(basename "$tool")" | sed 's/.*-F \([^ ]*\).*/\1/') "$tool"
echo "${COMPREPLY[*]:-nothing}"
