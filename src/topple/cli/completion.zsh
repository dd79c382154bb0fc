# SEARCH

_topple() {
  local -a found
  found=(${=$(_topple_search "${(@)words[2,CURRENT-1]}" "$words[CURRENT]")})
  # The number of a task follows its template at once.
  compadd -S '' -- ${(M)found:#*:}
  compadd -- ${found:#*:}
  (( ${#found} )) || _files
}
autoload -Uz compinit && compinit
compdef _topple topple
