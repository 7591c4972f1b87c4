import { lockfileReader, parseLines } from '../lockfile-reader.ts'
import { quote } from '../../parsers/json-value.ts'

/** cpanfile.snapshot: https://metacpan.org/dist/Carton/view/lib/Carton/Snapshot.pm */
export const cpanfileSnapshot = lockfileReader({
  id: 'cpanfile-snapshot',
  title: 'Carton snapshot: it lists no distributions',
  kind: { purlType: 'cpan' },
  matchesPath: (fileName) => fileName === 'cpanfile.snapshot',
  matchesContent: (start) => start.startsWith('# carton snapshot format:'),
  parse: parseLines,
  accepts: (lines) => lines.some((line) => line.trimEnd() === 'DISTRIBUTIONS'),
  read(lines, list) {
    const distributions = readDistributions(lines)
    const owners = new Map<string, number>()
    const listed = distributions.map(({ title, line, provides, requirements }) => {
      const [, name = title, version = ''] = /^(.+?)-(v?\d[\w.]*(?:-TRIAL\d*)?)$/.exec(title) ?? []
      const gap = `is listed as ${quote(title)}, which names no version`
      const index = list.add({ name, version, gap, where: `${list.path}:${line}` })
      if (index !== null) for (const module of provides) owners.set(module, index)
      return { index, requirements }
    })
    for (const { index, requirements } of listed)
      for (const module of requirements)
        if (owners.get(module) !== index) list.link(index, owners.get(module))
    return { format: 'cpanfile.snapshot' }
  },
})

interface Distribution {
  title: string
  line: number
  /** Modules; those of Perl's core belong to no distribution. */
  provides: string[]
  requirements: string[]
}

/** Distributions are indented by two spaces, their fields by four, and the modules of a field by six. */
function readDistributions(lines: readonly string[]): Distribution[] {
  const found: Distribution[] = []
  let field = ''
  for (const [at, text] of lines.entries()) {
    const [, indent = '', word = ''] = /^( *)(\S+)/.exec(text) ?? []
    const current = found.at(-1)
    if (indent.length === 2) found.push({ title: word, line: at + 1, provides: [], requirements: [] })
    else if (indent.length === 4) field = word
    else if (indent.length === 6 && field === 'provides:') current?.provides.push(word)
    else if (indent.length === 6 && field === 'requirements:') current?.requirements.push(word)
  }
  return found
}
