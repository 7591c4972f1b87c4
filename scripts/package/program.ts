/** A program of the package that runs its Node: also through a link, and in an image that has nothing but a shell. */
export const program = (words: string): string => `#!/bin/sh
self=$0
if [ -h "$self" ]; then self=$(readlink -f "$self"); fi
here=\${self%/*}
if [ "$here" = "$self" ]; then here=.; fi
exec "$here/node" ${words} "$@"
`
