import type { TheirLicenseGroup, TheirPolicy } from './dependency-track-objects.ts'

interface MappedPolicy {
  name: string
  mode: 'DENY'
  licenses: string[]
  tags: string[]
}

export type MappedOrWhy = { policy: MappedPolicy } | { why: string }

/** License policies of theirs are policies that deny the licenses; anything else is named with the reason. */
export function mapPolicy(policy: TheirPolicy, groups: readonly TheirLicenseGroup[]): MappedOrWhy {
  const { name, operator, policyConditions: conditions = [], projects = [], tags = [] } = policy
  const others = conditions.filter(({ subject }) => !/^LICENSE(?:_GROUP)?$/.test(subject))
  if (conditions.length === 0) return { why: 'it has no conditions' }
  if (others.length > 0) return { why: `its conditions on ${listed(others)} have no counterpart` }
  if (operator === 'ALL' && conditions.length > 1)
    return { why: 'all of several license conditions must match' }
  if (conditions.some((each) => each.operator !== 'IS'))
    return { why: 'it allows licenses instead of denying them' }
  if (conditions.some(({ subject, value }) => subject === 'LICENSE' && value === 'unresolved'))
    return { why: 'it denies components without a license' }
  if (projects.length > 0) return { why: 'it is limited to projects; use tags instead' }
  const licenses = conditions.flatMap(({ subject, value }) =>
    subject === 'LICENSE' ? [value] : inGroup(value),
  )
  if (licenses.length === 0) return { why: 'its licenses are unknown' }
  return {
    policy: { name, mode: 'DENY', licenses: [...new Set(licenses)], tags: tags.map((tag) => tag.name) },
  }

  function inGroup(uuid: string): string[] {
    const { licenses: members = [] } = groups.find((group) => group.uuid === uuid) ?? {}
    return members.flatMap(({ licenseId }) => licenseId ?? [])
  }
}

const listed = (conditions: readonly { subject: string }[]): string =>
  [...new Set(conditions.map(({ subject }) => subject))].join(', ')
