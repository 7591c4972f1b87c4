import { ApiError } from '@assay/sdk/api-error.ts'
import type { Api } from '../api.ts'
import { type Audited, explain } from './describe-analyses.ts'
import { titleOf, type TheirProject } from './dependency-track-objects.ts'
import type { ImportContext } from './import-context.ts'
import { packageOfPurl } from './package-of-purl.ts'
import {
  maxComment,
  maxComments,
  maxReason,
  type NamedTold,
  tellFindings,
  type Told,
} from './tell-findings.ts'

/** What people decided about the findings of the versions of one project. */
export interface AuditedProject {
  projectUuid: string
  versions: readonly { project: TheirProject; audited: readonly Audited[]; unaudited: ReadonlySet<string> }[]
}

const what = { states: 'Analyses as states', comments: 'Comments' }

/** A finding of theirs, whatever the version. */
export const keyOfFinding = ({ finding: { component, vulnerability } }: Pick<Audited, 'finding'>): string =>
  `${vulnerability.vulnId} ${(component.purl ?? component.name).replace(/@[^@/]*$/, '')}`

/** States here are of a finding in all branches of its project: all versions that have it must agree. */
export async function importAnalyses(
  context: ImportContext,
  { projectUuid, versions }: AuditedProject,
  advisoryOf: AdvisoryOf,
): Promise<void> {
  const audited = versions.flatMap(({ project: of, audited: own }) => own.map((each) => ({ ...each, of })))
  const all: NamedTold[] = []
  for (const [key, found] of Map.groupBy(audited, keyOfFinding)) {
    const [first] = found as [(typeof found)[number]]
    const name = `${titleOf(first.of)}: ${first.finding.vulnerability.vulnId}`
    const leaveOut = (why: string) => void context.tally.leftOut.push({ what: what.states, name, why })
    const states = new Set(found.map(({ analysis }) => stateOf(analysis)))
    const isPartly = versions.some(({ unaudited }) => unaudited.has(key))
    if (states.size > 1 || isPartly) leaveOut('versions of the project disagree: decide about it here')
    else {
      const of = await packageOf(first, advisoryOf)
      if (typeof of === 'string') leaveOut(of)
      else all.push({ name, told: { ...of, ...toldOf(first), comments: commentsOf(found) } })
    }
  }
  await tellFindings(context, { projectUuid, all, what })
}

async function packageOf(
  { finding: { component, vulnerability } }: Audited,
  advisoryOf: AdvisoryOf,
): Promise<Pick<Told, 'ecosystem' | 'package' | 'advisoryUuid'> | string> {
  const named = packageOfPurl(component.purl ?? '')
  if (!named) return 'its component has no package URL that is known here'
  const advisoryUuid = await advisoryOf(vulnerability.vulnId)
  if (advisoryUuid === null) return 'the vulnerability is not known here'
  return { ecosystem: named.ecosystem, package: named.package, advisoryUuid }
}

function toldOf({ analysis }: Audited): Pick<Told, 'state' | 'reason' | 'justification'> {
  const state = stateOf(analysis)
  return { state, reason: explain(analysis).slice(0, maxReason), ...justificationOf(state, analysis) }
}

/** Of all versions, each once; the newest if there are too many. */
function commentsOf(found: readonly Audited[]): Told['comments'] {
  const all = found
    .flatMap(({ analysis: { analysisComments = [] } }) => analysisComments)
    .filter(({ comment }) => comment.trim() !== '')
    .map(({ timestamp, comment, commenter }) => ({
      text: comment.trim().slice(0, maxComment),
      author: commenter ? `${commenter} (Dependency-Track)` : 'Dependency-Track',
      at: timestamp,
    }))
  return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()]
    .toSorted((one, other) => one.at - other.at)
    .slice(-maxComments)
}

const neverFixed = new Set(['WILL_NOT_FIX', 'CAN_NOT_FIX'])

/** As PUT /api/v1/analysis understands it: docs/guides/coming-from-dependency-track.md. */
function stateOf({
  analysisState = 'NOT_SET',
  analysisResponse = '',
  isSuppressed,
}: Audited['analysis']): Told['state'] {
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

function justificationOf(
  state: Told['state'],
  { analysisState, analysisJustification = '' }: Audited['analysis'],
) {
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

function nullIfMissing(error: unknown): null {
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return null
  throw error
}
