import { lockfileReader, parseLines } from '../lockfile-reader.ts'

/** What 'opam lock' writes: https://opam.ocaml.org/doc/man/opam-lock.html */
export const opamLocked = lockfileReader<string[]>({
  id: 'opam-locked',
  title: 'lockfile of opam',
  kind: { purlType: 'opam' },
  matchesPath: (fileName) => fileName.endsWith('.opam.locked') || fileName === 'opam.locked',
  parse: parseLines,
  read(lines, list) {
    for (const [at, line] of lines.entries()) {
      const [, name, version, rest = ''] =
        /^\s*(?:depends:\s*\[)?\s*"([^"]+)"\s*\{\s*=\s*"([^"]+)"(.*)/.exec(line) ?? []
      const isForTests = /with-(?:test|doc|dev-setup)/.test(rest)
      if (name !== undefined && version !== undefined)
        list.add({ name, version, where: `${list.path}:${at + 1}`, ...(isForTests && { scope: 'test' }) })
    }
    return { format: 'opam.locked' }
  },
})
