import {
  asksOf,
  type OpamToken,
  pinsOf,
  readOpamFields,
  versionsOf,
} from '../../manifests/ocaml/opam-fields.ts'
import { readText } from '../../parsers/text-document.ts'
import { lockfileReader } from '../lockfile-reader.ts'

/** What 'opam lock' writes: https://opam.ocaml.org/doc/man/opam-lock.html */
export const opamLocked = lockfileReader<ReadonlyMap<string, OpamToken[]>>({
  id: 'opam-locked',
  title: 'lockfile of opam',
  kind: { purlType: 'opam' },
  matchesPath: (fileName) => fileName.endsWith('.opam.locked') || fileName === 'opam.locked',
  parse(document) {
    const { text, issues } = readText(document)
    return { content: text === null ? null : readOpamFields(text), issues }
  },
  read(fields, list) {
    const pins = pinsOf(fields.get('pin-depends') ?? [])
    for (const ask of asksOf(fields.get('depends') ?? [])) {
      const { text: name, line } = ask.name
      const { version, range } = versionsOf(ask)
      const origin = pins.get(name)
      const isForTests = ask.condition.some(({ text }) => /^with-(?:test|doc|dev-setup)$/.test(text))
      // Anything else is what a package of the project itself asks for.
      if (!range.startsWith('= ')) continue
      list.add({
        name,
        version,
        where: `${list.path}:${line}`,
        ...(version === '' && { gap: 'is from a branch and has no version' }),
        ...(isForTests && { scope: 'test' }),
        ...(origin && { origin }),
      })
    }
    return { format: 'opam.locked' }
  },
})
