import type { Ecosystem } from '../../packages/engine/src/ecosystems/ecosystem.ts'
import { ecosystemByOsvName } from '../../packages/engine/src/ecosystems.ts'
import { relations, type Operator } from '../../packages/engine/src/ecosystems/comparator.ts'
import { notApplicable, same, type Row, type Verdict } from './row.ts'

const spellings = new Map<string, Operator>([
  ['==', '='],
  ['<>', '!='],
])

/** 'a < b' must hold; with expect: false, it must not. */
export function checkOrder({ eco, a, op, b, expect }: Row): Verdict {
  const ecosystem = ecosystemByOsvName(eco!)
  if (!ecosystem) return notApplicable(`no ecosystem ${eco}`)
  const relation = relations[spellings.get(op!) ?? (op as Operator)]
  if (relation === undefined) return notApplicable('the case lost its operator')
  const order = ecosystem.compareVersions(a!, b!)
  if (order === null) return same(expect ?? true, unordered(ecosystem, [a!, b!]))
  return same(expect ?? true, relation(order))
}

const unordered = ({ compareVersions }: Ecosystem, versions: string[]): string =>
  `no version: ${versions.filter((version) => compareVersions(version, version) === null).join(', ')}`

/** The engine has no normal forms, but must treat a version and its normal form as equal. */
export function checkNormalForm({ eco, a, input, b, normalized }: Row): Verdict {
  const ecosystem = ecosystemByOsvName(eco!)
  if (!ecosystem) return notApplicable(`no ecosystem ${eco}`)
  const [text, normal] = [a ?? (input as string), b ?? normalized!]
  const { compareVersions } = ecosystem
  if (/^(?:version|args)$/.test(text)) return notApplicable('the heading of a table')
  if (text.includes('\\')) return notApplicable('the text still has the escapes of its source')
  if (text !== normal && partsOf(text).includes(normal))
    return notApplicable('a part of a version, not its normal form')
  if (normal.startsWith('dev-')) return same(null, compareVersions(text, text))
  if (normal.endsWith('.9999999-dev') && !text.endsWith('-dev')) {
    return notApplicable("a branch by its name alone, which documents write as '1.0.x-dev'")
  }
  return same(0, compareVersions(text, normal))
}

/** Splits '1!2.0.post1+local' into '1!2.0', the part before the local version, and the local version. */
function partsOf(version: string): string[] {
  const [plain, local] = version.split('+')
  return [/^(?:\d+!)?\d+(?:\.\d+)*/.exec(version)?.[0] ?? '', plain!, local ?? '']
}
