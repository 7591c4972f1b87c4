import { parseJson } from '@assay/text/parse-json.ts'
import { ecosystems } from '../../../ecosystems.ts'
import type { ProjectRuntime, Requirement } from '../../../inventory.ts'
import { listOf, recordOf, shortTextOf, textOf } from '../../parsers/json-value.ts'
import type { Components } from './cyclonedx-components.ts'
import { inventoryProperties, valuesOf } from './inventory-properties.ts'

const texts = ['range', 'alias', 'member', 'group', 'manifest', 'format'] as const
const flags = ['isBundled', 'isOverride'] as const
/** Limit for untrusted documents: popular packages have hundreds of dependents. */
const maxRequirements = 2_000

/** Who asks for the components in which lockfile, as a written inventory keeps it. */
export function linkRequirements({ list: { components }, targets, entriesOf }: Components): void {
  for (const [index, entries] of entriesOf.entries()) {
    if (!entries.some(({ properties }) => properties)) continue
    const values = entries.flatMap((json) => valuesOf(json['properties'], inventoryProperties.requirement))
    const requirements = values.slice(0, maxRequirements).flatMap((text) => readRequirement(text, targets))
    if (requirements.length > 0) components[index]!.requirements = requirements
  }
}

/** None if its dependent is no component of the document. */
function readRequirement(text: string, targets: Components['targets']): Requirement[] {
  const json = recordOf(parseJson(text))
  const file = shortTextOf(json['file'])
  const by = json['by'] === null ? null : targets.get(textOf(json['by']))
  if (file === '' || (by !== null && typeof by !== 'number')) return []
  const known = texts.flatMap((name) => {
    const value = shortTextOf(json[name])
    return value === '' ? [] : [[name, value]]
  })
  const set = flags.filter((name) => json[name] === true).map((name) => [name, true])
  return [{ file, by, ...Object.fromEntries([...known, ...set]) }]
}

/** The versions of a language that lockfiles are for. */
export const readRuntimes = (metadata: Record<string, unknown>): ProjectRuntime[] =>
  valuesOf(metadata['properties'], inventoryProperties.runtime).flatMap((text) => {
    const [id, file, range, isWhole] = listOf(parseJson(text))
    const ecosystem = ecosystems.find((each) => each.id === id)
    if (!ecosystem || shortTextOf(file) === '' || shortTextOf(range) === '') return []
    const runtime = { ecosystem: ecosystem.id, file: shortTextOf(file), range: shortTextOf(range) }
    return [{ ...runtime, ...(isWhole === true && { isWhole }) }]
  })
