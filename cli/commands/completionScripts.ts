// Each script passes the words to us and offers our output. Account names contain spaces, so words are
// passed and inserted whole, and nothing typed is ever executed.

const bash = `# bahi completion for bash: put it in ~/.bashrc, as  eval "$(bahi completion bash)"
_bahi() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" plain line value
  plain="\${cur#[\\"\\']}"
  plain="\${plain//\\\\/}"
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ "$line" == ":files" ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$plain")
      return
    fi
    value="\${line%%$'\\t'*}"
    [[ "$cur" == [\\"\\']* ]] || printf -v value '%q' "$value"
    COMPREPLY+=("$value")
  done < <(bahi complete -- "\${COMP_WORDS[@]:1:COMP_CWORD-1}" "$plain" 2>/dev/null)
}
complete -F _bahi bahi
`;

const zsh = `#compdef bahi
# bahi completion for zsh: put it in ~/.zshrc after compinit, as  eval "$(bahi completion zsh)"
_bahi() {
  local line value description
  local -a lines items
  lines=("\${(@f)$(bahi complete -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ "$lines[1]" == ":files" ]]; then
    _files
    return
  fi
  for line in "\${lines[@]}"; do
    [[ -n "$line" ]] || continue
    value="\${line%%$'\\t'*}"
    description="\${line#*$'\\t'}"
    items+=("\${value//:/\\\\:}\${description:+:$description}")
  done
  _describe 'bahi' items
}
# Of a file in fpath this is the function itself.
if [[ "$funcstack[1]" == "_bahi" ]]; then _bahi; else compdef _bahi bahi; fi
`;

const fish = `# bahi completion for fish: bahi completion fish > ~/.config/fish/completions/bahi.fish
function __bahi_complete
    set -l words (commandline -opc)
    set -l last (commandline -ct)
    bahi complete -- $words[2..-1] "$last" 2>/dev/null
end
function __bahi_takes_file
    string match -q -- ':files' (__bahi_complete)
end
complete -c bahi -f
complete -c bahi -n __bahi_takes_file -F
complete -c bahi -n 'not __bahi_takes_file' -a '(__bahi_complete)'
`;

export const SCRIPTS = { bash, zsh, fish };
