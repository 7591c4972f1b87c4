import type { Parts } from '../app.ts'
import { accountScope } from '../auth/scope.ts'
import { rescanBranch } from '../builds/submit-build.ts'
import { listBranchesUsing } from './store.ts'

/** Scans again what contains a package that advisories changed about; nothing else could come out differently. */
export async function rescanAffected(
  { db, queue }: Pick<Parts, 'db' | 'queue'>,
  packages: { ecosystem: string; name: string }[],
): Promise<number> {
  const branches = packages.length === 0 ? [] : await listBranchesUsing(db, packages)
  for (const { accountUuid, branchUuid } of branches) {
    await rescanBranch({ db, queue }, accountScope(accountUuid), { branchUuid, createdBy: null })
  }
  return branches.length
}
