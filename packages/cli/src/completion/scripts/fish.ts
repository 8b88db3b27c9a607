export const FISH = String.raw`# Completion of cox for fish. Once: cox completion fish > ~/.config/fish/completions/cox.fish
function __cox_candidates
    set -l words (commandline -opc)
    for line in (command cox completion candidates -- $words[2..] (commandline -ct) 2>/dev/null)
        switch $line
            case :files
                __fish_complete_path (commandline -ct)
            case :folders
                __fish_complete_directories (commandline -ct)
            case '*'
                echo $line
        end
    end
end
complete -c cox -f -a '(__cox_candidates)'
`;
