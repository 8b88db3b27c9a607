/** Supports bash 3.2 and later without bash-completion. `\${` is the shell's own expansion. */
export const BASH = String.raw`# Completion of cox for bash. In ~/.bashrc: eval "$(cox completion bash)"
_cox() {
  local line=\${COMP_LINE:0:COMP_POINT} current kept='' candidate about
  local -a words=()
  IFS=$' \t\n' read -r -d '' -a words <<< "$line"
  [[ $line == *[[:space:]] ]] && words+=('')
  current=\${words[\${#words[@]}-1]}
  # Bash puts candidates in the place of what comes after the last of these.
  [[ $current == *[=:]* && $COMP_WORDBREAKS == *:* ]] && kept=\${current%"\${current##*[=:]}"}
  COMPREPLY=()
  while IFS=$'\t' read -r candidate about; do
    case $candidate in
      :files) _cox_paths -f "\${current#"$kept"}" ;;
      :folders) _cox_paths -d "\${current#"$kept"}" ;;
      *) COMPREPLY+=("\${candidate#"$kept"}") ;;
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
