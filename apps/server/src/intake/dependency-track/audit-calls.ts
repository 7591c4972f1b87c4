import type { Analysis } from '@assay/contract/intake/dependency-track-objects.ts'
import type { AppContext } from '#context.ts'
import type { Caller } from '#auth/scope.ts'
import { sendBranches } from '#knowledge/advisories/sync/affected-branches.ts'
import type { Database } from '#platform/database/database.ts'
import { Problem } from '#platform/http/problem.ts'
import { findLastScan } from '#reporting/reports/stored/store.ts'
import { foundPages } from '#reporting/reports/findings/list-findings.ts'
import { addComment } from '#triage/findings/comments.ts'
import { decideFindings, deciderOf } from '#triage/findings/decide-findings.ts'
import { type FindingKey, refOf } from '#triage/findings/finding-key.ts'
import { readFinding } from '#triage/findings/read-finding.ts'
import { theirJustificationOf, theirStateOf, wantedChange } from './analysis-of.ts'
import type { CallsOf } from './calls-of.ts'
import { componentUuid } from './list-findings.ts'
import { projectMissing } from './problem.ts'
import { findVersion } from './versions-store.ts'

/** The state of a finding is that of all branches of its project. */
export function auditCalls(
  context: Pick<AppContext, 'db' | 'queue'>,
): CallsOf<'analysis' | 'recordAnalysis'> {
  const { db, queue } = context
  return {
    async analysis({ caller, query }) {
      const { analysis, isUntouched } = await readAnalysis(db, caller, await findKey(db, caller, query))
      if (isUntouched) throw new Problem(404, 'notFound', 'No analysis exists.')
      return analysis
    },
    async recordAnalysis({ caller, body, change }) {
      const { project = '', component = '', vulnerability = '', comment } = body
      const key = await findKey(db, caller, { project, component, vulnerability })
      const wanted = wantedChange(body)
      return change(async (tx) => {
        if (wanted) {
          const of = { findings: [key], change: wanted }
          const { branches } = await decideFindings(tx, deciderOf(caller), of)
          await sendBranches(tx, queue, branches)
        }
        if (comment !== undefined)
          await addComment(tx, caller, { finding: refOf(key), text: comment, mentions: [] })
        const { analysis } = await readAnalysis(tx, caller, key)
        const after = { ...refOf(key), ...wanted, ...(comment !== undefined && { comment }) }
        return { result: analysis, target: { projectUuid: key.projectUuid }, after }
      })
    },
  }
}

interface Named {
  project: string
  component: string
  vulnerability: string
}

/** The finding in the last scan of the version. Throws Problem 404 as Dependency-Track does. */
async function findKey(db: Database, { scope }: Caller, named: Named): Promise<FindingKey> {
  const version = named.project === '' ? undefined : await findVersion(db, scope, named.project)
  if (!version) throw projectMissing()
  const scan = await findLastScan(db, scope, version.uuid)
  if (scan)
    for await (const page of foundPages({ db }, scope, scan))
      for (const { advisoryUuid, ecosystem, name, affected, row, excluded } of page) {
        if (advisoryUuid !== named.vulnerability.toLowerCase()) continue
        const isOf = (each: { version: string }) =>
          componentUuid(version.uuid, ecosystem, name, each.version) === named.component.toLowerCase()
        const packageName = row?.package_name ?? excluded?.packageName
        if (affected.some(isOf) && packageName !== undefined)
          return { projectUuid: version.projectUuid, advisoryUuid, ecosystem, packageName }
      }
  throw new Problem(404, 'notFound', 'The component or the vulnerability could not be found.')
}

async function readAnalysis(
  db: Database,
  caller: Caller,
  key: FindingKey,
): Promise<{ analysis: Analysis; isUntouched: boolean }> {
  const finding = await readFinding(db, caller, key)
  const comments = (finding?.comments ?? []).map(({ createdAt, text, author, authorName }) => ({
    timestamp: createdAt,
    comment: text,
    commenter: author?.name ?? authorName ?? undefined,
  }))
  const changes = (finding?.history ?? [])
    .filter(({ kind }) => kind === 'state')
    .map(({ at, member, before, after }) => ({
      timestamp: at,
      comment: `Analysis: ${describe(before)} → ${describe(after)}`,
      commenter: member?.name,
    }))
  const { decision, state = 'open' } = finding ?? {}
  return {
    analysis: {
      ...theirStateOf(state),
      analysisJustification: theirJustificationOf(decision?.justification),
      ...(decision?.reason && { analysisDetails: decision.reason }),
      analysisComments: [...comments, ...changes].toSorted((one, other) => one.timestamp - other.timestamp),
    },
    isUntouched: state === 'open' && comments.length + changes.length === 0,
  }
}

const describe = (state: string | null) => theirStateOf(state ?? 'open').analysisState
