import { parseRole, type Role } from '@assay/contract/permissions.ts'
import type { SignOnDomain } from '@assay/contract/sso.ts'
import { isOperator } from '#accounts/account/store.ts'
import type { AppContext } from '#context.ts'
import type { Caller, Scope } from '#auth/scope.ts'
import type { Vault } from '#platform/secrets/vault.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { readTextRecords } from '#platform/egress/targets.ts'
import { findProperty, lockProperty, upsertProperty } from '#accounts/properties/store.ts'
import { listVerifiedDomains } from './domain-store.ts'
import { isFreeMail } from './free-mail-domains.ts'

/** Parses the property 'autogroupings', which is arbitrary. A domain never grants the administrator role. */
export function autogroupingsOf(value: unknown): { domains: string[]; role: Role } {
  const { domains, role } = (value ?? {}) as { domains?: unknown; role?: unknown }
  const parsed = typeof role === 'string' ? parseRole(role) : null
  const texts = Array.isArray(domains) ? domains.filter((each) => typeof each === 'string') : []
  return { domains: texts, role: parsed === null || parsed === 'Administrator' ? 'Viewer' : parsed }
}

export const readAutogroupings = async (db: Database, scope: Scope) =>
  autogroupingsOf(await findProperty(db, scope, { ownerUuid: scope.accountUuid, name: 'autogroupings' }))

/** Changes only the given fields. */
export async function changeAutogroupings(
  tx: Tx,
  { scope, memberUuid }: Caller,
  { domains, role }: { domains?: string[] | undefined; role?: Role | undefined },
): Promise<void> {
  const key = { ownerUuid: scope.accountUuid, name: 'autogroupings' }
  const before = (await lockProperty(tx, scope, key)) as object | null
  const value = { ...before, ...(domains && { domains: [...new Set(domains)] }), ...(role && { role }) }
  await upsertProperty(tx, scope, { ...key, value, setBy: memberUuid })
}

export async function domainsOf(
  { db, vault }: { db: Database; vault: Vault },
  scope: Scope,
): Promise<{ domains: SignOnDomain[]; role: Role }> {
  const { domains, role } = await readAutogroupings(db, scope)
  const verified = await listVerifiedDomains(db, scope)
  const unshown = (await isOperator(db, scope)) ? 'trusted' : 'unverified'
  const stateOf = (domain: string) => {
    if (isFreeMail(domain)) return 'freeMail'
    return verified.has(domain) ? 'verified' : unshown
  }
  return {
    role,
    domains: domains.map((domain) => ({
      domain,
      state: stateOf(domain),
      record: recordOf(vault, scope, domain),
    })),
  }
}

/** Whether the domain has the account's TXT record. */
export async function isDomainShown(
  { config, vault }: Pick<AppContext, 'config' | 'vault'>,
  scope: Scope,
  domain: string,
): Promise<boolean> {
  if (isFreeMail(domain)) return false
  const records = recordsOf(vault, scope, domain)
  const shown = await readTextRecords(records[0].name, config)
  return records.some(({ value }) => shown.includes(value))
}

/** Derived from account, domain and the installation's key instead of being stored. */
const recordOf = (vault: Vault, scope: Scope, domain: string): SignOnDomain['record'] =>
  recordsOf(vault, scope, domain)[0]

/** By the current key, then by the earlier one. */
function recordsOf(vault: Vault, { accountUuid }: Scope, domain: string) {
  const marks = vault.hmacs(domain, `domain of ${accountUuid}`)
  const records = marks.map((mark) => ({
    name: `_assay.${domain}`,
    value: `assay-domain=${Buffer.from(mark).toString('base64url')}`,
  }))
  return records as [SignOnDomain['record'], ...SignOnDomain['record'][]]
}
