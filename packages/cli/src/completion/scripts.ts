/** Supports bash 3.2 and later without bash-completion. `\${` is the shell's own expansion. */
const BASH = String.raw`# Completion of cox for bash. In ~/.bashrc: eval "$(cox completion bash)"
_cox() {
  local line=\${COMP_LINE:0:COMP_POINT} current prefix='' candidate about
  local -a words=()
  IFS=$' \t\n' read -r -d '' -a words <<< "$line"
  [[ $line == *[[:space:]] ]] && words+=('')
  current=\${words[\${#words[@]}-1]}
  # Bash replaces only the text after the last = or : in the word.
  [[ $current == *[=:]* && $COMP_WORDBREAKS == *:* ]] && prefix=\${current%"\${current##*[=:]}"}
  COMPREPLY=()
  while IFS=$'\t' read -r candidate about; do
    case $candidate in
      :files) _cox_paths -f "\${current#"$prefix"}" ;;
      :folders) _cox_paths -d "\${current#"$prefix"}" ;;
      *) COMPREPLY+=("\${candidate#"$prefix"}") ;;
    esac
  done < <(command cox completion candidates -- "\${words[@]:1}" 2>/dev/null)
}
_cox_paths() {
  local path
  compopt -o filenames 2>/dev/null
  while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen "$1" -- "$2")
}
complete -F _cox cox
`.replaceAll("\\$", "$");

const FISH = String.raw`# Completion of cox for fish. Once: cox completion fish > ~/.config/fish/completions/cox.fish
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

/**
 * `\${` is the shell's own expansion. Candidates without a description have no colon; otherwise zsh lists them
 * separately with a dash.
 */
const ZSH = String.raw`#compdef cox
# Completion of cox for zsh. In ~/.zshrc, after compinit: eval "$(cox completion zsh)"
_cox() {
  local line about none=1
  local -a found
  for line in "\${(@f)$(command cox completion candidates -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
    about=\${line#*$'\t'}
    case $line in
      '') ;;
      :files) _files && none=0 ;;
      :folders) _files -/ && none=0 ;;
      *) found+=("\${\${line%%$'\t'*}//:/\\:}\${about:+:$about}") ;;
    esac
  done
  (( $#found )) && _describe -V cox found && none=0
  return none
}
if [[ $funcstack[1] == _cox ]]; then _cox "$@"; else compdef _cox cox; fi
`.replaceAll("\\$", "$");

/** Scripts that enable completion in a shell. They delegate to `cox completion candidates`. */
export const SCRIPTS: ReadonlyMap<string, string> = new Map([
  ["bash", BASH],
  ["zsh", ZSH],
  ["fish", FISH],
]);
