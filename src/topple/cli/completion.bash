# SEARCH

_topple() {
  local found current=${COMP_WORDS[COMP_CWORD]}
  found=$(_topple_search "${COMP_WORDS[@]:1:COMP_CWORD-1}" "$current")
  COMPREPLY=($(compgen -W "$found" -- "$current"))
  # The number of a task follows its template at once.
  [[ ${COMPREPLY[0]} == *: ]] && compopt -o nospace 2>/dev/null
  return 0
}
complete -o default -F _topple topple
