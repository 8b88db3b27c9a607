/** `\${` stands for the shell's own. */
export const ZSH = String.raw`#compdef cox
# Completion of cox for zsh. In ~/.zshrc, after compinit: eval "$(cox completion zsh)"
_cox() {
  local line
  local -a found
  for line in "\${(@f)$(command cox completion candidates -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
    case $line in
      '') ;;
      :files) _files ;;
      :folders) _files -/ ;;
      *) found+=("\${\${line%%$'\t'*}//:/\\:}:\${line#*$'\t'}") ;;
    esac
  done
  (( $#found )) && _describe -V cox found
}
if [[ $funcstack[1] == _cox ]]; then _cox "$@"; else compdef _cox cox; fi
`.replaceAll("\\$", "$");
