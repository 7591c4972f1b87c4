import type { ExclusionReason } from '@assay/contract/exclusions.ts'
import type { Finding } from '@assay/contract/findings.ts'
import { ApiError } from '@assay/sdk/api-error.ts'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { messageOf, Rejection } from '../../api/query.ts'
import { useSession } from '../../api/session.tsx'
import { exclude as texts } from '../../messages/exclude.ts'
import { showAlert, showNotice } from '../../ui/alerts.tsx'
import { endAfter } from '../forms/exclusion-ends.tsx'
import { type RescannedBranch, useRescan } from './use-rescan.ts'

export type ExcludeScope = 'project' | 'account'

export interface Choice {
  reason: ExclusionReason
  scope: ExcludeScope
  description: string
  until: string
}

/** Excludes findings of a branch or ends exclusions, and triggers a rescan. */
export function useExclude(of: RescannedBranch) {
  const { projectUuid } = of
  const queries = useQueryClient()
  const { state } = useSession()
  const { canRescan, rescan } = useRescan(of)
  const accountUuid = state.status === 'member' ? state.user.account.uuid : ''
  const call = { params: { accountUuid }, query: { domain: 'security' as const } }

  const remove = async (ids: readonly string[]) => {
    try {
      for (const id of ids) await api.exclusions.remove({ ...call, query: { ...call.query, id } })
      showNotice(canRescan ? texts.ended : texts.endedWithoutScan)
    } catch (error) {
      showAlert(messageOf(error))
    }
    await rescan()
  }
  const add = async (findings: readonly Pick<Finding, 'advisoryUuid'>[], choice: Choice) => {
    const { scope, until, ...why } = choice
    const body = { ...why, projectUuid: scope === 'project' ? projectUuid : null, expiresAt: endAfter(until) }
    const uuids: string[] = []
    try {
      for (const uuid of new Set(findings.map(({ advisoryUuid }) => advisoryUuid)))
        uuids.push(...(await create({ ...call, body: { ...body, uuid } })))
    } catch (error) {
      if (uuids.length === 0) throw error
      await queries.invalidateQueries()
      throw new Rejection(`${texts.partly(uuids.length, findings.length)} ${messageOf(error)}`)
    }
    const done = canRescan ? texts.done : texts.doneWithoutScan
    showNotice(done(findings.length), { label: texts.undo, run: () => void remove(uuids) })
    void rescan()
  }
  return { add, remove }
}

/** The new exclusion's id; undefined if there already was one. */
async function create(input: Parameters<typeof api.exclusions.create>[0]): Promise<string[]> {
  try {
    return [(await api.exclusions.create(input)).id]
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return []
    throw error
  }
}
