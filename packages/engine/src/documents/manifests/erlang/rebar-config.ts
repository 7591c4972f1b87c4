import { originAt } from '../../components/origin.ts'
import type { PackageList } from '../../lockfiles/package-list.ts'
import { parseProgram } from '../lines.ts'
import { declare, type Declaration, manifestReader } from '../manifest-reader.ts'
import { type ErlangTerm, isAtom, readErlangTerms, valueOf } from './erlang-terms.ts'
import { exactHexVersion } from './hex-version.ts'

/** rebar.config without a lockfile: https://rebar3.org/docs/configuration/dependencies/ */
export const rebarConfig = manifestReader<string>({
  id: 'rebar-config',
  title: 'rebar.config',
  kind: { purlType: 'hex', separator: '/' },
  matchesPath: (fileName) => fileName === 'rebar.config',
  parse: parseProgram,
  read(text, list) {
    const terms = readErlangTerms(text)
    declareAll(list, terms)
    for (const { items } of valueOf(terms, 'profiles')?.items ?? []) {
      const [name, options] = items
      if (isAtom(name) && options) declareAll(list, options.items, inProfile(name!.text))
    }
    return { format: 'rebar.config' }
  },
})

type Kind = Pick<Declaration, 'group' | 'scope'>

/** A profile of another name may be that of a release. */
const development = /^(?:test|ct|eunit|eqc|proper|bench|dev|docs?|edoc|lint|check|dialyzer|local|shell)$/

const inProfile = (name: string): Kind => ({
  group: name,
  ...(development.test(name) && { scope: 'test' }),
})

/** Plugins run where the project is built: https://rebar3.org/docs/configuration/plugins/ */
const members: readonly { key: string; kind: Kind }[] = [
  { key: 'deps', kind: {} },
  { key: 'plugins', kind: { group: 'build', scope: 'provided' } },
  { key: 'project_plugins', kind: { group: 'build', scope: 'provided' } },
]

function declareAll(list: PackageList, terms: readonly ErlangTerm[], profile: Kind = {}): void {
  for (const { key, kind } of members)
    for (const each of valueOf(terms, key)?.items ?? []) {
      const asked = dependencyOf(each)
      if (asked) declare(list, { ...asked, where: `${list.path}:${each.line}`, ...kind, ...profile })
    }
}

type Dependency = Pick<Declaration, 'name' | 'range' | 'version' | 'origin' | 'alias'>

/** name, {name, "range"}, {name, {pkg, name}}, {name, "range", {pkg, name}} or {name, "range", {git, "address", …}} */
function dependencyOf({ kind, text, items }: ErlangTerm): Dependency | null {
  if (kind === 'atom') return { name: text, range: '', version: '' }
  const [app] = items
  if (kind !== 'tuple' || !isAtom(app)) return null
  const name = app!.text
  const range = items[1]?.kind === 'text' ? items[1].text.trim() : ''
  const [from, at] = items.slice(1).find((each) => each.kind === 'tuple')?.items ?? []
  if (from && !isAtom(from, 'pkg'))
    return { name, range: '', version: '', origin: originAt('git', at?.kind === 'text' ? at.text : '') }
  const listed = from && isAtom(at) ? at!.text : name
  return { name: listed, range, version: exactHexVersion(range), ...(listed !== name && { alias: name }) }
}
