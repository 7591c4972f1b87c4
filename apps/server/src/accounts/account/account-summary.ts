import { features as allFeatures } from '@assay/contract/features.ts'
import type { AccountSummary } from '@assay/contract/users.ts'
import type { Caller } from '#auth/scope.ts'
import type { AccountRow } from './store.ts'

/** The account in wire format. */
export const accountSummary = (account: AccountRow, caller: Pick<Caller, 'role'>): AccountSummary => ({
  uuid: account.uuid,
  name: account.name,
  email: account.email,
  // Only anonymous visitors belong to the placeholder: docs/decisions/004-default-account.md.
  default: false,
  bundle: { name: account.plan },
  features: featuresOf(account),
  plan: account.plan,
  admin: caller.role === 'Administrator',
  active: account.is_active,
  operator: account.is_operator,
})

const known = new Set(Object.keys(allFeatures))

/** 'members' is derived: it is present without teams, in every plan but the open source one. */
function featuresOf({ features, plan }: AccountRow): string[] {
  const chosen = features.filter((name) => name !== 'members' && known.has(name))
  return plan === 'opensource' || chosen.includes('teams') ? chosen : [...chosen, 'members']
}

/** For anonymous visitors: docs/decisions/004-default-account.md. */
export const placeholderAccount: AccountSummary = {
  uuid: '00000000-0000-0000-0000-000000000000',
  name: 'Default',
  email: '',
  default: true,
  bundle: { name: 'opensource' },
  features: [],
  plan: 'opensource',
  admin: false,
  active: true,
  operator: false,
}
