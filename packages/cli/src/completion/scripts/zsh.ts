/** `\${` stands for the shell's own. What has no words about it goes without a colon: it would be listed with a dash, apart from the rest. */
export const ZSH = String.raw`#compdef cox
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
