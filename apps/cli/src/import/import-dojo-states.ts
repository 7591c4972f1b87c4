import { ApiError } from '@assay/sdk/api-error.ts'
import type { Api } from '../api.ts'
import { type DojoFinding, type DojoNote, type DojoState, stateOf } from './defectdojo-objects.ts'
import { type DojoPackageFinding, type DojoProject, timeOf } from './read-dojo.ts'
import { count, type Tally } from './tally.ts'
import {
  maxComment,
  maxComments,
  maxReason,
  type NamedTold,
  tellFindings,
  type Told,
} from './tell-findings.ts'

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

const sharedNotesOf = ({ notes = [] }: DojoFinding): DojoNote[] =>
  notes.filter((note) => note.private !== true && note.entry.trim() !== '')

const notesOf = (finding: DojoFinding): string[] => sharedNotesOf(finding).map(describeNote)

const describeNote = ({ entry, date, author }: DojoNote): string =>
  `${[date?.slice(0, 10), author?.username].filter(Boolean).join(' ')}: ${entry.trim()}`.replace(/^: /, '')

/** States and notes of findings that count. */
export async function importDiscussions(
  context: DojoImport,
  { product, branches }: DojoProject,
  projectUuid: string,
): Promise<void> {
  const open = branches
    .flatMap(({ findings }) => findings)
    .filter(({ finding }) => decided[stateOf(finding)] === undefined)
  const all = [...Map.groupBy(open, keyOf).values()].flatMap((found): NamedTold[] => {
    const told = toldOf(found)
    const isNothing = told.state === 'open' && told.comments?.length === 0
    return isNothing ? [] : [{ name: `${product.name}: ${found[0]!.finding.title}`, told }]
  })
  await tellFindings(context, { projectUuid, all, what: whatDiscussed })
}

const whatDiscussed = { states: 'Findings in triage', comments: 'Notes' }

function toldOf(found: readonly DojoPackageFinding[]): Told {
  const { advisoryUuid, packageName, ecosystem } = found[0]!.resolved
  const notes = found.flatMap(({ finding }) => sharedNotesOf(finding)).map(commentOf)
  return {
    ecosystem: ecosystem.id,
    package: packageName,
    advisoryUuid,
    state: found.some(({ finding }) => stateOf(finding) === 'under review') ? 'in-triage' : 'open',
    comments: [...new Map(notes.map((each) => [JSON.stringify(each), each])).values()].slice(-maxComments),
  }
}

const commentOf = ({ entry, date, author }: DojoNote) => ({
  text: entry.trim().slice(0, maxComment),
  author: author?.username ? `${author.username} (DefectDojo)` : 'DefectDojo',
  at: timeOf(date) ?? 0,
})

const keyOf = ({ resolved }: DojoPackageFinding) => `${resolved.advisoryUuid} ${resolved.purl.split('@')[0]}`
