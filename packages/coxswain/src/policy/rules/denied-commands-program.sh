#!/bin/bash
# A program of corpus/programs.txt: takes down how it is called, and runs what the program that it stands for would.
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

skip=0 rest='' values=, twos=, texts=, eaches=, stdin='' operand='' assign='' calls='' input='' variables=()
for part in $how; do
  case $part in
    skip=*) skip=${part#*=} ;;
    rest=*) rest=${part#*=} ;;
    value=*) values=,${part#*=}, ;;
    two=*) twos=,${part#*=}, ;;
    text=*) texts=,${part#*=}, ;;
    each=*) eaches=,${part#*=}, ;;
    env=*) IFS=, read -ra variables <<< "${part#*=}" ;;
    stdin) stdin=1 ;;
    operand) operand=1 ;;
    assign) assign=1 ;;
    calls) calls=1 ;;
    input) input=1 ;;
  esac
done

# A line for a shell, without what the program's own language has before it.
run() {
  local line=$1
  [[ $line =~ ^[:+]*(\\?!|[.]?shell |spawn |EXEC:|SYSTEM:|enter:execute\(|%\(|[0-9*]+( [0-9*]+){4} )[[:space:]]*(.*)$ ]] && line=${BASH_REMATCH[3]}
  [[ $1 == %\(* || $1 == enter:* ]] && line=${line%)}
  line=${line//'{}'/x}
  sh -c "$line"
}
# Commands and arguments as `parallel` and `fd -x` have them.
each() {
  local command=()
  while (($#)) && [[ $1 != ::: && $1 != ';' ]]; do command+=("$1"); shift; done
  (($# == 0)) || shift
  run "${command[*]} ${1:-x}"
}

if [[ $input ]]; then while IFS= read -r line; do printf '%s\t%s\n' "$name" "$line" >> /tmp/calls; done; fi
if [[ $calls ]]; then
  for word in "$@"; do
    [[ $word =~ (system|execute|shell-command)[\ \(]*\"([^\"]*)\" ]] && run "${BASH_REMATCH[2]}"
    [[ $word =~ ^\`(.*)\`$ || $word =~ ^%x\((.*)\)$ ]] && run "${BASH_REMATCH[1]}"
  done
fi
for variable in "${variables[@]}"; do [[ -v $variable ]] && run "${!variable}"; done
while (($#)); do
  case $1 in
    --) shift; break ;;
    --*=*) [[ $texts == *",${1%%=*},"* ]] && run "${1#*=}"; shift; continue ;;
    -* | +*) ;;
    *=*) if [[ $assign ]]; then export "$1"; shift; continue; fi ;;
  esac
  if [[ $eaches == *",$1,"* ]]; then shift; each "$@"; exit; fi
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

if [[ $operand && $# -gt 0 ]]; then for word in "$@"; do [[ $word == *' '* ]] && run "$word"; done; fi
if (($#)); then
  case $rest in
    exec) "$@" ;;
    shell) run "$*" ;;
    each) each "$@" ;;
    bash) bash "$@" ;;
    lines) while IFS= read -r line; do "${@//'{}'/$line}"; done ;;
  esac
fi
if [[ $stdin ]]; then while IFS= read -r line; do [[ $line == *' '* ]] && run "$line"; done; fi
exit 0
