import type { Database } from '#platform/database/database.ts'
import { findBranch, listExploited } from './facts-store.ts'

/** Cached lookups for describing events: each value is read once. */
export interface Facts {
  db: Database
  /** The account that events of the whole installation are described for; null for every account. */
  onlyAccount: string | null
  branchOf(accountUuid: string | null, branchUuid: string): ReturnType<typeof findBranch>
  isExploited(cve: string | null): boolean
  /** Must be called before isExploited. */
  readExploited(cves: readonly string[]): Promise<void>
}

/** Valid for one transaction or preview, since the data changes. */
export function openFacts(db: Database, { onlyAccount = null }: { onlyAccount?: string | null } = {}): Facts {
  const branches = new Map<string, ReturnType<typeof findBranch>>()
  const exploited = new Map<string, boolean>()
  return {
    db,
    onlyAccount,
    async branchOf(accountUuid, branchUuid) {
      if (accountUuid === null) return undefined
      const cached = branches.get(branchUuid) ?? findBranch(db, { accountUuid, branchUuid })
      branches.set(branchUuid, cached)
      return cached
    },
    isExploited: (cve) => cve !== null && exploited.get(cve) === true,
    async readExploited(cves) {
      const unknown = cves.filter((cve) => !exploited.has(cve))
      const found = await listExploited(db, unknown)
      for (const cve of unknown) exploited.set(cve, found.has(cve))
    },
  }
}
