import type { Configuration } from '@assay/contract/accounts.ts'
import type { PolicyRule } from '@assay/contract/rules.ts'
import { domains } from '@assay/engine/vocabulary.ts'
import { api } from '../../../api/client.ts'
import { policyRules as messages } from '../../../messages/policy-rules.ts'
import { rules as licenseTexts } from '../../../messages/rules.ts'
import { useUser } from '../use-user.ts'
import { isAccountWide, useSaveMinimums } from './edit-minimums.tsx'

/** With the minimum scores that apply to accounts which have not set their own. */
export function withDefaults(
  listed: readonly PolicyRule[],
  configuration: Pick<Configuration, 'minimumScores'> | undefined,
): PolicyRule[] {
  const isSet = listed.some((rule) => rule.kind === 'scores' && isAccountWide(rule))
  if (isSet || !configuration) return [...listed]
  const { security, stability, licensing } = configuration.minimumScores
  return [...listed, { ...unset, minimums: { security, stability, licensing } }]
}

const unset: PolicyRule = {
  uuid: 'default',
  kind: 'scores',
  name: messages.minimums.title,
  description: '',
  condition: '',
  effect: 'fail',
  decision: null,
  notify: null,
  mode: 'on',
  whenUnknown: 'pass',
  projectUuid: null,
  groupUuid: null,
  pattern: null,
  tags: [],
  teamUuids: null,
  licenses: null,
  minimums: null,
  createdAt: 0,
  changedAt: 0,
  hits: { branches: 0, findings: 0, lastAt: null },
}

const nothing = { security: null, stability: null, licensing: null }

/** Deletes a rule of any kind; minimum scores are inherited again. */
export function useRemovePolicy() {
  const params = { accountUuid: useUser().account.uuid }
  const saveMinimums = useSaveMinimums()
  return (rule: PolicyRule): Promise<unknown> => {
    if (rule.kind === 'scores') return saveMinimums(rule, nothing)
    return rule.kind === 'licenses'
      ? api.policies.remove({ params: { ...params, policyUuid: rule.uuid } })
      : api.rules.remove({ params: { ...params, policyRuleUuid: rule.uuid } })
  }
}

/** What a rule says, as one line. */
export function describePolicy({ licenses, minimums, condition }: PolicyRule): string {
  if (licenses) {
    const texts = licenseTexts.policies
    return [
      `${texts.modes[licenses.mode].label} ${licenses.licenses.join(', ') || texts.noLicenses}`,
      ...(licenses.mode === 'ALLOW' && !licenses.denyUnknown ? [texts.unknownAllowed] : []),
    ].join(' · ')
  }
  if (!minimums) return condition
  const { scores } = messages.minimums
  return domains
    .flatMap((domain) => (minimums[domain] === null ? [] : [`${scores[domain]} ${minimums[domain]}`]))
    .join(' · ')
}
