/**
 * `\${` is the shell's own expansion. Candidates without a description have no colon; otherwise zsh lists them
 * separately with a dash.
 */
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
