#!/bin/bash
# Replaces a program of corpus/programs.txt: records its arguments, and runs the commands that the program would run.
name=${0##*/}
environment=()
for variable in HTTPS_PROXY http_proxy https_proxy HTTP_PROXY; do [[ -v $variable ]] && environment+=("$variable=${!variable}"); done
for word in "$name" "$@" "${environment[@]}"; do printf '%s\t' "${word//$'\n'/ }"; done >> /tmp/calls
echo >> /tmp/calls

best='' how=''
while IFS= read -r line; do
  [[ $line == '#'* ]] && continue
  IFS=, read -ra heads <<< "${line%% : *}"
  for head in "${heads[@]}"; do
    [[ "$name $* " == "$head "* && ${#head} -gt ${#best} ]] && best=$head how=${line#* : }
  done
done < /tmp/stage/table
read -ra parts <<< "$best"
shift $((${#parts[@]} - 1))

skip=0 rest='' values=, twos=, texts=, eaches=, files=, programs=, shells='' stdin='' operand='' assign='' calls='' input='' variables=()
program='' ran=''
for part in $how; do
  case $part in
    skip=*) skip=${part#*=} ;;
    rest=*) rest=${part#*=} ;;
    value=*) values=,${part#*=}, ;;
    two=*) twos=,${part#*=}, ;;
    text=*) texts=,${part#*=}, ;;
    each=*) eaches=,${part#*=}, ;;
    file=*) files=,${part#*=}, ;;
    program=*) programs=,${part#*=}, ;;
    shell=*) shells=,${part#*=}, ;;
    shell) shells=always ;;
    env=*) IFS=, read -ra variables <<< "${part#*=}" ;;
    stdin) stdin=1 ;;
    operand) operand=1 ;;
    assign) assign=1 ;;
    calls) calls=1 ;;
    input) input=1 ;;
  esac
done

# Runs a shell line without the prefix of the program's own language.
run() {
  local line=$1
  ran=1
  [[ $line =~ ^[:+]*(\\?!|[.]?shell |spawn |EXEC:|SYSTEM:|enter:execute\(|%\(|@[a-z]+ |[0-9*]+( [0-9*]+){4} )[[:space:]]*(.*)$ ]] && line=${BASH_REMATCH[3]}
  [[ $1 == %\(* || $1 == enter:* ]] && line=${line%)}
  line=${line//'{}'/x}
  sh -c "$line"
}
# Runs a file of such lines.
lines() { while IFS= read -r line; do [[ $line == *' '* ]] && run "$line"; done < "$1"; }
# Runs commands with arguments, as `parallel` and `fd -x` do.
each() {
  local command=()
  while (($#)) && [[ $1 != ::: && $1 != ';' ]]; do command+=("$1"); shift; done
  (($# == 0)) || shift
  run "${command[*]} ${1:-x}"
}

if [[ $input ]]; then while IFS= read -r line; do printf '%s\t%s\n' "$name" "$line" >> /tmp/calls; done; fi
if [[ $calls ]]; then
  (($#)) || mapfile -t typed
  for word in "$@" "${typed[@]}"; do
    [[ $word =~ (system|execute|shell-command)[\ \(]*\"([^\"]*)\" ]] && run "${BASH_REMATCH[2]}"
    [[ $word =~ ^\`(.*)\`$ || $word =~ ^%x\((.*)\)$ ]] && run "${BASH_REMATCH[1]}"
  done
fi
for variable in "${variables[@]}"; do [[ -v $variable ]] && run "${!variable}"; done
[[ $shells == always ]] || for word in "$@"; do [[ $shells == *",$word,"* ]] && shells=always; done
while (($#)); do
  case $1 in
    --) shift; break ;;
    --*=*) [[ $programs == *",${1%%=*},"* ]] && program=${1#*=}; [[ $texts == *",${1%%=*},"* ]] && run "${1#*=}"; shift; continue ;;
    -* | +*) ;;
    *=*) if [[ $assign ]]; then export "$1"; shift; continue; fi ;;
  esac
  if [[ $eaches == *",$1,"* ]]; then shift; each "$@"; exit; fi
  if [[ $files == *",$1,"* ]]; then lines "$2"; shift 2; continue; fi
  if [[ $programs == *",$1,"* ]]; then program=$2; shift 2; continue; fi
  if [[ $programs == *,-x,* && $1 =~ ^-[A-Z]*[xa](.+)$ ]]; then program=${BASH_REMATCH[1]}; shift; continue; fi
  if [[ $twos == *",$1,"* ]]; then shift 3; continue; fi
  if [[ $texts == *",$1,"* ]]; then run "$2"; shift 2; continue; fi
  if [[ $1 == +* && $texts == *,+,* ]]; then run "$1"; shift; continue; fi
  if [[ $1 == -o* && $texts == *,ProxyCommand,* ]]; then
    value=${1#-o}
    [[ $value ]] || { shift; value=$1; }
    [[ $value =~ ^(ProxyCommand|LocalCommand)[=\ ](.*)$ ]] && run "${BASH_REMATCH[2]}"
    shift; continue
  fi
  if [[ $1 == -[a-z]*[a-z] && $1 != --* && $texts == *",-${1: -1},"* ]]; then run "$2"; shift 2; continue; fi
  if [[ $values == *",$1,"* ]]; then shift 2; continue; fi
  if [[ $1 == -* ]]; then shift; continue; fi
  if ((skip)); then skip=$((skip - 1)); shift; continue; fi
  break
done
while ((skip && $#)); do skip=$((skip - 1)); shift; [[ $1 == -- ]] && shift; done

if [[ $program ]]; then "$program" "$@"; exit; fi
if [[ $operand && $# -gt 0 ]]; then for word in "$@"; do [[ $word == *' '* ]] && run "$word"; done; fi
if (($#)); then
  ran=1
  case $rest in
    file) lines "$1" ;;
    exec) "$@" ;;
    shell) run "$*" ;;
    each) each "$@" ;;
    bash) bash "$@" ;;
    lines) while IFS= read -r line; do "${@//'{}'/$line}"; done ;;
  esac
fi
if [[ $stdin ]]; then while IFS= read -r line; do [[ $line == *' '* ]] && run "$line"; done; fi
[[ $shells == always && ! $ran ]] && bash -s
exit 0
