import type { ComponentOrigin, ComponentScope } from '../../../inventory.ts'
import { addressOrigin, originAt } from '../../components/origin.ts'
import { pathFrom } from '../../lockfiles/sibling-file.ts'
import { readText } from '../../parsers/text-document.ts'
import { declare, manifestReader } from '../manifest-reader.ts'
import { asksOf, type OpamAsk, type OpamToken, readOpamFields } from './opam-fields.ts'

/** Description of a package without a lockfile: https://opam.ocaml.org/doc/Manual.html#opam */
export const opam = manifestReader<ReadonlyMap<string, OpamToken[]>>({
  id: 'opam',
  title: 'description of a package of opam',
  kind: { purlType: 'opam' },
  matchesPath: (fileName) => fileName === 'opam' || fileName.endsWith('.opam'),
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

/** Packages from elsewhere: [ ["name.version" "address"] ] */
function pinsOf(tokens: readonly OpamToken[]): Map<string, ComponentOrigin> {
  const texts = tokens.filter(({ kind }) => kind === 'text').map(({ text }) => text)
  const pins = new Map<string, ComponentOrigin>()
  for (let at = 0; at + 1 < texts.length; at += 2) {
    const address = texts[at + 1]!
    pins.set(texts[at]!.split('.', 1)[0]!, addressOrigin(address) ?? originAt('git', address))
  }
  return pins
}

/** Conditions on versions have no word in front of the operator: 'os = "linux"' is about something else. */
function versionsOf({ condition }: OpamAsk): { range: string; version: string } {
  const bounds = condition.flatMap((each, at) => {
    const isBound = each.kind === 'text' && /^[<>!]?=?$/.test(condition[at - 1]?.text ?? 'none')
    return isBound && condition[at - 2]?.kind !== 'word' ? [{ operator: condition[at - 1]!.text, each }] : []
  })
  const isChoice = condition.some(({ kind, text }) => kind === 'sign' && /[|(!]/.test(text[0]!))
  const range = bounds.map(({ operator, each }) => `${operator} ${each.text}`)
  const [only, ...more] = bounds
  const isExact = only?.operator === '=' && more.length === 0 && !isChoice
  return {
    range: isChoice ? condition.map(({ text }) => text).join(' ') : range.join(' & '),
    version: isExact ? only.each.text : '',
  }
}

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
