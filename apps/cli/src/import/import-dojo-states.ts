import { ApiError } from '@assay/sdk/api-error.ts'
import type { Api } from '../api.ts'
import { nullIfMissing } from './null-if-missing.ts'
import { type DojoFinding, type DojoNote, type DojoState, stateOf } from './defectdojo-objects.ts'
import type { DojoPackageFinding, DojoProject } from './read-dojo.ts'
import { count, type Tally } from './tally.ts'

export interface DojoImport {
  api: Api
  accountUuid: string
  tally: Tally
  isDryRun: boolean
}

const decided: Partial<Record<DojoState, 'accepted' | 'false-positive'>> = {
  'false positive': 'false-positive',
  'out of scope': 'accepted',
  'risk accepted': 'accepted',
}

const what = 'Decisions'
const maxReason = 2000

/** A decision here is about an advisory in all branches of a project: all findings of the product have to agree on it. */
export async function importDecisions(
  context: DojoImport,
  { product, branches }: DojoProject,
  projectUuid: string,
): Promise<void> {
  const all = branches.flatMap(({ findings }) => findings)
  for (const [advisoryUuid, found] of Map.groupBy(all, ({ resolved }) => resolved.advisoryUuid)) {
    const states = new Set(found.map(({ finding }) => decided[stateOf(finding)]))
    const [state] = states
    if (states.size === 1 && state === undefined) continue
    const name = `${product.name}: ${found[0]!.finding.title}`
    const leaveOut = (why: string) => void context.tally.leftOut.push({ what, name, why })
    if (states.size > 1 || state === undefined) {
      leaveOut('other findings of the product with this vulnerability have another state')
      continue
    }
    const { reason, expiresAt } = explain(found)
    if (expiresAt !== null && expiresAt <= Date.now()) leaveOut('the acceptance has expired')
    else await decide(context, { state, reason, expiresAt, projectUuid, advisoryUuid }, leaveOut)
  }
}

interface Decision {
  state: 'accepted' | 'false-positive'
  reason: string
  expiresAt: number | null
  projectUuid: string
  advisoryUuid: string
}

async function decide(
  { api, accountUuid, tally, isDryRun }: DojoImport,
  body: Decision,
  leaveOut: (why: string) => void,
): Promise<void> {
  try {
    if (!isDryRun) await api.decisions.create({ params: { accountUuid }, body })
    count(tally.imported, what)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500 || error.status === 401) throw error
    if (error.errorType === 'exclusionExists') count(tally.there, what)
    else leaveOut(error.message)
  }
}

/** Acceptances with who accepted them, and notes with their dates and authors. The acceptance that ends first counts. */
function explain(found: readonly DojoPackageFinding[]): { reason: string; expiresAt: number | null } {
  const findings = found.map(({ finding }) => finding)
  const acceptances = findings.flatMap((finding) => finding.accepted_risks ?? [])
  const lines = [
    `From DefectDojo: ${[...new Set(findings.map(stateOf))].join(', ')}.`,
    ...acceptances.map(({ name, decision_details: details, accepted_by: by }) =>
      [name, details, by ? `accepted by ${by}` : ''].filter(Boolean).join('; '),
    ),
    ...findings.flatMap(notesOf),
  ]
  const ends = acceptances.flatMap(({ expiration_date: date }) => (date ? [Date.parse(date)] : []))
  const [first] = ends.filter((each) => !Number.isNaN(each)).toSorted((one, other) => one - other)
  return { reason: [...new Set(lines)].join('\n').slice(0, maxReason), expiresAt: first ?? null }
}

const notesOf = ({ notes = [] }: DojoFinding): string[] =>
  notes.filter((note) => note.private !== true && note.entry.trim() !== '').map(describeNote)

const describeNote = ({ entry, date, author }: DojoNote): string =>
  `${[date?.slice(0, 10), author?.username].filter(Boolean).join(' ')}: ${entry.trim()}`.replace(/^: /, '')

/** States and notes of findings that count, which have to be there. */
export async function importDiscussions(
  context: DojoImport,
  { branches }: DojoProject,
  projectUuid: string,
): Promise<void> {
  const { api, accountUuid, tally } = context
  const params = { accountUuid }
  const open = branches
    .flatMap(({ findings }) => findings)
    .filter(({ finding }) => decided[stateOf(finding)] === undefined)
  for (const found of Map.groupBy(open, keyOf).values()) {
    const [{ resolved }] = found as [DojoPackageFinding]
    const { advisoryUuid, packageName } = resolved
    const ref = { projectUuid, ecosystem: resolved.ecosystem.id, package: packageName, advisoryUuid }
    const notes = [...new Set(found.flatMap(({ finding }) => notesOf(finding)))]
    const isInTriage = found.some(({ finding }) => stateOf(finding) === 'under review')
    if (notes.length === 0 && !isInTriage) continue
    const there = await api.triage.read({ params, query: ref }).catch(nullIfMissing)
    if (!there) {
      const why = 'the package is not affected here'
      tally.leftOut.push({ what: 'Notes', name: found[0]!.finding.title, why })
      continue
    }
    if (isInTriage && there.state === 'open') {
      await api.triage.decide({ params, body: { findings: [ref], state: 'in-triage' } })
      count(tally.imported, 'Findings in triage')
    }
    const known = new Set(there.comments.map(({ text }) => text))
    for (const note of notes) {
      const text = `From DefectDojo, ${note}`.slice(0, maxComment)
      if (known.has(text)) count(tally.there, 'Notes')
      else {
        await api.triage.comment({ params, body: { finding: ref, text } })
        count(tally.imported, 'Notes')
      }
    }
  }
}

const maxComment = 5000

const keyOf = ({ resolved }: DojoPackageFinding) => `${resolved.advisoryUuid} ${resolved.purl.split('@')[0]}`
