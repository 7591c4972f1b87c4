import type { ComponentScope } from '../../../inventory.ts'
import { pathFrom } from '../../lockfiles/sibling-file.ts'
import { readText } from '../../parsers/text-document.ts'
import { declare, manifestReader } from '../manifest-reader.ts'
import { asksOf, type OpamAsk, type OpamToken, pinsOf, readOpamFields, versionsOf } from './opam-fields.ts'

/** Description of a package without a lockfile: https://opam.ocaml.org/doc/Manual.html#opam */
export const opam = manifestReader<ReadonlyMap<string, OpamToken[]>>({
  id: 'opam',
  title: 'description of a package of opam',
  kind: { purlType: 'opam' },
  matchesPath: (fileName) => /^(?:.+\.)?opam$/.test(fileName),
  parse(document) {
    const { text, issues } = readText(document)
    return { content: text === null ? null : readOpamFields(text), issues }
  },
  accepts: (fields) => fields.has('opam-version'),
  read(fields, list, { path, tree }) {
    const pins = pinsOf(fields.get('pin-depends') ?? [])
    const isOwn = (name: string) => tree?.find(pathFrom(path, `${name}.opam`) ?? '') != null
    for (const [field, isOptional] of [
      ['depends', false],
      ['depopts', true],
    ] as const)
      for (const ask of asksOf(fields.get(field) ?? [])) {
        const { text: name, line } = ask.name
        // A package of the project itself.
        if (isOwn(name)) continue
        const origin = pins.get(name)
        declare(list, {
          name,
          ...versionsOf(ask),
          ...(origin && { origin, version: '' }),
          ...kindOf(ask),
          ...(isOptional && { isOptional }),
          where: `${list.path}:${line}`,
        })
      }
    return { format: 'opam', root: rootOf(fields, path) }
  },
})

const kinds: readonly { word: RegExp; scope: ComponentScope }[] = [
  { word: /^(?:with-test|with-doc|with-dev-setup|dev)$/, scope: 'test' },
  { word: /^build$/, scope: 'provided' },
]

/** What is needed for tests, documentation or the build alone: https://opam.ocaml.org/doc/Manual.html#Package-variables */
function kindOf({ condition }: OpamAsk): { group?: string; scope?: ComponentScope } {
  for (const { word, scope } of kinds) {
    const found = condition.find(({ kind, text }) => kind === 'word' && word.test(text))
    if (found) return { group: found.text, scope }
  }
  return {}
}

function rootOf(fields: ReadonlyMap<string, OpamToken[]>, path: string) {
  const [name, version] = ['name', 'version'].map((field) => fields.get(field)?.[0]?.text ?? '')
  const own = name || (/([^/\\]+)\.opam$/.exec(path)?.[1] ?? '')
  return own === '' ? null : { name: own, version: version ?? '', purl: null }
}
