# fish -N complete.fish COMPLETION TOOL LINE - what fish offers at the end of LINE, which
# follows the TOOL.
source $argv[1]
set -x PATH (path dirname $argv[2]) $PATH
complete -C (path basename $argv[2])" $argv[3]"
