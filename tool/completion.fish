# Completion in fish, as completion.bash: --help is the one table of what there is.

# The words of one part of --help, each with its line behind a tab.
function __edgeprof_words
    set -l tab \t
    switch $argv[1]
        case options
            set words 's/^  \(-[a-zA-Z], \)\{0,1\}\(--[a-z-]*\)\( [A-Z=]*\)\{0,1\} */\2'$tab'/p'
        case '*'
            set words "/^$argv[1] is/,/^\$/s/^  \([a-z][a-z0-9-]*\) */\1$tab/p"
    end
    set -l tool (commandline -opc)[1]
    $tool --help 2>/dev/null | sed -n $words
end

function __edgeprof_at_format
    test (commandline -opc)[-1] = --format
end
function __edgeprof_at_report
    test (count (commandline -opc)) = 1
end
function __edgeprof_at_option
    string match -q -- '-*' (commandline -ct)
end

# What is no word of ours is a file, which fish completes by itself.
for tool in prof-merge prof-patch prof-run prof-show
    complete -c $tool -n __edgeprof_at_format -f -a '(__edgeprof_words FORMAT)'
    complete -c $tool -n __edgeprof_at_report -a '(__edgeprof_words REPORT)'
    complete -c $tool -n __edgeprof_at_option -a '(__edgeprof_words options)'
end
for tool in prof-patch prof-run
    complete -c $tool -x -a '(__fish_complete_subcommand)'
end
