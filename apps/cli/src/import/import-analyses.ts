import { isoDay } from '@assay/engine/time.ts'
import { ApiError } from '@assay/sdk/api-error.ts'
import type { Api } from '../api.ts'
import { type Audited, explain } from './describe-analyses.ts'
import { titleOf, type TheirProject } from './dependency-track-objects.ts'
import type { ImportContext } from './import-context.ts'
import { packageOfPurl } from './package-of-purl.ts'
import { count } from './tally.ts'

type Decide = Parameters<Api['triage']['decide']>[0]['body']
type State = NonNullable<Decide['state']>
type FindingRef = Decide['findings'] extends readonly (infer R)[] | undefined ? R : never

/** What people decided about the findings of the versions of one project. */
export interface AuditedProject {
  projectUuid: string
  /** Builds that still have to end. */
  builds: readonly string[]
  versions: readonly { project: TheirProject; audited: readonly Audited[]; unaudited: ReadonlySet<string> }[]
}

const what = 'Analyses as states'
const maxReason = 2000
const maxComment = 5000

/** A finding of theirs, whatever the version. */
export const keyOfFinding = ({ finding: { component, vulnerability } }: Pick<Audited, 'finding'>): string =>
  `${vulnerability.vulnId} ${(component.purl ?? component.name).replace(/@[^@/]*$/, '')}`

/** States here are of a finding in all branches of its project: all versions that have it must agree. */
export async function importAnalyses(
  context: ImportContext,
  project: AuditedProject,
  advisoryOf: AdvisoryOf,
): Promise<void> {
  const { api, tally } = context
  const all = project.versions.flatMap(({ project: of, audited }) => audited.map((each) => ({ ...each, of })))
  if (all.length === 0) return
  for (const build of project.builds) await untilScanned(api, build)
  for (const [key, found] of Map.groupBy(all, keyOfFinding)) {
    const [first] = found as [(typeof found)[number]]
    const name = `${titleOf(first.of)}: ${first.finding.vulnerability.vulnId}`
    const leaveOut = (why: string) => void tally.leftOut.push({ what, name, why })
    const states = new Set(found.map(({ analysis }) => stateOf(analysis)))
    const isPartly = project.versions.some(({ unaudited }) => unaudited.has(key))
    if (states.size > 1 || isPartly) leaveOut('versions of the project disagree: decide about it here')
    else {
      const ref = await refOf(first, project.projectUuid, advisoryOf)
      if (typeof ref === 'string') leaveOut(ref)
      else await record(context, { ref, found, leaveOut })
    }
  }
}

async function refOf(
  { finding: { component, vulnerability } }: Audited,
  projectUuid: string,
  advisoryOf: AdvisoryOf,
): Promise<FindingRef | string> {
  const named = packageOfPurl(component.purl ?? '')
  if (!named) return 'its component has no package URL that is known here'
  const advisoryUuid = await advisoryOf(vulnerability.vulnId)
  if (advisoryUuid === null) return 'the vulnerability is not known here'
  return { projectUuid, ecosystem: named.ecosystem, package: named.package, advisoryUuid }
}

interface Recorded {
  ref: FindingRef
  found: readonly Audited[]
  leaveOut: (why: string) => void
}

/** The state, unless somebody has set one here, and the comments that are not there yet. */
async function record(context: ImportContext, { ref, found, leaveOut }: Recorded): Promise<void> {
  const { api, accountUuid, tally } = context
  const params = { accountUuid }
  const there = await api.triage.read({ params, query: ref }).catch(nullIfMissing)
  if (!there) return leaveOut('the package is not affected here')
  const { analysis } = found[0]!
  const state = stateOf(analysis)
  if (there.state !== 'open' || there.history.length > 0) count(tally.there, what)
  else if (state !== 'open') {
    const reason = explain(analysis).slice(0, maxReason)
    const body = { findings: [ref], state, reason, ...justificationOf(state, analysis) }
    const { changed, waiting, skipped } = await api.triage.decide({ params, body })
    if (changed + waiting > 0) count(tally.imported, what)
    else leaveOut(skipped[0]?.reason ?? 'nothing changed')
  }
  const known = new Set(there.comments.map(({ text }) => text))
  for (const text of new Set(found.flatMap((each) => commentsOf(each)))) {
    if (known.has(text)) count(tally.there, 'Comments')
    else {
      await api.triage.comment({ params, body: { finding: ref, text } })
      count(tally.imported, 'Comments')
    }
  }
}

const commentsOf = ({ analysis: { analysisComments = [] } }: Audited): string[] =>
  analysisComments.map(({ timestamp, comment, commenter }) =>
    `From Dependency-Track, ${isoDay(timestamp)}${commenter ? ` ${commenter}` : ''}: ${comment}`.slice(
      0,
      maxComment,
    ),
  )

const neverFixed = new Set(['WILL_NOT_FIX', 'CAN_NOT_FIX'])

/** As PUT /api/v1/analysis understands it: docs/guides/coming-from-dependency-track.md. */
function stateOf({
  analysisState = 'NOT_SET',
  analysisResponse = '',
  isSuppressed,
}: Audited['analysis']): State {
  if (analysisState === 'NOT_AFFECTED' || analysisState === 'RESOLVED') return 'not-affected'
  if (analysisState === 'FALSE_POSITIVE') return 'false-positive'
  if (isSuppressed || neverFixed.has(analysisResponse)) return 'accepted'
  if (analysisState === 'EXPLOITABLE') return 'fix-planned'
  return analysisState === 'IN_TRIAGE' ? 'in-triage' : 'open'
}

const justifications = [
  [/^CODE_NOT_PRESENT$/, 'vulnerable_code_not_present'],
  [/^REQUIRES_/, 'vulnerable_code_cannot_be_controlled_by_adversary'],
  [/^PROTECTED_/, 'inline_mitigations_already_exist'],
] as const

function justificationOf(state: State, { analysisState, analysisJustification = '' }: Audited['analysis']) {
  if (state !== 'not-affected') return {}
  const found = justifications.find(([pattern]) => pattern.test(analysisJustification))?.[1]
  const otherwise =
    analysisState === 'RESOLVED' ? 'inline_mitigations_already_exist' : 'vulnerable_code_not_in_execute_path'
  return { justification: found ?? otherwise } as const
}

/** The uuid here of an advisory with this id; null for none. */
export type AdvisoryOf = (id: string) => Promise<string | null>

/** Each id is looked up once. */
export function advisoryFinder(api: Api): AdvisoryOf {
  const known = new Map<string, Promise<string | null>>()
  const lookUp = async (id: string) =>
    (await api.vulnerabilities.get({ params: { id } }).catch(nullIfMissing))?.uuid ?? null
  return (id) => {
    const found = known.get(id) ?? lookUp(id)
    known.set(id, found)
    return found
  }
}

const pauseMs = 200

/** Findings are there when their scan has ended. */
async function untilScanned(api: Api, id: string): Promise<void> {
  for (;;) {
    const { status } = await api.builds.get({ params: { id } })
    if (status === 'success' || status === 'failed') return
    await new Promise((done) => setTimeout(done, pauseMs))
  }
}

function nullIfMissing(error: unknown): null {
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return null
  throw error
}
