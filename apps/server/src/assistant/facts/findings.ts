import { counted } from '@assay/text/counted.ts'
import { displayId } from '@assay/engine/advisories/public-id.ts'
import { ecosystemName } from '@assay/engine/ecosystems/names.ts'
import type { WireSeverity } from '@assay/engine/vocabulary.ts'
import { fromWireSeverity } from '@assay/engine/vocabulary.ts'
import type { Scope } from '#auth/scope.ts'
import { cleanLine, quoteName } from './clean-text.ts'
import { dayOf, type FactContext, type NewFact, projectSource } from './fact.ts'
import { type FindingFact, listFindingFacts } from './store.ts'

export interface FindingQuery {
  projectUuid: string | null
  branch: string | null
  severity: WireSeverity | null
  packageName: string | null
  isOpen: boolean
  limit: number
}

/** Findings of the visible projects, one sentence each. */
export async function findingFacts(
  { db }: FactContext,
  scope: Scope,
  { severity, ...query }: FindingQuery,
): Promise<NewFact[]> {
  const severities = severity === null ? [] : [fromWireSeverity(severity)]
  const rows = await listFindingFacts(db, scope, { ...query, severities, limit: query.limit + 1 })
  const facts = rows.slice(0, query.limit).map(query.isOpen ? openFact : endedFact)
  const last = facts.at(-1)
  if (!last || rows.length <= query.limit) return facts
  const order = query.isOpen ? 'the worst' : 'the last'
  return [...facts, { text: `These are ${order} ${query.limit}; there are more.`, source: last.source }]
}

const nameOf = (row: FindingFact) =>
  `${row.category === 'malware' ? 'Malware' : 'Vulnerability'} ${cleanLine(displayId(row), 60)}`

const whereOf = ({ projectName, branch }: FindingFact) =>
  `project ${quoteName(projectName)}, branch ${quoteName(branch)}`

const sourceOfRow = ({ projectUuid, projectName, branch }: FindingFact) =>
  projectSource({ uuid: projectUuid, name: projectName }, branch)

function openFact(row: FindingFact): NewFact {
  const spans = row.versions.filter(({ to }) => to === null)
  const versions = spans.map(({ version }) => cleanLine(version, 40)).join(', ')
  const fixed = row.fixedVersions.map((version) => cleanLine(version, 40)).slice(0, 5)
  const parts = [
    `${nameOf(row)} (${severityText(row)}) is open in ${quoteName(row.displayName)} ${versions} (${ecosystemName(row.ecosystem)}) of ${whereOf(row)}, since ${dayOf(row.introducedAt)}.`,
    relationOf(spans.map(({ isDirect }) => isDirect)),
    fixed.length > 0
      ? `The advisory names ${fixed.join(', ')} as fixed.`
      : 'The advisory names no fixed version.',
    exploitText(row),
    ...spans.flatMap(({ vex }) =>
      vex
        ? [
            `A VEX statement says ${vex.status}${vex.justification === null ? '' : ` (${vex.justification})`}.`,
          ]
        : [],
    ),
  ]
  return { text: parts.filter((part) => part !== '').join(' '), source: sourceOfRow(row) }
}

function relationOf(direct: (boolean | null)[]): string {
  if (direct.includes(true)) return 'It is a direct dependency.'
  if (direct.includes(false)) return 'It is a transitive dependency.'
  return 'The inventory does not say what requires it.'
}

const severityText = ({ severity, cvss }: FindingFact) =>
  cvss === null ? `severity ${severity}` : `severity ${severity}, CVSS ${Math.round(cvss * 10) / 10}`

export function exploitText({
  isKnownExploited,
  epss,
}: {
  isKnownExploited: boolean
  epss: number | null
}): string {
  const known = isKnownExploited ? ['It is on a list of known exploited vulnerabilities (KEV).'] : []
  const likely = epss === null ? [] : [`Its exploit probability (EPSS) is ${(epss * 100).toFixed(1)}%.`]
  return [...known, ...likely].join(' ')
}

function endedFact(row: FindingFact): NewFact {
  const by = row.fixedBy === null ? '' : ` by ${quoteName(row.fixedBy)}`
  const took = row.daysToFix === null ? '' : ` It took ${counted(row.daysToFix, 'day')}.`
  return {
    text: `${nameOf(row)} (${severityText(row)}) in ${quoteName(row.displayName)} of ${whereOf(row)} ended on ${dayOf(row.endedAt)} (${row.endKind ?? 'unknown'})${by}.${took}`,
    source: sourceOfRow(row),
  }
}
