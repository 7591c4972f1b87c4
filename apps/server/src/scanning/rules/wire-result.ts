import type { RuleResult as WireResult } from '@assay/contract/rules.ts'
import type { RuleResult } from '@assay/engine/policies/rule.ts'

export const wireResult = ({ uuid, ...result }: RuleResult): WireResult => ({ ruleUuid: uuid, ...result })
