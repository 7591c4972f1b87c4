import { lockfileReader, parseLines } from '../lockfile-reader.ts'
import { quote } from '../../parsers/json-value.ts'

/** cabal.project.freeze: https://cabal.readthedocs.io/en/stable/cabal-project-description-file.html */
export const cabalFreeze = lockfileReader({
  id: 'cabal-freeze',
  title: 'Cabal freeze file',
  kind: { purlType: 'hackage' },
  matchesPath: (fileName) => fileName === 'cabal.project.freeze' || fileName === 'cabal.config',
  matchesContent: (start) => /^(?:active-repositories:|constraints: *any\.)/.test(start),
  parse: parseLines,
  empty: [],
  accepts: (lines) => lines.some((line) => /^constraints:/i.test(line)) || lines.every(isWithoutConstraints),
  read(lines, list) {
    const where = (line: number) => `${list.path}:${line}`
    for (const { text, line } of readConstraints(lines)) {
      // 'any.aeson ==1.4.7.1', 'setup.Cabal ==3.0', 'ghc installed'; flags are 'aeson +fast'.
      const [, name = '', constraint = ''] =
        /^(?:[\w-]+:)?(?:[a-z]+\.)?([a-z\d][a-z\d-]*)(?: *(?=[=<>^(])| +(?=installed$))(.*)$/i.exec(text) ??
        []
      const version = /^== *([\d.]+)$/.exec(constraint)?.[1] ?? ''
      const gap = `is bound by ${quote(constraint)}, which is not a version`
      if (name !== '') list.add({ name, version, gap, where: where(line) })
    }
    return { format: 'cabal.project.freeze' }
  },
})

/** A project without dependencies has no constraints. */
const isWithoutConstraints = (line: string): boolean =>
  /^\s*(?:--.*)?$|^(?:active-repositories|index-state):/i.test(line)

/** Constraints are separated by commas and continue on indented lines. */
function readConstraints(lines: readonly string[]): { text: string; line: number }[] {
  let isInside = false
  return lines.flatMap((line, at) => {
    const [, value] = /^constraints:(.*)$/i.exec(line) ?? []
    isInside = value !== undefined || (isInside && /^(?:\s|$)/.test(line))
    const code = isInside && !/^\s*--/.test(line) ? (value ?? line) : ''
    return code.split(',').map((text) => ({ text: text.trim(), line: at + 1 }))
  })
}
